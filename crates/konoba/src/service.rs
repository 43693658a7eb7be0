//! What every program that stays needs: a log, signals that ask it to stop, and an end.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::ValueEnum;
#[cfg(unix)]
use konoba_lab::heeds_hangup;
use konoba_lab::print_note;
use konoba_live::House;
use konoba_store::Store;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows;
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
        let asked = std::env::var("KONOBA_LOG").unwrap_or_default();
        let filter = log_filter(&asked).unwrap_or_else(|wrong| {
            print_note(&format!(
                "KONOBA_LOG: `{wrong}` is neither a level (off, error, warn, info, debug, trace) nor a module with \
                 its level (konoba_live=debug); the level info is used"
            ));
            quiet_libraries().with_default(LevelFilter::INFO)
        });
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

/// The least of the log, to which is added what is asked for. What brings databases up to date tells each step over many
/// lines, and PostgreSQL what is there already; the store logs what came of it.
fn quiet_libraries() -> Targets {
    Targets::new()
        .with_target("refinery_core", LevelFilter::ERROR)
        .with_target("tokio_postgres", LevelFilter::WARN)
}

/// How much of the log is asked for: levels and modules with their levels, with commas between; or the part that is neither.
/// A word alone that is no level is a mistake and no module: nothing but that module would be logged.
fn log_filter(asked: &str) -> Result<Targets, String> {
    let mut parts = asked.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
    let mut filter = quiet_libraries();
    if parts.peek().is_none() {
        filter = filter.with_default(LevelFilter::INFO);
    }
    for part in parts {
        let (module, level) = match part.split_once('=') {
            Some((module, level)) => (Some(module.trim()), level.trim()),
            None => (None, part),
        };
        let is_said = !level.is_empty() && module != Some("");
        let level = level.parse::<LevelFilter>().ok().filter(|_| is_said);
        let level = level.ok_or_else(|| part.to_owned())?;
        filter = match module {
            Some(module) => filter.with_target(module, level),
            None => filter.with_default(level),
        };
    }
    Ok(filter)
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

/// What asks a program to stop: SIGTERM, Ctrl-C, or the end of its terminal. It is caught from the moment at which this
/// is made, which is before the program says that it is ready: a parent process may ask at once.
#[cfg(unix)]
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Option<Signal>,
}

#[cfg(unix)]
impl StopSignals {
    pub(crate) fn caught() -> anyhow::Result<Self> {
        let hangup = if heeds_hangup() { Some(signal(SignalKind::hangup())?) } else { None };
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { terminate, interrupt: signal(SignalKind::interrupt())?, hangup })
    }

    /// Waits for the first of them, and tells which it is.
    async fn received(&mut self) -> &'static str {
        let hung_up = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => "SIGTERM",
            _ = self.interrupt.recv() => "SIGINT",
            _ = hung_up => "SIGHUP",
        }
    }
}

/// What asks a program to stop: Ctrl-C, closing the window or turning off the machine. It is caught from the moment at
/// which this is made.
#[cfg(windows)]
pub(crate) struct StopSignals {
    interrupt: windows::CtrlC,
    close: windows::CtrlClose,
    shutdown: windows::CtrlShutdown,
}

#[cfg(windows)]
impl StopSignals {
    pub(crate) fn caught() -> anyhow::Result<Self> {
        let (interrupt, close) = (windows::ctrl_c()?, windows::ctrl_close()?);
        Ok(Self { interrupt, close, shutdown: windows::ctrl_shutdown()? })
    }

    /// Waits for the first of them, and tells which it is.
    async fn received(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "Ctrl-C",
            _ = self.close.recv() => "window closed",
            _ = self.shutdown.recv() => "shutdown",
        }
    }
}

/// Runs until it is asked to stop, and closes the house. A store that has ended unasked is an error: nothing can be
/// kept any more, and a program that ends is started again.
pub(crate) async fn run(
    house: &House,
    store: &dyn Store,
    mut signals: StopSignals,
    leaving: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let asked = tokio::select! {
        asked = signals.received() => Some(asked),
        () = end_of(store) => None,
    };
    close(house, asked.unwrap_or("the store has ended"), leaving).await;
    if asked.is_none() {
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
async fn close(house: &House, reason: &str, leaving: impl Future<Output = ()>) {
    let begin = Instant::now();
    tracing::info!(reason, tables = house.awake(), "closing");
    let drained = tokio::time::timeout(DRAIN, async {
        house.close().await;
        leaving.await;
    });
    let is_drained = drained.await.is_ok();
    let milliseconds = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
    match is_drained {
        true => tracing::info!(milliseconds, "closed"),
        false => tracing::warn!(milliseconds, "closed on those who did not leave"),
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn a_level_and_modules_with_levels_are_understood_and_a_mistake_is_named() {
        let logs = |asked: &str, module: &str, level| {
            log_filter(asked).unwrap().would_enable(module, &level)
        };
        for asked in ["", " , ", "info", "INFO,konoba_live=debug"] {
            assert!(logs(asked, "konoba_http", Level::INFO), "{asked}");
            assert!(!logs(asked, "konoba_http", Level::DEBUG), "{asked}");
            assert!(!logs(asked, "refinery_core", Level::INFO), "{asked}");
        }
        assert!(logs("info, konoba_live = debug", "konoba_live::house", Level::DEBUG));
        assert!(!logs("off", "konoba_http", Level::ERROR));
        for (asked, wrong) in [
            ("inof", "inof"),
            ("info,konoba_http=loud", "konoba_http=loud"),
            ("konoba_http", "konoba_http"),
            ("info,konoba_http=", "konoba_http="),
        ] {
            assert_eq!(log_filter(asked).unwrap_err(), wrong);
        }
    }
}
