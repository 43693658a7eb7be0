//! The clock of the database, as well as a machine can know it.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use konoba_table::Moment;
use tokio_postgres::{Client, Error};

use crate::columns::integer;

/// How far the clock of the database is ahead of this machine's, measured now and then.
#[derive(Default, Debug)]
pub(super) struct DatabaseClock {
    ahead_millis: AtomicI64,
}

impl DatabaseClock {
    pub(super) fn now(&self) -> Moment {
        let millis = own_millis().saturating_add(self.ahead_millis.load(Ordering::Relaxed));
        Moment::from_millis(u64::try_from(millis).unwrap_or(0))
    }

    /// Asks the database for the time. What it says is taken to be of the middle of the wait for it.
    pub(super) async fn measure(&self, client: &Client) -> Result<(), Error> {
        let sql = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
        let began = Instant::now();
        let row = client.query_typed_one(sql, &[]).await?;
        let half = u64::try_from(began.elapsed().as_millis() / 2).unwrap_or(u64::MAX);
        let theirs: i64 = row.get(0);
        let ahead = theirs.saturating_add(integer(half)).saturating_sub(own_millis());
        self.ahead_millis.store(ahead, Ordering::Relaxed);
        Ok(())
    }
}

fn own_millis() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    integer(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
