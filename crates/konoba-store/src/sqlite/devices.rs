//! Further devices of a guest.

use konoba_table::Moment;
use rusqlite::{Connection, OptionalExtension};

use super::request::Failure;
use super::row::Column;
use crate::columns::moment;
use crate::device::MAX_DEVICES;
use crate::{DeviceLink, Digest, Guest, GuestId, NewDevice};

pub(super) fn link(connection: &Connection, link: &DeviceLink) -> Result<(), Failure> {
    let DeviceLink { code, guest, until } = link;
    connection.execute("delete from device_links where guest = ?1", (Column(*guest),))?;
    let sql = "insert into device_links (code, guest, until) values (?1, ?2, ?3)";
    connection.execute(sql, (Column(code), Column(*guest), moment(*until)))?;
    Ok(())
}

/// The guest as whom the device is known from now on; none where the code is good for nothing.
pub(super) fn add(connection: &Connection, device: &NewDevice) -> Result<Option<Guest>, Failure> {
    let NewDevice { code, token, before, at } = device;
    let sql = "delete from device_links where code = ?1 returning guest, until >= ?2";
    let found = connection.query_row(sql, (Column(code), moment(*at)), |row| {
        let (Column(guest), is_good): (Column<GuestId>, bool) = (row.get(0)?, row.get(1)?);
        Ok((guest, is_good))
    });
    let Some((guest, true)) = found.optional()? else { return Ok(None) };
    if let Some(before) = before.filter(|before| *before != guest) {
        join(connection, before, guest)?;
    }
    if let Some(token) = token {
        // The guest may be known by it already: who comes by ssh has a key instead of a token.
        let sql = "insert or replace into devices (token, guest, since) select ?1, ?2, ?3
            where not exists (select 1 from guests where id = ?2 and token = ?1)";
        connection.execute(sql, (Column(token), Column(guest), moment(*at)))?;
    }
    let sql = "delete from devices where guest = ?1 and token not in (
        select token from devices where guest = ?1 order by since desc, token limit ?2)";
    connection.execute(sql, (Column(guest), MAX_DEVICES))?;
    let sql = "select name from guests where id = ?1";
    let Column(name) = connection.query_row(sql, (Column(guest),), |row| row.get(0))?;
    Ok(Some(Guest { id: guest, name }))
}

/// Makes one guest of two: whatever the first has is the other's from now on.
fn join(connection: &Connection, before: GuestId, guest: GuestId) -> Result<(), Failure> {
    for sql in [
        "update seats set guest = ?2 where guest = ?1",
        "update devices set guest = ?2 where guest = ?1",
        "insert or ignore into devices (token, guest, since)
            select token, ?2, since from guests where id = ?1",
        // How the guest was told already stays; otherwise the other's way comes along.
        "update alerts set guest = ?2 where guest = ?1
            and not exists (select 1 from alerts where guest = ?2)",
    ] {
        connection.execute(sql, (Column(before), Column(guest)))?;
    }
    connection.execute("delete from alerts where guest = ?1", (Column(before),))?;
    connection.execute("delete from device_links where guest = ?1", (Column(before),))?;
    connection.execute("delete from guests where id = ?1", (Column(before),))?;
    Ok(())
}

/// The guest whose code this is, if it is good.
pub(super) fn guest(
    connection: &Connection,
    code: &Digest,
    at: Moment,
) -> rusqlite::Result<Option<GuestId>> {
    let sql = "select guest from device_links where code = ?1 and until >= ?2";
    let found = connection.query_row(sql, (Column(code), moment(at)), |row| {
        let Column(guest) = row.get(0)?;
        Ok(guest)
    });
    found.optional()
}
