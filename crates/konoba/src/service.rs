//! What every program that stays needs: a log, signals that ask it to stop, and an end.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::bail;
use clap::ValueEnum;
use konoba_live::House;
use konoba_store::Store;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

/// How long those who are there may take to leave.
const DRAIN: Duration = Duration::from_secs(8);

/// How often it is looked whether the store still runs.
const LOOK: Duration = Duration::from_secs(1);

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
            let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            let all = ["refinery_core=error", "tokio_postgres=warn"].into_iter().chain(parts);
            all.collect::<Vec<_>>().join(",").parse::<Targets>().ok()
        };
        let filter = asked.and_then(|asked| filter(&asked)).or_else(|| filter("info"));
        let filter = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
        // A line that cannot be written is lost. To say so on standard error would panic where that is full or closed.
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(io::stderr)
            .log_internal_errors(false)
            .with_ansi(false);
        let log = tracing_subscriber::registry().with(filter);
        match self {
            Self::Text => log.with(lines).init(),
            Self::Json => log.with(lines.json()).init(),
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
async fn asked_to_stop() -> anyhow::Result<()> {
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
async fn asked_to_stop() -> anyhow::Result<()> {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_shutdown};
    let (mut interrupt, mut close, mut shutdown) = (ctrl_c()?, ctrl_close()?, ctrl_shutdown()?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = close.recv() => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
}

/// Runs until it is asked to stop, and closes the house. A store that has ended unasked is an error: nothing can be
/// kept any more, and a program that ends is started again.
pub(crate) async fn run(
    house: &House,
    store: &dyn Store,
    leaving: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let is_asked = tokio::select! {
        asked = asked_to_stop() => asked.map(|()| true)?,
        () = end_of(store) => false,
    };
    close(house, leaving).await;
    if !is_asked {
        bail!("a thread of the store has ended unasked; nothing could be saved any more");
    }
    Ok(())
}

/// Waits until a store has ended unasked.
async fn end_of(store: &dyn Store) {
    while store.is_running() {
        tokio::time::sleep(LOOK).await;
    }
}

/// Closes the house, and waits a while until all connections have ended.
async fn close(house: &House, leaving: impl Future<Output = ()>) {
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
