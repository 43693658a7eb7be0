//! What a table can be asked. Questions leave no trace: they are never events.

use std::time::Duration;

use konoba_rules::record::{self, NodeId};
use konoba_rules::{AnyPosition, Move, Record, Setup, Side};
use konoba_scene::{Refusal, Scene, View};

use crate::recorded::note_time;
use crate::{
    Ending, Frozen, Moment, Moved, Opened, Outcome, Player, Seat, Table, TimeControl, Version,
    Wish, Words,
};

/// Something that a seat has asked and the other one has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenWish {
    /// Who asked.
    pub by: Seat,
    /// For what.
    pub wish: Wish,
}

impl Table {
    /// How the table was opened.
    pub const fn opening(&self) -> &Opened {
        &self.opened
    }

    /// The game and how it is set up.
    pub fn setup(&self) -> Setup {
        self.live.position.setup()
    }

    /// Who sits at a seat.
    pub const fn player(&self, seat: Seat) -> &Player {
        self.opened.player(seat)
    }

    /// The version of the table: how many events have made it.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// When the last event happened.
    pub const fn latest(&self) -> Moment {
        self.latest
    }

    /// The position.
    pub const fn position(&self) -> &AnyPosition {
        &self.live.position
    }

    /// The moves that led to the position, each with its seat, its fills and the clocks; the first
    /// is move 1. What was taken back is not among them.
    pub fn history(&self) -> &[Moved] {
        &self.history
    }

    /// The side that a seat plays now.
    pub fn side_of(&self, seat: Seat) -> Side {
        self.live.side_of(seat)
    }

    /// The seat that plays a side now.
    pub const fn seat_of(&self, side: Side) -> Seat {
        self.live.seat_of(side)
    }

    /// The seat whose move is awaited; none after the end and at a frozen table.
    pub fn seat_to_move(&self) -> Option<Seat> {
        let is_played = !self.is_over() && self.frozen.is_none();
        is_played.then(|| self.live.seat_to_move())
    }

    /// Whether the game has ended, in whatever way.
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some() || self.closed.is_some()
    }

    /// How the game ended, if it was played to an end here.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The result by which the game was ended from outside, if it was.
    pub const fn closed(&self) -> Option<&record::Outcome> {
        self.closed.as_ref()
    }

    /// The question that waits for an answer.
    pub const fn open_wish(&self) -> Option<OpenWish> {
        self.open_wish
    }

    /// The table at which the players play again, once they have agreed to.
    pub fn next(&self) -> Option<&Opened> {
        self.next.as_deref()
    }

    /// Why the table can only be read, if that is so.
    pub const fn frozen(&self) -> Option<Frozen> {
        self.frozen
    }

    /// The time that a seat has left; none where there are no clocks.
    pub fn left(&self, seat: Seat, now: Moment) -> Option<Duration> {
        let to_move = self.live.seat_to_move();
        let left = self.live.clocks.left_at(to_move, now.max(self.latest))[seat.index()];
        (self.opened.time != TimeControl::None).then_some(left)
    }

    /// When the clock of the seat to move runs out, if it runs.
    pub fn deadline(&self) -> Option<Moment> {
        self.live.clocks.deadline(self.seat_to_move()?)
    }

    /// Why a seat could not play a move, were it to ask now; none if it could.
    pub fn why_not(&self, seat: Seat, mv: Move) -> Option<Refusal> {
        Refusal::of(&self.live.position, self.side_of(seat), mv)
    }

    /// What a move of the seat to move would do: what it would fill, and whether it would win.
    pub fn preview(&self, mv: Move) -> Result<Moved, Box<Refusal>> {
        { self.live }.play(mv, self.latest)
    }

    /// What to show of the position: the last move that was not a forced pass.
    pub fn view(&self) -> View {
        let last = self.decisions().next_back().map(|(_, moved)| moved.played);
        View { last: last.filter(|_| self.frozen.is_none()), ..View::default() }
    }

    /// The position with its last move, ready to be painted.
    pub fn scene(&self) -> Scene {
        Scene::viewed(self.position(), &self.view())
    }

    /// Speaks of what happens at this table to all who read.
    pub fn words(&self) -> Words<'_> {
        Words::of(self, None)
    }

    /// Speaks of what happens at this table to the player at a seat, who is "you".
    pub fn words_to(&self, seat: Seat) -> Words<'_> {
        Words::of(self, Some(seat))
    }

    /// The seat of the only person at the table, where the other player is an engine.
    pub fn only_person(&self) -> Option<Seat> {
        match Seat::BOTH.map(|seat| self.player(seat).is_engine()) {
            [false, true] => Some(Seat::One),
            [true, false] => Some(Seat::Two),
            _ => None,
        }
    }

    /// When the table was opened.
    pub const fn began(&self) -> Moment {
        self.began
    }

    /// The game as a record: the players as they sat at the start, the day, how much time they have, the
    /// moves, the clocks of the sides after each move, and the result. At a frozen table it ends where
    /// the rules disagree.
    pub fn record(&self) -> Record {
        let players = Side::BOTH.map(|side| self.player(self.opened.seat_of(side)));
        let record = self.opened.start.record().with_players(players.map(|one| one.name.as_str()));
        let mut record = record.with_engines(players.map(|one| one.kind.to_record()));
        if let Some(day) = self.opened.day.clone().or_else(|| self.began.day()) {
            record = record.with_date(&day);
        }
        note_time(&mut record, self.opened.time);
        let mut first = self.opened.first;
        let mut cursor = record.cursor_at(NodeId::ROOT);
        for moved in self.history.iter() {
            let Ok(node) = record.play_on(&mut cursor, moved.played.mv) else { return record };
            if moved.played.mv == Move::Swap {
                first = first.other();
            }
            if self.opened.time != TimeControl::None {
                record.stamp(node, Side::First, moved.left[first.index()]);
                record.stamp(node, Side::Second, moved.left[first.other().index()]);
            }
        }
        if let Some(result) = &self.closed {
            // Such a result does not speak of the board, and so it cannot contradict it.
            let _ = record.conclude(result.clone());
        } else if let Some(Outcome { winner, ending, .. }) = self.outcome {
            let how = match ending {
                Ending::Board => record::How::Board,
                Ending::Resignation => record::How::Resignation,
                Ending::Time => record::How::Time,
            };
            // A contradiction is possible at a frozen table only; the record then names no result.
            let _ = record.conclude(record::Outcome::Won { winner, how });
        }
        record
    }

    /// What each seat had left on its clock after so many moves.
    pub(crate) fn left_after(&self, ply: u16) -> [Duration; 2] {
        let last = usize::from(ply).checked_sub(1).and_then(|last| self.history.get(last));
        last.map_or([self.opened.time.at_start(); 2], |moved| moved.left)
    }
}
