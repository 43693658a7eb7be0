//! Further devices of a guest.

use konoba_table::Moment;
use tokio_postgres::Client;
use tokio_postgres::types::{ToSql, Type};

use super::batch::{Batch, Failure, bytes, number};
use super::failed::Failed;
use crate::columns::moment;
use crate::device::MAX_DEVICES;
use crate::{DeviceLink, Digest, GuestId, NewDevice};

pub(super) fn link(link: &DeviceLink) -> Batch {
    let DeviceLink { code, guest, until } = link;
    let insert = "insert into device_links (code, guest, until) values ($1, $2, $3)";
    Batch::default()
        .with("delete from device_links where guest = $1", vec![number(guest.0)])
        .with(insert, vec![bytes(Some(code)), number(guest.0), number(moment(*until))])
}

/// The guest as whom the device is known from now on; none where the code is good for nothing.
pub(super) async fn add(client: &Client, device: &NewDevice) -> Result<Option<GuestId>, Failure> {
    client.batch_execute("savepoint piece").await?;
    let NewDevice { code, token, at } = device;
    let (code, token) = (code.as_bytes().as_slice(), token.as_bytes().as_slice());
    let at = moment(*at);
    let sql = "with taken as (
            delete from device_links where code = $1 returning guest, until >= $3 as is_good),
        added as (
            insert into devices (token, guest, since) select $2, guest, $3 from taken where is_good
            returning guest)
        select guest from added";
    let values: [(&(dyn ToSql + Sync), Type); 3] =
        [(&code, Type::BYTEA), (&token, Type::BYTEA), (&at, Type::INT8)];
    let Some(found) = client.query_typed_opt(sql, &values).await? else { return Ok(None) };
    let guest: i64 = found.get(0);
    let sql = "delete from devices where guest = $1 and token not in (
        select token from devices where guest = $1 order by since desc, token limit $2)";
    client.execute_typed(sql, &[(&guest, Type::INT8), (&MAX_DEVICES, Type::INT8)]).await?;
    Ok(Some(GuestId(guest)))
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
