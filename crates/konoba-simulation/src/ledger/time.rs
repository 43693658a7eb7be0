//! What is promised of clocks and flags.

use std::time::Duration;

use konoba_table::{Event, Fact, Moment, Table, TimeControl};

use super::{Checked, Promise, hold, is_flag};

/// Checks an event by the tables before and after it. It was kept now, by nodes whose clocks are wrong by
/// no more than the error.
pub(super) fn check_time(
    before: &Table,
    after: &Table,
    event: &Event,
    now: Moment,
    error: Duration,
) -> Checked {
    let Event { version, at, fact } = event;
    let say = |what: &str| format!("version {version} at {at:?}, kept at {now:?}: {what}");
    hold(Promise::Clocks, *at <= now + error, || say("it lies in the future"))?;
    let deadline = before.deadline();
    match fact {
        fact if is_flag(fact) => {
            let is_due =
                deadline.is_some_and(|deadline| *at >= deadline && now + error >= deadline);
            hold(Promise::Flags, is_due, || say("the flag fell early"))
        }
        Fact::Moved(moved) => {
            let is_in_time = deadline.is_none_or(|deadline| *at < deadline);
            hold(Promise::Flags, is_in_time, || say("the flag had fallen"))?;
            let increment = match before.opening().time {
                TimeControl::Fischer { increment, .. } => increment,
                TimeControl::PerMove { allowed } => allowed,
                TimeControl::None => return Ok(()),
            };
            let left = |table: &Table, seat| table.left(seat, *at).unwrap_or_default();
            let [own, other] = [moved.seat, moved.seat.other()];
            let is_fair = left(after, own) <= left(before, own) + increment
                && left(after, other) == left(before, other);
            hold(Promise::Clocks, is_fair, || say("a seat gained time"))
        }
        _ => Ok(()),
    }
}
