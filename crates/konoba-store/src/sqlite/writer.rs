//! The one thread that writes, and its group commit.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::clock::{FileClock, Occasion};
use super::database_file::{DatabaseFile, FileTrouble, is_lost};
use super::request::{Failure, WriteRequest};
use crate::fault::Fault;
use crate::group;
use crate::house_time::ClockMark;

/// The most that one transaction takes, so that no caller waits long for the others.
const MAX_GROUP: usize = 512;

/// While several write at once, a commit begins no sooner after the one before, so that more of them share one: a commit takes
/// more of the processor than what is in it. One who writes alone never waits for it.
const PACE: Duration = Duration::from_millis(3);

/// How often the clocks are compared while there is nothing to write.
const LOOK: Duration = Duration::from_secs(10);

/// Writes until all senders of the queue are dropped.
pub(super) fn run(mut file: DatabaseFile, queue: &Receiver<WriteRequest>, clock: &FileClock) {
    let most = group::size(MAX_GROUP);
    let mut shared_since: Option<Instant> = None;
    loop {
        match queue.recv_timeout(LOOK) {
            Ok(first) => {
                if let Some(before) = shared_since {
                    thread::sleep(PACE.saturating_sub(before.elapsed()));
                }
                let rest = queue.try_iter().take(most - 1);
                let group: Vec<WriteRequest> = [first].into_iter().chain(rest).collect();
                shared_since = (group.len() > 1).then(Instant::now);
                commit(&mut file, group, clock);
            }
            Err(RecvTimeoutError::Timeout) => {
                let trouble = file.trouble();
                if let Ok(connection) = file.connection()
                    && let Some(mark) = look(connection, clock, Occasion::Idle, &trouble)
                {
                    clock.keep(mark);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
}

/// Compares the clocks; the mark that was written, if there is one. If it cannot be written, the next look tries again;
/// other writes go on.
fn look(
    connection: &Connection,
    clock: &FileClock,
    occasion: Occasion,
    trouble: &FileTrouble,
) -> Option<ClockMark> {
    clock.look(connection, occasion).map_err(|error| trouble.explained(&error)).ok().flatten()
}

/// Carries out what has come together, in one transaction, and answers all of it.
fn commit(file: &mut DatabaseFile, group: Vec<WriteRequest>, clock: &FileClock) {
    let trouble = file.trouble();
    let connection = match file.connection() {
        Ok(connection) => connection,
        Err(error) => return group.into_iter().for_each(|work| work.fail(error)),
    };
    let mut open = Vec::new();
    let carried_out = carry_out(connection, group, &mut open);
    let look = |()| look(connection, clock, Occasion::Written, &trouble);
    let mark = carried_out.as_ref().ok().copied().and_then(look);
    if Fault::wanted() == Some(Fault::AckBeforeCommit) && carried_out.is_ok() {
        open.drain(..).for_each(|work| work.confirm());
        thread::sleep(Duration::from_millis(5));
    }
    let kept = carried_out.and_then(|()| run_sql(connection, "commit"));
    match kept {
        Ok(()) => {
            open.into_iter().for_each(|work| work.confirm());
            trouble.tell_of_success();
            mark.into_iter().for_each(|mark| clock.keep(mark));
        }
        Err(error) => {
            let error = trouble.explained(&error);
            if !connection.is_autocommit() {
                // If even the rollback fails, closing the connection ends the transaction.
                let _ = connection.execute_batch("rollback");
            }
            if is_lost(error) || !connection.is_autocommit() {
                file.close();
            }
            open.into_iter().for_each(|work| work.fail(error));
        }
    }
}

/// Carries each piece out for itself. Those that are refused are answered at once; the others wait
/// for the commit in `open`, also those that were not reached because of an error.
fn carry_out(
    connection: &Connection,
    group: Vec<WriteRequest>,
    open: &mut Vec<WriteRequest>,
) -> rusqlite::Result<()> {
    let mut group = group.into_iter();
    let mut try_all = || {
        run_sql(connection, "begin immediate")?;
        for mut work in group.by_ref() {
            match work.carry_out(connection) {
                Ok(()) => open.push(work),
                Err(Failure::Refused(why)) => work.fail(why),
                Err(Failure::Broken(error)) => {
                    open.push(work);
                    return Err(error);
                }
            }
        }
        Ok(())
    };
    let tried = try_all();
    open.extend(group);
    tried
}

/// Carries out work that may be refused after it has changed something, all of it or nothing.
pub(super) fn all_or_nothing<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, Failure>,
) -> Result<T, Failure> {
    run_sql(connection, "savepoint piece")?;
    let done = work(connection);
    match done {
        Ok(_) => {}
        Err(Failure::Refused(_)) => run_sql(connection, "rollback to piece")?,
        // The whole transaction is rolled back.
        Err(Failure::Broken(_)) => return done,
    }
    run_sql(connection, "release piece")?;
    done
}

/// Runs a statement that is run for every transaction or every piece, and so is compiled once.
fn run_sql(connection: &Connection, sql: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(sql)?.execute([]).map(drop)
}
