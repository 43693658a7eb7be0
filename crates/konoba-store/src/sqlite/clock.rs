//! House time of a store in a file.

use std::sync::{Mutex, MutexGuard, PoisonError};

use konoba_table::Moment;
use rusqlite::Connection;

use super::row::Column;
use crate::MachineClocks;
use crate::columns::moment;
use crate::house_time::{ClockMark, HouseTime, Look};

/// House time, kept in the file with everything else.
#[derive(Debug)]
pub(super) struct FileClock {
    clocks: MachineClocks,
    time: Mutex<HouseTime>,
}

/// Why the clocks are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Occasion {
    /// Something was written.
    Written,
    /// Nothing was written for a while. A mark that has only become old is left alone, so that a house in
    /// which nothing happens does not write.
    Idle,
}

impl FileClock {
    /// Goes on where the file left off. Where no game has a running clock, a step of the time of day harms
    /// no player, and so it is taken as it is.
    pub(super) fn begin(connection: &Connection, clocks: MachineClocks) -> rusqlite::Result<Self> {
        let sql = "select iif(exists (select 1 from tables
                where deadline is not null and time <> '{\"kind\":\"none\"}'), ahead, 0), at
            from clock";
        let mark = connection.query_row(sql, [], |row| {
            let Column(at) = row.get(1)?;
            Ok(ClockMark { ahead: row.get(0)?, at })
        })?;
        let time = Mutex::new(HouseTime::begin(mark, clocks.read()));
        Ok(Self { clocks, time })
    }

    pub(super) fn now(&self) -> Moment {
        self.lock().now(self.clocks.steady())
    }

    /// Compares the clocks, and keeps what came of it where that is needed.
    pub(super) fn look(&self, connection: &Connection, occasion: Occasion) -> rusqlite::Result<()> {
        let look = self.lock().look(self.clocks.read());
        let mark = match (look, occasion) {
            (Look::Same, _) | (Look::Old(_), Occasion::Idle) => return Ok(()),
            (Look::Old(mark), Occasion::Written) => mark,
            (Look::Stepped(mark), _) => {
                tracing::warn!("the time of day was set; games go on as before");
                mark
            }
        };
        connection
            .execute("update clock set ahead = ?1, at = ?2", (mark.ahead, moment(mark.at)))?;
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HouseTime> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
