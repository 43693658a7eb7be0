//! Pieces of an operator's command, which are kept all together or not at all. A writer keeps those that it can.

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use super::failed::explained;
use super::request::WriteRequest;
use super::unfinished::unfinished;
use super::write::{self, Failure, Heads};
use crate::{Append, Secrets, StoreError, notice};

/// Forgets a guest and keeps what becomes of the guest's tables, in one transaction, of which nodes that run hear.
pub(crate) async fn forget_with_tables(
    client: &Client,
    secrets: Secrets,
    tables: Vec<Append>,
) -> Result<(), StoreError> {
    let tables = tables.into_iter().map(|news| WriteRequest::news(news).0);
    let mut pieces: Vec<_> =
        std::iter::once(WriteRequest::forgetting(secrets).0).chain(tables).collect();
    // As every node locks rows, so that no two wait for each other.
    pieces.sort_by_key(WriteRequest::locks);
    let kept = match write_all(client, &pieces).await {
        Ok(()) => client.batch_execute("commit").await.map_err(Failure::Broken),
        Err(failure) => {
            // Where even this fails, the end of the connection ends the transaction.
            let _ = client.batch_execute("rollback").await;
            Err(failure)
        }
    };
    kept.map_err(|failure| match failure {
        Failure::Refused(why) => why,
        Failure::Broken(error) => explained(&error),
    })
}

async fn write_all(client: &Client, pieces: &[WriteRequest]) -> Result<(), Failure> {
    client.batch_execute("begin").await?;
    let mut unfinished = unfinished(client, pieces).await?;
    let (mut heads, mut notices) = (Heads::new(), Vec::new());
    for piece in pieces {
        // Tables come after guests, whose rows are locked by now.
        if heads.is_empty() && piece.tables_of_news().next().is_some() {
            heads = write::heads(client, pieces).await?;
        }
        let done = write::piece(client, &piece.what, &mut heads, &mut unfinished).await?;
        notices.extend(piece.notices(&done));
    }
    tell(client, &notices).await?;
    if let Some(text) = notice::to_keep(&notices) {
        client.execute_typed(notice::KEEP, &[(&text, Type::TEXT)]).await?;
    }
    Ok(())
}

/// A notice has room for 8,000 bytes, and one of a table takes some forty.
const PER_NOTICE: usize = 100;

async fn tell(client: &Client, notices: &[notice::Notice]) -> Result<(), Error> {
    for some in notices.chunks(PER_NOTICE) {
        let text = notice::to_text(some);
        client.query_typed(notice::TELL, &[(&text, Type::TEXT)]).await?;
    }
    Ok(())
}
