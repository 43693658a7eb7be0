//! What becomes of the clocks of games when the time of day is set, and when no client is there.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use common::{Game, TestClock, guest, offering, open_with, play};
use konoba_live::{Clock, Config, House, Offering, With};
use konoba_rules::{Move, Record};
use konoba_store::{MachineClocks, Sqlite, Standing, TableId};
use konoba_table::{Moment, Seat, TimeControl};

const HOUR: i64 = 3_600_000;
const NOON: u64 = 1_700_000_000_000;

const FIVE_MINUTES: TimeControl =
    TimeControl::Fischer { main: Duration::from_secs(300), increment: Duration::ZERO };

/// A machine whose time of day can be set, and on which time passes only when a test says so.
#[derive(Clone, Default)]
struct Machine {
    wall: Arc<AtomicU64>,
    steady: Arc<AtomicU64>,
}

impl Machine {
    fn at_noon() -> Self {
        let machine = Self::default();
        machine.wall.store(NOON, Ordering::SeqCst);
        machine
    }

    fn passes(&self, seconds: u64) {
        self.wall.fetch_add(1000 * seconds, Ordering::SeqCst);
        self.steady.fetch_add(1000 * seconds, Ordering::SeqCst);
    }

    fn sets_time_of_day(&self, by: i64) {
        self.wall.fetch_add(by.cast_unsigned(), Ordering::SeqCst);
    }

    fn open(&self, folder: &Path) -> House {
        let (wall, steady) = (self.wall.clone(), self.steady.clone());
        let clocks = MachineClocks::of(
            move || Moment::from_millis(wall.load(Ordering::SeqCst)),
            move || Duration::from_millis(steady.load(Ordering::SeqCst)),
        );
        let store = Arc::new(Sqlite::open_by(&folder.join("konoba.sqlite"), clocks).unwrap());
        let of_store = store.clone();
        let clock = Clock::of(move || of_store.now());
        House::open(store, Config { clock, ..Config::default() })
    }
}

/// What both seats have left, in seconds; nothing once the game is over.
async fn left(house: &House, table: TableId) -> Option<[u64; 2]> {
    let update = house.look(table).await.unwrap();
    let table = update.table.unwrap();
    let left = Seat::BOTH.map(|seat| table.left(seat, house.now()).unwrap().as_secs());
    (!table.is_over()).then_some(left)
}

#[tokio::test]
async fn the_time_of_day_may_be_set_by_an_hour() {
    for by in [HOUR, -HOUR] {
        let folder = tempfile::tempdir().unwrap();
        let machine = Machine::at_noon();
        let house = machine.open(folder.path());
        let game = Game::begin(&house, FIVE_MINUTES).await;
        let table = game.laid.table;
        house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
        machine.passes(10);
        machine.sets_time_of_day(by);
        assert_eq!(left(&house, table).await, Some([300, 290]), "{by}");
        machine.passes(10);
        // No player loses on time, and none gains time.
        house.order(table, game.who(Seat::Two), play("b2")).await.unwrap();
        assert_eq!(left(&house, table).await, Some([300, 280]), "{by}");
        machine.passes(20);
        assert_eq!(left(&house, table).await, Some([280, 280]), "{by}");

        // The house is closed for a minute, which counts, and the hour still does not.
        house.close().await;
        drop(house);
        machine.passes(60);
        let house = machine.open(folder.path());
        assert_eq!(left(&house, table).await, Some([220, 280]), "{by}");
        house.order(table, game.who(Seat::One), play("c4")).await.unwrap();
        let update = house.look(table).await.unwrap();
        let latest = update.table.unwrap().latest();
        assert_eq!(latest, Moment::from_millis(NOON + 100_000), "{by}");
        house.close().await;
    }
}

#[tokio::test]
async fn after_a_restart_time_goes_on_from_the_last_moment_that_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let machine = Machine::at_noon();
    let house = machine.open(folder.path());
    let game = Game::begin(&house, FIVE_MINUTES).await;
    let table = game.laid.table;
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    machine.passes(100);
    house.order(table, game.who(Seat::Two), play("b2")).await.unwrap();
    house.close().await;
    drop(house);
    // The battery of the machine is empty: it wakes up years ago.
    machine.sets_time_of_day(-50_000 * HOUR);
    machine.passes(5);
    let house = machine.open(folder.path());
    assert_eq!(house.now(), Moment::from_millis(NOON + 100_000));
    machine.passes(7);
    assert_eq!(left(&house, table).await, Some([293, 200]));
    house.close().await;
}

/// The time of day was years in the future when a game without a clock was played, and is right again when the server
/// starts. It is taken as it is, and the game goes on from its last move.
#[tokio::test]
async fn where_no_clock_runs_a_time_of_day_that_was_in_the_future_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let machine = Machine::at_noon();
    machine.sets_time_of_day(50_000 * HOUR);
    let house = machine.open(folder.path());
    let game = Game::begin(&house, TimeControl::None).await;
    let table = game.laid.table;
    house.order(table, game.who(Seat::One), play("c3")).await.unwrap();
    house.close().await;
    drop(house);
    machine.sets_time_of_day(-50_000 * HOUR);
    for seconds in [7, 0] {
        machine.passes(seconds);
        let house = machine.open(folder.path());
        assert_eq!(house.now(), Moment::from_millis(NOON + 7_000));
        if seconds > 0 {
            house.order(table, game.who(Seat::Two), play("b2")).await.unwrap();
        }
        let latest = house.look(table).await.unwrap().table.unwrap().latest();
        assert_eq!(latest, Moment::from_millis(NOON + 50_000 * HOUR.cast_unsigned()));
        house.close().await;
    }
}

/// The moves that a game brings with it have set its clock going, like moves at the table.
#[tokio::test]
async fn the_clock_of_a_game_from_a_record_runs_out_while_no_client_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let test_clock = TestClock::default();
    let config = Config { clock: test_clock.clock(), ..Config::default() };
    let house = open_with(folder.path(), config.clone());
    let ana = guest(&house, "Ana").await;
    let offering = offering(With::SameScreen("Luka".parse().unwrap()));
    let mut record = Record::new(offering.setup);
    for text in ["c3", "b2"] {
        let mv = Move::read(text, offering.setup.spec).unwrap();
        record.play(record.last(), mv).unwrap();
    }
    let (record, time) = (Some(record), TimeControl::days_per_move(3));
    house.offer(&ana, Offering { record, time, ..offering }).await.unwrap();
    house.close().await;
    test_clock.set(4 * 24 * 60 * 60 * 1000);
    let house = open_with(folder.path(), config);
    let mut lobby = house.lobby_watch();
    lobby.changed().await.unwrap();
    let listed = house.tables_of(&ana).await.unwrap();
    assert_eq!(listed[0].entry.standing, Standing::Over);
}
