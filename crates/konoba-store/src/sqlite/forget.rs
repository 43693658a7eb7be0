//! How guests leave: their secrets are replaced, or all that is known of them is taken away.

use konoba_table::{Event, Name};
use rusqlite::{Connection, named_params};

use super::database_file::explained;
use super::request::Failure;
use super::row::Column;
use super::write;
use crate::{Append, GuestId, Secrets, StoreError};

/// Forgets a guest and keeps what becomes of the guest's tables. The caller's transaction has to be given up if
/// this fails.
pub(crate) fn forget_with_tables(
    connection: &Connection,
    secrets: &Secrets,
    tables: &[Append],
) -> Result<(), StoreError> {
    let written = guest(connection, secrets)
        .and_then(|()| tables.iter().try_for_each(|news| write::news(connection, news)));
    written.map_err(|failure| match failure {
        Failure::Refused(why) => why,
        Failure::Broken(error) => explained(&error),
    })
}

pub(super) fn renew(connection: &Connection, secrets: &Secrets) -> Result<(), Failure> {
    let Secrets { guest, token, code, device } = secrets;
    if let Some(device) = device {
        let sql = "update guests set token = ?2 where id = ?1 and token = ?3";
        connection.execute(sql, (Column(*guest), Column(token), Column(device)))?;
        let sql = "delete from devices where guest = ?1 and token = ?2";
        connection.execute(sql, (Column(*guest), Column(device)))?;
    } else {
        let sql = "update guests set token = ?2 where id = ?1";
        connection.execute(sql, (Column(*guest), Column(token)))?;
        connection.execute("delete from devices where guest = ?1", (Column(*guest),))?;
        connection.execute("delete from device_links where guest = ?1", (Column(*guest),))?;
    }
    connection.execute("delete from alerts where guest = ?1", (Column(*guest),))?;
    if let Some(code) = code {
        let sql = "update seats set code = ?2 where guest = ?1";
        connection.execute(sql, (Column(*guest), Column(code)))?;
    }
    Ok(())
}

/// Takes away what is known of a guest. The row stays, since the seats point to it.
pub(super) fn guest(connection: &Connection, secrets: &Secrets) -> Result<(), Failure> {
    renew(connection, secrets)?;
    let (guest, name) = (secrets.guest, Name::of_guest());
    connection
        .execute("update guests set name = ?2 where id = ?1", (Column(guest), Column(&name)))?;
    connection
        .execute("update seats set name = ?2 where guest = ?1", (Column(guest), Column(&name)))?;
    let events = redact(connection, guest)?;
    tracing::info!(guest = guest.0, events, "a guest was forgotten; names were removed");
    Ok(())
}

/// Takes the names of people out of the events that an earlier program wrote at the tables of a guest. What
/// happened stays as it was.
fn redact(connection: &Connection, guest: GuestId) -> rusqlite::Result<usize> {
    // A path that leads nowhere removes nothing; only engines have a level, and keep their names.
    let sql = "update events set format = :format, fact = json_remove(fact,
            iif(fact ->> '$.players[0].level' is null, '$.players[0].name', '$.nothing'),
            iif(fact ->> '$.players[1].level' is null, '$.players[1].name', '$.nothing'),
            iif(fact ->> '$.next.players[0].level' is null, '$.next.players[0].name', '$.nothing'),
            iif(fact ->> '$.next.players[1].level' is null, '$.next.players[1].name', '$.nothing'))
        where format = 1 and fact ->> '$.fact' in ('opened', 'rematched')
            and table_id in (select table_id from seats where guest = :guest)";
    connection.execute(sql, named_params! { ":format": Event::FORMAT, ":guest": Column(guest) })
}
