//! How guests are told that a move is awaited.

use rusqlite::{Connection, OptionalExtension, Row};

use super::request::Failure;
use super::row::Column;
use crate::{Alerts, Digest, Guest, GuestId};

pub(super) fn set_feed(
    connection: &Connection,
    guest: GuestId,
    feed: Option<&Digest>,
) -> Result<(), Failure> {
    let sql = "insert into alerts (guest, feed) values (?1, ?2)
        on conflict (guest) do update set feed = excluded.feed";
    connection.execute(sql, (Column(guest), feed.map(|feed| feed.as_bytes().as_slice())))?;
    Ok(())
}

pub(super) fn set_webhook(
    connection: &Connection,
    guest: GuestId,
    webhook: Option<&str>,
) -> Result<(), Failure> {
    let sql = "insert into alerts (guest, webhook) values (?1, ?2)
        on conflict (guest) do update set webhook = excluded.webhook";
    connection.execute(sql, (Column(guest), webhook))?;
    Ok(())
}

pub(super) fn of(connection: &Connection, guest: GuestId) -> rusqlite::Result<Option<Alerts>> {
    let sql = "select feed, webhook from alerts where guest = ?1";
    let alerts = |row: &Row<'_>| {
        let feed: Option<[u8; 32]> = row.get(0)?;
        Ok(Alerts { guest, feed: feed.map(Digest::from_bytes), webhook: row.get(1)? })
    };
    connection.prepare_cached(sql)?.query_row((Column(guest),), alerts).optional()
}

pub(super) fn with_webhooks(
    connection: &Connection,
    guests: Vec<GuestId>,
) -> rusqlite::Result<Vec<GuestId>> {
    let sql = "select 1 from alerts where guest = ?1 and webhook is not null";
    let mut has_webhook = connection.prepare_cached(sql)?;
    let mut found = Vec::new();
    for guest in guests {
        if has_webhook.exists((Column(guest),))? {
            found.push(guest);
        }
    }
    Ok(found)
}

pub(super) fn guest_of_feed(
    connection: &Connection,
    feed: &Digest,
) -> rusqlite::Result<Option<Guest>> {
    let sql = "select id, name from guests join alerts on alerts.guest = guests.id
        where alerts.feed = ?1";
    let guest = |row: &Row<'_>| {
        let (Column(id), Column(name)) = (row.get(0)?, row.get(1)?);
        Ok(Guest { id, name })
    };
    connection.prepare_cached(sql)?.query_row((Column(feed),), guest).optional()
}
