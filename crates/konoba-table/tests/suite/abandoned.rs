//! Games that end because the players no longer move.

use std::time::Duration;

use konoba_rules::Record;
use konoba_table::{ABANDONED_AFTER, Event, Moment, Opened, Recorded, Seat, Table, TimeControl};

use crate::support::Company::Apart;
use crate::support::{Log, opened};

const LONG: u64 = 14 * 24 * 60 * 60 * 1000;

fn played(time: TimeControl, script: &str) -> Table {
    let mut log = Log::new(&Opened { time, ..opened("konobi:5", Apart) });
    log.run(script);
    log.table
}

/// What comes of a table by itself at a moment.
fn lapsed(table: &Table, at: u64) -> Option<Table> {
    let events: Vec<Event> = table.lapsed(Moment::from_millis(at)).ok()?;
    let mut after = table.clone();
    events.iter().for_each(|event| after.apply(event));
    Some(after)
}

#[test]
fn a_game_without_a_clock_ends_after_a_fortnight_without_a_winner() {
    assert_eq!(Duration::from_millis(LONG), ABANDONED_AFTER);
    let table = played(TimeControl::None, "1:c3@500");
    assert_eq!(table.due(), Some(Moment::from_millis(500 + LONG)));
    let hour = 3_600_000;
    assert_eq!(table.stored_due(), Some(Moment::from_millis(LONG + hour)));
    assert!(lapsed(&table, 499 + LONG).is_none());
    let after = lapsed(&table, 500 + LONG).unwrap();
    assert!(after.is_over() && after.is_abandoned() && after.outcome().is_none());
    assert_eq!(after.due(), None);
    let says = "No moves for 14 days. The game ended without a winner.";
    assert_eq!(after.words().status(), says);
    assert_eq!(after.words().result().as_deref(), Some(says));
    assert!(after.check_rematch(Seat::One).is_ok() && after.undo_to(Seat::One).is_err());
    // Its record says so, and reading it gives the same end.
    let record = after.record();
    assert_eq!(record.outcome().unwrap().to_string(), "Abandoned");
    let again = Record::from_sgf(record.to_sgf().as_bytes()).unwrap();
    assert!(Recorded::of(&again).is_over());
}

#[test]
fn where_a_clock_runs_it_decides() {
    let minute = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::ZERO };
    let table = played(minute, "1:c3@0");
    assert_eq!([table.due(), table.stored_due()], [table.deadline(); 2]);
    let after = lapsed(&table, LONG).unwrap();
    assert!(after.outcome().is_some() && !after.is_abandoned());
    // Before the first move no clock runs, however long it takes to sit down.
    let unbegun = played(minute, "");
    assert!(lapsed(&unbegun, LONG - 1).is_none() && lapsed(&unbegun, LONG).unwrap().is_abandoned());
    let over = played(TimeControl::None, "1:c3@0 2:resign@1");
    assert!(
        over.due().is_none() && over.stored_due().is_none() && lapsed(&over, 2 * LONG).is_none()
    );
}
