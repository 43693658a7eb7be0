//! Going on with a game that is in a record.

use konoba_rules::{Record, Spec};
use konoba_table::{Name, Opened, Recorded};

use super::questions::shown;
use crate::Files;

/// Reads a record of this game, or says in a sentence why it cannot be played on.
pub(super) fn load(files: &mut impl Files, name: &str, spec: &Spec) -> Result<Record, String> {
    let refused = |why: String| format!("The game in {} could not be loaded: {why}.", shown(name));
    let bytes = files.read(name).map_err(refused)?;
    let record = Record::read(&bytes).map_err(|error| refused(error.to_string()))?;
    let own = record.setup().spec;
    if own.id != spec.id {
        return Err(refused(format!("it is a game of {}", own.name)));
    }
    Ok(record)
}

/// The names of those who sat at the first and the second side, if the record tells both.
pub(super) fn names(record: &Record) -> Option<[Name; 2]> {
    let [first, second] = Recorded::of(record).names();
    Some([first?, second?])
}

/// How the people of one game sit down to go on with a recorded one: under the names that the
/// record tells, or else their own.
pub(super) fn seated(opened: &Opened, record: &Record) -> Opened {
    match names(record) {
        Some(_) => Opened::of(record),
        None => Opened { time: Recorded::of(record).time(), ..opened.clone() },
    }
}
