//! Guests, as an operator finds them.

use std::cmp::Reverse;

use konoba_table::Moment;

use super::database::Upkeep;
use super::error::UpkeepError;
use super::value::Value;
use crate::finished::folded;
use crate::notice::{self, Notice};
use crate::{Digest, GuestId, Secrets};

/// How many guests are read at a time.
const PAGE: i64 = 1000;

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

/// Guests with this name, or with a name that begins like this, whatever the case of its letters; the newest first.
pub fn guests(database: &Upkeep, name: &str, limit: usize) -> Result<Vec<KnownGuest>, UpkeepError> {
    let mut found = begin_like(database, &folded(name))?;
    found.sort_by_key(|guest| Reverse((guest.since, guest.id)));
    found.truncate(limit);
    for guest in &mut found {
        let sql = "select count(*) from seats where guest = $1";
        guest.seats = database.number(sql, &[guest.id.0.into()])?;
    }
    Ok(found)
}

/// Guests whose folded name begins like this, without their seats. All names are looked at here: no two databases agree on
/// what the small letters of the world are.
fn begin_like(database: &Upkeep, name: &str) -> Result<Vec<KnownGuest>, UpkeepError> {
    let sql = "select id, name, since from guests where id > $1 order by id limit $2";
    let guest = |row: &Vec<Value>| {
        let since = Moment::from_millis(row[2].integer()?.cast_unsigned());
        let (id, name) = (GuestId(row[0].integer()?), row[1].text()?.to_owned());
        Some(KnownGuest { id, name, since, seats: 0 })
    };
    let (mut found, mut after) = (Vec::new(), i64::MIN);
    loop {
        let page = database.query(sql, &[after.into(), PAGE.into()])?;
        let last = page.last().and_then(|row| row.first()?.integer());
        let Some(last) = last else { return Ok(found) };
        after = last;
        let fits = |guest: &KnownGuest| folded(&guest.name).starts_with(name);
        found.extend(page.iter().filter_map(guest).filter(fits));
    }
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
