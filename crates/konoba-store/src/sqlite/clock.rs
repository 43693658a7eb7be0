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
    /// no player, and so it is taken as it is, also where it is before what the file holds: a time of day that was once
    /// in the future would stay there for ever. A table goes on from its own last event all the same.
    pub(super) fn begin(connection: &Connection, clocks: MachineClocks) -> rusqlite::Result<Self> {
        let sql = "select exists (select 1 from tables
                where deadline is not null and time <> '{\"kind\":\"none\"}'), ahead, at
            from clock";
        let mark = connection.query_row(sql, [], |row| {
            let (is_running, Column(at)) = (row.get(0)?, row.get(2)?);
            Ok(if is_running { ClockMark { ahead: row.get(1)?, at } } else { ClockMark::default() })
        })?;
        let time = Mutex::new(HouseTime::begin(mark, clocks.read()));
        Ok(Self { clocks, time })
    }

    pub(super) fn now(&self) -> Moment {
        self.lock().now(self.clocks.steady())
    }

    /// Compares the clocks, and writes what came of it where that is needed. Once it is committed,
    /// [`Self::keep`] has to be told.
    pub(super) fn look(
        &self,
        connection: &Connection,
        occasion: Occasion,
    ) -> rusqlite::Result<Option<ClockMark>> {
        let look = self.lock().look(self.clocks.read());
        let mark = match (look, occasion) {
            (Look::Same, _) | (Look::Old(_), Occasion::Idle) => return Ok(None),
            (Look::Old(mark), Occasion::Written) => mark,
            (Look::Stepped(mark), _) => mark,
        };
        connection
            .execute("update clock set ahead = ?1, at = ?2", (mark.ahead, moment(mark.at)))?;
        Ok(Some(mark))
    }

    /// The file holds this now.
    pub(super) fn keep(&self, mark: ClockMark) {
        let mut time = self.lock();
        let seconds = (time.mark().ahead - mark.ahead) / 1000;
        if seconds != 0 {
            tracing::warn!(seconds, "the time of day was set; games go on as before");
        }
        time.keep(mark);
    }

    fn lock(&self) -> MutexGuard<'_, HouseTime> {
        self.time.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
