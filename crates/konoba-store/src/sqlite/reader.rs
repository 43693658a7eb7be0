//! The thread that reads.

use std::sync::mpsc::Receiver;

use rusqlite::Connection;

use super::database_file::{DatabaseFile, is_lost};
use crate::{Promise, StoreError};

/// A read together with the caller that waits for its answer.
pub(super) type ReadRequest = Box<dyn FnOnce(&mut DatabaseFile) + Send>;

/// A question for the reader, which is skipped where the caller has left before its turn.
pub(super) fn reading<T: Send + 'static>(
    question: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    promise: Promise<T>,
) -> ReadRequest {
    Box::new(move |file| {
        if promise.is_awaited() {
            promise.keep(answer(file, question));
        }
    })
}

/// Reads until all senders of the queue are dropped.
pub(super) fn run(mut file: DatabaseFile, queue: &Receiver<ReadRequest>) {
    while let Ok(reading) = queue.recv() {
        reading(&mut file);
    }
}

/// All that one question looks at is of one moment, whatever is written meanwhile.
fn answer<T>(
    file: &mut DatabaseFile,
    question: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> Result<T, StoreError> {
    let trouble = file.trouble();
    let connection = file.connection()?;
    let answered = connection.transaction().and_then(|moment| question(&moment));
    let answer = answered.map_err(|error| trouble.explained(&error));
    match &answer {
        Ok(_) => trouble.tell_of_success(),
        Err(error) if is_lost(*error) => file.close(),
        Err(_) => {}
    }
    answer
}
