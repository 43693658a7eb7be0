//! A table as a record and a record as a table, with the clocks as they stood.

use std::time::Duration;

use konoba_rules::record::{How, NodeId, Outcome};
use konoba_rules::{Move, Record, Side};
use konoba_table::{
    Action, Fact, Keyboard, Moment, Name, Opened, Player, Seat, Start, Table, TimeControl,
};

/// The property under which a record keeps the milliseconds of main time and increment.
const TIME: &str = "KONOBATIME";

/// The game at a table as it is kept.
pub(crate) fn record_of(table: &Table) -> Record {
    let mut record = table.record();
    if let TimeControl::Fischer { main, increment } = table.opening().time {
        let text = format!("{} {}", main.as_millis(), increment.as_millis());
        record.note(NodeId::ROOT, TIME, Some(&text)).expect("a game without comments has room");
    }
    record
}

/// The table at which a record goes on, or was played to its end. The moment is now: the time
/// between is nobody's.
pub(crate) fn table_of(record: &Record, now: Moment) -> Table {
    let players = Side::BOTH.map(|side| Player::person(name_of(record, side)));
    let opened = Opened {
        start: Start::of(record),
        players,
        first: Seat::One,
        keyboard: Keyboard::Shared,
        time: time_of(record),
    };
    // A record holds legal moves only, but one by another hand may hold more than a table takes,
    // such as a pass that is missing; it is then seated at its start.
    let events = opened.events_with_moves(record.moves(), now);
    let mut events = events.unwrap_or_else(|_| opened.events(now));
    let mut nodes = record.main_line().peekable();
    let mut first = opened.first;
    for event in &mut events {
        let Fact::Moved(moved) = &mut event.fact else { continue };
        // A pass that the table played by itself may be missing in the record.
        let is_recorded = |node: &NodeId| record.node(*node).mv() == Some(moved.played.mv);
        let Some(node) = nodes.next_if(is_recorded) else { continue };
        if moved.played.mv == Move::Swap {
            first = first.other();
        }
        for (side, seat) in Side::BOTH.into_iter().zip([first, first.other()]) {
            let left = &mut moved.left[seat.index()];
            *left = record.node(node).clock(side).unwrap_or(*left);
        }
    }
    let mut table = Table::opened(&opened, now);
    events.iter().for_each(|event| table.apply(event));
    if let Some(Outcome::Won { winner, how: How::Resignation | How::Time }) = record.outcome() {
        let loser = table.seat_of(winner.other());
        let news = table.decide(loser, Action::Resign, now).unwrap_or_default();
        news.iter().for_each(|event| table.apply(event));
    }
    table
}

/// Whether a game that was kept can go on.
pub(crate) fn is_unfinished(record: &Record) -> bool {
    record.outcome().is_none() && record.moves().next().is_some()
}

fn name_of(record: &Record, side: Side) -> Name {
    let side_name = record.setup().spec.side(side).name;
    let written = record.player(side).parse::<Name>();
    written.or_else(|_| side_name.parse()).expect("the name of a side is a name")
}

fn time_of(record: &Record) -> TimeControl {
    let read = || {
        let text = record.noted(NodeId::ROOT, TIME)?;
        let (main, increment) = text.split_once(' ')?;
        let millis = |text: &str| text.parse().ok().map(Duration::from_millis);
        Some(TimeControl::Fischer { main: millis(main)?, increment: millis(increment)? })
    };
    read().unwrap_or_default()
}
