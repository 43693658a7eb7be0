//! The connection that reads. Questions do not wait for the answers of those before them.

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_postgres::Client;

use super::link::{Failed, Link};
use crate::{Promise, StoreError};

/// A question together with whoever waits for its answer.
pub(super) type Question = Box<dyn FnOnce(Result<Arc<Client>, StoreError>) -> Answering + Send>;

/// A question on its way to its answer.
type Answering = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A question for the reader.
pub(super) fn question<T, F>(
    question: impl FnOnce(Arc<Client>) -> F + Send + 'static,
    promise: Promise<T>,
) -> Question
where
    T: Send + 'static,
    F: Future<Output = Result<T, Failed>> + Send + 'static,
{
    Box::new(move |client| {
        Box::pin(async move {
            promise.keep(match client {
                Ok(client) => question(client).await.map_err(|failed| failed.explained()),
                Err(error) => Err(error),
            });
        })
    })
}

/// Reads until nobody is left who could ask.
pub(super) async fn run(mut link: Link, mut queue: mpsc::UnboundedReceiver<Question>) {
    while let Some(question) = queue.recv().await {
        tokio::spawn(question(link.client().await));
    }
}
