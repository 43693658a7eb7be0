//! Rows that refer to what is not there.

use super::database::Upkeep;
use super::error::UpkeepError;

/// Rows of one kind that refer to what is not there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orphans {
    /// What is wrong with them.
    pub what: &'static str,
    /// The names of some of them.
    pub examples: Vec<String>,
}

const RULES: [(&str, &str); 5] = [
    (
        "events of a table that is not there",
        "select distinct events.table_id from events left join tables on tables.id = events.table_id
            where tables.id is null limit 10",
    ),
    (
        "seats of a table that is not there",
        "select distinct seats.table_id from seats left join tables on tables.id = seats.table_id
            where tables.id is null limit 10",
    ),
    (
        "seats of a guest who is not there",
        "select distinct seats.table_id from seats left join guests on guests.id = seats.guest
            where guests.id is null limit 10",
    ),
    (
        "tables whose rematch is not there",
        "select tables.id from tables left join tables as other on other.id = tables.next
            where tables.next is not null and other.id is null limit 10",
    ),
    (
        "games that are played without an event",
        "select id from tables where standing in ('playing', 'over') and version = 0 limit 10",
    ),
];

/// All of them, and what the database itself finds wrong. Damage to the file is found here, and so it does not end the search:
/// what cannot be looked for because of it is named.
pub fn orphans(database: &Upkeep) -> Result<Vec<Orphans>, UpkeepError> {
    let mut found = Vec::new();
    if !database.is_postgres() {
        found.push(Orphans { what: "damage to the file", examples: damage(database)? });
    }
    let mut unread = Vec::new();
    for (what, sql) in RULES {
        match texts(database, sql) {
            Ok(examples) => found.push(Orphans { what, examples }),
            Err(error) if error.is_damage() => unread.push(what.to_owned()),
            Err(error) => return Err(error),
        }
    }
    found.push(Orphans { what: "cannot be looked for in a damaged file", examples: unread });
    found.retain(|found| !found.examples.is_empty());
    Ok(found)
}

/// What SQLite finds wrong with its file.
fn damage(database: &Upkeep) -> Result<Vec<String>, UpkeepError> {
    let sql = "select integrity_check from pragma_integrity_check limit 10";
    match texts(database, sql) {
        Ok(mut said) => {
            said.retain(|said| said != "ok");
            Ok(said)
        }
        Err(error) if error.is_damage() => Ok(vec![error.to_string()]),
        Err(error) => Err(error),
    }
}

fn texts(database: &Upkeep, sql: &str) -> Result<Vec<String>, UpkeepError> {
    let rows = database.query(sql, &[])?;
    Ok(rows.into_iter().filter_map(|row| Some(row.first()?.text()?.to_owned())).collect())
}
