//! Which events a command would cause. Nothing is changed here.

mod wishes;

use konoba_rules::Move;

use crate::live::Live;
use crate::{
    Action, Command, Ending, Event, Fact, Moment, Moved, Outcome, Refused, Seat, Table, Version,
};

impl Table {
    /// The events that a command of a seat causes now, or why it is refused.
    ///
    /// Time is looked at before anything else: once the time of the seat to move is up, any command
    /// leads to the loss on time. A moment before the last event is taken to be that of the last
    /// event.
    pub fn decide(
        &self,
        seat: Seat,
        command: impl Into<Command>,
        now: Moment,
    ) -> Result<Vec<Event>, Refused> {
        let Command { action, seen } = command.into();
        let now = now.max(self.latest);
        match self.flag(now) {
            Err(Refused::TimeLeft { .. }) => {}
            flagged_or_frozen => return flagged_or_frozen,
        }
        self.check_version(seen)?;
        let fact = match action {
            Action::Play(mv) => return self.decide_move(seat, mv, now),
            Action::Resign => self.ended_against(seat, Ending::Resignation, now)?,
            Action::Flag => return self.check_game_goes_on().and_then(|()| self.flag(now)),
            Action::Ask(wish) => self.decide_ask(seat, wish)?,
            Action::Accept(wish) => self.decide_accept(seat, wish)?,
            Action::Decline(wish) => self.decide_decline(seat, wish)?,
        };
        Ok(self.following([fact], now))
    }

    /// The loss on time, if the time of the seat to move is up: at the deadline itself there is
    /// none left. Either seat may claim it, and so may the server, which has no seat.
    pub fn flag(&self, now: Moment) -> Result<Vec<Event>, Refused> {
        if let Some(frozen) = self.frozen {
            return Err(Refused::Frozen(frozen));
        }
        let now = now.max(self.latest);
        let deadline = self.deadline();
        if deadline.is_none_or(|deadline| now < deadline) {
            return Err(Refused::TimeLeft { deadline });
        }
        let fallen = self.ended_against(self.live.seat_to_move(), Ending::Time, now)?;
        Ok(self.following([fallen], now))
    }

    fn check_version(&self, seen: Option<Version>) -> Result<(), Refused> {
        let current = self.version;
        match seen {
            Some(seen) if seen < current => Err(Refused::Stale { seen, current }),
            Some(seen) if seen > current => Err(Refused::Ahead { seen, current }),
            _ => Ok(()),
        }
    }

    fn decide_move(&self, seat: Seat, mv: Move, now: Moment) -> Result<Vec<Event>, Refused> {
        self.check_game_goes_on()?;
        let to_move = self.live.seat_to_move();
        if seat != to_move {
            return Err(Refused::NotYourTurn { to_move });
        }
        let mut live = self.live;
        let moved = live.play(mv, now).map_err(Refused::Illegal)?;
        let moves = [moved].into_iter().chain(forced_passes(live, now));
        Ok(self.following(moves.map(Fact::Moved), now))
    }

    /// The end of the game by a seat that gives up or has no time.
    fn ended_against(&self, seat: Seat, ending: Ending, now: Moment) -> Result<Fact, Refused> {
        self.check_game_goes_on()?;
        let seat = seat.other();
        let outcome = Outcome { winner: self.live.side_of(seat), seat, ending };
        let left = self.live.clocks.left_at(self.live.seat_to_move(), now);
        Ok(Fact::Ended { outcome, left })
    }

    fn check_game_goes_on(&self) -> Result<(), Refused> {
        self.check_not_closed()?;
        self.outcome.map_or(Ok(()), |outcome| Err(Refused::GameOver(outcome)))
    }

    fn check_not_closed(&self) -> Result<(), Refused> {
        self.closed.clone().map_or(Ok(()), |result| Err(Refused::Closed(result)))
    }

    /// Facts as the events that come next.
    pub(crate) fn following(
        &self,
        facts: impl IntoIterator<Item = Fact>,
        at: Moment,
    ) -> Vec<Event> {
        let versions = self.version + 1..;
        versions.zip(facts).map(|(version, fact)| Event { version, at, fact }).collect()
    }
}

/// The passes that the rules leave no choice about, which the table plays by itself.
pub(crate) fn forced_passes(mut live: Live, now: Moment) -> impl Iterator<Item = Moved> {
    // One of the sides can always move, so even a broken game has no third pass in a row.
    Seat::BOTH.into_iter().map_while(move |_| {
        let is_forced = live.position.must_pass();
        is_forced.then(|| live.play(Move::Pass, now).ok()).flatten()
    })
}
