//! Asked to stop by SIGTERM or Ctrl-C, or on Linux by the end of its terminal, a command tells what it has found out so far
//! and ends the programs that it has started. Elsewhere than on Unix the system ends it at once.

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(unix)]
pub(crate) use signals::end_with;
#[cfg(unix)]
pub use signals::heeds_hangup;

type Tell = Box<dyn FnOnce() + Send>;

static TELL: Mutex<Option<Tell>> = Mutex::new(None);

fn tell() -> MutexGuard<'static, Option<Tell>> {
    TELL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is told when we are asked to stop. Once this is dropped, nothing is.
pub(crate) struct WhenStopped(());

impl WhenStopped {
    /// There is one at a time.
    pub(crate) fn new(last: impl FnOnce() + Send + 'static) -> Self {
        *tell() = Some(Box::new(last));
        #[cfg(unix)]
        signals::watch();
        Self(())
    }
}

impl Drop for WhenStopped {
    /// Waits for the end of the process where they are being told: what follows would tell the same again.
    fn drop(&mut self) {
        *tell() = None;
    }
}

#[cfg(unix)]
mod signals {
    use std::sync::{Once, OnceLock, mpsc};
    use std::time::Duration;
    use std::{io, mem, process, thread};

    use tokio::runtime;
    use tokio::signal::unix::{SignalKind, signal};

    /// How long what is told may take.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// What is done last.
    static END: OnceLock<fn()> = OnceLock::new();

    /// When we are asked to stop, this is done last. There is one for the whole process.
    pub(crate) fn end_with(end: fn()) {
        END.get_or_init(|| end);
        watch();
    }

    /// Waits for signals from now on. Where they cannot be caught, the system ends us at once.
    pub(super) fn watch() {
        static WATCH: Once = Once::new();
        WATCH.call_once(|| begin().unwrap_or_default());
    }

    /// Tells what is to be told, unless the output is not read: then we end without.
    fn tell_in_time() {
        let (told, is_told) = mpsc::channel();
        thread::spawn(move || {
            let mut last = super::tell();
            if let Some(last) = last.take() {
                last();
            }
            // It stays locked until the process exits.
            mem::forget(last);
            let _ = told.send(());
        });
        let _ = is_told.recv_timeout(PATIENCE);
    }

    /// Whether SIGHUP is to end this process. One that was started to outlive its terminal (`nohup`) ignores the signal, and to
    /// wait for it would undo that. Where the system does not tell, the signal is left as it is.
    pub fn heeds_hangup() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // The first bit is that of signal 1, SIGHUP.
        ignored.is_some_and(|ignored| ignored & 1 == 0)
    }

    fn begin() -> io::Result<()> {
        let runtime = runtime::Builder::new_current_thread().enable_io().build()?;
        let (mut terminate, mut interrupt, mut hangup) = {
            let _context = runtime.enter();
            let hangup = heeds_hangup().then(|| signal(SignalKind::hangup())).transpose()?;
            (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?, hangup)
        };
        thread::spawn(move || {
            let hung_up = async {
                match &mut hangup {
                    Some(hangup) => hangup.recv().await,
                    None => std::future::pending().await,
                }
            };
            let kind = runtime.block_on(async {
                tokio::select! {
                    _ = hung_up => SignalKind::hangup(),
                    _ = terminate.recv() => SignalKind::terminate(),
                    _ = interrupt.recv() => SignalKind::interrupt(),
                }
            });
            // The programs end afterwards: that they fail then is no part of what is told.
            tell_in_time();
            if let Some(end) = END.get() {
                end();
            }
            konoba_files::remove_drafts();
            // The exit status that a shell gives to a process that ends by a signal.
            process::exit(128 + kind.as_raw_value());
        });
        Ok(())
    }
}
