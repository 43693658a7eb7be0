//! Closing: a signal that every task hears, and a wait for those that have something to finish.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::{Notify, mpsc};

/// The signal to close, and the tasks that are waited for.
pub(crate) struct Shutdown {
    is_closing: AtomicBool,
    /// Wakes the tasks in the order in which they began to wait. A `watch` would wake them in any order, and
    /// two runs of a simulation with the same seed would differ.
    closing: Notify,
    /// Every task that is waited for holds a clone.
    running: Mutex<Option<Running>>,
    /// Ends when the last clone is gone.
    ended: tokio::sync::Mutex<mpsc::Receiver<()>>,
}

/// Held by a task for which closing waits.
#[derive(Clone)]
pub(crate) struct Running {
    _until_dropped: mpsc::Sender<()>,
}

impl Shutdown {
    pub(crate) fn new() -> Self {
        let (sender, ended) = mpsc::channel(1);
        Self {
            is_closing: AtomicBool::new(false),
            closing: Notify::new(),
            running: Mutex::new(Some(Running { _until_dropped: sender })),
            ended: tokio::sync::Mutex::new(ended),
        }
    }

    /// Tells every task to end. No task is waited for that begins later.
    pub(crate) fn begin(&self) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.is_closing.store(true, Ordering::SeqCst);
        self.closing.notify_waiters();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst)
    }

    /// Waits until it begins, and for nothing else.
    pub(crate) async fn begun(&self) {
        // Created before the check, so that a signal in between is not missed.
        let notified = self.closing.notified();
        if !self.is_closing() {
            notified.await;
        }
    }

    /// What a task holds until it has ended; none once everything is closing.
    pub(crate) fn running(&self) -> Option<Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Waits until every task that is waited for has ended.
    pub(crate) async fn ended(&self) {
        let mut ended = self.ended.lock().await;
        while ended.recv().await.is_some() {}
    }
}
