//! The queries of the thread that reads.

use konoba_rules::Spec;
use konoba_table::{Fact, Moment, Seat, Version};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Params, Row, ToSql};

use super::row::Column;
use crate::columns::{integer, is_of_known_game, moment, opponent, progress, visibility};
use crate::written::{event_from_text, time_from_text};
use crate::{
    Digest, Entry, FoundEvent, Guest, GuestId, Holder, Kept, KeptEvent, Listing, Offer, Origin,
    PositionsQuery, StoreError, TableId,
};

type Found<T> = rusqlite::Result<T>;

pub(super) fn guest(connection: &Connection, token: &Digest) -> Found<Option<Guest>> {
    let mut find = connection.prepare_cached(
        "select id, name from guests where token = ?1
        union all select id, name from devices join guests on id = guest where devices.token = ?1",
    )?;
    let guest = |row: &Row<'_>| {
        let (Column(id), Column(name)) = (row.get(0)?, row.get(1)?);
        Ok(Guest { id, name })
    };
    find.query_row((Column(token),), guest).optional()
}

pub(super) fn seat_by_code(
    connection: &Connection,
    code: &Digest,
) -> Found<Option<(TableId, Seat)>> {
    let sql = "select tables.id, seats.seat from seats join tables on tables.id = seats.table_id
        where seats.code = ?1
        order by tables.standing = 'withdrawn', tables.since desc, seats.seat limit 1";
    let seat = |row: &Row<'_>| {
        let (Column(table), Column(seat)) = (row.get(0)?, row.get(1)?);
        Ok((table, seat))
    };
    connection.prepare_cached(sql)?.query_row((Column(code),), seat).optional()
}

pub(super) fn due(
    connection: &Connection,
    at: Moment,
    skipped: usize,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = format!(
        "select id from tables where deadline <= ?1 and format <= ?3 and {}
        order by deadline, id limit ?2 offset ?4",
        is_of_known_game("setup")
    );
    let [skipped, limit] = [skipped, limit].map(|number| integer(number as u64));
    ids(connection, &sql, (moment(at), limit, Offer::FORMAT, skipped))
}

/// It looks through the games that go on: an index of its own would be written with every move.
pub(super) fn awaiting_engines(
    connection: &Connection,
    skipped: usize,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = format!(
        "select id from tables where standing = 'playing' and opponent = 'engine' and to_move = 2
            and format <= ?2 and {}
        order by deadline, id limit ?1 offset ?3",
        is_of_known_game("setup")
    );
    let [skipped, limit] = [skipped, limit].map(|number| integer(number as u64));
    ids(connection, &sql, (limit, Offer::FORMAT, skipped))
}

pub(super) fn walk(
    connection: &Connection,
    after: Option<TableId>,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = "select id from tables where ?1 is null or id > ?1 order by id limit ?2";
    ids(connection, sql, (after.map(|id| id.to_string()), integer(limit as u64)))
}

fn ids(connection: &Connection, sql: &str, params: impl Params) -> Found<Vec<TableId>> {
    let mut find = connection.prepare_cached(sql)?;
    let found = find.query_map(params, |row| row.get(0).map(|Column(id)| id))?;
    found.collect()
}

/// The numbers go in as one list, so that there is one statement for any number of them.
pub(super) fn is_played(connection: &Connection, query: &PositionsQuery) -> Found<bool> {
    let sql = "select 1 from tables where standing = 'playing' and setup in (?1, ?2)
        and position in (select value from json_each(?3)) limit 1";
    let numbers: Vec<String> = query.fingerprints.iter().map(|own| own.0.to_string()).collect();
    let [one, other] = query.setups().map(|setup| setup.to_string());
    connection.prepare_cached(sql)?.exists((one, other, format!("[{}]", numbers.join(","))))
}

/// The columns of an entry, in the order in which [`entry`] takes them.
pub(super) const ENTRY: &str =
    "id, setup, time, first_seat, opponent, invitation, level, standing, version,
    since, next, format, listed, to_move, winner, ending, ended";

pub(super) fn list(connection: &Connection, listing: Listing, limit: usize) -> Found<Vec<Entry>> {
    let (limit, format) = (integer(limit as u64), Offer::FORMAT);
    let mut values: Vec<&dyn ToSql> = vec![&limit, &format];
    let guest;
    // Each of the first two has an index of its own, which holds nothing else.
    let which = match listing {
        Listing::Open => "standing = 'waiting' and opponent = 'anyone'",
        Listing::Live => "standing = 'playing' and listed = 1",
        Listing::Of(holder) => {
            guest = Column(holder);
            values.push(&guest);
            "id in (select table_id from seats where guest = ?3)"
        }
        Listing::UnfinishedOf(holder) => {
            guest = Column(holder);
            values.push(&guest);
            "standing in ('waiting', 'playing')
                and id in (select table_id from seats where guest = ?3)"
        }
    };
    let sql = format!(
        "select {ENTRY} from tables where {which} and format <= ?2 and {}
        order by since desc, id limit ?1",
        is_of_known_game("setup")
    );
    let mut find = connection.prepare_cached(&sql)?;
    let found = find.query_map(values.as_slice(), |row| entry(connection, row))?;
    found.collect()
}

pub(super) fn count_unfinished(connection: &Connection, guest: GuestId) -> Found<usize> {
    let sql = "select count(*) from tables where standing in ('waiting', 'playing')
        and id in (select table_id from seats where guest = ?1)";
    let count: u32 =
        connection.prepare_cached(sql)?.query_row((Column(guest),), |row| row.get(0))?;
    Ok(count as usize)
}

pub(super) fn kept(connection: &Connection, table: TableId, after: Version) -> Found<Option<Kept>> {
    let sql = format!("select {ENTRY} from tables where id = ?1");
    let mut find = connection.prepare_cached(&sql)?;
    let found = find.query_row((Column(&table),), |row| entry(connection, row)).optional()?;
    let Some(entry) = found else { return Ok(None) };
    let sql = "select version, at, format, fact, move_id, move_seat from events
        where table_id = ?1 and version > ?2 order by version";
    let mut find = connection.prepare_cached(sql)?;
    let mut rows = find.query((Column(&table), integer(after)))?;
    let mut kept = Kept { entry, events: Vec::new(), unread: None };
    let spec = kept.entry.offer.setup.spec;
    while let Some(row) = rows.next()? {
        match event(row, spec, &kept.entry.seats)? {
            FoundEvent::Readable(event) => kept.events.push(event),
            FoundEvent::Unreadable(version) => {
                kept.unread = Some(version);
                break;
            }
        }
    }
    Ok(Some(kept))
}

fn event(row: &Row<'_>, spec: &'static Spec, seats: &[Option<Holder>; 2]) -> Found<FoundEvent> {
    let version = version(row, 0)?;
    let Column(at) = row.get(1)?;
    let text = row.get_ref(3)?.as_str()?;
    let format = u16::try_from(row.get::<_, i64>(2)?).unwrap_or(u16::MAX);
    let Ok(event) = event_from_text(version, at, format, text, Some(spec), seats) else {
        return Ok(FoundEvent::Unreadable(version));
    };
    let is_of_this_game = match &event.fact {
        Fact::Opened(opened) => opened.spec().id == spec.id,
        _ => true,
    };
    if !is_of_this_game {
        return Ok(FoundEvent::Unreadable(version));
    }
    let id: Option<Column<_>> = row.get(4)?;
    let seat: Option<Column<Seat>> = row.get(5)?;
    let origin = id.zip(seat).map(|(Column(id), Column(seat))| Origin { seat, id });
    Ok(FoundEvent::Readable(KeptEvent { event, origin }))
}

pub(super) fn entry(connection: &Connection, row: &Row<'_>) -> Found<Entry> {
    if row.get::<_, i64>(11)? > i64::from(Offer::FORMAT) {
        return Err(newer());
    }
    let Column(id) = row.get(0)?;
    let Column(setup) = row.get(1)?;
    let time = row.get_ref(2)?.as_str()?;
    let first: Option<Column<Seat>> = row.get(3)?;
    let invitation: Option<Column<Digest>> = row.get(5)?;
    let opponent =
        opponent(row.get_ref(4)?.as_str()?, invitation.map(|found| found.0), row.get(6)?);
    let Column(standing) = row.get(7)?;
    let Column(since) = row.get(9)?;
    let next: Option<Column<TableId>> = row.get(10)?;
    let ending: Option<String> = row.get(15)?;
    let offer = Offer {
        setup,
        time: time_from_text(time).map_err(|_| unreadable(2))?,
        first: first.map(|first| first.0),
        opponent: opponent.ok_or_else(|| unreadable(4))?,
        visibility: visibility(row.get(12)?),
    };
    Ok(Entry {
        id,
        offer,
        seats: seats(connection, id)?,
        standing,
        version: version(row, 8)?,
        since,
        progress: progress(row.get(13)?, row.get(14)?, ending.as_deref(), row.get(16)?),
        next: next.map(|next| next.0),
    })
}

fn seats(connection: &Connection, table: TableId) -> Found<[Option<Holder>; 2]> {
    let sql = "select seat, guest, code, name from seats where table_id = ?1";
    let mut find = connection.prepare_cached(sql)?;
    let mut rows = find.query((Column(&table),))?;
    let mut seats = [None, None];
    while let Some(row) = rows.next()? {
        let Column(seat) = row.get(0)?;
        let (Column(guest), Column(code), Column(name)) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let seat: Seat = seat;
        seats[seat.index()] = Some(Holder { guest, code, name });
    }
    Ok(seats)
}

fn version(row: &Row<'_>, column: usize) -> Found<Version> {
    let version: i64 = row.get(column)?;
    u64::try_from(version).map_err(|_| unreadable(column))
}

/// A later program wrote it.
fn newer() -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(11, Type::Integer, Box::new(StoreError::Newer))
}

fn unreadable(column: usize) -> rusqlite::Error {
    rusqlite::Error::InvalidColumnType(column, "unreadable".to_owned(), Type::Text)
}
