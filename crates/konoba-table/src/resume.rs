//! A recorded game as the events of a table, so that it goes on where it stopped.

use konoba_rules::record::{self, How};
use konoba_rules::{Record, Side};

use crate::decide::forced_passes;
use crate::live::Live;
use crate::{Ending, Event, Fact, Moment, Moved, Opened, Outcome, Start, TimeControl};

impl Opened {
    /// The events of a recorded game, all at this moment: an opening like this one at the start of
    /// the record, the moves of its main line with the clocks as they were noted, and the
    /// resignation or fallen flag by which it ended, if it did. The time between is nobody's.
    ///
    /// The record that a table makes, resumed, has the same history, position, clocks and outcome.
    pub fn events_of(&self, record: &Record, now: Moment) -> Vec<Event> {
        let opened = Self { start: Start::of(record), ..self.clone() };
        let mut live = Live::new(&opened);
        let mut facts = vec![Fact::Opened(Box::new(opened))];
        for node in record.main_line().map(|id| record.node(id)) {
            let played = node.mv().and_then(|mv| live.play(mv, now).ok());
            let mut moved: Moved = played.expect("a record holds legal moves only");
            if self.time != TimeControl::None {
                for side in Side::BOTH {
                    let left = &mut moved.left[live.seat_of(side).index()];
                    *left = node.clock(side).unwrap_or(*left);
                }
            }
            live.clocks.left = moved.left;
            facts.push(Fact::Moved(moved));
        }
        // A record by another hand may end where the table plays on by itself.
        facts.extend(forced_passes(live, now).map(Fact::Moved));
        facts.extend(end_of(record, &live));
        let events = (1..).zip(facts);
        events.map(|(version, fact)| Event { version, at: now, fact }).collect()
    }
}

/// The end that is not to be seen on the board.
fn end_of(game: &Record, live: &Live) -> Option<Fact> {
    let Some(record::Outcome::Won { winner, how }) = game.outcome() else { return None };
    let ending = match how {
        How::Resignation => Ending::Resignation,
        How::Time => Ending::Time,
        How::Board | How::Other(_) => return None,
    };
    let outcome = Outcome { winner: *winner, seat: live.seat_of(*winner), ending };
    Some(Fact::Ended { outcome, left: live.clocks.left })
}
