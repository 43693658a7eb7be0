//! House time, where the clock of the database is set, its answers are slow, or a node sleeps.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use konoba_store::{MachineClocks, Postgres, Store};
use konoba_table::Moment;
use tokio_postgres::NoTls;

use super::runtime;
use crate::database::Database;

const MINUTE: Duration = Duration::from_secs(60);

/// A database whose clock can be set: its own function hides the one of PostgreSQL.
fn with_clock(database: &Database) {
    drop(database.store());
    let name = database.url();
    let name = name.rsplit('/').next().unwrap();
    database.execute(&format!(
        "create schema fake;
        create table fake.step (by interval);
        insert into fake.step values ('0');
        create function fake.clock_timestamp() returns timestamptz language sql volatile
            as 'select pg_catalog.clock_timestamp() + by from fake.step';
        alter database {name} set search_path = fake, pg_catalog, public"
    ));
}

/// How far house time is ahead of the clock of the database.
fn ahead(database: &Database) -> i64 {
    runtime().block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        client.query_one("select ahead from clock", &[]).await.unwrap().get(0)
    })
}

/// The same, once a node has noticed a step.
fn noticed(database: &Database) -> i64 {
    let begin = Instant::now();
    loop {
        match ahead(database) {
            0 => assert!(begin.elapsed() < MINUTE, "no node notices"),
            ahead => return ahead,
        }
        sleep(Duration::from_millis(50));
    }
}

fn is_near(one: Moment, other: Moment, within: Duration) -> bool {
    one.since(other) < within && other.since(one) < within
}

#[test]
fn setting_the_clock_of_the_database_forward_changes_nothing() {
    setting_the_clock_of_the_database_changes_nothing("1 hour");
}

#[test]
fn setting_the_clock_of_the_database_back_changes_nothing() {
    setting_the_clock_of_the_database_changes_nothing("-1 hour");
}

fn setting_the_clock_of_the_database_changes_nothing(by: &str) {
    let Some(database) = Database::create() else { return };
    with_clock(&database);
    let one = Postgres::open(&database.url()).unwrap();
    let before = one.now();
    database.execute(&format!("update fake.step set by = '{by}'"));
    let ahead = noticed(&database);
    assert!(ahead.unsigned_abs().abs_diff(3_600_000) < 60_000, "{ahead}");
    assert!(is_near(one.now(), before, MINUTE), "{:?} {before:?}", one.now());
    // A node that comes later agrees, and so does one after all were closed.
    let two = Postgres::open(&database.url()).unwrap();
    assert!(is_near(two.now(), one.now(), MINUTE));
    one.check().wait().unwrap();
    drop((one, two));
    let three = Postgres::open(&database.url()).unwrap();
    assert!(is_near(three.now(), before, 2 * MINUTE));
}

/// The clocks of a machine whose steady clock is ahead by so many seconds.
fn clocks() -> (Arc<AtomicU64>, MachineClocks) {
    let (seconds, begin) = (Arc::new(AtomicU64::new(0)), Instant::now());
    let ahead = seconds.clone();
    let steady = move || begin.elapsed() + Duration::from_secs(ahead.load(Ordering::Relaxed));
    (seconds, MachineClocks::of(Moment::default, steady))
}

#[test]
fn a_node_that_slept_follows_the_others() {
    let Some(database) = Database::create() else { return };
    with_clock(&database);
    let ((one_ahead, one_clocks), (two_ahead, two_clocks)) = (clocks(), clocks());
    let one = Postgres::open_by(&database.url(), one_clocks).unwrap();
    let two = Postgres::open_by(&database.url(), two_clocks).unwrap();
    let begin = (Instant::now(), two.now());
    // A minute goes by in a moment, and twenty seconds more, in which one of the nodes sleeps.
    one_ahead.store(60, Ordering::Relaxed);
    two_ahead.store(80, Ordering::Relaxed);
    database.execute("update fake.step set by = '80 seconds'");
    let second = Duration::from_secs(1);
    assert!(!is_near(one.now(), two.now(), 19 * second));
    while !is_near(one.now(), two.now(), second) {
        assert!(begin.0.elapsed() < MINUTE, "{:?} {:?}", one.now(), two.now());
        sleep(Duration::from_millis(50));
    }
    assert!(is_near(two.now(), begin.1 + 80 * second + begin.0.elapsed(), second));
    assert_eq!(ahead(&database), 0);
}

#[test]
fn slow_answers_change_nothing() {
    let Some(database) = Database::create() else { return };
    with_clock(&database);
    let one = Postgres::open(&database.url()).unwrap();
    let begin = (Instant::now(), one.now());
    database.execute(
        "create or replace function fake.clock_timestamp() returns timestamptz language plpgsql volatile as '
        declare read timestamptz := pg_catalog.clock_timestamp();
        begin
            perform pg_sleep(1.5);
            return read;
        end'",
    );
    // By then a node would have noticed a step.
    sleep(Duration::from_secs(25));
    assert_eq!(ahead(&database), 0);
    assert!(is_near(one.now(), begin.1 + begin.0.elapsed(), Duration::from_millis(500)));
}
