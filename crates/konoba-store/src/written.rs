//! Events as text. What is written here is read for as long as there are games: a change of shape
//! needs a new [`Event::FORMAT`], and the old one stays readable.
//!
//! Names of people are not written: they stand with the seats, where they can be taken away. Format 1 had
//! them in the opening of a table and of the next one.

mod fact;
mod opening;

use konoba_rules::Spec;
use konoba_table::{Event, Fact, Moment, TimeControl, Version};

use self::fact::WrittenFact;
pub(crate) use self::opening::{seat_number, seat_numbered};
use crate::Holder;

/// The event cannot be read: a later program wrote it, or it is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

/// What happened, as one line of JSON. The version, the moment and the format stand beside it.
pub fn event_to_text(event: &Event, spec: &'static Spec) -> String {
    let written = WrittenFact::of(&event.fact, spec);
    serde_json::to_string(&written).expect("a fact has nothing that JSON cannot hold")
}

/// The event that was written as this text in this format. The game is known from the opening of
/// its table and not needed for the opening itself. People whose names are not in the text are called as
/// the seats say.
pub fn event_from_text(
    version: Version,
    at: Moment,
    format: u16,
    text: &str,
    spec: Option<&'static Spec>,
    seats: &[Option<Holder>; 2],
) -> Result<Event, Unreadable> {
    if !(1..=Event::FORMAT).contains(&format) {
        return Err(Unreadable);
    }
    let written: WrittenFact = serde_json::from_str(text).map_err(|_| Unreadable)?;
    let fact: Fact = written.fact(spec, seats)?;
    Ok(Event { version, at, fact })
}

/// A time control as JSON.
pub(crate) fn time_to_text(time: TimeControl) -> String {
    let written = opening::WrittenTime::of(time);
    serde_json::to_string(&written).expect("a time control has nothing that JSON cannot hold")
}

/// The time control that was written as this text.
pub(crate) fn time_from_text(text: &str) -> Result<TimeControl, Unreadable> {
    let written: opening::WrittenTime = serde_json::from_str(text).map_err(|_| Unreadable)?;
    Ok(written.time())
}
