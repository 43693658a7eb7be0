//! House time, where the clock of the database is set.

use std::time::{Duration, Instant};

use konoba_store::{Postgres, Store};
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

/// How far house time is ahead of the clock of the database, once a node has noticed a step.
fn noticed(database: &Database) -> i64 {
    runtime().block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        let begin = Instant::now();
        loop {
            let row = client.query_one("select ahead from clock", &[]).await.unwrap();
            let ahead: i64 = row.get(0);
            if ahead != 0 {
                return ahead;
            }
            assert!(begin.elapsed() < MINUTE, "no node notices");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
}

fn is_near(one: Moment, other: Moment) -> bool {
    one.since(other) < MINUTE && other.since(one) < MINUTE
}

#[test]
fn setting_the_clock_of_the_database_changes_nothing() {
    for by in ["1 hour", "-1 hour"] {
        let Some(database) = Database::create() else { return };
        with_clock(&database);
        let one = Postgres::open(&database.url()).unwrap();
        let before = one.now();
        database.execute(&format!("update fake.step set by = '{by}'"));
        let ahead = noticed(&database);
        assert!(ahead.unsigned_abs().abs_diff(3_600_000) < 60_000, "{by}: {ahead}");
        assert!(is_near(one.now(), before), "{by}: {:?} {before:?}", one.now());
        // A node that comes later agrees, and so does one after all were closed.
        let two = Postgres::open(&database.url()).unwrap();
        assert!(is_near(two.now(), one.now()), "{by}");
        one.check().wait().unwrap();
        drop((one, two));
        let three = Postgres::open(&database.url()).unwrap();
        assert!(is_near(three.now(), before), "{by}");
    }
}
