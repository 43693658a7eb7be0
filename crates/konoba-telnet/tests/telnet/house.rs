//! What the house does by itself, seen from this door: it comes back, it keeps the time, it plays.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use konoba_advice::{Budget, Thinker};
use konoba_live::{Config, Token};
use konoba_rules::{AnyPosition, Level};
use konoba_scene::Advice;
use konoba_store::Sqlite;
use konoba_table::{Action, Name, Table};

use crate::client::{Door, unhurried};
use crate::double::{Double, Shared};

#[test]
fn a_seat_outlives_the_house() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    ana.say("c3");
    luka.hear("Move, such as");
    luka.say("a1");
    ana.hear("Luka (White) plays a1.");
    let door = door.open_again();
    let told = ana.hear_all();
    let (_, code) = told.split_once("type: ").expect("it was told how to come back");
    let mut ana = door.connect();
    ana.say(code.lines().next().unwrap());
    let told = ana.hear("Move, such as");
    assert!(told.contains("Moves so far: c3 a1\nBlack stone: c3. White stone: a1.\n"), "{told}");
    ana.say("c2");
    ana.hear("You play c2.");
}

/// A guest gets another code, and then has everything deleted.
#[test]
fn a_guest_leaves_for_good() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    ana.say("revoke");
    let told = ana.hear("Move, such as");
    assert!(told.contains("Your old codes no longer work."), "{told}");
    ana.say("c3");
    luka.hear("Ana (Black) plays c3.");
    // What cannot be taken back is asked for twice in a row.
    for other in ["forget me", "clock", "forget me"] {
        ana.say(other);
    }
    ana.hear("type once more: forget me");
    ana.hear("This game has no clock.");
    ana.hear("type once more: forget me");
    ana.say("forget me");
    ana.hear("Your name and your codes are deleted.");
    ana.hear("Your name?");
    let told = luka.hear("again? (y/n)");
    assert!(told.contains("resigned"), "{told}");
    luka.say("n");
    let mut mara = door.enter("Mara");
    mara.say("who");
    let who = mara.hear("Mara is free.");
    assert!(!who.contains("Ana"), "{who}");
}

/// A guest logs out through another door, and then everywhere.
#[test]
fn a_guest_who_logged_out_elsewhere_holds_no_seat_here() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5,nopie");
    let live = door.runtime.block_on(door.house.lobby()).unwrap().live.clone();
    let seats = live[0].entry.seats.clone();
    let holder = seats.iter().flatten().find(|holder| holder.name.as_str() == "Ana").unwrap();
    // Logging out at one device changes nothing at the others.
    door.runtime.block_on(door.house.sign_out(holder.guest, &Token::random())).unwrap();
    ana.say("c3");
    luka.hear("plays c3");
    door.runtime.block_on(door.house.revoke(holder.guest)).unwrap();
    ana.hear("You were logged out here.");
    ana.say("c2");
    ana.hear("Unknown command.");
    luka.say("resign");
}

#[test]
fn a_flag_falls_by_itself() {
    let door = Door::open();
    let [mut ana, mut luka] = door.seat("konobi:5,nopie 1s+0s");
    ana.say("c3");
    for client in [&mut ana, &mut luka] {
        client.hear("Winner: Ana (Black), because Luka (White) ran out of time\n");
        client.hear("again? (y/n)");
    }
}

/// Plays the first legal move there is.
struct Simple;

impl Thinker for Simple {
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::new(3).unwrap()
    }

    fn name(&self, level: Level) -> Name {
        format!("Simple {level}").parse().unwrap()
    }

    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        Action::Play(self.advise(table.position(), budget).best)
    }

    fn advise(&self, position: &AnyPosition, _: Budget<'_>) -> Advice {
        let moves = position.moves_of(position.to_move());
        let idea = Some(format!("There are {} moves.", moves.len()));
        Advice { idea, ..Advice::only(moves[0]) }
    }
}

#[test]
fn the_house_plays_too() {
    let house = Config { thinker: Some(Arc::new(Simple)), ..Config::default() };
    let door = Door::open_to(tempfile::tempdir().unwrap(), house, unhurried());
    let mut ana = door.enter("Ana");
    ana.say("match engine 9 konobi:3");
    ana.hear("There is no such level.");
    ana.say("match engine 2 konobi:3,nopie");
    ana.hear("Simple 2 plays White");
    ana.hear("Move, such as");
    ana.say("b2");
    let told = ana.hear("Move, such as");
    assert!(told.contains("Simple 2 (White) plays a1."), "{told}");
    // It agrees to everything.
    ana.say("undo");
    ana.hear("You took back moves 1 and 2.");
    ana.hear("Move, such as");
    ana.say("resign");
    ana.hear("Winner: Simple 2 (White)");
    ana.say("y");
    ana.hear("Rematch: Simple 2 moves first.");
    let told = ana.hear("Move, such as");
    assert!(told.contains("Simple 2 (Black) plays a1."), "{told}");
}

#[test]
fn the_house_gives_hints_where_it_plays() {
    let house = Config { thinker: Some(Arc::new(Simple)), ..Config::default() };
    let door = Door::open_to(tempfile::tempdir().unwrap(), house, unhurried());
    let mut ana = door.enter("Ana");
    ana.say("match engine 1 konobi:3,nopie public");
    ana.hear("Move, such as");
    ana.say("hint");
    ana.hear("The computer is thinking about it.\n");
    ana.hear("There are 9 moves.\n");
    ana.say("thoughts");
    ana.hear("That is not available here. Type hint for a move.\n");
    // Watchers get no hints, and two people play without the engine's help.
    let mut mara = door.enter("Mara");
    mara.say("observe Ana");
    mara.hear("Ana (Black) is to move.");
    mara.say("hint");
    mara.hear("You are watching this game; only its players can do that.\n");
    let [mut eva, mut luka] = ["Eva", "Luka"].map(|name| door.enter(name));
    eva.say("match Luka konobi:3");
    luka.hear("To play, type");
    luka.say("join Eva");
    eva.hear("Move, such as");
    eva.say("hint");
    eva.hear(&format!("{}\n", konoba_table::NO_ENGINE));
}

/// Thinks about a hint for as long as a client waits for it.
#[derive(Default)]
struct Pensive {
    is_thinking: AtomicBool,
    is_given_up: AtomicBool,
}

impl Thinker for Pensive {
    fn levels(&self) -> RangeInclusive<Level> {
        Simple.levels()
    }

    fn name(&self, level: Level) -> Name {
        Simple.name(level)
    }

    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        Simple.choose(table, budget)
    }

    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice {
        self.is_thinking.store(true, Ordering::Relaxed);
        until("no client waits any more", &|| budget.must_stop());
        self.is_given_up.store(true, Ordering::Relaxed);
        let idea = Some("A hint that comes too late.".to_owned());
        Advice { idea, ..Simple.advise(position, budget) }
    }
}

/// Whatever changes the table, a hint about how it stood is not told under the new board.
#[test]
fn a_hint_is_dropped_when_the_table_changes() {
    for (line, changed) in [
        ("undo", "You took back moves 1 and 2."),
        ("b3", "You play b3."),
        ("resign", "Winner: Simple 1 (White)"),
    ] {
        let pensive = Arc::new(Pensive::default());
        let thinker = Some(pensive.clone() as Arc<dyn Thinker>);
        let house = Config { thinker, thinking_threads: 2, ..Config::default() };
        let door = Door::open_to(tempfile::tempdir().unwrap(), house, unhurried());
        let mut ana = door.enter("Ana");
        ana.say("match engine 1 konobi:4,nopie");
        ana.hear("Move, such as");
        ana.say("b2");
        ana.hear("Move, such as");
        ana.say("hint");
        ana.hear("The computer is thinking about it.\n");
        until("it thinks", &|| pensive.is_thinking.load(Ordering::Relaxed));
        // Nothing has changed by what is only asked.
        ana.say("moves");
        ana.hear("Move, such as");
        assert!(!pensive.is_given_up.load(Ordering::Relaxed));
        ana.say(line);
        ana.hear(changed);
        until("the hint is dropped", &|| pensive.is_given_up.load(Ordering::Relaxed));
        ana.say("quit");
        let told = ana.hear_all();
        assert!(!told.contains("too late"), "{told}");
    }
}

/// Waits for something to happen, for less time than a client waits for an answer.
fn until(what: &str, is_so: &dyn Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(15), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Other nodes are to think, and none does. A client that asks again and again has one question in
/// the store, and none once it has left.
#[test]
fn asking_for_a_hint_again_takes_the_question_before_back() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
    let shared = Shared::default();
    let store = Double::of(sqlite, Some(shared.clone()));
    let thinker = Some(Arc::new(Simple) as Arc<dyn Thinker>);
    let house = Config { thinker, thinking_threads: 0, ..Config::default() };
    let door = Door::open_on(Arc::new(store), folder, house, unhurried());
    let mut ana = door.enter("Ana");
    ana.say("match engine 1 konobi:3,nopie");
    ana.hear("Move, such as");
    for _ in 0..10 {
        ana.say("hint");
        ana.hear("The computer is thinking about it.\n");
        until("the question before is forgotten", &|| shared.questions() == 1);
    }
    ana.say("b2");
    ana.hear("is to move");
    ana.say("hint");
    ana.hear("It is the computer's turn.\n");
    drop(ana);
    until("the last question is forgotten too", &|| shared.questions() == 0);
}
