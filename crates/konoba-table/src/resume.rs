//! A recorded game as the events of a table, so that it goes on where it stopped.

use konoba_rules::record::{self, How};
use konoba_rules::{Record, Side};

use crate::decide::forced_passes;
use crate::live::Live;
use crate::{
    Ending, Event, Fact, Moment, Moved, Opened, Outcome, Player, Recorded, Start, TimeControl,
};

impl Opened {
    /// How a recorded game is sat down to at one keyboard: by the people and engines that the record
    /// names, or else by the sides, and with its clocks.
    pub fn of(record: &Record) -> Self {
        let (setup, recorded) = (record.setup(), Recorded::of(record));
        let (names, kinds) = (recorded.names(), recorded.kinds());
        let players = Side::BOTH.map(|side| {
            let side_name = || setup.spec.side(side).name.parse();
            let name = names[side.index()].clone().map_or_else(side_name, Ok);
            Player { name: name.expect("the name of a side is a name"), kind: kinds[side.index()] }
        });
        let time = recorded.time();
        Self { start: Start::of(record), time, ..Self::new(setup, players) }
    }

    /// The events of a recorded game, all at this moment: an opening like this one at the start of
    /// the record, its moves with the clocks as they were noted, and the end that is not to be seen
    /// on the board, if there was one. The time between counts for neither player.
    ///
    /// The record that a table makes, resumed, has the same history, position, clocks and outcome.
    pub fn events_of(&self, record: &Record, now: Moment) -> Vec<Event> {
        let recorded = Recorded::of(record);
        // A record keeps its own day; one without a day has that of the opening.
        let day = Some(record.date().to_owned());
        let day = day.filter(|day| !day.is_empty() && now.day().as_ref() != Some(day));
        let opened = Self { start: Start::of(record), day, ..self.clone() };
        let mut live = Live::new(&opened);
        let mut facts = vec![Fact::Opened(Box::new(opened))];
        for node in recorded.nodes().iter().map(|id| record.node(*id)) {
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
        // A record of another program may end before a forced pass, which the table plays by itself.
        facts.extend(forced_passes(live, now).map(Fact::Moved));
        facts.extend(recorded.outcome().and_then(|outcome| end(outcome, &live)));
        let events = (1..).zip(facts);
        events.map(|(version, fact)| Event { version, at: now, fact }).collect()
    }
}

/// The end that is not to be seen on the board.
fn end(outcome: &record::Outcome, live: &Live) -> Option<Fact> {
    let left = live.clocks.left;
    let closed = || Fact::Closed { result: outcome.clone(), left };
    let record::Outcome::Won { winner, how } = outcome else { return Some(closed()) };
    let ending = match how {
        How::Board => return None,
        How::Other(_) => return Some(closed()),
        How::Resignation => Ending::Resignation,
        How::Time => Ending::Time,
    };
    let outcome = Outcome { winner: *winner, seat: live.seat_of(*winner), ending };
    Some(Fact::Ended { outcome, left })
}
