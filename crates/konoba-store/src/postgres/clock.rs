//! House time of nodes that share a database: the clock of the database is their time of day.

use std::sync::{Mutex, MutexGuard, PoisonError};

use konoba_table::Moment;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use crate::MachineClocks;
use crate::columns::moment;
use crate::house_time::{ClockMark, RemoteReading, SharedLook, SharedTime};

/// How often the clock of the database is read at the beginning, if its answers are slow.
const READINGS: usize = 3;

/// Corrects the mark, unless another node has corrected it.
const CORRECT: &str = "update clock set ahead = $2, at = greatest(at, $3) where ahead = $1";

/// Renews the mark. What comes so late that it no longer fits the clock of the database is not written: the clock
/// may have been set since this node looked, and other nodes would believe that it was not.
const RENEW: &str = "update clock set ahead = $2, at = greatest(at, $3) where ahead = $1
    and abs((extract(epoch from clock_timestamp()) * 1000)::bigint + ahead - $3) < 1000";

/// House time, as well as this node can know it.
#[derive(Debug)]
pub(super) struct DatabaseClock {
    clocks: MachineClocks,
    time: Mutex<SharedTime>,
}

impl DatabaseClock {
    /// A clock that goes by this node until the database was asked.
    pub(super) fn new(clocks: MachineClocks) -> Self {
        let time = Mutex::new(SharedTime::begin(ClockMark::default(), clocks.read()));
        Self { clocks, time }
    }

    pub(super) fn now(&self) -> Moment {
        self.lock().now(self.clocks.steady())
    }

    /// Takes the time from the database, by the quickest of its answers.
    pub(super) async fn begin(&self, client: &Client) -> Result<(), Error> {
        let (mut mark, mut reading) = self.measure(client).await?;
        for _ in 1..READINGS {
            if reading.exact().is_some() {
                break;
            }
            let again = self.measure(client).await?;
            if again.1.wait() < reading.wait() {
                (mark, reading) = again;
            }
        }
        *self.lock() = SharedTime::begin(mark, reading.middle());
        Ok(())
    }

    /// Compares the clocks. If the clock of the database was set, the mark is corrected for all nodes,
    /// unless another one was faster.
    pub(super) async fn look(&self, client: &Client) -> Result<(), Error> {
        let (kept, reading) = self.measure(client).await?;
        let Some(reading) = reading.exact() else { return Ok(()) };
        let look = self.lock().look(kept, reading);
        let (sql, mark) = match look {
            SharedLook::Same => return Ok(()),
            SharedLook::Followed(milliseconds) => {
                tracing::warn!(
                    milliseconds,
                    "house time of this node was wrong; it follows the other nodes"
                );
                return Ok(());
            }
            SharedLook::Fits(mark) => (RENEW, mark),
            SharedLook::Stepped(mark) => {
                let seconds = (kept.ahead - mark.ahead) / 1000;
                tracing::warn!(seconds, "the clock of the database was set; games go on as before");
                (CORRECT, mark)
            }
        };
        let at = moment(mark.at);
        let values: [super::row::Value<'_>; 3] =
            [(&kept.ahead, Type::INT8), (&mark.ahead, Type::INT8), (&at, Type::INT8)];
        client.execute_typed(sql, &values).await?;
        Ok(())
    }

    /// Asks the database for the time.
    async fn measure(&self, client: &Client) -> Result<(ClockMark, RemoteReading), Error> {
        let sql =
            "select (extract(epoch from clock_timestamp()) * 1000)::bigint, ahead, at from clock";
        let asked = self.clocks.steady();
        let row = client.query_typed_one(sql, &[]).await?;
        let answered = self.clocks.steady();
        let at =
            |column| Ok(Moment::from_millis(row.try_get::<_, i64>(column)?.max(0).cast_unsigned()));
        let mark = ClockMark { ahead: row.try_get(1)?, at: at(2)? };
        Ok((mark, RemoteReading { wall: at(0)?, asked, answered }))
    }

    fn lock(&self) -> MutexGuard<'_, SharedTime> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
