//! The store keeps what it is told, once, and says so only then.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use konoba_rules::{AnyPosition, GAMES, Setup, text};
use konoba_store::{
    Append, Digest, GuestId, Holder, Listing, MoveId, NewGuest, NewTable, Offer, Opponent, Origin,
    Sqlite, Standing, Store, StoreError, TableId, event_from_text, event_to_text,
};
use konoba_table::{
    Action, Event, Keyboard, Moment, Opened, Player, Seat, Start, Table, TimeControl, Wish,
};

const SPEC: usize = 0;

fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

fn open(folder: &Path) -> Sqlite {
    Sqlite::open(&folder.join("konoba.sqlite")).unwrap()
}

fn guest(store: &Sqlite, number: u8) -> GuestId {
    let token = Digest::from_bytes([number; 32]);
    let name = format!("Guest {number}").parse().unwrap();
    store.add_guest(NewGuest { token, name, since: at(0) }).wait().unwrap()
}

fn offer() -> Offer {
    Offer {
        setup: Setup::default_of(GAMES[SPEC]).with_size(5).unwrap(),
        time: TimeControl::Fischer {
            main: Duration::from_secs(60),
            increment: Duration::from_secs(1),
        },
        first: Some(Seat::One),
        opponent: Opponent::Anyone,
    }
}

fn opened() -> Opened {
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
    let offer = offer();
    Opened { keyboard: Keyboard::Apart, time: offer.time, ..Opened::new(offer.setup, players) }
}

/// A table in the store at which two people play.
fn table(store: &Sqlite, number: u8) -> (TableId, Table) {
    let id = TableId::from_bytes([number; 10]);
    let holder = |number: u8, name: &str| Holder {
        guest: guest(store, number),
        code: Digest::from_bytes([number; 32]),
        name: name.parse().unwrap(),
    };
    let seats = [Some(holder(2 * number, "Ana")), Some(holder(2 * number + 1, "Luka"))];
    let events = opened().events(at(10));
    let table = Table::replay(&events).unwrap();
    let new = NewTable { id, offer: offer(), seats, events, deadline: None, since: at(10) };
    store.lay(new).wait().unwrap();
    (id, table)
}

fn append(table: TableId, events: Vec<Event>) -> Append {
    Append {
        table,
        events,
        origin: None,
        sits: None,
        standing: Standing::Playing,
        deadline: None,
        next: None,
    }
}

fn play(table: &Table, text: &str) -> Vec<Event> {
    let mv = konoba_rules::Move::read(text, table.setup().spec).unwrap();
    table.decide(table.seat_to_move().unwrap(), Action::Play(mv), at(20)).unwrap()
}

fn origin(seat: Seat, id: &str) -> Option<Origin> {
    Some(Origin { seat, id: id.parse::<MoveId>().unwrap() })
}

#[test]
fn what_was_kept_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let (id, mut own) = table(&open(folder.path()), 1);
    {
        let store = open(folder.path());
        let events = play(&own, "c3");
        own.apply(&events[0]);
        let news = Append {
            origin: origin(Seat::One, "first-move"),
            deadline: Some(at(500)),
            ..append(id, events)
        };
        store.append(news).wait().unwrap();
    }
    let store = open(folder.path());
    let kept = store.read(id, 0).wait().unwrap().unwrap();
    let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    assert_eq!(Table::replay(&events).unwrap(), own);
    assert_eq!(kept.events[1].origin, origin(Seat::One, "first-move"));
    assert_eq!((kept.entry.version, kept.entry.standing), (2, Standing::Playing));
    assert_eq!(kept.entry.offer, offer());
    assert_eq!(store.read(id, 1).wait().unwrap().unwrap().events, kept.events[1..]);
    assert_eq!(store.due(at(499), 9).wait().unwrap(), []);
    assert_eq!(store.due(at(500), 9).wait().unwrap(), [id]);
    assert_eq!(store.read(TableId::from_bytes([9; 10]), 0).wait().unwrap(), None);
}

#[test]
fn a_version_is_written_once_and_a_command_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (id, mut own) = table(&store, 1);
    let named = |events, name| Append { origin: origin(Seat::One, name), ..append(id, events) };
    let events = play(&own, "c3");
    store.append(named(events.clone(), "one")).wait().unwrap();
    own.apply(&events[0]);
    let again = store.append(named(events, "two")).wait();
    assert_eq!(again, Err(StoreError::Conflict));
    let repeat = store.append(named(play(&own, "b2"), "one")).wait();
    assert_eq!(repeat, Err(StoreError::Repeated));
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

#[test]
fn one_refusal_does_not_harm_the_others_in_its_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let tables: Vec<_> = (1..=40).map(|number| table(&store, number)).collect();
    // All are asked before any is awaited, so that many share a transaction.
    let answers: Vec<_> = tables
        .iter()
        .flat_map(|(id, table)| [append(*id, play(table, "a1")), append(*id, play(table, "b2"))])
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

#[test]
fn sitting_down_and_opening_is_one_thing() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let id = TableId::from_bytes([5; 10]);
    let holder = |number: u8, name: &str| Holder {
        guest: guest(&store, number),
        code: Digest::from_bytes([number; 32]),
        name: name.parse().unwrap(),
    };
    let seats = [Some(holder(1, "Ana")), None];
    let offer = offer();
    let new = NewTable { id, offer, seats, events: Vec::new(), deadline: None, since: at(1) };
    store.lay(new).wait().unwrap();
    assert_eq!(store.list(Listing::Open, 9).wait().unwrap().len(), 1);
    let [luka, iva] = [holder(2, "Luka"), holder(3, "Iva")];
    let sits =
        |holder| Append { sits: Some((Seat::Two, holder)), ..append(id, opened().events(at(2))) };
    let answers = [store.append(sits(luka.clone())), store.append(sits(iva))];
    assert_eq!(answers.map(konoba_store::Answer::wait), [Ok(()), Err(StoreError::Conflict)]);
    let entry = store.read(id, 0).wait().unwrap().unwrap().entry;
    assert_eq!(entry.seats[1].as_ref(), Some(&luka));
    assert_eq!(store.list(Listing::Open, 9).wait().unwrap(), []);
    assert_eq!(store.list(Listing::Live, 9).wait().unwrap(), std::slice::from_ref(&entry));
    assert_eq!(store.list(Listing::Of(luka.guest), 9).wait().unwrap(), [entry]);
    assert_eq!(store.seat_by_code(luka.code).wait().unwrap(), Some((id, Seat::Two)));
    assert_eq!(store.seat_by_code(Digest::from_bytes([99; 32])).wait().unwrap(), None);
}

#[test]
fn an_event_of_a_later_format_is_left_unread() {
    let folder = tempfile::tempdir().unwrap();
    let (id, _) = table(&open(folder.path()), 1);
    let other = rusqlite::Connection::open(folder.path().join("konoba.sqlite")).unwrap();
    let sql =
        "insert into events (table_id, version, at, format, fact) values (?1, 2, 3, 999, '{}')";
    other.execute(sql, [id.to_string()]).unwrap();
    let kept = open(folder.path()).read(id, 0).wait().unwrap().unwrap();
    assert_eq!((kept.events.len(), kept.unread), (1, Some(2)));
}

#[test]
fn a_locked_file_refuses_and_then_takes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (id, own) = table(&store, 1);
    let other = rusqlite::Connection::open(folder.path().join("konoba.sqlite")).unwrap();
    other.execute_batch("begin immediate").unwrap();
    let refused = store.append(append(id, play(&own, "c3"))).wait();
    assert_eq!(refused, Err(StoreError::Locked));
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 1);
    other.execute_batch("rollback").unwrap();
    store.append(append(id, play(&own, "c3"))).wait().unwrap();
}

#[test]
fn a_file_that_is_gone_refuses_and_takes_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let (id, own) = table(&store, 1);
    let (here, away) = (folder.path().join("konoba.sqlite"), folder.path().join("away"));
    let log = |path: &Path| path.with_file_name(format!("{}-wal", path.display()));
    fs::rename(&here, &away).unwrap();
    fs::rename(log(&here), log(&away)).unwrap();
    let refused = store.append(append(id, play(&own, "c3"))).wait();
    assert_eq!(refused, Err(StoreError::Gone));
    assert_eq!(store.read(id, 0).wait(), Err(StoreError::Gone));
    fs::rename(log(&away), log(&here)).unwrap();
    fs::rename(&away, &here).unwrap();
    store.append(append(id, play(&own, "c3"))).wait().unwrap();
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

#[test]
fn a_damaged_file_refuses_and_a_restored_one_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("konoba.sqlite");
    let (id, own) = table(&open(folder.path()), 1);
    let store = open(folder.path());
    let backup = folder.path().join("backup.sqlite");
    let other = rusqlite::Connection::open(&here).unwrap();
    other.execute("vacuum into ?1", [backup.to_str().unwrap()]).unwrap();
    drop(other);
    let damaged = folder.path().join("damaged");
    fs::write(&damaged, vec![0x5a; 64 << 10]).unwrap();
    // The log goes too: what is in it would heal the file.
    let replace = |with: &Path| {
        for name in ["konoba.sqlite-wal", "konoba.sqlite-shm"] {
            let _ = fs::remove_file(folder.path().join(name));
        }
        fs::rename(with, &here).unwrap();
    };
    replace(&damaged);
    let refused = store.append(append(id, play(&own, "c3"))).wait();
    assert_eq!(refused, Err(StoreError::Corrupt));
    replace(&backup);
    store.append(append(id, play(&own, "c3"))).wait().unwrap();
    assert_eq!(store.read(id, 0).wait().unwrap().unwrap().events.len(), 2);
}

#[test]
fn a_file_that_is_no_database_is_refused_on_opening() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("konoba.sqlite"), vec![7; 5000]).unwrap();
    let refused = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap_err();
    assert_eq!(refused, StoreError::Corrupt);
    let nowhere = Sqlite::open(&folder.path().join("nowhere").join("konoba.sqlite")).unwrap_err();
    assert_eq!(nowhere, StoreError::Gone);
}

/// Every kind of event of every game comes back as it was written.
#[test]
fn events_are_read_as_they_were_written() {
    let mut kinds = std::collections::BTreeSet::new();
    for spec in GAMES {
        for seed in 0..6u64 {
            let events = a_game(Setup::default_of(spec), seed);
            for event in &events {
                let text = event_to_text(event, spec);
                let read =
                    event_from_text(event.version, event.at, Event::FORMAT, &text, Some(spec));
                assert_eq!(read.as_ref(), Ok(event), "{text}");
                kinds.insert(text.split('"').nth(3).unwrap().to_owned());
            }
            let table = Table::replay(&events).unwrap();
            assert!(table.frozen().is_none());
        }
    }
    let expected = ["asked", "declined", "ended", "moved", "opened", "rematched", "undone"];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

/// A game with wishes, played at random to its end, and a start in the middle for every other seed.
fn a_game(setup: Setup, seed: u64) -> Vec<Event> {
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
    let start = match seed % 2 {
        0 => Start::empty(setup),
        _ => {
            let mut position = AnyPosition::start(setup);
            let moves = position.moves_of(position.to_move());
            position.play(moves[seed as usize % moves.len()]).unwrap();
            let text = text::write(&position);
            Start::standing(&text::read(setup, &text).unwrap()).unwrap()
        }
    };
    let time = match seed % 3 {
        0 => TimeControl::None,
        1 => TimeControl::days_per_move(3),
        _ => offer().time,
    };
    let opened = Opened { start, time, keyboard: Keyboard::Apart, ..Opened::new(setup, players) };
    let mut events = opened.events(at(0));
    let mut table = Table::replay(&events).unwrap();
    let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut step = |table: &mut Table, seat: Seat, action: Action| {
        let Ok(news) = table.decide(seat, action, at(events.len() as u64 * 7)) else { return };
        news.iter().for_each(|event| table.apply(event));
        events.extend(news);
    };
    while let Some(seat) = table.seat_to_move() {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let roll = (dice >> 33) as usize;
        match roll % 23 {
            0 => step(&mut table, seat.other(), Action::Ask(Wish::Undo)),
            1 => step(&mut table, seat, Action::Accept(Wish::Undo)),
            2 => step(&mut table, seat, Action::Decline(Wish::Undo)),
            3 if seed == 4 => step(&mut table, seat, Action::Resign),
            _ => {
                let moves = table.position().moves_of(table.position().to_move());
                step(&mut table, seat, Action::Play(moves[roll / 23 % moves.len()]));
            }
        }
    }
    step(&mut table, Seat::One, Action::Ask(Wish::Rematch));
    step(&mut table, Seat::Two, Action::Ask(Wish::Rematch));
    events
}
