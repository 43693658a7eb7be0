//! Engines of the house: they play, an undo makes them give up, and no other request waits for them.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod common;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::{Game, guest, offering, open_with, play};
use konoba_advice::{Budget, Thinker};
use konoba_live::{Config, Credentials, House, Offering, Order, Requester, With};
use konoba_rules::{AnyPosition, Level};
use konoba_scene::Advice;
use konoba_store::TableId;
use konoba_table::{Action, Fact, Name, Seat, Table, TimeControl, Wish};

/// An engine that plays the first legal move, or thinks until it is told to stop.
#[derive(Default)]
struct First {
    is_slow: bool,
    begun: Arc<AtomicUsize>,
    given_up: Arc<AtomicUsize>,
    /// How many thoughts had been given up when a record was analysed.
    analysed_after: Arc<AtomicUsize>,
}

impl Thinker for First {
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::new(3).unwrap()
    }

    fn name(&self, level: Level) -> Name {
        format!("First {level}").parse().unwrap()
    }

    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        self.begun.fetch_add(1, Ordering::SeqCst);
        if self.is_slow {
            while !budget.must_stop() {
                std::thread::yield_now();
            }
            self.given_up.fetch_add(1, Ordering::SeqCst);
        }
        let position = table.position();
        Action::Play(position.moves_of(position.to_move())[0])
    }

    fn advise(&self, position: &AnyPosition, _: Budget<'_>) -> Advice {
        self.analysed_after.store(self.given_up.load(Ordering::SeqCst), Ordering::SeqCst);
        Advice::only(position.moves_of(position.to_move())[0])
    }
}

fn config(thinker: First) -> Config {
    Config { thinker: Some(Arc::new(thinker)), ..Config::default() }
}

#[tokio::test]
async fn an_engine_answers_and_is_taken_back_without_asking() {
    let folder = tempfile::tempdir().unwrap();
    let house = open_with(folder.path(), config(First::default()));
    let ana = guest(&house, "Ana").await;
    let refused = house
        .offer(&ana, offering(With::Engine { level: Level::new(9).unwrap() }))
        .await
        .unwrap_err();
    assert_eq!(refused.id(), "no-level");
    let laid =
        house.offer(&ana, offering(With::Engine { level: Level::new(2).unwrap() })).await.unwrap();
    let who = Credentials::guest(ana.id);
    let mut visit = house.visit(laid.table, who, None).await.unwrap();
    house.order(laid.table, who, play("c3")).await.unwrap();
    loop {
        let table = visit.next().await.unwrap().table.clone().unwrap();
        if table.history().len() == 2 {
            assert_eq!(table.player(Seat::Two).name.as_str(), "First 2");
            break;
        }
    }
    house.order(laid.table, who, Order::new(Action::Ask(Wish::Undo))).await.unwrap();
    let table = house.look(laid.table).await.unwrap().table.unwrap();
    assert_eq!(table.history().len(), 0);
    // A client cannot act for the engine's seat.
    let order = Order { seat: Some(Seat::Two), ..Order::new(Action::Resign) };
    assert_eq!(house.order(laid.table, who, order).await.unwrap_err().id(), "not-seated");
}

#[tokio::test]
async fn an_undo_makes_the_engine_give_up() {
    let folder = tempfile::tempdir().unwrap();
    let [begun, given_up] = [0, 0].map(AtomicUsize::new).map(Arc::new);
    let thinker = First {
        is_slow: true,
        begun: begun.clone(),
        given_up: given_up.clone(),
        ..First::default()
    };
    let house = open_with(folder.path(), config(thinker));
    let ana = guest(&house, "Ana").await;
    let laid =
        house.offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() })).await.unwrap();
    let who = Credentials::guest(ana.id);
    house.order(laid.table, who, play("c3")).await.unwrap();
    // A thought that has not begun is taken out of the queue, and could not be given up.
    while begun.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    house.order(laid.table, who, Order::new(Action::Ask(Wish::Undo))).await.unwrap();
    while given_up.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(house.look(laid.table).await.unwrap().table.unwrap().history().len(), 0);
}

#[tokio::test]
async fn a_flood_of_engine_games_does_not_delay_people() {
    let folder = tempfile::tempdir().unwrap();
    let thinker = First { is_slow: true, ..First::default() };
    let config = Config { max_tables_of_guest: 1000, ..config(thinker) };
    let house = open_with(folder.path(), config);
    let ana = guest(&house, "Ana").await;
    for _ in 0..50 {
        let laid = house
            .offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() }))
            .await
            .unwrap();
        house.order(laid.table, Credentials::guest(ana.id), play("c3")).await.unwrap();
    }
    // The one thread that thinks never ends, and two people play on.
    let game = Game::begin(&house, TimeControl::None).await;
    for (seat, mv) in [(Seat::One, "c3"), (Seat::Two, "a1"), (Seat::One, "c4")] {
        house.order(game.laid.table, game.who(seat), play(mv)).await.unwrap();
    }
    house.close().await;
}

/// The one thread that thinks is taken. An analysis waits until it is free, and is not begun beside it.
#[tokio::test]
async fn an_analysis_waits_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let [begun, given_up, analysed_after] = [0, 0, 0].map(AtomicUsize::new).map(Arc::new);
    let thinker = First {
        is_slow: true,
        begun: begun.clone(),
        given_up: given_up.clone(),
        analysed_after: analysed_after.clone(),
    };
    let house = open_with(folder.path(), config(thinker));
    let ana = guest(&house, "Ana").await;
    let laid = house.offer(&ana, offering(With::Engine { level: Level::WEAKEST })).await.unwrap();
    let who = Credentials::guest(ana.id);
    house.order(laid.table, who, play("c3")).await.unwrap();
    while begun.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let record = house.look(laid.table).await.unwrap().table.unwrap().record().to_sgf();
    let undo = async {
        // By now the analysis has been asked for.
        house.order(laid.table, who, Order::new(Action::Ask(Wish::Undo))).await.unwrap();
    };
    let (analysis, ()) = tokio::join!(house.analyse(Requester::house(), &record, 0), undo);
    assert!(analysis.unwrap().is_some());
    assert_eq!(analysed_after.load(Ordering::SeqCst), 1, "the thought before was given up first");
}

/// An engine whose first thought goes wrong.
#[derive(Default)]
struct Stumbling {
    thoughts: AtomicUsize,
    then: First,
}

impl Thinker for Stumbling {
    fn levels(&self) -> RangeInclusive<Level> {
        self.then.levels()
    }

    fn name(&self, level: Level) -> Name {
        self.then.name(level)
    }

    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        let is_first = self.thoughts.fetch_add(1, Ordering::SeqCst) == 0;
        assert!(!is_first, "the first thought goes wrong");
        self.then.choose(table, budget)
    }

    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice {
        self.then.advise(position, budget)
    }
}

/// The one thread that thinks outlives a panic, and the table has it think again.
#[tokio::test]
async fn a_thought_that_goes_wrong_is_thought_again() {
    let folder = tempfile::tempdir().unwrap();
    let thinker = Some(Arc::new(Stumbling::default()) as Arc<dyn Thinker>);
    let house = open_with(folder.path(), Config { thinker, ..Config::default() });
    let ana = guest(&house, "Ana").await;
    let laid =
        house.offer(&ana, offering(With::Engine { level: Level::new(1).unwrap() })).await.unwrap();
    let who = Credentials::guest(ana.id);
    let mut visit = house.visit(laid.table, who, None).await.unwrap();
    house.order(laid.table, who, play("c3")).await.unwrap();
    let answered =
        async { while visit.next().await.unwrap().table.clone().unwrap().history().len() < 2 {} };
    tokio::time::timeout(Duration::from_secs(20), answered).await.unwrap();
}

/// Waits until so many moves were made at a table, without waking it.
async fn moves_are_made(house: &House, table: TableId, count: usize) {
    let made = async || {
        let found = house.events(table, None).await.unwrap();
        found.events.iter().filter(|event| matches!(event.fact, Fact::Moved { .. })).count()
    };
    let waiting = async {
        while made().await < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap();
}

#[tokio::test]
async fn an_engine_begins_where_no_client_comes() {
    let folder = tempfile::tempdir().unwrap();
    let house = open_with(folder.path(), config(First::default()));
    let ana = guest(&house, "Ana").await;
    let with_engine = offering(With::Engine { level: Level::WEAKEST });
    let offering = Offering { first: Some(Seat::Two), ..with_engine.clone() };
    let begun_by_engine = house.offer(&ana, offering).await.unwrap().table;
    moves_are_made(&house, begun_by_engine, 1).await;

    let begun_by_ana = house.offer(&ana, with_engine).await.unwrap().table;
    let who = Credentials::guest(ana.id);
    for action in [Action::Resign, Action::Ask(Wish::Rematch)] {
        house.order(begun_by_ana, who, Order::new(action)).await.unwrap();
    }
    let rematch = house.events(begun_by_ana, None).await.unwrap().entry.next.unwrap();
    moves_are_made(&house, rematch, 1).await;
    house.close().await;
}

#[tokio::test]
async fn an_engine_that_owes_a_move_makes_it_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let house = open_with(folder.path(), config(First { is_slow: true, ..First::default() }));
    let ana = guest(&house, "Ana").await;
    let laid = house.offer(&ana, offering(With::Engine { level: Level::WEAKEST })).await.unwrap();
    house.order(laid.table, Credentials::guest(ana.id), play("c3")).await.unwrap();
    house.close().await;
    drop(house);
    let house = open_with(folder.path(), config(First::default()));
    moves_are_made(&house, laid.table, 2).await;
    house.close().await;
}
