//! The connection that reads. A read does not wait for the answers of those before it.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_postgres::Client;

use super::database::SILENCE;
use super::failed::Failed;
use super::link::Link;
use crate::{Answer, Promise, StoreError};

/// A read together with the caller that waits for its answer.
pub(super) struct ReadRequest {
    question: Box<dyn FnOnce(Result<Arc<Client>, StoreError>) -> Answering + Send>,
    /// What has to be written first.
    after: Option<Answer<()>>,
}

impl ReadRequest {
    async fn answer(self, client: Result<Arc<Client>, StoreError>) -> bool {
        let client = match self.after {
            Some(written) if client.is_ok() => written.await.and(client),
            _ => client,
        };
        (self.question)(client).await
    }
}

/// A read on its way to its answer; whether there was one at all.
type Answering = Pin<Box<dyn Future<Output = bool> + Send>>;

/// A read for the reader, which is skipped where the caller has left before its turn. Where something has to be written
/// first, it begins after that, and fails with it.
pub(super) fn reading<T, F>(
    question: impl FnOnce(Arc<Client>) -> F + Send + 'static,
    promise: Promise<T>,
    after: Option<Answer<()>>,
) -> ReadRequest
where
    T: Send + 'static,
    F: Future<Output = Result<T, Failed>> + Send + 'static,
{
    let question = move |client| -> Answering {
        match promise.is_awaited() {
            true => Box::pin(answer(question, promise, client)),
            false => Box::pin(std::future::ready(true)),
        }
    };
    ReadRequest { question: Box::new(question), after }
}

/// A change for the reader, which is carried out also where the caller has left.
pub(super) fn changing<T, F>(
    change: impl FnOnce(Arc<Client>) -> F + Send + 'static,
    promise: Promise<T>,
) -> ReadRequest
where
    T: Send + 'static,
    F: Future<Output = Result<T, Failed>> + Send + 'static,
{
    let change = move |client| -> Answering { Box::pin(answer(change, promise, client)) };
    ReadRequest { question: Box::new(change), after: None }
}

/// Answers the caller; whether the database has answered at all.
async fn answer<T, F: Future<Output = Result<T, Failed>>>(
    question: impl FnOnce(Arc<Client>) -> F,
    promise: Promise<T>,
    client: Result<Arc<Client>, StoreError>,
) -> bool {
    let answer = match client {
        Ok(client) => timeout(SILENCE, question(client)).await,
        Err(error) => {
            promise.keep(Err(error));
            return true;
        }
    };
    let is_answered = answer.is_ok();
    promise.keep(match answer {
        Ok(answer) => answer.map_err(|failed| failed.explained()),
        Err(_) => Err(StoreError::Gone),
    });
    is_answered
}

/// Reads until all senders of the queue are dropped.
pub(super) async fn run(mut link: Link, mut queue: mpsc::UnboundedReceiver<ReadRequest>) {
    let is_silent = Arc::new(AtomicBool::new(false));
    while let Some(reading) = queue.recv().await {
        if is_silent.swap(false, Ordering::Relaxed) {
            link.let_go();
        }
        let client = link.client().await;
        if let Err(error) = client {
            // Answer all that wait at once: otherwise each would wait for its own timeout, one after another.
            while let Ok(waiting) = queue.try_recv() {
                tokio::spawn(waiting.answer(Err(error)));
            }
        }
        let is_silent = is_silent.clone();
        tokio::spawn(async move {
            if !reading.answer(client).await {
                is_silent.store(true, Ordering::Relaxed);
            }
        });
    }
}
