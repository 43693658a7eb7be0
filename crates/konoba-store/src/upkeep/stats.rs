//! Counts of what a database holds, for operators.

use std::collections::BTreeMap;

use super::database::Upkeep;
use super::error::UpkeepError;

/// How much there is.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Stats {
    /// People who have been here.
    pub guests: i64,
    /// Events of all tables.
    pub events: i64,
    /// Tables by their standing.
    pub standings: BTreeMap<String, i64>,
    /// Tables by their game.
    pub games: BTreeMap<String, i64>,
    /// What the database takes, in bytes.
    pub bytes: i64,
}

/// Counts.
pub fn stats(database: &Upkeep) -> Result<Stats, UpkeepError> {
    let count = |table: &str| database.number(&format!("select count(*) from {table}"), &[]);
    let grouped = |column: &str| {
        let sql = format!("select {column}, count(*) from tables group by {column}");
        let mut found = BTreeMap::new();
        for row in database.query(&sql, &[])? {
            let (name, number) = (row[0].text().unwrap_or_default(), row[1].integer());
            // A set-up begins with the game: `GAME:11,nopie`.
            let name = name.split(':').next().unwrap_or_default().to_owned();
            *found.entry(name).or_default() += number.unwrap_or_default();
        }
        Ok::<_, UpkeepError>(found)
    };
    let size = match database.is_postgres() {
        true => "select pg_database_size(current_database())",
        false => "select page_count * page_size from pragma_page_count(), pragma_page_size()",
    };
    Ok(Stats {
        guests: count("guests")?,
        events: count("events")?,
        standings: grouped("standing")?,
        games: grouped("setup")?,
        bytes: database.number(size, &[])?,
    })
}
