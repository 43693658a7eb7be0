//! The one connection that writes, and its group commit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use super::failed::explained;
use super::link::Link;
use super::request::{Done, WriteRequest};
use super::unfinished::unfinished;
use super::write::{self, Failure, Heads};
use crate::{StoreError, group, notice};

/// The most that one transaction takes, so that no caller waits long for the others and one notice
/// holds all of it.
const MAX_GROUP: usize = 96;
/// How long a transaction may take. One that takes longer has lost its connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// What came of each piece; fewer than there are pieces if not all were reached.
type Answers = Vec<Result<Done, StoreError>>;

/// Writes until all senders of the queue are dropped. `is_unconfirmed` is set while what can be read may be on no other
/// machine than the database's: a commit that waits for a standby is made at the database alone when its connection is
/// ended. The log of the database is in order, and so the next commit that is answered confirms all before it.
pub(super) async fn run(
    mut link: Link,
    mut queue: mpsc::Receiver<WriteRequest>,
    is_unconfirmed: &AtomicBool,
) {
    let (mut group, most) = (Vec::new(), group::size(MAX_GROUP));
    while queue.recv_many(&mut group, most).await > 0 {
        let was_unconfirmed = is_unconfirmed.load(Ordering::Relaxed);
        if was_unconfirmed {
            // A transaction that changes nothing waits for no standby, and would confirm nothing.
            group.push(WriteRequest::pulse().0);
        }
        // Rows are locked in one order at every node, so that no two wait for each other.
        group.sort_by_key(WriteRequest::locks);
        let is_unknown = commit(&mut link, &mut group, is_unconfirmed).await;
        if !link.is_open() || (was_unconfirmed && is_unknown) {
            // Answer all that wait at once: otherwise each would wait for its own timeout, one after another.
            while let Ok(waiting) = queue.try_recv() {
                waiting.answer(Err(StoreError::Gone));
            }
        }
    }
}

/// What came of a transaction.
#[derive(Clone, Copy)]
enum CommitOutcome {
    Kept,
    NotKept(StoreError),
    /// Whether it was committed is unknown.
    Unknown(StoreError),
}

/// Carries out what has come together, in one transaction, and answers all of it. Whether its outcome is unknown.
async fn commit(
    link: &mut Link,
    group: &mut Vec<WriteRequest>,
    is_unconfirmed: &AtomicBool,
) -> bool {
    let mut answers = Answers::new();
    let outcome = match link.client().await {
        Ok(client) => try_commit(&client, group, &mut answers).await,
        Err(error) => CommitOutcome::NotKept(error),
    };
    let is_unknown = matches!(outcome, CommitOutcome::Unknown(_));
    if is_unknown {
        is_unconfirmed.store(true, Ordering::Relaxed);
        // Once the old connection is ended at the database, it is settled, and the next read shows
        // it. If the database cannot be reached, there is nothing to read either.
        let _ = link.close_behind().await;
    }
    if let CommitOutcome::Kept = outcome {
        is_unconfirmed.store(false, Ordering::Relaxed);
    }
    let answers = answers.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
    for (piece, answer) in group.drain(..).zip(answers) {
        match (answer, outcome) {
            (Some(Err(refused)), _) => piece.answer(Err(refused)),
            (_, CommitOutcome::NotKept(why) | CommitOutcome::Unknown(why)) => {
                piece.answer(Err(why))
            }
            (done, CommitOutcome::Kept) => piece.answer(Ok(done.and_then(Result::ok).flatten())),
        }
    }
    is_unknown
}

async fn try_commit(
    client: &Client,
    group: &[WriteRequest],
    answers: &mut Answers,
) -> CommitOutcome {
    let Ok(carried_out) = timeout(PATIENCE, carry_out(client, group, answers)).await else {
        return CommitOutcome::Unknown(StoreError::Gone);
    };
    let Err(error) = carried_out else { return CommitOutcome::Kept };
    let why = explained(&error);
    if client.is_closed() {
        return CommitOutcome::Unknown(why);
    }
    let undone = timeout(PATIENCE, client.batch_execute("rollback")).await;
    match undone.is_ok_and(|undone| undone.is_ok()) {
        true => CommitOutcome::NotKept(why),
        false => CommitOutcome::Unknown(why),
    }
}

/// Carries each piece out for itself.
async fn carry_out(
    client: &Client,
    group: &[WriteRequest],
    answers: &mut Answers,
) -> Result<(), Error> {
    client.batch_execute("begin").await?;
    let (mut heads, mut notices) = (Heads::new(), Vec::new());
    let mut unfinished = unfinished(client, group).await?;
    for piece in group {
        // Tables come after guests, whose rows are locked by now.
        if heads.is_empty() && piece.tables_of_news().next().is_some() {
            heads = write::heads(client, group).await?;
        }
        match write::piece(client, &piece.what, &mut heads, &mut unfinished).await {
            Ok(done) => {
                notices.extend(piece.notices(&done));
                answers.push(Ok(done));
            }
            Err(Failure::Refused(why)) => {
                client.batch_execute("rollback to savepoint piece").await?;
                answers.push(Err(why));
            }
            Err(Failure::Broken(error)) => return Err(error),
        }
    }
    if !notices.is_empty() {
        let text = notice::to_text(&notices);
        client.query_typed(notice::TELL, &[(&text, Type::TEXT)]).await?;
    }
    if let Some(text) = notice::to_keep(&notices) {
        client.execute_typed(notice::KEEP, &[(&text, Type::TEXT)]).await?;
    }
    client.batch_execute("commit").await
}
