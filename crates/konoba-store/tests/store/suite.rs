//! What every store promises, wherever it keeps things.

use konoba_rules::Setup;
use konoba_store::{
    Answer, Append, Cut, Digest, Fingerprint, Holder, Listing, PositionsQuery, Predecessor,
    Progress, Secrets, Standing, Store, StoreError, TableId,
};
use konoba_table::{Event, Seat, Table};

use crate::devices::{
    joins_guests, keeps_alerts, knows_devices, numbers_guests_once, refuses_alone,
};
use crate::engines::finds_awaited_engines;
use crate::finished::{fills_in_results, finds_finished, takes_finished};
use crate::leaving::leaves_for_a_table;
use crate::limits::counts_unfinished;
use crate::tables::{append, at, follow, guest, offer, opened, origin, play, table, waiting};

/// Somewhere to keep things.
pub(crate) trait Storage {
    /// Opens the store that is there.
    fn open(&self) -> Box<dyn Store>;
    /// Tries to open it.
    fn try_open(&self) -> Result<(), StoreError>;
    /// Does something behind its back.
    fn execute(&self, sql: &str);
    /// How a query would be carried out if there were much to look through.
    fn plan(&self, sql: &str) -> String;
}

/// What a store must do.
type Check = fn(&dyn Storage);

/// One row for each promise.
pub(crate) const SUITE: &[(&str, Check)] = &[
    ("what was kept is there after opening again", is_there_again),
    ("a version is written once and a command too", is_written_once),
    ("an event follows the one before it, or nothing", follows),
    ("what follows a gap is taken away, and nothing else", cuts),
    ("one refusal does not harm the others in its transaction", harms_no_other),
    ("sitting down and opening is one thing", sits_and_opens),
    ("a game that was played elsewhere is laid with its end", takes_finished),
    ("no guest has more unfinished tables than allowed", counts_unfinished),
    ("an event of a later format is left unread", leaves_unread),
    ("what an older program wrote is read", reads_older),
    ("what a later program laid is left alone", leaves_newer),
    ("an upgrade that is interrupted can be done again", upgrades_wholly),
    ("a listing reads what it lists and nothing else", lists_by_index),
    ("a game that goes on is known by its position", knows_positions),
    ("tables that await the move of an engine are found", finds_awaited_engines),
    ("guests are known again by whatever name", knows_guests),
    ("a guest is forgotten and the games stay", forgets),
    ("tables are walked and withdrawn", walks_and_withdraws),
    ("an offer is left for another table, or nothing happens", leaves_for_a_table),
    ("a guest is known at another device by a code that is good once", knows_devices),
    ("two guests become one by a code", joins_guests),
    ("the number of a guest is given once", numbers_guests_once),
    ("what the database refuses for one piece harms no other", refuses_alone),
    ("a guest is told elsewhere until the log-out", keeps_alerts),
    ("what came of a game is known of games from before", fills_in_results),
    ("finished games are found by game, opponent and result", finds_finished),
];

/// A power cut between a step of an upgrade and the note that it is done, which this database refuses to take.
fn upgrades_wholly(storage: &dyn Storage) {
    let create = "create table refinery_schema_history (version int4 primary key, name varchar(255), \
        applied_on varchar(255), checksum varchar(255)";
    storage.execute(&format!("{create}, check (version <> 3))"));
    assert!(storage.try_open().is_err());
    storage.execute(&format!(
        "create table noted as select * from refinery_schema_history;
        drop table refinery_schema_history;
        {create});
        insert into refinery_schema_history select * from noted;
        drop table noted",
    ));
    assert_eq!(storage.try_open(), Ok(()));
}

fn is_there_again(storage: &dyn Storage) {
    let (id, mut own) = table(storage.open().as_ref(), 1);
    {
        let store = storage.open();
        let news = Append {
            origin: origin(Seat::One, "first-move"),
            deadline: Some(at(500)),
            ..follow(id, &own, "c3")
        };
        own.apply(&news.events[0]);
        store.append(news).wait().unwrap();
    }
    let store = storage.open();
    let kept = store.read(id, 0).wait().unwrap().unwrap();
    let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    assert_eq!(Table::replay(&events).unwrap(), own);
    assert_eq!(kept.events[1].origin, origin(Seat::One, "first-move"));
    assert_eq!((kept.entry.version, kept.entry.standing), (2, Standing::Playing));
    assert_eq!(kept.entry.offer, offer());
    assert_eq!(store.read(id, 1).wait().unwrap().unwrap().events, kept.events[1..]);
    assert_eq!(store.due(at(499), 0, 9).wait().unwrap(), []);
    assert_eq!(store.due(at(500), 0, 9).wait().unwrap(), [id]);
    assert_eq!(store.due(at(500), 1, 9).wait().unwrap(), []);
    assert_eq!(store.read(TableId::from_bytes([9; 10]), 0).wait().unwrap(), None);
}

fn is_written_once(storage: &dyn Storage) {
    let store = storage.open();
    let (id, mut own) = table(store.as_ref(), 1);
    let named = |news: &Append, name| Append { origin: origin(Seat::One, name), ..news.clone() };
    let news = follow(id, &own, "c3");
    store.append(named(&news, "one")).wait().unwrap();
    own.apply(&news.events[0]);
    let again = store.append(named(&news, "two")).wait();
    assert_eq!(again, Err(StoreError::Conflict));
    let after = Some(Predecessor { at: own.latest(), id: Some("one".parse().unwrap()) });
    let next = Append { after, ..follow(id, &own, "b2") };
    let repeat = store.append(named(&next, "one")).wait();
    assert_eq!(repeat, Err(StoreError::Repeated));
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

/// The database loses its last commits, or holds others in their place. A caller that knows more than it
/// holds is told [`StoreError::Lost`], a caller that was too slow [`StoreError::Conflict`].
fn follows(storage: &dyn Storage) {
    let store = storage.open();
    let (id, mut own) = table(store.as_ref(), 1);
    for (number, text) in ["a1", "c1", "e1"].into_iter().enumerate() {
        let after = Predecessor { at: own.latest(), id: None };
        let after = Some(after).filter(|_| number == 0).or_else(|| {
            let id = format!("{}", number - 1).parse().ok();
            Some(Predecessor { at: own.latest(), id })
        });
        let origin = origin(Seat::One, &number.to_string());
        let news = Append { after, origin, ..follow(id, &own, text) };
        own.apply(&news.events[0]);
        store.append(news).wait().unwrap();
    }
    assert_eq!(own.version(), 4);
    let named = |name: &str| {
        let after = Some(Predecessor { at: own.latest(), id: Some(name.parse().unwrap()) });
        Append { after, ..follow(id, &own, "a3") }
    };
    let whole = store.read(id, 0).wait().unwrap().unwrap();
    // Another event has taken the place of the last: of another command, or of another moment.
    assert_eq!(store.append(named("other")).wait(), Err(StoreError::Lost));
    storage
        .execute(&format!("update events set at = at + 1 where table_id = '{id}' and version = 4"));
    assert_eq!(store.append(named("2")).wait(), Err(StoreError::Lost));
    storage
        .execute(&format!("update events set at = at - 1 where table_id = '{id}' and version = 4"));
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap(), whole);
    // The last is gone, whether the table knows it or not.
    storage.execute(&format!("delete from events where table_id = '{id}' and version = 4"));
    assert_eq!(store.append(named("2")).wait(), Err(StoreError::Lost));
    storage.execute(&format!("update tables set version = 3 where id = '{id}'"));
    assert_eq!(store.append(named("2")).wait(), Err(StoreError::Lost));
    let kept = store.read(id, 0).wait().unwrap().unwrap();
    assert_eq!((kept.entry.version, kept.events), (3, whole.events[..3].to_vec()));
    // A caller that has read that can go on.
    let events: Vec<Event> = whole.events[..3].iter().map(|kept| kept.event.clone()).collect();
    let own = Table::replay(&events).unwrap();
    let after = Some(Predecessor::from(&whole.events[2]));
    store.append(Append { after, ..follow(id, &own, "a5") }).wait().unwrap();
}

fn cuts(storage: &dyn Storage) {
    let store = storage.open();
    let (id, mut own) = table(store.as_ref(), 1);
    let (other, _) = table(store.as_ref(), 2);
    for text in ["a1", "c1", "e1"] {
        let news = follow(id, &own, text);
        own.apply(&news.events[0]);
        store.append(news).wait().unwrap();
    }
    storage.execute(&format!("delete from events where table_id = '{id}' and version = 3"));
    let cut = Cut {
        table: id,
        version: 4,
        last: 4,
        after: 2,
        standing: Standing::Playing,
        progress: Progress::default(),
        position: Some(Fingerprint(3)),
        deadline: Some(at(7)),
        next: None,
    };
    // What is not as it was thought to be is left alone.
    for wrong in [Cut { version: 3, ..cut.clone() }, Cut { last: 3, ..cut.clone() }] {
        assert_eq!(store.cut(wrong).wait(), Err(StoreError::Conflict));
    }
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 3);
    store.cut(cut.clone()).wait().unwrap();
    assert_eq!(store.cut(cut).wait(), Err(StoreError::Conflict));
    let kept = store.read(id, 0).wait().unwrap().unwrap();
    assert_eq!((kept.entry.version, kept.events.len()), (2, 2));
    let query =
        PositionsQuery { setup: kept.entry.offer.setup, fingerprints: vec![Fingerprint(3)] };
    assert!(store.is_played(query).wait().unwrap());
    assert_eq!(store.due(at(7), 0, 9).wait().unwrap(), [id]);
    assert_eq!(store.read(other, 0).wait().unwrap().unwrap().events.len(), 1);
    let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    let own = Table::replay(&events).unwrap();
    store.append(follow(id, &own, "c5")).wait().unwrap();
}

fn harms_no_other(storage: &dyn Storage) {
    let store = storage.open();
    let tables: Vec<_> = (1..=40).map(|number| table(store.as_ref(), number)).collect();
    // All are asked before any is awaited, so that many share a transaction.
    let answers: Vec<_> = tables
        .iter()
        .flat_map(|(id, table)| [follow(*id, table, "a1"), follow(*id, table, "b2")])
        .map(|news| store.append(news))
        .collect();
    for (number, answer) in answers.into_iter().enumerate() {
        let expected = if number % 2 == 0 { Ok(()) } else { Err(StoreError::Conflict) };
        assert_eq!(answer.wait(), expected, "{number}");
    }
    for (id, table) in tables {
        let kept = store.read(id, 1).wait().unwrap().unwrap();
        assert_eq!(kept.events.len(), 1);
        assert_eq!(kept.events[0].event, play(&table, "a1")[0]);
    }
}

fn sits_and_opens(storage: &dyn Storage) {
    let store = storage.open();
    let id = TableId::from_bytes([5; 10]);
    let holder = |number: u8, name: &str| Holder {
        guest: guest(store.as_ref(), number),
        code: Digest::from_bytes([number; 32]),
        name: name.parse().unwrap(),
    };
    let seats = [Some(holder(1, "Ana")), None];
    store.lay(waiting(id, seats)).wait().unwrap();
    assert_eq!(store.list(Listing::Open, 9).wait().unwrap().len(), 1);
    let [luka, iva] = [holder(2, "Luka"), holder(3, "Iva")];
    let sits =
        |holder| Append { sits: Some((Seat::Two, holder)), ..append(id, opened().events(at(2))) };
    let answers = [store.append(sits(luka.clone())), store.append(sits(iva))];
    assert_eq!(answers.map(Answer::wait), [Ok(()), Err(StoreError::Conflict)]);
    let entry = store.read(id, 0).wait().unwrap().unwrap().entry;
    assert_eq!(entry.seats[1].as_ref(), Some(&luka));
    assert_eq!(store.list(Listing::Open, 9).wait().unwrap(), []);
    assert_eq!(store.list(Listing::Live, 9).wait().unwrap(), std::slice::from_ref(&entry));
    assert_eq!(
        store.list(Listing::Of(luka.guest), 9).wait().unwrap(),
        std::slice::from_ref(&entry)
    );
    let unfinished = || store.list(Listing::UnfinishedOf(luka.guest), 9).wait().unwrap();
    assert_eq!(unfinished(), std::slice::from_ref(&entry));
    assert_eq!(store.count_unfinished(luka.guest).wait().unwrap(), 1);
    // What is kept in memory is listed as the store would list it.
    let lists =
        [Listing::Open, Listing::Live, Listing::Of(luka.guest), Listing::UnfinishedOf(luka.guest)];
    for list in lists {
        let is_listed = !store.list(list, 9).wait().unwrap().is_empty();
        assert_eq!(list.holds(&entry), is_listed, "{list:?}");
    }
    assert_eq!(store.seat_by_code(luka.code).wait().unwrap(), Some((id, Seat::Two)));
    assert_eq!(store.seat_by_code(Digest::from_bytes([99; 32])).wait().unwrap(), None);
}

fn leaves_unread(storage: &dyn Storage) {
    let (id, _) = table(storage.open().as_ref(), 1);
    storage.execute(&format!(
        "insert into events (table_id, version, at, format, fact) values ('{id}', 2, 3, 999, '{{}}')"
    ));
    let kept = storage.open().read(id, 0).wait().unwrap().unwrap();
    assert_eq!((kept.events.len(), kept.unread), (1, Some(2)));
}

/// Rows as the first program wrote them, with every kind of event that it knew. They stay as they
/// are for good: a later format gets a file of its own.
pub(crate) const FORMAT_1: &str = include_str!("../fixtures/format-1.sql");

fn reads_older(storage: &dyn Storage) {
    let store = storage.open();
    storage.execute(FORMAT_1);
    for (id, version, says) in [
        ("d1xkf9hp3tda2v9e", 12, "Luka (Black) wins because Ana"),
        ("btt1mkmx1vn85efz", 1, "Luka (Black)"),
        ("xdn4z1wc0j332ka1", 6, "Ana (Black) wins"),
    ] {
        let kept = store.read(id.parse().unwrap(), 0).wait().unwrap().unwrap();
        assert_eq!((kept.entry.version, kept.unread), (version, None), "{id}");
        let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
        let table = Table::replay(&events).unwrap();
        assert_eq!((table.version(), table.frozen()), (version, None), "{id}");
        assert!(table.words().status().starts_with(says), "{}", table.words().status());
    }
    let waiting = store.list(Listing::Open, 9).wait().unwrap();
    assert_eq!(waiting[0].offer.time, konoba_table::TimeControl::days_per_move(3));
}

fn leaves_newer(storage: &dyn Storage) {
    let store = storage.open();
    let tables: Vec<TableId> = (1..=3).map(|number| table(store.as_ref(), number).0).collect();
    // A later program may write otherwise what we know, or know one game more.
    for (number, change) in
        ["format = 999, setup = 'who knows'", "setup = 'to-come:5,nopie'"].into_iter().enumerate()
    {
        let table = tables[number];
        storage.execute(&format!("update tables set {change}, deadline = 1 where id = '{table}'"));
        assert_eq!(store.read(table, 0).wait(), Err(StoreError::Newer), "{change}");
    }
    let listed: Vec<TableId> =
        store.list(Listing::Live, 9).wait().unwrap().iter().map(|entry| entry.id).collect();
    assert_eq!(listed, tables[2..]);
    assert_eq!(store.due(at(9), 0, 9).wait().unwrap(), []);
    // A database that a later program has migrated is not even opened.
    storage.execute(
        "insert into refinery_schema_history (version, name, applied_on, checksum)
        values (999, 'things_to_come', '2030-01-01T00:00:00Z', '1')",
    );
    assert_eq!(storage.try_open(), Err(StoreError::Newer));
}

/// Many tables that were left behind do not slow down the lobby: each listing has an index that holds
/// what it lists, in its order.
fn lists_by_index(storage: &dyn Storage) {
    let store = storage.open();
    for (number, standing, opponent) in [
        (1, "waiting", "anyone"),
        (2, "waiting", "friend"),
        (3, "playing", "same-screen"),
        (4, "playing", "engine"),
        (5, "waiting", "anyone"),
        (6, "playing", "friend"),
    ] {
        let (id, _) = table(store.as_ref(), number);
        let listed = u8::from(!["friend", "same-screen"].contains(&opponent));
        storage.execute(&format!(
            "update tables set standing = '{standing}', opponent = '{opponent}', since = {number},
                level = 1, listed = {listed}, invitation = x'{}' where id = '{id}'",
            "07".repeat(32)
        ));
    }
    let listed = |listing| {
        let found = store.list(listing, 9).wait().unwrap();
        found.iter().map(|entry| entry.since.as_millis()).collect::<Vec<_>>()
    };
    assert_eq!((listed(Listing::Open), listed(Listing::Live)), (vec![5, 1], vec![4]));
    for (which, index) in [
        ("standing = 'waiting' and opponent = 'anyone'", "tables_open"),
        ("standing = 'playing' and listed = 1", "tables_live"),
    ] {
        let plan = storage.plan(&format!(
            "select id from tables where {which} and format <= 1 order by since desc, id limit 9"
        ));
        assert!(plan.contains(index) && !plan.to_lowercase().contains("sort"), "{plan}");
    }
}

fn knows_positions(storage: &dyn Storage) {
    let store = storage.open();
    let (id, mut own) = table(store.as_ref(), 1);
    let setup = own.setup();
    let is_met = |setup, numbers: &[i64]| {
        let fingerprints = numbers.iter().map(|number| Fingerprint(*number)).collect();
        store.is_played(PositionsQuery { setup, fingerprints }).wait().unwrap()
    };
    let is_played = |numbers: &[i64]| is_met(setup, numbers);
    assert!(!is_played(&[]) && !is_played(&[i64::MIN]));
    let news = Append { position: Some(Fingerprint(i64::MIN)), ..follow(id, &own, "c3") };
    own.apply(&news.events[0]);
    store.append(news).wait().unwrap();
    assert!(is_played(&[1, i64::MIN, 7]) && !is_played(&[1, 7]));
    // The swap is over by then; another board is another game.
    assert!(is_met(Setup { pie: !setup.pie, ..setup }, &[i64::MIN]));
    assert!(!is_met(setup.with_size(7).unwrap(), &[i64::MIN]));
    let plan = storage.plan(
        "select 1 from tables where standing = 'playing' and setup in ('a', 'b') and position in (1, 2)",
    );
    assert!(plan.contains("tables_played"), "{plan}");
    // The position before is no longer that of the game.
    let news = Append { position: Some(Fingerprint(7)), ..follow(id, &own, "b2") };
    own.apply(&news.events[0]);
    store.append(news).wait().unwrap();
    assert!(is_played(&[7]) && !is_played(&[i64::MIN]));
    let over = Append { standing: Standing::Over, ..follow(id, &own, "c2") };
    store.append(over).wait().unwrap();
    assert!(!is_played(&[7]));
}

fn forgets(storage: &dyn Storage) {
    let store = storage.open();
    storage.execute(FORMAT_1);
    let tables = ["d1xkf9hp3tda2v9e", "xdn4z1wc0j332ka1"].map(|id| id.parse::<TableId>().unwrap());
    let read = |id| store.read(id, 0).wait().unwrap().unwrap();
    let ana = read(tables[0]).entry.seats[0].clone().unwrap();
    let secret = |number: u8| Digest::from_bytes([number; 32]);
    let (token, code) = (secret(8), Some(secret(9)));
    let renewed = Secrets { guest: ana.guest, token, code, device: None };
    store.renew(renewed.clone()).wait().unwrap();
    assert_eq!(store.guest(secret(8)).wait().unwrap().unwrap().name.as_str(), "Ana");
    assert_eq!(store.seat_by_code(ana.code).wait().unwrap(), None);
    assert!(store.seat_by_code(secret(9)).wait().unwrap().is_some());
    let before = tables.map(read);
    store
        .forget_guest(Secrets { token: secret(10), code: Some(secret(11)), ..renewed })
        .wait()
        .unwrap();
    assert_eq!(store.guest(secret(8)).wait().unwrap(), None);
    assert_eq!(store.seat_by_code(secret(9)).wait().unwrap(), None);
    for (id, before) in tables.into_iter().zip(before) {
        let after = read(id);
        let names = after.entry.seats.each_ref().map(|seat| seat.as_ref().unwrap().name.as_str());
        assert_eq!(names, ["Guest", "Luka"]);
        // All that has happened is as it was.
        let [before, after] = [before, after].map(|kept| {
            let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
            Table::replay(&events).unwrap()
        });
        assert_eq!((after.history(), after.outcome()), (before.history(), before.outcome()));
        assert_eq!(after.player(Seat::One).name.as_str(), "Guest");
        assert_eq!(after.player(Seat::Two), before.player(Seat::Two));
        assert_eq!((after.version(), after.frozen()), (before.version(), None));
    }
    // The name is nowhere: a pulse with another number than 1 would be refused.
    for (column, table) in [("fact", "events"), ("name", "seats"), ("name", "guests")] {
        let found = format!("from {table} where {column} like '%Ana%'");
        storage.execute(&format!("insert into pulse (id, beats) select 7, 7 {found}"));
    }
}

fn knows_guests(storage: &dyn Storage) {
    let store = storage.open();
    let id = guest(store.as_ref(), 7);
    let token = Digest::from_bytes([7; 32]);
    store.rename(id, "Iva".parse().unwrap()).wait().unwrap();
    let found = store.guest(token).wait().unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str()), (id, "Iva"));
    assert_eq!(store.guest(Digest::from_bytes([8; 32])).wait().unwrap(), None);
    store.check().wait().unwrap();
}

fn walks_and_withdraws(storage: &dyn Storage) {
    let store = storage.open();
    let laid: Vec<TableId> = (1..=3).map(|number| table(store.as_ref(), number).0).collect();
    assert_eq!(store.walk(None, 2).wait().unwrap(), laid[..2]);
    assert_eq!(store.walk(Some(laid[1]), 2).wait().unwrap(), laid[2..]);
    let withdraws = |id| Append { standing: Standing::Withdrawn, ..append(id, Vec::new()) };
    // A player has sat down meanwhile, and the game goes on.
    assert_eq!(store.append(withdraws(laid[0])).wait(), Err(StoreError::Conflict));
    assert_eq!(store.list(Listing::Live, 9).wait().unwrap().len(), 3);
    let id = TableId::from_bytes([7; 10]);
    let ana = Holder {
        guest: guest(store.as_ref(), 77),
        code: Digest::from_bytes([77; 32]),
        name: "Ana".parse().unwrap(),
    };
    let seats = [Some(ana.clone()), None];
    store.lay(waiting(id, seats)).wait().unwrap();
    store.append(withdraws(id)).wait().unwrap();
    assert_eq!(store.append(withdraws(id)).wait(), Err(StoreError::Conflict));
    let sits = Append { sits: Some((Seat::Two, ana)), ..append(id, opened().events(at(2))) };
    assert_eq!(store.append(sits).wait(), Err(StoreError::Conflict));
    let nowhere = append(TableId::from_bytes([99; 10]), Vec::new());
    assert_eq!(store.append(nowhere).wait(), Err(StoreError::Conflict));
}
