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

/// All of them, and what the database itself finds wrong.
pub fn orphans(database: &Upkeep) -> Result<Vec<Orphans>, UpkeepError> {
    let mut found = Vec::new();
    for (what, sql) in RULES {
        let examples = texts(database, sql)?;
        if !examples.is_empty() {
            found.push(Orphans { what, examples });
        }
    }
    if !database.is_postgres() {
        let mut said =
            texts(database, "select integrity_check from pragma_integrity_check limit 10")?;
        said.retain(|said| said != "ok");
        if !said.is_empty() {
            found.push(Orphans { what: "damage to the file", examples: said });
        }
    }
    Ok(found)
}

fn texts(database: &Upkeep, sql: &str) -> Result<Vec<String>, UpkeepError> {
    let rows = database.query(sql, &[])?;
    Ok(rows.into_iter().filter_map(|row| Some(row.first()?.text()?.to_owned())).collect())
}
