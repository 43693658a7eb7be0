//! Finished games.

use rusqlite::Connection;

use super::read::{ENTRY, entry};
use crate::{Entry, FinishedQuery};

pub(super) fn list(books: &Connection, query: &FinishedQuery) -> rusqlite::Result<Vec<Entry>> {
    let sql = format!("select {ENTRY} from tables t {}", query.sql("instr"));
    // Each question has its own words, and none is asked often.
    let mut find = books.prepare(&sql)?;
    if let Some(opponent) = &query.opponent {
        find.raw_bind_parameter(1, &opponent.name)?;
    }
    let mut rows = find.raw_query();
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(entry(books, row)?);
    }
    Ok(found)
}
