//! The connection that listens for what other nodes write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::future::poll_fn;
use tokio::sync::mpsc;
use tokio::time::{interval, sleep, timeout};
use tokio_postgres::types::Type;
use tokio_postgres::{AsyncMessage, Client, Error};

use super::clock::DatabaseClock;
use super::database::{Database, SILENCE};
use crate::StoreError;
use crate::notice::{self, Notice};
use crate::outage::{Lasted, Outage};

/// How long after a failure it is tried again.
const RETRY: Duration = Duration::from_millis(500);
/// How often the clock of the database is looked at, which also shows whether the connection stands.
const LOOK: Duration = Duration::from_secs(5);

/// Listens until the receiver of the notices is dropped.
pub(super) async fn run(
    database: Database,
    notices: mpsc::Sender<Notice>,
    clock: Arc<DatabaseClock>,
) {
    let sender = NoticeSender { notices, has_missed: AtomicBool::new(false) };
    let (mut heard_until, outage) = (None, Outage::default());
    while !sender.notices.is_closed() {
        let heard = listen(&database, &sender, &clock, &mut heard_until, &outage).await;
        if let Err(error) = heard
            && let Some(Lasted { failures, seconds }) = outage.failed()
        {
            tracing::warn!(%error, failures, seconds, "nothing is heard of other nodes");
        }
        // Meanwhile others go on writing.
        sender.tell(Notice::Missed);
        sleep(RETRY).await;
    }
}

/// Why nothing is heard any more.
#[derive(Debug, thiserror::Error)]
enum ListenError {
    #[error(transparent)]
    Broken(#[from] Error),
    #[error(transparent)]
    Refused(#[from] StoreError),
    #[error("the database does not answer")]
    Silent(#[from] tokio::time::error::Elapsed),
}

/// A time of the database, in its own words.
type DatabaseTime = String;

/// Listens until the connection is lost. Every notice up to a time was heard, or this node has just begun to listen.
async fn listen(
    database: &Database,
    sender: &NoticeSender,
    clock: &DatabaseClock,
    heard_until: &mut Option<DatabaseTime>,
    outage: &Outage,
) -> Result<(), ListenError> {
    let (client, mut connection) = database.connect().await?;
    let hearing = async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(heard) = message? {
                sender.pass_on(heard.channel(), heard.payload());
            }
        }
        Ok(())
    };
    let asking = async {
        timeout(SILENCE, client.batch_execute("listen konoba; listen konoba_jobs")).await??;
        if let Some(Lasted { failures, seconds }) = outage.worked() {
            tracing::info!(failures, seconds, "other nodes are heard again");
        }
        // Notices of what was written before this were not received.
        sender.has_missed.store(true, Ordering::Relaxed);
        let mut looks = interval(LOOK);
        loop {
            looks.tick().await;
            timeout(SILENCE, clock.look(&client)).await??;
            timeout(SILENCE, sender.make_good(&client, heard_until)).await??;
        }
    };
    tokio::select! {
        heard = hearing => heard,
        asked = asking => asked,
    }
}

/// Tells what was heard. Where too much waits to be taken in, the rest is missed, and that is told
/// when there is room.
struct NoticeSender {
    notices: mpsc::Sender<Notice>,
    has_missed: AtomicBool,
}

impl NoticeSender {
    fn pass_on(&self, channel: &str, text: &str) {
        match channel {
            "konoba_jobs" => self.tell(Notice::JobsWaiting),
            _ => notice::from_text(text).for_each(|notice| self.tell(notice)),
        }
    }

    fn tell(&self, notice: Notice) {
        if self.notices.try_send(notice).is_err() {
            self.has_missed.store(true, Ordering::Relaxed);
        }
    }

    /// Tells what was missed since a time, which then is now, unless something is missed again.
    async fn make_good(
        &self,
        client: &Client,
        heard_until: &mut Option<DatabaseTime>,
    ) -> Result<(), Error> {
        let now = client.query_typed_one("select clock_timestamp()::text", &[]).await?;
        if self.has_missed.swap(false, Ordering::Relaxed) {
            self.tell(Notice::Missed);
            if let Some(since) = heard_until {
                for row in client.query_typed(notice::KEPT, &[(since, Type::TEXT)]).await? {
                    notice::from_text(row.try_get(0)?).for_each(|notice| self.tell(notice));
                }
            }
        }
        if !self.has_missed.load(Ordering::Relaxed) {
            *heard_until = Some(now.try_get(0)?);
        }
        Ok(())
    }
}
