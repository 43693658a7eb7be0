//! An answer of the store that is not there yet.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::StoreError;

/// An answer of the store, to be awaited. Dropping it does not undo what was asked for, but what was only to be read is
/// then not read.
#[derive(Debug)]
pub struct Answer<T>(oneshot::Receiver<Result<T, StoreError>>);

/// The other end of an [`Answer`], held by the task that computes it. A promise that is dropped answers
/// that the store is closed.
#[derive(Debug)]
pub struct Promise<T> {
    sender: oneshot::Sender<Result<T, StoreError>>,
    counted: Option<Counted>,
}

/// How many promises are not kept yet.
#[derive(Clone, Default, Debug)]
pub(crate) struct Unkept(Arc<AtomicUsize>);

/// A promise that is counted until this is dropped.
#[derive(Debug)]
struct Counted(Unkept);

impl<T> Answer<T> {
    /// An answer together with the promise of it.
    pub fn promised() -> (Promise<T>, Self) {
        let (sender, receiver) = oneshot::channel();
        (Promise { sender, counted: None }, Self(receiver))
    }

    /// The same, and the promise is counted until it is kept.
    pub(crate) fn counted(unkept: &Unkept) -> (Promise<T>, Self) {
        let (mut promise, answer) = Self::promised();
        unkept.0.fetch_add(1, Ordering::Relaxed);
        promise.counted = Some(Counted(unkept.clone()));
        (promise, answer)
    }

    /// An answer that is known at once.
    pub fn ready(answer: Result<T, StoreError>) -> Self {
        let (promise, waiting) = Self::promised();
        promise.keep(answer);
        waiting
    }

    /// Blocks the thread until the answer is there; for programs without a runtime.
    ///
    /// # Panics
    /// If it is called from within an asynchronous task.
    pub fn wait(self) -> Result<T, StoreError> {
        self.0.blocking_recv().unwrap_or(Err(StoreError::Closed))
    }
}

impl<T> Promise<T> {
    /// Whether a caller still waits for the answer.
    pub(crate) fn is_awaited(&self) -> bool {
        !self.sender.is_closed()
    }

    /// Gives the answer.
    pub fn keep(self, answer: Result<T, StoreError>) {
        drop(self.counted);
        // The caller may have left, and then the answer is dropped.
        let _ = self.sender.send(answer);
    }
}

impl Unkept {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<T> Future for Answer<T> {
    type Output = Result<T, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let received = Pin::new(&mut self.0).poll(context);
        received.map(|answer| answer.unwrap_or(Err(StoreError::Closed)))
    }
}
