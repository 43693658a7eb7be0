//! Removes old offers and abandoned games. Finished games are kept for ever.

use std::collections::BTreeSet;

use konoba_table::Moment;

use super::database::Upkeep;
use super::error::UpkeepError;
use super::value::Value;
use crate::columns::moment;

/// What came before these moments is removed.
#[derive(Clone, Copy, Debug)]
pub struct Ages {
    /// Offers that no player accepted, made before this.
    pub offers: Moment,
    /// Games that go on, whose last event was before this.
    pub games: Moment,
    /// Guests who hold no seat and came before this.
    pub guests: Moment,
}

/// What was removed, or would be.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pruned {
    /// Offers that no player accepted.
    pub offers: Vec<String>,
    /// Games that were left.
    pub games: Vec<String>,
    /// Guests.
    pub guests: Vec<i64>,
}

const UNTAKEN: &str = "select id from tables where standing in ('waiting', 'withdrawn')
    and version = 0 and since < $1 order by id";
const UNFINISHED: &str = "select id from tables where standing = 'playing' and since < $1
    and not exists (select 1 from events where table_id = id and at >= $1) order by id";
const SEATLESS: &str = "select id from guests where since < $1
    and not exists (select 1 from seats where guest = guests.id) order by id";

/// Removes, in one transaction, what is older than that; or only says what it would remove.
pub fn prune(database: &Upkeep, ages: Ages, is_wanted: bool) -> Result<Pruned, UpkeepError> {
    let look = |database: &Upkeep| {
        let offers = database.query(UNTAKEN, &[moment(ages.offers).into()])?;
        let games = database.query(UNFINISHED, &[moment(ages.games).into()])?;
        Ok::<_, UpkeepError>((names(offers), names(games)))
    };
    let guests = |database: &Upkeep| {
        let rows = database.query(SEATLESS, &[moment(ages.guests).into()])?;
        Ok::<_, UpkeepError>(
            rows.iter().filter_map(|row| row.first()?.integer()).collect::<Vec<_>>(),
        )
    };
    if !is_wanted {
        let (offers, games) = look(database)?;
        return Ok(Pruned { offers, games, guests: guests(database)? });
    }
    database.transact(|database| {
        let locked = lock(database, ages)?;
        // What has changed until it was locked is looked at again; from here on it does not change.
        let (mut offers, mut games) = look(database)?;
        for names in [&mut offers, &mut games] {
            names.retain(|name| locked.contains(name));
        }
        let tables = offers.iter().chain(&games);
        let tables: Vec<Vec<Value>> = tables.map(|name| vec![name.as_str().into()]).collect();
        for sql in [
            "delete from events where table_id = $1",
            "delete from seats where table_id = $1",
            "update tables set next = null where next = $1",
            "delete from tables where id = $1",
        ] {
            database.execute_all(sql, &tables)?;
        }
        // Some guests held a seat at these tables alone.
        let guests = guests(database)?;
        let rows: Vec<Vec<Value>> = guests.iter().map(|id| vec![(*id).into()]).collect();
        for sql in [
            "delete from devices where guest = $1",
            "delete from device_links where guest = $1",
            "delete from alerts where guest = $1",
            "delete from guests where id = $1",
        ] {
            database.execute_all(sql, &rows)?;
        }
        Ok(Pruned { offers, games, guests })
    })
}

/// The tables that seem to be old, kept from changing until the transaction ends. A database in a file belongs to no server meanwhile.
fn lock(database: &Upkeep, ages: Ages) -> Result<BTreeSet<String>, UpkeepError> {
    let lock = if database.is_postgres() { " for update" } else { "" };
    let mut locked = BTreeSet::new();
    for (sql, age) in [(UNTAKEN, ages.offers), (UNFINISHED, ages.games)] {
        let rows = database.query(&format!("{sql}{lock}"), &[moment(age).into()])?;
        locked.extend(names(rows));
    }
    Ok(locked)
}

fn names(rows: Vec<Vec<Value>>) -> Vec<String> {
    rows.iter().filter_map(|row| Some(row.first()?.text()?.to_owned())).collect()
}
