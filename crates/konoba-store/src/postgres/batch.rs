//! Statements that are sent together and answered together.

use futures_util::future::join_all;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Error};

use crate::{Digest, StoreError};

/// Why a piece was not carried out.
#[derive(Debug)]
pub(super) enum Failure {
    /// It conflicts with what is stored; the rest of the transaction goes on.
    Refused(StoreError),
    /// The database cannot be written to.
    Broken(Error),
}

/// The unique index that a repeated command runs into.
const REPEATED: &str = "events_by_move_id";

/// How the codes of all violated constraints begin.
const INTEGRITY: &str = "23";

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let Some(cause) = error.as_db_error() else { return Self::Broken(error) };
        match (cause.code(), cause.constraint()) {
            (code, Some(REPEATED)) if *code == SqlState::UNIQUE_VIOLATION => {
                Self::Refused(StoreError::Repeated)
            }
            (code, _) if code.code().starts_with(INTEGRITY) => Self::Refused(StoreError::Conflict),
            _ => Self::Broken(error),
        }
    }
}

/// A value on its way into a column.
pub(super) type Value = (Box<dyn ToSql + Sync + Send>, Type);

pub(super) fn text(text: impl Into<String>) -> Value {
    (Box::new(text.into()), Type::TEXT)
}

pub(super) fn texts(text: Option<String>) -> Value {
    (Box::new(text), Type::TEXT)
}

pub(super) fn number(number: impl Into<Option<i64>>) -> Value {
    (Box::new(number.into()), Type::INT8)
}

pub(super) fn bytes(bytes: Option<&Digest>) -> Value {
    (Box::new(bytes.map(|digest| digest.as_bytes().to_vec())), Type::BYTEA)
}

/// Statements that are sent together.
#[derive(Default)]
pub(super) struct Batch(Vec<(&'static str, Vec<Value>)>);

impl Batch {
    pub(super) fn with(mut self, sql: &'static str, values: Vec<Value>) -> Self {
        self.0.push((sql, values));
        self
    }

    /// Sends a savepoint and all statements before waiting for any of them. The answer is how many
    /// rows each has changed, or the first error, on which those that follow depend.
    pub(super) async fn send(self, client: &Client) -> Result<Vec<u64>, Failure> {
        let savepoint = client.batch_execute("savepoint piece");
        let statements = self.0.iter().map(|(sql, values)| async move {
            let values: Vec<(&(dyn ToSql + Sync), Type)> =
                values.iter().map(|(value, kind)| (&**value as _, kind.clone())).collect();
            client.execute_typed(sql, &values).await
        });
        // Both are polled in their order, and so they are sent in it.
        let (begun, changed) = futures_util::future::join(savepoint, join_all(statements)).await;
        begun?;
        Ok(changed.into_iter().collect::<Result<_, _>>()?)
    }
}
