//! Guests, as an operator finds them.

use konoba_table::Moment;

use super::database::Upkeep;
use super::error::UpkeepError;
use crate::notice::{self, Notice};
use crate::{Digest, GuestId, Secrets};

/// A guest, as an operator finds one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownGuest {
    /// The guest's number.
    pub id: GuestId,
    /// The guest's name.
    pub name: String,
    /// When the guest came.
    pub since: Moment,
    /// How many seats the guest has held.
    pub seats: i64,
}

/// Guests with this name, or with a name that begins like this; the newest first.
pub fn guests(database: &Upkeep, name: &str, limit: i64) -> Result<Vec<KnownGuest>, UpkeepError> {
    let sql = "select id, name, since, (select count(*) from seats where guest = guests.id)
        from guests where lower(substr(name, 1, length($1))) = lower($1)
        order by since desc, id desc limit $2";
    let rows = database.query(sql, &[name.into(), limit.into()])?;
    let guest = |row: &Vec<super::Value>| {
        Some(KnownGuest {
            id: GuestId(row[0].integer()?),
            name: row[1].text()?.to_owned(),
            since: Moment::from_millis(row[2].integer()?.cast_unsigned()),
            seats: row[3].integer()?,
        })
    };
    Ok(rows.iter().filter_map(guest).collect())
}

/// Makes a guest's secrets worthless: neither the cookie nor the code of a seat opens anything from now on, and nodes
/// that run end what the guest's connections may do. Returns whether there is such a guest.
pub fn ban(database: &Upkeep, guest: GuestId) -> Result<bool, UpkeepError> {
    // There is no known secret with this digest.
    let lost = match database.is_postgres() {
        true => "sha256(gen_random_uuid()::text::bytea)",
        false => "randomblob(32)",
    };
    database.transact(|database| {
        let sql = format!("update guests set token = {lost} where id = $1");
        let is_there = database.execute(&sql, &[guest.0.into()])? > 0;
        database.execute(
            &format!("update seats set code = {lost} where guest = $1"),
            &[guest.0.into()],
        )?;
        database.execute("delete from devices where guest = $1", &[guest.0.into()])?;
        database.execute("delete from device_links where guest = $1", &[guest.0.into()])?;
        database.execute("delete from alerts where guest = $1", &[guest.0.into()])?;
        if is_there && database.is_postgres() {
            tell(database, guest)?;
        }
        Ok(is_there)
    })
}

/// Nodes that run hear that the guest has another token, and let connections that came in with the old one act no
/// longer. The notice bears a number that is made of the new token.
fn tell(database: &Upkeep, guest: GuestId) -> Result<(), UpkeepError> {
    let rows = database.query("select token from guests where id = $1", &[guest.0.into()])?;
    let token = rows.first().and_then(|row| row.first()?.bytes()?.try_into().ok());
    let Some(token) = token.map(Digest::from_bytes) else { return Ok(()) };
    let renewal = Secrets { guest, token, code: None, device: None }.renewal();
    let text = notice::to_text(&[Notice::Renewed(guest, renewal)]);
    database.execute(notice::TELL, &[text.as_str().into()])?;
    database.execute(notice::KEEP, &[text.as_str().into()])?;
    Ok(())
}
