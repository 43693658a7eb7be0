//! Finished games.

use rusqlite::Connection;

use super::read::{ENTRY, entry};
use crate::{Entry, FinishedQuery, OpponentQuery};

pub(super) fn list(connection: &Connection, query: &FinishedQuery) -> rusqlite::Result<Vec<Entry>> {
    let names =
        query.opponent.as_ref().map(|opponent| names(connection, query, opponent)).transpose()?;
    let is_among = "in (select value from json_each($1))";
    let sql = format!("select {ENTRY} from tables t {}", query.sql(is_among));
    // Each question has its own words, and none is asked often.
    let mut find = connection.prepare(&sql)?;
    if let Some(names) = names {
        find.raw_bind_parameter(1, names)?;
    }
    let mut rows = find.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(entry(connection, row)?);
    }
    Ok(found)
}

/// The names of opponents that fit, as a list in JSON.
fn names(
    connection: &Connection,
    query: &FinishedQuery,
    opponent: &OpponentQuery,
) -> rusqlite::Result<String> {
    let mut all = connection.prepare(&query.names_sql())?;
    let mut rows = all.query(())?;
    let mut fitting = Vec::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if opponent.fits(&name) {
            fitting.push(name);
        }
    }
    Ok(serde_json::to_string(&fitting).expect("names are plain data"))
}
