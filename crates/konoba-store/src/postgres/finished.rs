//! Finished games.

use tokio_postgres::Client;
use tokio_postgres::types::Type;

use super::failed::Failed;
use super::read::{ENTRY, SEATS};
use super::row;
use crate::{Entry, FinishedQuery};

pub(super) async fn list(client: &Client, query: &FinishedQuery) -> Result<Vec<Entry>, Failed> {
    let sql = format!("select {ENTRY} from tables t {SEATS} {}", query.sql("strpos"));
    let name = query.opponent.as_ref().map(|opponent| opponent.name.as_str());
    let values: Vec<row::Value<'_>> = name.iter().map(|name| (name as _, Type::TEXT)).collect();
    let found = client.query_typed(&sql, &values).await?;
    found.iter().map(row::entry).collect()
}
