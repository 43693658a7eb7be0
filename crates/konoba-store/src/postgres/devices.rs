//! Further devices of a guest.

use konoba_table::Moment;
use tokio_postgres::Client;
use tokio_postgres::types::{ToSql, Type};

use super::batch::{Batch, Failure, bytes, number};
use super::failed::Failed;
use crate::columns::moment;
use crate::device::MAX_DEVICES;
use crate::{DeviceLink, Digest, Guest, GuestId, NewDevice, StoreError};

pub(super) fn link(link: &DeviceLink) -> Batch {
    let DeviceLink { code, guest, until } = link;
    let insert = "insert into device_links (code, guest, until) values ($1, $2, $3)";
    Batch::default()
        .with("delete from device_links where guest = $1", vec![number(guest.0)])
        .with(insert, vec![bytes(Some(code)), number(guest.0), number(moment(*until))])
}

/// The guest as whom the device is known from now on; none where the code is good for nothing.
pub(super) async fn add(client: &Client, device: &NewDevice) -> Result<Option<Guest>, Failure> {
    client.batch_execute("savepoint piece").await?;
    let NewDevice { code, token, before, at } = device;
    let (code, at) = (code.as_bytes().as_slice(), moment(*at));
    let sql = "with taken as (
            delete from device_links where code = $1 returning guest, until >= $2 as is_good)
        select guest, name from taken join guests on id = guest where is_good";
    let values: [(&(dyn ToSql + Sync), Type); 2] = [(&code, Type::BYTEA), (&at, Type::INT8)];
    let Some(found) = client.query_typed_opt(sql, &values).await? else { return Ok(None) };
    let (guest, name): (i64, &str) = (found.get(0), found.get(1));
    let name = name.parse().map_err(|_| Failure::Refused(StoreError::Corrupt))?;
    if let Some(before) = before.filter(|before| before.0 != guest) {
        join(client, before.0, guest).await?;
    }
    if let Some(token) = token {
        let token = token.as_bytes().as_slice();
        // The guest may be known by it already: who comes by ssh has a key instead of a token.
        let sql = "insert into devices (token, guest, since) select $1, $2, $3
            where not exists (select from guests where id = $2 and token = $1)
            on conflict (token) do update set guest = excluded.guest, since = excluded.since";
        let values: [(&(dyn ToSql + Sync), Type); 3] =
            [(&token, Type::BYTEA), (&guest, Type::INT8), (&at, Type::INT8)];
        client.execute_typed(sql, &values).await?;
    }
    let sql = "delete from devices where guest = $1 and token not in (
        select token from devices where guest = $1 order by since desc, token limit $2)";
    client.execute_typed(sql, &[(&guest, Type::INT8), (&MAX_DEVICES, Type::INT8)]).await?;
    Ok(Some(Guest { id: GuestId(guest), name }))
}

/// Makes one guest of two: whatever the first has is the other's from now on.
async fn join(client: &Client, before: i64, guest: i64) -> Result<(), Failure> {
    let both: [(&(dyn ToSql + Sync), Type); 2] = [(&before, Type::INT8), (&guest, Type::INT8)];
    for sql in [
        "update seats set guest = $2 where guest = $1",
        "update devices set guest = $2 where guest = $1",
        "insert into devices (token, guest, since)
            select token, $2, since from guests where id = $1 on conflict (token) do nothing",
        // How the guest was told already stays; otherwise the other's way comes along.
        "update alerts set guest = $2 where guest = $1
            and not exists (select 1 from alerts where guest = $2)",
    ] {
        client.execute_typed(sql, &both).await?;
    }
    for sql in [
        "delete from alerts where guest = $1",
        "delete from device_links where guest = $1",
        "delete from guests where id = $1",
    ] {
        client.execute_typed(sql, &both[..1]).await?;
    }
    Ok(())
}

/// The guest whose code this is, if it is good.
pub(super) async fn guest(
    client: &Client,
    code: &Digest,
    at: Moment,
) -> Result<Option<GuestId>, Failed> {
    let sql = "select guest from device_links where code = $1 and until >= $2";
    let (code, at) = (code.as_bytes().as_slice(), moment(at));
    let found = client.query_typed_opt(sql, &[(&code, Type::BYTEA), (&at, Type::INT8)]).await?;
    Ok(found.map(|found| found.try_get(0)).transpose()?.map(GuestId))
}
