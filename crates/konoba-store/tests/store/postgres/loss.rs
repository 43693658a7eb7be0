//! A database that crashes, and one whose place is taken by a standby that was behind.

use std::sync::{Mutex, OnceLock};

use konoba_store::{
    Append, Asker, Claimed, Job, Leases, Postgres, Predecessor, Presence, Store, StoreError,
    TableId,
};
use konoba_table::{Event, Table};
use tokio_postgres::NoTls;
use tracing::field::{Field, Visit};
use tracing::span;

use crate::cluster::{Cluster, until};
use crate::database::Database;
use crate::tables::{follow, table};

/// Has a table go on with these moves, and returns it.
fn play_on(store: &Postgres, id: TableId, mut own: Table, moves: &[&str]) -> Table {
    for text in moves {
        let news = follow(id, &own, text);
        own.apply(&news.events[0]);
        assert_eq!(store.append(news).wait(), Ok(()), "{text}");
    }
    own
}

/// Asks until the database can be reached. A lost connection makes one call fail.
fn insist<T>(mut ask: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let mut answer = Err(StoreError::Gone);
    until("the database is there", || {
        answer = ask();
        !matches!(answer, Err(StoreError::Gone))
    });
    answer
}

/// The database is told not to wait for its disk. It waits for it all the same: what was acknowledged is
/// there after a crash.
#[test]
fn what_is_acknowledged_survives_a_crash_of_a_database_that_would_not_wait() {
    // Nothing but a commit that waits brings a change to the disk here before ten seconds are over.
    let settings = ["synchronous_commit=off", "wal_writer_delay=10s"];
    let Some(cluster) = Cluster::start(&settings) else { return };
    let store = Postgres::open(&Cluster::url_of(&[&cluster])).unwrap();
    let (id, mut own) = table(&store, 1);
    for moves in [["a1", "c1"], ["e1", "a3"]] {
        own = play_on(&store, id, own, &moves);
        cluster.crash();
        let kept = insist(|| store.read(id, 0).wait()).unwrap().unwrap();
        assert_eq!(kept.entry.version, own.version(), "acknowledged moves are lost");
        insist(|| store.check().wait()).unwrap();
    }
}

/// A standby that was behind takes the place of the database. A node that knows more than it holds is
/// told so, reads, and goes on; leases are empty and work.
#[test]
fn after_a_failover_the_last_moves_are_lost_and_the_table_goes_on() {
    let Some(primary) = Cluster::start(&[]) else { return };
    let standby = primary.standby();
    let store = Postgres::open(&Cluster::url_of(&[&standby, &primary])).unwrap();
    let (id, own) = table(&store, 1);
    let job = Job { table: id, version: 5 };
    store.want(job, Asker::default()).wait().unwrap();
    let there = Presence { seats: [true, false], watchers: 1 };
    store.attend(vec![(id, there)]).wait().unwrap();
    let kept = play_on(&store, id, own, &["a1", "c1"]);
    primary.leave_behind(&standby);
    let own = play_on(&store, id, kept.clone(), &["e1", "a3"]);
    primary.die();
    standby.promote();
    assert_eq!(insist(|| store.append(follow(id, &own, "c3")).wait()), Err(StoreError::Lost));
    let read = store.read(id, 0).wait().unwrap_or_else(|_| store.read(id, 0).wait().unwrap());
    let events: Vec<Event> = read.unwrap().events.into_iter().map(|kept| kept.event).collect();
    assert_eq!(Table::replay(&events).unwrap(), kept);
    let own = play_on(&store, id, kept, &["e5", "a5"]);
    let after = Some(Predecessor { at: own.latest(), id: None });
    let (table, events) = (id, Vec::new());
    let gone = Append { table, events, after, ..follow(id, &own, "c3") };
    assert_eq!(store.append(gone).wait(), Err(StoreError::Conflict), "it is played, not offered");
    // Presence and jobs are lost, until the nodes write them again.
    assert_eq!(store.claim(Vec::new(), 5).wait().unwrap(), Claimed::default());
    store.want(job, Asker::default()).wait().unwrap();
    assert_eq!(store.claim(Vec::new(), 5).wait().unwrap().jobs, [job]);
    let other = Postgres::open(&Cluster::url_of(&[&primary, &standby])).unwrap();
    assert_eq!(other.elsewhere(vec![id]).wait().unwrap(), []);
    store.attend(vec![(id, there)]).wait().unwrap();
    assert_eq!(other.elsewhere(vec![id]).wait().unwrap(), [(id, there)]);
}

/// The standby that every commit waits for is gone. A move that the database has alone is not shown as kept before the
/// standby, or the operator, has let a later commit pass.
#[test]
fn a_move_that_no_standby_has_is_not_taken_for_kept() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let store = Postgres::open(&Cluster::url_of(&[&cluster])).unwrap();
    let (id, own) = table(&store, 1);
    let wait_for = |standby: &str| {
        cluster.ask(&format!("alter system set synchronous_standby_names = '{standby}'"));
        cluster.ask("select pg_reload_conf()");
        until("it is set", || cluster.ask("show synchronous_standby_names") == standby);
        // The process that does this has read the settings by then, and commits go by what it has read.
        cluster.ask("checkpoint");
    };
    wait_for("nowhere");
    let news = || follow(id, &own, "c3");
    assert_eq!(store.append(news()).wait(), Err(StoreError::Gone));
    assert_eq!(cluster.ask("select count(*) from events"), "2", "the database has it alone");
    assert_eq!(store.read(id, 1).wait(), Err(StoreError::Gone));
    // A repeated order finds it there, and learns no more.
    assert_eq!(store.append(news()).wait(), Err(StoreError::Conflict));
    assert_eq!(store.read(id, 1).wait(), Err(StoreError::Gone));
    wait_for("");
    let kept = insist(|| store.read(id, 1).wait()).unwrap().unwrap();
    assert_eq!(kept.events.len(), 1);
}

/// A host that accepts connections and says nothing does not keep a node from the other one.
#[test]
fn a_host_that_is_silent_is_passed_by() {
    let Some(cluster) = Cluster::start(&[]) else { return };
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let url = Cluster::url_of(&[&cluster]).replacen('@', &format!("@127.0.0.1:{port},"), 1);
    let store = Postgres::open(&url.replacen("/games", ":5432/games", 1)).unwrap();
    table(&store, 1);
}

/// Where the disk of the database is not flushed at all, the log says so.
#[test]
fn a_database_that_does_not_flush_is_warned_of() {
    let log = Log::begin();
    let settings = ["fsync=off", "synchronous_commit=off"];
    let Some(cluster) = Cluster::start(&settings) else { return };
    drop(Postgres::open(&Cluster::url_of(&[&cluster])).unwrap());
    let said = log.lock().unwrap().join("\n");
    for wanted in ["fsync=on", "synchronous_commit=on"] {
        assert!(said.contains(wanted), "{said}");
    }
}

/// Another session holds the lock of migrations. The log says so, and the node starts when the lock is free.
#[test]
fn a_start_that_waits_for_another_migration_says_so() {
    let log = Log::begin();
    let Some(database) = Database::create() else { return };
    let runtime = super::runtime();
    let holder = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("select pg_advisory_lock(x'6b6f6e6f6261'::bigint)").await.unwrap();
        client
    });
    let process = "select pid from pg_locks where locktype = 'advisory' and granted";
    let process = runtime.block_on(holder.query_one(process, &[])).unwrap().get::<_, i32>(0);
    let url = database.url();
    let start = std::thread::spawn(move || Postgres::open(&url).map(drop));
    let is_said = |said: &[String]| {
        said.windows(2).map(<[String]>::concat).any(|said| {
            said.contains("waiting for another session") && said.contains(&process.to_string())
        })
    };
    until("the log says it", || is_said(&log.lock().unwrap()));
    assert!(!start.is_finished());
    runtime.block_on(holder.batch_execute("select pg_advisory_unlock_all()")).unwrap();
    assert_eq!(start.join().unwrap(), Ok(()));
}

/// What was logged above the level of information.
struct Log;

impl Log {
    fn begin() -> &'static Mutex<Vec<String>> {
        let _ = tracing::subscriber::set_global_default(Self);
        Self::said()
    }

    fn said() -> &'static Mutex<Vec<String>> {
        static SAID: OnceLock<Mutex<Vec<String>>> = OnceLock::new();
        SAID.get_or_init(Mutex::default)
    }
}

impl tracing::Subscriber for Log {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        *metadata.level() <= tracing::Level::WARN
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        event.record(&mut Said);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Said;

impl Visit for Said {
    fn record_debug(&mut self, _: &Field, value: &dyn std::fmt::Debug) {
        Log::said().lock().unwrap().push(format!("{value:?}"));
    }
}
