//! House time of nodes that share a database: the clock of the database is their time of day.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_table::Moment;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use crate::MachineClocks;
use crate::columns::moment;
use crate::house_time::{ClockMark, ClockReading, HouseTime, Look};

/// House time, as well as this node can know it.
#[derive(Debug)]
pub(super) struct DatabaseClock {
    clocks: MachineClocks,
    time: Mutex<HouseTime>,
}

impl DatabaseClock {
    /// A clock that goes by this node until the database was asked.
    pub(super) fn new(clocks: MachineClocks) -> Self {
        let time = Mutex::new(HouseTime::begin(ClockMark::default(), clocks.read()));
        Self { clocks, time }
    }

    pub(super) fn now(&self) -> Moment {
        self.lock().now(self.clocks.steady())
    }

    /// Takes the time from the database.
    pub(super) async fn begin(&self, client: &Client) -> Result<(), Error> {
        let (mark, reading) = self.measure(client).await?;
        *self.lock() = HouseTime::begin(mark, reading);
        Ok(())
    }

    /// Compares the clocks. If the clock of the database was set, the mark is corrected for all nodes,
    /// unless another one was faster.
    pub(super) async fn look(&self, client: &Client) -> Result<(), Error> {
        let (kept, reading) = self.measure(client).await?;
        let look = self.lock().look(kept, reading);
        let (mark, is_step) = match look {
            Look::Same => return Ok(()),
            Look::Old(mark) => (mark, false),
            Look::Stepped(mark) => (mark, true),
        };
        if is_step {
            let seconds = (mark.ahead - kept.ahead) / 1000;
            tracing::warn!(seconds, "the clock of the database was set; games go on as before");
        }
        let sql = "update clock set ahead = $2, at = greatest(at, $3) where ahead = $1";
        let at = moment(mark.at);
        let values: [super::row::Value<'_>; 3] =
            [(&kept.ahead, Type::INT8), (&mark.ahead, Type::INT8), (&at, Type::INT8)];
        client.execute_typed(sql, &values).await?;
        Ok(())
    }

    /// Asks the database for the time. What it says is taken to be of the middle of the wait for it.
    async fn measure(&self, client: &Client) -> Result<(ClockMark, ClockReading), Error> {
        let sql =
            "select (extract(epoch from clock_timestamp()) * 1000)::bigint, ahead, at from clock";
        let asked = self.clocks.steady();
        let row = client.query_typed_one(sql, &[]).await?;
        let half: Duration = self.clocks.steady().saturating_sub(asked) / 2;
        let at =
            |column| Ok(Moment::from_millis(row.try_get::<_, i64>(column)?.max(0).cast_unsigned()));
        let mark = ClockMark { ahead: row.try_get(1)?, at: at(2)? };
        Ok((mark, ClockReading { wall: at(0)?, steady: asked + half }))
    }

    fn lock(&self) -> MutexGuard<'_, HouseTime> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
