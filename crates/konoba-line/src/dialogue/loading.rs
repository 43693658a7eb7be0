//! Going on with a game that is in a record.

use konoba_rules::record::{How, Outcome};
use konoba_rules::{Record, Side, Spec};
use konoba_table::{Action, Event, Moment, Name, Opened, Player, Start, Table};

use super::questions::shown;
use crate::Files;

/// Reads a record of this game, or says in a sentence why it cannot be played on.
pub(super) fn load(files: &mut impl Files, name: &str, spec: &Spec) -> Result<Record, String> {
    let refused = |why: String| format!("The game in {} could not be loaded: {why}.", shown(name));
    let bytes = files.read(name).map_err(refused)?;
    let record = Record::from_sgf(&bytes).map_err(|error| refused(error.to_string()))?;
    let own = record.setup().spec;
    if own.id != spec.id {
        return Err(refused(format!("it is a game of {}", own.name)));
    }
    Ok(record)
}

/// The names of those who sat at the first and the second side, if the record tells both.
pub(super) fn names(record: &Record) -> Option<[Name; 2]> {
    let [first, second] = Side::BOTH.map(|side| record.player(side).parse().ok());
    Some([first?, second?])
}

/// How the people of one game sit down to go on with a recorded one: under the names that the
/// record tells, or else their own.
pub(super) fn seated(opened: &Opened, record: &Record) -> Opened {
    let Some(names) = names(record) else { return opened.clone() };
    Opened::new(record.setup(), names.map(Player::person))
}

/// The events of a recorded game, from its opening on. A game that was given up stays so.
pub(super) fn events(opened: Opened, record: &Record, now: Moment) -> Vec<Event> {
    let opened = Opened { start: Start::of(record), ..opened };
    let mut events = opened
        .events_with_moves(record.moves(), now)
        .expect("a record holds legal moves only, and the table plays its passes");
    if let Some(Outcome::Won { winner, how: How::Resignation }) = record.outcome()
        && let Ok(table) = Table::replay(&events)
    {
        let resigned = table.decide(table.seat_of(winner.other()), Action::Resign, now);
        events.extend(resigned.into_iter().flatten());
    }
    events
}
