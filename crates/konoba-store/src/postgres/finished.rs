//! Finished games.

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::failed::Failed;
use super::read::{ENTRY, SEATS};
use super::row;
use crate::{Entry, FinishedQuery, OpponentQuery};

pub(super) async fn list(client: &Client, query: &FinishedQuery) -> Result<Vec<Entry>, Failed> {
    let names = match &query.opponent {
        Some(opponent) => Some(names(client, query, opponent).await?),
        None => None,
    };
    let sql = format!("select {ENTRY} from tables t {SEATS} {}", query.sql("= any($1)"));
    let values: Vec<row::Value<'_>> =
        names.iter().map(|names| (names as _, Type::TEXT_ARRAY)).collect();
    let found = client.query_typed(&sql, &values).await?;
    found.iter().map(row::entry).collect()
}

/// The names of opponents that fit.
async fn names(
    client: &Client,
    query: &FinishedQuery,
    opponent: &OpponentQuery,
) -> Result<Vec<String>, Failed> {
    let all = client.query_typed(&query.names_sql(), &[]).await?;
    let all = all.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    Ok(all.into_iter().filter(|name| opponent.fits(name)).collect())
}
