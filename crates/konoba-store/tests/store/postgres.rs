//! The store in a database.

mod clock;
mod encrypted;
mod leases;
mod loss;

use std::time::Duration;

use konoba_store::upkeep::Upkeep;
use konoba_store::{
    Append, Digest, GuestId, NewGuest, NewTable, Notice, Notices, Postgres, Predecessor, Secrets,
    Store, StoreError, TableId,
};
use konoba_table::{Moment, Seat, Table};
use tokio_postgres::NoTls;

use crate::database::Database;
use crate::proxy::{Cut, Proxy};
use crate::suite::{SUITE, Storage};
use crate::tables::{append, follow, guest, holder, origin, play, table, waiting};

impl Storage for Database {
    fn open(&self) -> Box<dyn Store> {
        Box::new(self.store())
    }

    fn try_open(&self) -> Result<(), StoreError> {
        Postgres::open(&self.url()).map(drop)
    }

    fn execute(&self, sql: &str) {
        self.execute_portable(sql);
    }

    fn plan(&self, sql: &str) -> String {
        runtime().block_on(async {
            let (client, connection) = tokio_postgres::connect(&self.url(), NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute("set enable_seqscan = off; set enable_sort = off").await.unwrap();
            let steps = client.query(&format!("explain {sql}"), &[]).await.unwrap();
            steps.iter().map(|step| step.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
        })
    }
}

/// Ends every connection to a database but the one that says so.
fn cut(database: &Database) {
    database.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()",
    );
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Takes in notices until one of them is wanted.
fn heard(notices: &mut Notices, wanted: Notice) {
    runtime().block_on(async {
        let hear = async {
            while let Some(notice) = notices.next().await {
                if notice == wanted {
                    return;
                }
            }
            panic!("the store is closed");
        };
        tokio::time::timeout(Duration::from_secs(20), hear).await.expect("it is heard of");
    });
}

#[test]
fn a_database_keeps_every_promise() {
    for (name, check) in SUITE {
        let Some(database) = Database::create() else { return };
        println!("{name}");
        check(&database);
    }
}

#[test]
fn of_two_nodes_one_writes_a_version_and_the_other_hears_of_it() {
    let Some(database) = Database::create() else { return };
    let [here, there] = [database.store(), database.store()];
    let mut notices = there.notices().unwrap();
    heard(&mut notices, Notice::Missed);
    let (id, mut own) = table(&here, 1);
    heard(&mut notices, Notice::Written(id, 0));
    let mut after = Some(Predecessor { at: own.latest(), id: None });
    let mut won = [0, 0];
    for (number, text) in ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5"].into_iter().enumerate() {
        let events = play(&own, text);
        let named = |name: &str| {
            let origin = origin(Seat::One, &format!("{name}-{number}"));
            Append { origin, after: after.clone(), ..append(id, events.clone()) }
        };
        // The store that is called first does not always win.
        let answers = [here.append(named("here")), there.append(named("there"))];
        let answers = answers.map(konoba_store::Answer::wait);
        let winner = usize::from(answers[0].is_err());
        won[winner] += 1;
        assert_eq!((answers[winner], answers[1 - winner]), (Ok(()), Err(StoreError::Conflict)));
        heard(&mut notices, Notice::Written(id, events.last().unwrap().version));
        let kept = here.read(id, own.version()).wait().unwrap().unwrap();
        kept.events.iter().for_each(|kept| own.apply(&kept.event));
        after = kept.events.last().map(Predecessor::from);
    }
    println!("won: {won:?}");
    let kept = there.read(id, 0).wait().unwrap().unwrap();
    let events: Vec<_> = kept.events.into_iter().map(|kept| kept.event).collect();
    assert_eq!(Table::replay(&events).unwrap(), own);
    assert_eq!(own.history().len(), 8);
}

/// A guest logs out, or is deleted by an operator, while a node hears nothing. The node must hear of it all the same:
/// connections there still act for the guest.
#[test]
fn a_log_out_that_a_node_has_missed_is_told_when_it_hears_again() {
    let Some(database) = Database::create() else { return };
    let there = database.store();
    let ana = guest(&there, 1);
    let mut notices = there.notices().unwrap();
    heard(&mut notices, Notice::Missed);
    let log_out = |secrets| database.store().renew(secrets).wait().unwrap();
    let delete = |secrets| {
        Upkeep::postgres(&database.url()).unwrap().forget_guest(secrets, Vec::new()).unwrap();
    };
    for (number, leave) in [(9, &log_out as &dyn Fn(Secrets)), (10, &delete)] {
        let token = Digest::from_bytes([number; 32]);
        let secrets = Secrets { guest: ana, token, code: None, device: None };
        let renewal = secrets.renewal();
        cut(&database);
        leave(secrets);
        heard(&mut notices, Notice::Renewed(ana, renewal));
    }
}

/// Two nodes begin games for one guest at the same time. They count together.
#[test]
fn nodes_that_begin_games_at_once_keep_to_one_limit() {
    const MOST: usize = 5;
    let Some(database) = Database::create() else { return };
    let [here, there] = [database.store(), database.store()];
    let ana = guest(&here, 1);
    let laid: Vec<_> = (0..60)
        .map(|number: u8| {
            let new = NewTable {
                max_unfinished: Some(MOST),
                ..waiting(TableId::from_bytes([number; 10]), [Some(holder(ana)), None])
            };
            if number.is_multiple_of(2) { here.lay(new) } else { there.lay(new) }
        })
        .collect();
    let laid: Vec<_> = laid.into_iter().map(konoba_store::Answer::wait).collect();
    let refused = laid.iter().filter(|laid| **laid == Err(StoreError::TooManyTables(ana)));
    assert_eq!((refused.count(), here.count_unfinished(ana).wait()), (60 - MOST, Ok(MOST)));
}

/// A connection that is lost at the commit leaves its outcome open. A read after that shows the
/// final outcome, and does not wait for the rest of the old connection.
#[test]
fn a_commit_whose_answer_is_lost_is_settled_before_the_caller_is_told() {
    let Some(database) = Database::create() else { return };
    for (number, at_commit) in [(1, Cut::After), (2, Cut::Before)] {
        let proxy = Proxy::start(&database);
        let store = Postgres::open(&proxy.url).unwrap();
        let (id, own) = table(&store, number);
        proxy.arm(at_commit);
        let news = || follow(id, &own, "c3");
        assert_eq!(store.append(news()).wait(), Err(StoreError::Gone), "{at_commit:?}");
        let is_kept = store.read(id, 1).wait().unwrap().unwrap().events.len() == 1;
        assert_eq!(is_kept, at_commit == Cut::After);
        let again = store.append(news()).wait();
        let expected = if is_kept { Err(StoreError::Conflict) } else { Ok(()) };
        assert_eq!(again, expected, "{at_commit:?}");
        assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
    }
}

/// All connections break at once, that of the listener too, and are made again.
#[test]
fn a_server_that_ends_every_connection_is_connected_to_again() {
    let Some(database) = Database::create() else { return };
    let store = database.store();
    let mut notices = store.notices().unwrap();
    heard(&mut notices, Notice::Missed);
    let (id, own) = table(&store, 1);
    cut(&database);
    let news = || follow(id, &own, "c3");
    // The lost connection makes one call fail.
    let kept =
        (0..3).map(|_| store.append(news()).wait()).find(|kept| *kept != Err(StoreError::Gone));
    assert_eq!(kept, Some(Ok(())));
    heard(&mut notices, Notice::Missed);
    let read = (0..3).find_map(|_| store.read(id, 0).wait().ok());
    assert_eq!(read.unwrap().unwrap().events.len(), 2);
}

/// Nothing comes back over any connection, and no error is reported. New connections are made.
#[test]
fn a_way_that_leads_nowhere_is_left() {
    let Some(database) = Database::create() else { return };
    let proxy = Proxy::start(&database);
    let store = Postgres::open(&proxy.url).unwrap();
    let (id, own) = table(&store, 1);
    // The reader connects when it is needed.
    assert_eq!(store.read(id, 1).wait().unwrap().unwrap().events, []);
    proxy.forget();
    let news = || follow(id, &own, "c3");
    let (kept, read) = (store.append(news()), store.read(id, 0));
    assert_eq!((kept.wait(), read.wait()), (Err(StoreError::Gone), Err(StoreError::Gone)));
    store.append(news()).wait().unwrap();
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

/// Guests are renamed and the pulse is written at two nodes at once, in opposite orders. There is no
/// deadlock.
#[test]
fn nodes_that_lock_the_same_rows_do_not_block_each_other() {
    let Some(database) = Database::create() else { return };
    let [here, there] = [database.store(), database.store()];
    let guests = (0..40).map(|number| {
        let token = Digest::from_bytes([number; 32]);
        let since = Moment::from_millis(0);
        here.add_guest(NewGuest { token, name: "Ana".parse().unwrap(), since }).wait().unwrap()
    });
    let guests: Vec<GuestId> = guests.collect();
    for _ in 0..10 {
        let name = || "Eva".parse().unwrap();
        let rename = |store: &Postgres, guest: &GuestId| store.rename(*guest, name());
        let pulse = here.check();
        let mut answers: Vec<_> = guests.iter().map(|guest| rename(&here, guest)).collect();
        answers.extend(guests.iter().rev().map(|guest| rename(&there, guest)));
        answers.extend([pulse, there.check()]);
        answers.into_iter().for_each(|answer| answer.wait().unwrap());
    }
}

/// Another session holds a lock on a database table that a migration changes. The node that starts
/// says so and does not wait, and the database is not reported as damaged.
#[test]
fn a_migration_does_not_wait_long_for_a_table() {
    let Some(database) = Database::create() else { return };
    drop(database.store());
    let runtime = runtime();
    let holder = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("begin; lock table refinery_schema_history").await.unwrap();
        client
    });
    assert_eq!(Postgres::open(&database.url()).unwrap_err(), StoreError::Locked);
    runtime.block_on(holder.batch_execute("rollback")).unwrap();
    drop(database.store());
}

/// Nothing is damaged where a user may not create tables: the log says what is missing.
#[test]
fn a_user_who_may_not_change_the_database_is_not_told_of_damage() {
    let Some(database) = Database::create() else { return };
    let (runtime, role) = (runtime(), format!("weak_{}", std::process::id()));
    let client = runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&database.url(), NoTls).await.unwrap();
        tokio::spawn(connection);
        let sql = format!("create role {role} login; revoke create on schema public from public");
        client.batch_execute(&sql).await.unwrap();
        client
    });
    let url = database.url();
    let (_, rest) = url.split_once('@').unwrap();
    let refused = Postgres::open(&format!("postgres://{role}@{rest}")).unwrap_err();
    runtime.block_on(client.batch_execute(&format!("drop role {role}"))).unwrap();
    assert_eq!(refused, StoreError::Gone);
}

#[test]
fn a_database_that_is_not_there_is_refused_on_opening() {
    let nowhere = Postgres::open("postgres://nobody@127.0.0.1:1/nowhere").unwrap_err();
    assert_eq!(nowhere, StoreError::Gone);
    assert_eq!(Postgres::open("no address").unwrap_err(), StoreError::Gone);
}
