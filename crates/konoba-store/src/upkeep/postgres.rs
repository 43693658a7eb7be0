//! A connection to PostgreSQL for an operator's command, which waits for each answer.

use futures_util::future::try_join_all;
use tokio::runtime::Runtime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error};

use super::error::UpkeepError;
use super::value::Value;
use crate::{Append, Secrets, StoreError};

pub(super) struct Connected {
    runtime: Runtime,
    client: Client,
}

impl Connected {
    pub(super) fn to(url: &str) -> Result<Self, UpkeepError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let client = runtime.block_on(crate::postgres::connect(url)).map_err(UpkeepError::Data)?;
        Ok(Self { runtime, client })
    }

    pub(super) fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, Error> {
        let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
        let rows = self.runtime.block_on(self.client.query(sql, &values))?;
        rows.iter().map(|row| (0..row.len()).map(|index| row.try_get(index)).collect()).collect()
    }

    /// Carries a statement out once for each row of values, all under way at once.
    pub(super) fn execute_all(&self, sql: &str, rows: &[Vec<Value>]) -> Result<u64, Error> {
        self.runtime.block_on(async {
            let statement = self.client.prepare(sql).await?;
            let statement = &statement;
            let run = |row: &Vec<Value>| {
                let values: Vec<_> = row.clone();
                async move {
                    let values: Vec<&(dyn ToSql + Sync)> =
                        values.iter().map(|value| value as _).collect();
                    self.client.execute(statement, &values).await
                }
            };
            Ok(try_join_all(rows.iter().map(run)).await?.into_iter().sum())
        })
    }

    pub(super) fn forget(&self, secrets: Secrets, tables: Vec<Append>) -> Result<(), StoreError> {
        self.runtime.block_on(crate::postgres::forget_with_tables(&self.client, secrets, tables))
    }

    pub(super) fn batch(&self, sql: &str) -> Result<(), Error> {
        self.runtime.block_on(self.client.batch_execute(sql))
    }
}
