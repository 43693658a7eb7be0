//! Little time left, told to players who do not see the clock run.

use std::time::Duration;

use konoba_table::{Moment, Seat, Table};

use super::talk::Talk;

/// When a player has so much left, it is told: as on the page.
const MARKS: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(20)];
/// Not where the player was told of hardly more: at the beginning of the turn both clocks are told.
const CLEARLY: Duration = Duration::from_secs(5);

impl Talk {
    /// How long it is until [`Talk::warn`] has something to tell; none if it will have nothing in this turn.
    pub fn warns_in(&self, table: &Table, now: Moment) -> Option<Duration> {
        let (seat, mark) = self.next_mark(table)?;
        Some(table.left(seat, now)?.saturating_sub(mark))
    }

    /// Tells how little time is left, if that is due.
    pub fn warn(&mut self, table: &Table, now: Moment) -> String {
        let due =
            self.next_mark(table).filter(|_| self.warns_in(table, now) == Some(Duration::ZERO));
        let Some((seat, _)) = due else { return String::new() };
        self.time_told = table.left(seat, now).unwrap_or_default();
        // That the time is up is an event, which is told by itself.
        let told = self.words(table).time_left(seat, now).filter(|_| !self.time_told.is_zero());
        told.map_or_else(String::new, |told| told + "\n")
    }

    /// The player at this keyboard whose clock runs, and how much time is left when that is told.
    fn next_mark(&self, table: &Table) -> Option<(Seat, Duration)> {
        table.deadline()?;
        let seat = table.seat_to_move().filter(|seat| !table.player(*seat).is_engine())?;
        let mark = MARKS.into_iter().find(|mark| *mark + CLEARLY <= self.time_told)?;
        self.speaks_for(seat).then_some((seat, mark))
    }
}
