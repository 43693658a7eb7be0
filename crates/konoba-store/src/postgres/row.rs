//! What the columns of a row mean.

use std::str::FromStr;

use konoba_rules::{Setup, Spec};
use konoba_table::{Fact, Moment, Seat};
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

use super::failed::Failed;
use crate::columns::{is_newer, opponent, progress, standing, visibility};
use crate::written::{event_from_text, seat_numbered, time_from_text};
use crate::{Digest, Entry, FoundEvent, GuestId, Holder, KeptEvent, Offer, Origin};

type Found<T> = Result<T, Failed>;

/// A value in a query, with its type.
pub(super) type Value<'a> = (&'a (dyn ToSql + Sync), Type);

/// How many columns an entry takes.
pub(super) const ENTRY_COLUMNS: usize = 23;

pub(super) fn parsed<T: FromStr>(text: &str) -> Found<T> {
    text.parse().map_err(|_| Failed::Unreadable)
}

fn setup(text: &str) -> Found<Setup> {
    text.parse().map_err(|error| if is_newer(&error) { Failed::Newer } else { Failed::Unreadable })
}

pub(super) fn seat(number: i64) -> Found<Seat> {
    let number = u8::try_from(number).map_err(|_| Failed::Unreadable)?;
    seat_numbered(number).map_err(|_| Failed::Unreadable)
}

fn digest(bytes: &[u8]) -> Found<Digest> {
    bytes.try_into().map(Digest::from_bytes).map_err(|_| Failed::Unreadable)
}

pub(super) fn unsigned(number: i64) -> Found<u64> {
    u64::try_from(number).map_err(|_| Failed::Unreadable)
}

pub(super) fn entry(row: &Row) -> Found<Entry> {
    if row.try_get::<_, i64>(17)? > i64::from(Offer::FORMAT) {
        return Err(Failed::Newer);
    }
    let level: Option<i64> = row.try_get(6)?;
    let level = level.and_then(|level| u8::try_from(level).ok());
    let invitation: Option<&[u8]> = row.try_get(5)?;
    let opponent = opponent(row.try_get(4)?, invitation.map(digest).transpose()?, level);
    let first: Option<i64> = row.try_get(3)?;
    let next: Option<&str> = row.try_get(10)?;
    let offer = Offer {
        setup: setup(row.try_get(1)?)?,
        time: time_from_text(row.try_get(2)?).map_err(|_| Failed::Unreadable)?,
        first: first.map(seat).transpose()?,
        opponent: opponent.ok_or(Failed::Unreadable)?,
        visibility: visibility(row.try_get::<_, i64>(18)? == 1),
    };
    Ok(Entry {
        id: parsed(row.try_get(0)?)?,
        offer,
        seats: [holder(row, 11)?, holder(row, 14)?],
        standing: standing(row.try_get(7)?).ok_or(Failed::Unreadable)?,
        version: unsigned(row.try_get(8)?)?,
        since: Moment::from_millis(unsigned(row.try_get(9)?)?),
        progress: progress(row.try_get(19)?, row.try_get(20)?, row.try_get(21)?, row.try_get(22)?),
        next: next.map(parsed).transpose()?,
    })
}

fn holder(row: &Row, column: usize) -> Found<Option<Holder>> {
    let guest: Option<i64> = row.try_get(column)?;
    let holder = |guest| {
        let code = digest(row.try_get(column + 1)?)?;
        Ok(Holder { guest: GuestId(guest), code, name: parsed(row.try_get(column + 2)?)? })
    };
    guest.map(holder).transpose()
}

/// The event whose columns begin here, if there is one.
pub(super) fn event(
    row: &Row,
    column: usize,
    spec: &'static Spec,
    seats: &[Option<Holder>; 2],
) -> Found<Option<FoundEvent>> {
    let Some(version) = row.try_get::<_, Option<i64>>(column)? else { return Ok(None) };
    let version = unsigned(version)?;
    let at = Moment::from_millis(unsigned(row.try_get(column + 1)?)?);
    let format = u16::try_from(row.try_get::<_, i64>(column + 2)?).unwrap_or(u16::MAX);
    let text = row.try_get(column + 3)?;
    let event = event_from_text(version, at, format, text, Some(spec), seats);
    let is_of_this_game = |fact: &Fact| match fact {
        Fact::Opened(opened) => opened.spec().id == spec.id,
        _ => true,
    };
    let Some(event) = event.ok().filter(|event| is_of_this_game(&event.fact)) else {
        return Ok(Some(FoundEvent::Unreadable(version)));
    };
    let id: Option<&str> = row.try_get(column + 4)?;
    let by: Option<i64> = row.try_get(column + 5)?;
    let origin = |(id, by)| Ok::<_, Failed>(Origin { seat: seat(by)?, id: parsed(id)? });
    let origin = id.zip(by).map(origin).transpose()?;
    Ok(Some(FoundEvent::Readable(KeptEvent { event, origin })))
}
