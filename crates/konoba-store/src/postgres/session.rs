//! What every connection is told before it is used, and what the database says of itself.

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

/// No statement waits long for a lock. The transaction of a node that freezes or is cut off is
/// ended before the statements that wait for its locks time out.
const LIMITS: &str = "set lock_timeout = '4s'; set statement_timeout = '8s';
    set idle_in_transaction_session_timeout = '2s'";

/// The other end of a connection. A number alone is used again by the database, also for another
/// connection of ours, and by the one that takes its place after a failover.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Backend {
    process: i32,
    since: String,
}

/// Whether moves are written over a connection: then a commit must be flushed before it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Writing,
    Reading,
}

/// Begins a session.
pub(super) async fn begin(client: &Client, purpose: Purpose) -> Result<Backend, Error> {
    client.batch_execute(LIMITS).await?;
    let sql = "select pid, backend_start::text, current_setting('synchronous_commit'),
        current_setting('fsync') from pg_stat_activity where pid = pg_backend_pid()";
    let row = client.query_typed_one(sql, &[]).await?;
    let (commit, fsync): (&str, &str) = (row.try_get(2)?, row.try_get(3)?);
    if is_too_weak(commit) {
        // A commit that is answered before it is flushed can be lost by a crash.
        client.batch_execute("set synchronous_commit = on").await?;
    }
    if purpose == Purpose::Writing {
        warn(commit, fsync);
    }
    Ok(Backend { process: row.try_get(0)?, since: row.try_get(1)? })
}

/// Ends what the database may still have of a connection, and waits until it is over. It may have
/// ended by itself.
pub(super) async fn end(client: &Client, backend: &Backend) -> Result<(), Error> {
    let sql = "select pg_terminate_backend(pid, 4000) from pg_stat_activity
        where pid = $1 and backend_start::text = $2 and datname = current_database()
            and application_name = 'konoba'";
    let Backend { process, since } = backend;
    client.query_typed(sql, &[(process, Type::INT4), (since, Type::TEXT)]).await?;
    Ok(())
}

/// Whether a commit is answered before the disk of the database has it, or before that of a synchronous standby
/// has. `on` and `remote_apply` wait for both.
fn is_too_weak(synchronous_commit: &str) -> bool {
    matches!(synchronous_commit, "off" | "local" | "remote_write")
}

/// Says loudly what an operator has to know of the settings of a database.
fn warn(commit: &str, fsync: &str) {
    if is_too_weak(commit) {
        tracing::warn!(
            synchronous_commit = commit,
            "the database would acknowledge moves that it can lose: these connections use \
             synchronous_commit=on"
        );
    }
    if fsync == "off" {
        tracing::error!(
            fsync,
            "the database does not flush its disk: a crash of its machine can lose acknowledged moves \
             and damage everything; set fsync=on"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_weak_is_raised_and_what_is_stronger_is_left_alone() {
        for weak in ["off", "local", "remote_write"] {
            assert!(is_too_weak(weak), "{weak}");
        }
        for enough in ["on", "remote_apply"] {
            assert!(!is_too_weak(enough), "{enough}");
        }
    }
}
