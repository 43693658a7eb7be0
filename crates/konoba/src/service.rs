//! What every program that stays needs: a log, signals that ask it to stop, and an end.

use std::io::{self, Write};
use std::time::Duration;

use clap::ValueEnum;
use konoba_live::House;
use tracing_subscriber::EnvFilter;

/// How long those who are there may take to leave.
const DRAIN: Duration = Duration::from_secs(8);

/// How the log is written.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum LogForm {
    Text,
    Json,
}

impl LogForm {
    /// Begins to write the log, to standard error.
    pub(crate) fn begin(self) {
        let asked = std::env::var("KONOBA_LOG").ok().filter(|asked| !asked.is_empty());
        // What brings databases up to date tells each step over many lines, and PostgreSQL what is there already; the
        // store logs what came of it.
        let filter = |text: &str| {
            EnvFilter::try_new(format!("refinery_core=error,tokio_postgres=warn,{text}")).ok()
        };
        let filter = asked.and_then(|asked| filter(&asked)).or_else(|| filter("info"));
        let filter = filter.unwrap_or_default();
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
        match self {
            Self::Text => log.with_ansi(false).init(),
            Self::Json => log.json().init(),
        }
    }
}

/// Says on standard output that all is ready. A parent process that does not read on is not a reason
/// to end.
pub(crate) fn announce(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Waits until it is asked to stop, by SIGTERM or Ctrl-C.
#[cfg(unix)]
pub(crate) async fn asked_to_stop() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

/// Waits until it is asked to stop, by Ctrl-C, by closing the window or by turning off the machine.
#[cfg(windows)]
pub(crate) async fn asked_to_stop() -> anyhow::Result<()> {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut interrupt, mut close, mut shutdown) = (ctrl_c()?, ctrl_close()?, ctrl_shutdown()?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = close.recv() => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
}

/// Closes the house, and waits a while until all connections have ended.
pub(crate) async fn close(house: &House, leaving: impl Future<Output = ()>) {
    tracing::info!("closing");
    let drained = tokio::time::timeout(DRAIN, async {
        house.close().await;
        leaving.await;
    });
    match drained.await {
        Ok(()) => tracing::info!("closed"),
        Err(_) => tracing::warn!("closed on those who did not leave"),
    }
}
