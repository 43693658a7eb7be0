//! Something to be written, which is answered when all that was carried out with it is kept.

use rusqlite::Connection;

use crate::{Promise, StoreError};

/// Why something was not written.
#[derive(Debug)]
pub(super) enum Failure {
    /// It conflicts with what is stored; the rest of the transaction goes on.
    Refused(StoreError),
    /// The file cannot be written.
    Broken(rusqlite::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ConstraintViolation) => Self::Refused(StoreError::Conflict),
            _ => Self::Broken(error),
        }
    }
}

/// Something to be written, whose answer has one type or another.
pub(super) type WriteRequest = Box<dyn Doable + Send>;

/// What the writer does with each of them.
pub(super) trait Doable {
    /// Carries it out and keeps the answer back. What is refused has left nothing behind.
    fn carry_out(&mut self, connection: &Connection) -> Result<(), Failure>;
    /// Answers that it is stored.
    fn confirm(self: Box<Self>);
    /// Answers that it is not.
    fn fail(self: Box<Self>, why: StoreError);
}

/// Something to be written, and the caller that waits for it.
pub(super) struct Write<T, F> {
    work: Option<F>,
    done: Option<T>,
    promise: Promise<T>,
}

impl<T, F: FnOnce(&Connection) -> Result<T, Failure>> Write<T, F> {
    pub(super) const fn new(work: F, promise: Promise<T>) -> Self {
        Self { work: Some(work), done: None, promise }
    }
}

impl<T, F: FnOnce(&Connection) -> Result<T, Failure>> Doable for Write<T, F> {
    fn carry_out(&mut self, connection: &Connection) -> Result<(), Failure> {
        let work = self.work.take().expect("work is carried out once");
        self.done = Some(work(connection)?);
        Ok(())
    }

    fn confirm(self: Box<Self>) {
        self.promise.keep(self.done.ok_or(StoreError::Closed));
    }

    fn fail(self: Box<Self>, why: StoreError) {
        self.promise.keep(Err(why));
    }
}
