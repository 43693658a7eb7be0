//! What came of games: found again by game, opponent and result, and known of games from before.

use konoba_rules::{GAMES, Level};
use konoba_store::{
    Append, Entry, FinishedQuery, GameResult, GuestId, NewTable, OpponentQuery, Progress,
    ResultQuery, Standing, Store, TableId,
};
use konoba_table::{Action, Ending, Event, Seat, Table};

use crate::suite::{FORMAT_1, Storage};
use crate::tables::{at, follow, guest, holder, opened, table, waiting};

/// How a table stands that is replayed from the events which the store holds.
fn replayed(store: &dyn Store, id: TableId) -> Table {
    let kept = store.read(id, 0).wait().unwrap().unwrap();
    let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
    Table::replay(&events).unwrap()
}

pub(crate) fn fills_in_results(storage: &dyn Storage) {
    drop(storage.open());
    storage.execute(FORMAT_1);
    // One of them goes on, after a swap and an undo.
    let again = "insert into events (table_id, version, at, format, fact)
        select 'gzr4z1wc0j332ka1', version, at, format, fact from events
        where table_id = 'd1xkf9hp3tda2v9e' and version <= ";
    storage.execute(&format!(
        "insert into tables (id, setup, time, opponent, standing, version, since)
        select 'gzr4z1wc0j332ka1', setup, time, opponent, 'playing', 9, since from tables
        where id = 'd1xkf9hp3tda2v9e'; {again} 9"
    ));
    for column in ["to_move", "winner", "ending", "ended"] {
        storage.execute(&format!("alter table tables drop column {column}"));
    }
    storage.execute("drop table devices; drop table device_links; drop table alerts");
    // One database has the one, and one the other.
    storage.execute("drop table if exists renewals; drop table if exists guest_numbers");
    storage
        .execute("drop index tables_played; create index tables_by_position on tables (position)");
    storage.execute(
        "delete from refinery_schema_history
        where name in ('results', 'devices', 'alerts', 'positions', 'renewals', 'guest_numbers')",
    );
    let store = storage.open();
    for (id, winner, ending, ended) in [
        ("d1xkf9hp3tda2v9e", Seat::Two, Ending::Resignation, 1_794_741_733_721),
        ("xdn4z1wc0j332ka1", Seat::One, Ending::Board, 1_794_741_733_754),
    ] {
        let found = store.read(id.parse().unwrap(), 0).wait().unwrap().unwrap().entry.progress;
        let result = GameResult { winner: Some(winner), ending: Some(ending), at: at(ended) };
        assert_eq!(found, Progress { to_move: None, result: Some(result) }, "{id}");
    }
    for (id, to_move) in [("gzr4z1wc0j332ka1", Seat::Two), ("btt1mkmx1vn85efz", Seat::Two)] {
        let id = id.parse().unwrap();
        let found = store.read(id, 0).wait().unwrap().unwrap().entry.progress;
        assert_eq!(found, Progress { to_move: Some(to_move), result: None }, "{id}");
        assert_eq!(replayed(store.as_ref(), id).seat_to_move(), Some(to_move), "{id}");
    }
    let waiting = store.read("j4a7n1c8hmn4eg6t".parse().unwrap(), 0).wait().unwrap().unwrap();
    assert_eq!(waiting.entry.progress, Progress::default());
}

pub(crate) fn finds_finished(storage: &dyn Storage) {
    let store = storage.open();
    let ana = guest(store.as_ref(), 99);
    // Ana holds seat one of the first four tables. She wins, loses, has no winner, and shares a screen.
    let winners = [Some(Seat::One), Some(Seat::Two), None, Some(Seat::One), Some(Seat::One)];
    let mut ids = Vec::new();
    for (number, winner) in (1..).zip(winners) {
        let (id, own) = table(store.as_ref(), number);
        let ending = winner.map(|_| Ending::Time);
        let result = GameResult { winner, ending, at: at(100 + u64::from(number)) };
        let progress = Progress { to_move: None, result: Some(result) };
        let over = Append { standing: Standing::Over, progress, ..follow(id, &own, "c3") };
        store.append(over).wait().unwrap();
        let kept = store.read(id, 0).wait().unwrap().unwrap();
        assert_eq!(kept.entry.progress, progress);
        ids.push(id);
        if number <= 4 {
            let seat = if number == 4 { "" } else { "and seat = 1" };
            let GuestId(ana) = ana;
            storage
                .execute(&format!("update seats set guest = {ana} where table_id = '{id}' {seat}"));
        }
    }
    storage.execute(&format!(
        "update seats set name = 'Mara 50%_' where table_id = '{}' and seat = 2",
        ids[1]
    ));
    storage.execute(&format!("update tables set opponent = 'same-screen' where id = '{}'", ids[3]));
    // The third is with an engine, which holds no seat, and at another game.
    storage.execute(&format!("delete from seats where table_id = '{}' and seat = 2", ids[2]));
    storage.execute(&format!(
        "update tables set opponent = 'engine', level = 3, setup = '{}' where id = '{}'",
        GAMES[1].id, ids[2]
    ));
    let all = FinishedQuery::of(ana, 9);
    let find = |query: &FinishedQuery| -> Vec<usize> {
        let found = store.finished(query.clone()).wait().unwrap();
        found.iter().map(|entry| ids.iter().position(|id| *id == entry.id).unwrap() + 1).collect()
    };
    assert_eq!(find(&all), [4, 3, 2, 1]);
    let game = |number: usize| FinishedQuery { game: Some(GAMES[number]), ..all.clone() };
    assert_eq!((find(&game(0)), find(&game(1)), find(&game(2))), (vec![4, 2, 1], vec![3], vec![]));
    let result = |result| FinishedQuery { result: Some(result), ..all.clone() };
    assert_eq!(find(&result(ResultQuery::Won)), [1]);
    assert_eq!(find(&result(ResultQuery::Lost)), [2]);
    assert_eq!(find(&result(ResultQuery::Other)), [4, 3]);
    let opponent = |name: &str, levels: &[u8]| {
        let levels = levels.iter().map(|level| Level::from_code(*level).unwrap()).collect();
        FinishedQuery {
            opponent: Some(OpponentQuery { name: name.to_owned(), levels }),
            ..all.clone()
        }
    };
    assert_eq!(find(&opponent("LUK", &[])), [4, 1]);
    assert_eq!(find(&opponent("50%_", &[])), [2]);
    assert_eq!(find(&opponent("%", &[3, 45])), [3, 2]);
    // Letters beyond ASCII have two cases too, whatever the language of the database.
    storage.execute(&format!(
        "update seats set name = 'Željka' where table_id = '{}' and seat = 2",
        ids[0]
    ));
    assert_eq!(find(&opponent("ŽELJ", &[])), [1]);
    assert_eq!(find(&opponent("žEL", &[])), [1]);
    assert_eq!(find(&opponent("luk", &[])), [4]);
    // Her own name is not that of an opponent.
    assert!(find(&opponent("ana", &[])).is_empty());
    // One page after another, also where games ended in the same moment.
    storage.execute("update tables set ended = 101 where ended < 104");
    let mut seen = Vec::new();
    let mut page = FinishedQuery { limit: 1, ..all.clone() };
    while let [entry] = store.finished(page.clone()).wait().unwrap().as_slice() {
        seen.push(entry.id);
        page.before = entry.progress.result.map(|result| (result.at, entry.id));
    }
    assert_eq!(seen, [ids[3], ids[0], ids[1], ids[2]]);
}

pub(crate) fn takes_finished(storage: &dyn Storage) {
    let store = storage.open();
    let id = TableId::from_bytes([8; 10]);
    let ana = holder(guest(store.as_ref(), 1));
    let mut events = opened().events(at(2));
    let table = Table::replay(&events).unwrap();
    events.extend(table.decide(Seat::Two, Action::Resign, at(3)).unwrap());
    let new = NewTable { events, ..waiting(id, [Some(ana.clone()), None]) };
    let expected = Entry::from(&new);
    store.lay(new).wait().unwrap();
    let entry = store.read(id, 0).wait().unwrap().unwrap().entry;
    assert_eq!(entry, expected);
    let result = entry.progress.result.expect("it is over");
    assert_eq!((entry.standing, result.winner), (Standing::Over, Some(Seat::One)));
    assert_eq!(store.count_unfinished(ana.guest).wait().unwrap(), 0);
}
