//! Queries. Each answer comes from one statement, and so all of it is of one moment.

use konoba_table::{Moment, Seat, Version};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Row};

use super::failed::Failed;
use super::row;
use crate::columns::{integer, is_of_known_game, moment};
use crate::{
    Digest, Entry, FoundEvent, Guest, GuestId, Kept, Listing, Offer, PositionsQuery, TableId,
};

type Found<T> = Result<T, Failed>;

/// Tables of a later format are not listed.
pub(super) const FORMAT: i64 = Offer::FORMAT as i64;

pub(super) async fn guest(client: &Client, token: &Digest) -> Found<Option<Guest>> {
    // An older program could write a guest's own token once more, as that of a device.
    let sql = "select id, name from guests where token = $1
        union all select id, name from devices join guests on id = guest where devices.token = $1
        limit 1";
    let token = token.as_bytes().as_slice();
    let found = client.query_typed_opt(sql, &[(&token, Type::BYTEA)]).await?;
    let guest = |found: Row| {
        Ok(Guest { id: GuestId(found.try_get(0)?), name: row::parsed(found.try_get(1)?)? })
    };
    found.map(guest).transpose()
}

pub(super) async fn seat_by_code(client: &Client, code: &Digest) -> Found<Option<(TableId, Seat)>> {
    let sql = "select tables.id, seats.seat from seats join tables on tables.id = seats.table_id
        where seats.code = $1
        order by tables.standing = 'withdrawn', tables.since desc, seats.seat limit 1";
    let code = code.as_bytes().as_slice();
    let found = client.query_typed_opt(sql, &[(&code, Type::BYTEA)]).await?;
    let seat = |found: Row| Ok((row::parsed(found.try_get(0)?)?, row::seat(found.try_get(1)?)?));
    found.map(seat).transpose()
}

pub(super) async fn due(
    client: &Client,
    at: Moment,
    skipped: usize,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = format!(
        "select id from tables where deadline <= $1 and format <= $3 and {}
        order by deadline, id limit $2 offset $4",
        is_of_known_game("setup")
    );
    let at = moment(at);
    let [skipped, limit] = [skipped, limit].map(|number| integer(number as u64));
    let values: [row::Value<'_>; 4] =
        [(&at, Type::INT8), (&limit, Type::INT8), (&FORMAT, Type::INT8), (&skipped, Type::INT8)];
    ids(client.query_typed(&sql, &values).await?)
}

/// It looks through the games that go on: an index of its own would be written with every move.
pub(super) async fn awaiting_engines(
    client: &Client,
    skipped: usize,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = format!(
        "select id from tables where standing = 'playing' and opponent = 'engine' and to_move = 2
            and format <= $2 and {} and not exists (select from jobs where table_id = tables.id)
        order by deadline, id limit $1 offset $3",
        is_of_known_game("setup")
    );
    let [skipped, limit] = [skipped, limit].map(|number| integer(number as u64));
    let values: [row::Value<'_>; 3] =
        [(&limit, Type::INT8), (&FORMAT, Type::INT8), (&skipped, Type::INT8)];
    ids(client.query_typed(&sql, &values).await?)
}

pub(super) async fn is_played(client: &Client, query: &PositionsQuery) -> Found<bool> {
    let sql = "select exists (select from tables
        where standing = 'playing' and setup = any($1) and position = any($2))";
    let setups = query.setups().map(|setup| setup.to_string()).to_vec();
    let numbers: Vec<i64> = query.fingerprints.iter().map(|own| own.0).collect();
    let values: [row::Value<'_>; 2] = [(&setups, Type::TEXT_ARRAY), (&numbers, Type::INT8_ARRAY)];
    let found = client.query_typed_one(sql, &values).await?;
    Ok(found.try_get(0)?)
}

pub(super) async fn count_unfinished(client: &Client, guest: GuestId) -> Found<usize> {
    let sql = "select count(*) from tables where standing in ('waiting', 'playing')
        and id in (select table_id from seats where guest = $1)";
    let found = client.query_typed_one(sql, &[(&guest.0, Type::INT8)]).await?;
    Ok(usize::try_from(found.try_get::<_, i64>(0)?).unwrap_or_default())
}

pub(super) async fn walk(
    client: &Client,
    after: Option<TableId>,
    limit: usize,
) -> Found<Vec<TableId>> {
    let sql = "select id from tables where $1 is null or id > $1 order by id limit $2";
    let (after, limit) = (after.map(|id| id.to_string()), integer(limit as u64));
    ids(client.query_typed(sql, &[(&after, Type::TEXT), (&limit, Type::INT8)]).await?)
}

fn ids(rows: Vec<Row>) -> Found<Vec<TableId>> {
    rows.into_iter().map(|found| row::parsed(found.try_get(0)?)).collect()
}

/// A table with those who hold its seats, in the order in which [`row::entry`] takes them.
pub(super) const ENTRY: &str =
    "t.id, t.setup, t.time, t.first_seat, t.opponent, t.invitation, t.level,
    t.standing, t.version, t.since, t.next, one.guest, one.code, one.name, two.guest, two.code,
    two.name, t.format, t.listed, t.to_move, t.winner, t.ending, t.ended";
pub(super) const SEATS: &str = "left join seats one on one.table_id = t.id and one.seat = 1
    left join seats two on two.table_id = t.id and two.seat = 2";

pub(super) async fn list(client: &Client, listing: Listing, limit: usize) -> Found<Vec<Entry>> {
    let limit = integer(limit as u64);
    let mut values: Vec<row::Value<'_>> = vec![(&limit, Type::INT8), (&FORMAT, Type::INT8)];
    // Each of the first two has an index of its own, which holds nothing else.
    let which = match &listing {
        Listing::Open => "t.standing = 'waiting' and t.opponent = 'anyone'",
        Listing::Live => "t.standing = 'playing' and t.listed = 1",
        Listing::Of(guest) => {
            values.push((&guest.0, Type::INT8));
            "t.id in (select table_id from seats where guest = $3)"
        }
        Listing::UnfinishedOf(guest) => {
            values.push((&guest.0, Type::INT8));
            "t.standing in ('waiting', 'playing')
                and t.id in (select table_id from seats where guest = $3)"
        }
    };
    let sql = format!(
        "select {ENTRY} from tables t {SEATS} where {which} and t.format <= $2 and {}
        order by t.since desc, t.id limit $1",
        is_of_known_game("t.setup")
    );
    let found = client.query_typed(&sql, &values).await?;
    found.iter().map(row::entry).collect()
}

pub(super) async fn kept(client: &Client, table: TableId, after: Version) -> Found<Option<Kept>> {
    let sql = format!(
        "select {ENTRY}, e.version, e.at, e.format, e.fact, e.move_id, e.move_seat
        from tables t {SEATS} left join events e on e.table_id = t.id and e.version > $2
        where t.id = $1 order by e.version"
    );
    let (id, after) = (table.to_string(), integer(after));
    let found = client.query_typed(&sql, &[(&id, Type::TEXT), (&after, Type::INT8)]).await?;
    let Some(first) = found.first() else { return Ok(None) };
    let entry = row::entry(first)?;
    let spec = entry.offer.setup.spec;
    let mut kept = Kept { entry, events: Vec::new(), unread: None };
    for found in &found {
        match row::event(found, row::ENTRY_COLUMNS, spec, &kept.entry.seats)? {
            None => break,
            Some(FoundEvent::Readable(event)) => kept.events.push(event),
            Some(FoundEvent::Unreadable(version)) => {
                kept.unread = Some(version);
                break;
            }
        }
    }
    Ok(Some(kept))
}
