//! Further devices of a guest.

use konoba_table::Moment;
use rusqlite::{Connection, OptionalExtension};

use super::job::Failure;
use super::row::Column;
use crate::columns::moment;
use crate::device::MAX_DEVICES;
use crate::{DeviceLink, Digest, GuestId, NewDevice};

pub(super) fn link(books: &Connection, link: &DeviceLink) -> Result<(), Failure> {
    let DeviceLink { code, guest, until } = link;
    books.execute("delete from device_links where guest = ?1", (Column(*guest),))?;
    let sql = "insert into device_links (code, guest, until) values (?1, ?2, ?3)";
    books.execute(sql, (Column(code), Column(*guest), moment(*until)))?;
    Ok(())
}

/// The guest as whom the device is known from now on; none where the code is good for nothing.
pub(super) fn add(books: &Connection, device: &NewDevice) -> Result<Option<GuestId>, Failure> {
    let NewDevice { code, token, at } = device;
    let sql = "delete from device_links where code = ?1 returning guest, until >= ?2";
    let found = books.query_row(sql, (Column(code), moment(*at)), |row| {
        let (Column(guest), is_good): (Column<GuestId>, bool) = (row.get(0)?, row.get(1)?);
        Ok((guest, is_good))
    });
    let Some((guest, true)) = found.optional()? else { return Ok(None) };
    let sql = "insert into devices (token, guest, since) values (?1, ?2, ?3)";
    books.execute(sql, (Column(token), Column(guest), moment(*at)))?;
    let sql = "delete from devices where guest = ?1 and token not in (
        select token from devices where guest = ?1 order by since desc, token limit ?2)";
    books.execute(sql, (Column(guest), MAX_DEVICES))?;
    Ok(Some(guest))
}

/// The guest whose code this is, if it is good.
pub(super) fn guest(
    books: &Connection,
    code: &Digest,
    at: Moment,
) -> rusqlite::Result<Option<GuestId>> {
    let sql = "select guest from device_links where code = ?1 and until >= ?2";
    let found = books.query_row(sql, (Column(code), moment(at)), |row| {
        let Column(guest) = row.get(0)?;
        Ok(guest)
    });
    found.optional()
}
