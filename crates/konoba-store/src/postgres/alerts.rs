//! How guests are told that a move is awaited.

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::failed::Failed;
use super::row;
use crate::{Alerts, Digest, Guest, GuestId};

pub(super) async fn set_feed(
    client: &Client,
    guest: GuestId,
    feed: Option<&Digest>,
) -> Result<(), Failed> {
    let sql = "insert into alerts (guest, feed) values ($1, $2)
        on conflict (guest) do update set feed = excluded.feed";
    let feed = feed.map(|feed| feed.as_bytes().as_slice());
    client.execute_typed(sql, &[(&guest.0, Type::INT8), (&feed, Type::BYTEA)]).await?;
    Ok(())
}

pub(super) async fn set_webhook(
    client: &Client,
    guest: GuestId,
    webhook: Option<&str>,
) -> Result<(), Failed> {
    let sql = "insert into alerts (guest, webhook) values ($1, $2)
        on conflict (guest) do update set webhook = excluded.webhook";
    client.execute_typed(sql, &[(&guest.0, Type::INT8), (&webhook, Type::TEXT)]).await?;
    Ok(())
}

pub(super) async fn of(client: &Client, guest: GuestId) -> Result<Option<Alerts>, Failed> {
    let sql = "select feed, webhook from alerts where guest = $1";
    let Some(found) = client.query_typed_opt(sql, &[(&guest.0, Type::INT8)]).await? else {
        return Ok(None);
    };
    let feed: Option<&[u8]> = found.try_get(0)?;
    let feed = feed.and_then(|feed| feed.try_into().ok()).map(Digest::from_bytes);
    Ok(Some(Alerts { guest, feed, webhook: found.try_get(1)? }))
}

pub(super) async fn with_webhooks(
    client: &Client,
    guests: &[GuestId],
) -> Result<Vec<GuestId>, Failed> {
    let sql = "select guest from alerts where guest = any($1) and webhook is not null";
    let guests: Vec<i64> = guests.iter().map(|guest| guest.0).collect();
    let found = client.query_typed(sql, &[(&guests, Type::INT8_ARRAY)]).await?;
    found.iter().map(|row| Ok(GuestId(row.try_get(0)?))).collect()
}

pub(super) async fn guest_of_feed(client: &Client, feed: &Digest) -> Result<Option<Guest>, Failed> {
    let sql = "select id, name from guests join alerts on alerts.guest = guests.id
        where alerts.feed = $1";
    let feed = feed.as_bytes().as_slice();
    let found = client.query_typed_opt(sql, &[(&feed, Type::BYTEA)]).await?;
    let guest = |found: tokio_postgres::Row| {
        Ok(Guest { id: GuestId(found.try_get(0)?), name: row::parsed(found.try_get(1)?)? })
    };
    found.map(guest).transpose()
}
