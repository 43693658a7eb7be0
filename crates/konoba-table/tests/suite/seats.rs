//! Seats and sides, versions, forced passes at the start, rematches and records.

use std::time::Duration;

use konoba_rules::record::{self, NodeId};
use konoba_rules::{Level, Move, Record, Side, text};
use konoba_table::{
    Action, Command, Event, Fact, Kind, Moment, NotOpened, Opened, Refused, Seat, Start, Table,
    TimeControl, Wish,
};

use crate::support::Company::{Apart, Engine, Shared};
use crate::support::{COMPANIES, Company, Log, opened, summary};

const NOW: Moment = Moment::from_millis(0);

fn check(setup: &str, company: Company, script: &str, expected: &str) {
    let mut log = Log::new(&opened(setup, company));
    log.run(script);
    assert_eq!(log.summary(), expected, "{setup}, {company:?}: {script}");
}

#[test]
fn a_swap_exchanges_the_people_and_nothing_else() {
    check("konobi:5", Apart, "1:c3 2:swap", "1:c3 2:swap | first 2, to move 1");
    let after = "1:c3 2:swap 1:d4 2:b3 | first 2, to move 1";
    check("konobi:5", Apart, "1:c3 2:swap 2:d4!not-your-turn 1:d4 2:b3", after);
    check(
        "konobi:5",
        Apart,
        "1:swap!no-swap 1:c3 2:d4 1:swap!no-swap",
        "1:c3 2:d4 | first 1, to move 1",
    );
    check("konobi:5,nopie", Apart, "1:c3 2:swap!no-swap", "1:c3 | first 1, to move 2");
    let mut log = Log::new(&opened("konobi:5", Apart));
    log.run("1:c3");
    let before = log.table.position().pieces();
    log.run("2:swap");
    assert_eq!(log.table.position().pieces(), before);
    assert_eq!(
        (log.table.side_of(Seat::One), log.table.side_of(Seat::Two)),
        (Side::Second, Side::First)
    );
}

#[test]
fn the_owner_of_the_winning_chain_wins() {
    // After the swap the stones of the first side are Luka's, and so is the win that Ana resigns to.
    check(
        "konobi:5",
        Apart,
        "1:c3 2:swap 1:resign",
        "1:c3 2:swap | first 2, won by 2 (resignation)",
    );
    check(
        "konobi:1,nopie",
        Apart,
        "1:a1 2:a1!game-over 2:resign!game-over",
        "1:a1 | first 1, won by 1 (board)",
    );
    check(
        "order-and-chaos",
        Apart,
        "1:a1!piece-needed 1:Xa1 2:Oa1!occupied",
        "1:Xa1 | first 1, to move 2",
    );
}

#[test]
fn a_fill_can_win_for_the_seat_that_did_not_move() {
    let won = (0..10_000).find_map(|seed| {
        let moves = crate::hostile::random_moves("quentin:4,nopie", seed);
        let table = Log::played(&opened("quentin:4,nopie", Apart), moves).table;
        let (last, outcome) = (*table.history().last()?, table.outcome()?);
        (last.seat != outcome.seat).then_some((last, outcome, table))
    });
    let (last, outcome, table) = won.expect("it happens often enough");
    assert_eq!(last.outcome, Some(outcome));
    assert_eq!(table.side_of(outcome.seat), outcome.winner);
    assert_eq!(table.position().winner(), Some(outcome.winner));
}

#[test]
fn a_command_that_missed_something_is_refused_with_what_it_missed() {
    let mut log = Log::new(&opened("konobi:5", Apart));
    log.run("1:c3 2:d4");
    assert_eq!(log.table.version(), 3);
    let play = Command::from(Action::Play("b3".parse().map(Move::Place).unwrap()));
    let decide = |seen| log.table.decide(Seat::One, play.seeing(seen), NOW);
    let stale = decide(1).unwrap_err();
    assert!(matches!(stale, Refused::Stale { seen: 1, current: 3 }));
    assert!(stale.missed().eq([2, 3]));
    assert_eq!(decide(0).unwrap_err().missed().count(), 3);
    let ahead = decide(4).unwrap_err();
    assert_eq!((ahead.id(), ahead.missed().count()), ("ahead", 0));
    assert_eq!(decide(u64::MAX).unwrap_err().id(), "ahead");
    assert_eq!(decide(3).unwrap()[0].version, 4);
}

/// In RULES.md: every empty point is illegal for White, who passes.
const WHITE_PASSES: &str = "BWBWW/....W/B.W.B/W.B.W/WBB.B white";

fn opened_at(position: &str) -> Opened {
    let position = text::read("quentin".parse().unwrap(), position).unwrap();
    Opened { start: Start::standing(&position).unwrap(), ..opened("quentin:5", Apart) }
}

#[test]
fn a_forced_pass_at_the_start_is_played_and_announced() {
    let opened = opened_at(WHITE_PASSES);
    let log = Log::new(&opened);
    assert_eq!(log.summary(), "2:pass | first 1, to move 1");
    assert_eq!(
        log.table.words().event(&log.events[1]),
        "Luka (White) has no legal move and passes."
    );
    assert_eq!(log.table.version(), 2);
    assert_eq!(log.table.undo_to(Seat::Two).unwrap_err().id(), "nothing-to-undo");
    // Passing is no decision, so no clock runs because of it.
    let timed = Opened { time: TimeControl::days_per_move(1), ..opened };
    assert_eq!(Log::new(&timed).table.deadline(), None);
}

#[test]
fn rematch_by_consent_or_at_once() {
    let over = "1:c3 | first 1, won by 1 (resignation)";
    check("konobi:5", Apart, "1:again!game-goes-on 1:c3 2:resign", over);
    let asked = "1:c3 | first 1, Rematch asked by 1, won by 1 (resignation)";
    check("konobi:5", Apart, "1:c3 2:resign 1:again", asked);
    check("konobi:5", Apart, "1:c3 2:resign 1:again 2:again-no", over);
    let agreed = format!("{over}, rematch");
    for script in ["1:again 2:again-yes", "1:again 2:again", "2:again 1:again"] {
        check("konobi:5", Apart, &format!("1:c3 2:resign {script}"), &agreed);
    }
    check("konobi:5", Shared, "1:c3 2:resign 2:again", &agreed);
    check("konobi:5", Engine, "1:c3 2:resign 2:again!engine-has-no-wishes 1:again", &agreed);
    let twice = "1:c3 2:resign 1:again 2:again 2:again!already-rematched 1:again-yes!nothing-asked";
    check("konobi:5", Apart, twice, &agreed);
    // Who has said no three times is not asked again, and may still ask.
    let declined = "1:again 2:again-no ".repeat(3) + "1:again!rematch-declined";
    check("konobi:5", Apart, &format!("1:c3 2:resign {declined}"), over);
    check("konobi:5", Apart, &format!("1:c3 2:resign {declined} 2:again 1:again-yes"), &agreed);
}

#[test]
fn the_player_who_moved_second_moves_first_in_the_next_game() {
    let next_first = |setup: &str, script: &str| {
        let mut log = Log::new(&opened(setup, Shared));
        log.run(script);
        let next = log.table.next().expect("agreed").clone();
        let again = Log::new(&next);
        assert_eq!(again.table.position(), Log::new(log.table.opening()).table.position());
        assert_eq!(next.rematch(), *log.table.opening());
        again.table.seat_to_move()
    };
    assert_eq!(next_first("konobi:5", "1:c3 2:resign 1:again"), Some(Seat::Two));
    // A swap counts as the second move, although it changes who plays the first side.
    assert_eq!(next_first("konobi:5", "1:c3 2:swap 1:resign 1:again"), Some(Seat::Two));
    assert_eq!(next_first("order-and-chaos", "1:Xc3 2:resign 1:again"), Some(Seat::Two));
    // Where the second side moves first, its player counts as the first mover.
    let mut log = Log::new(&opened_at("..../..../..../.... white"));
    assert_eq!(log.table.seat_to_move(), Some(Seat::Two));
    log.run("1:resign 1:again 2:again");
    assert_eq!(Log::new(log.table.next().unwrap()).table.seat_to_move(), Some(Seat::One));
}

#[test]
fn a_record_tells_the_whole_game_and_can_be_resumed() {
    let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::ZERO };
    for company in COMPANIES {
        let opened = Opened { time, first: Seat::Two, ..opened("konobi:5", company) };
        let mut log = Log::new(&opened);
        log.run("2:c3@0 1:swap@1000 2:d4@4000 1:b3@4500 2:resign@5000");
        let record = log.table.record();
        let second = opened.player(Seat::Two).name.as_str();
        // As they sat at the start.
        assert_eq!((record.player(Side::First), record.player(Side::Second)), (second, "Ana"));
        assert_eq!(record.outcome().unwrap().to_string(), "B+R");
        // The second side lost three seconds; Ana, who swapped after one, has the first.
        let node = record.main_line().nth(2).unwrap();
        let left = Side::BOTH.map(|side| record.node(node).clock(side).unwrap().as_secs());
        assert_eq!(left, [59, 57]);
        assert_eq!(Record::from_sgf(record.to_sgf().as_bytes()).unwrap(), record);

        let table = Table::replay(&opened.events_of(&record, Moment::from_millis(9))).unwrap();
        assert_eq!(summary(&table), summary(&log.table));
        assert_eq!(table.history(), log.table.history());
        assert_eq!(table.position(), log.table.position());
    }
}

#[test]
fn a_record_is_resumed_with_its_clocks_and_its_end() {
    let time = TimeControl::Fischer { main: Duration::from_secs(60), increment: Duration::ZERO };
    let opened = Opened { time, ..opened("konobi:5", Apart) };
    let resumed = |script: &str| {
        let mut log = Log::new(&opened);
        log.run(script);
        let later = Moment::from_millis(900_000);
        let other = Opened { start: Start::empty("quentin".parse().unwrap()), ..opened.clone() };
        Table::replay(&other.events_of(&log.table.record(), later)).unwrap()
    };
    // The time between is charged to neither seat; from now on the clock runs.
    let table = resumed("1:c3@0 2:swap@1000 1:d4@4000");
    let left = |now| Seat::BOTH.map(|seat| table.left(seat, Moment::from_millis(now)).unwrap());
    assert_eq!(left(900_000), [57_300, 59_300].map(Duration::from_millis));
    assert_eq!(left(902_000), [57_300, 57_600].map(Duration::from_millis));
    assert_eq!(summary(&resumed("1:c3@0 1:resign@1")), "1:c3 | first 1, won by 2 (resignation)");
    assert_eq!(summary(&resumed("1:c3@0 1:flag@60300")), "1:c3 | first 1, won by 1 (time)");
    assert_eq!(summary(&resumed("")), " | first 1, to move 1");
}

#[test]
fn a_record_says_who_sits_down_and_for_how_long() {
    for time in ["none", "5+3", "3d"].map(|time| time.parse().unwrap()) {
        let opened = Opened { time, ..opened("konobi:5", Shared) };
        let mut log = Log::new(&opened);
        log.run("1:c3 2:d4");
        assert_eq!(Opened::of(&log.table.record()), opened);
    }
    let bare = Record::new("konobi:5".parse().unwrap());
    let names = Opened::of(&bare).players.map(|player| player.name.to_string());
    assert_eq!(names, ["Black", "White"]);
}

/// A game that goes on from a record is as old as the record says; the next one at that table is of its own day.
#[test]
fn a_record_keeps_its_day() {
    let sgf = "(;SU[konobi:5,nopie]DT[1999-12-31]PB[Ana]PW[Luka];B[c3])";
    let record = Record::from_sgf(sgf.as_bytes()).unwrap();
    let mut log = Log::of(Opened::of(&record).events_of(&record, NOW));
    assert_eq!(log.table.record().date(), "1999-12-31");
    log.run("2:resign 1:again");
    assert_eq!(log.table.record().date(), "1999-12-31");
    let later = Moment::from_millis(365 * 86_400_000);
    let next = Table::replay(&log.table.next().unwrap().events(later)).unwrap();
    assert_eq!(next.record().date(), "1971-01-01");
    let undated = Record::from_sgf(b"(;SU[konobi:5,nopie];B[c3])").unwrap();
    let table = Table::replay(&Opened::of(&undated).events_of(&undated, later)).unwrap();
    assert_eq!(table.record().date(), "1971-01-01");
}

/// The engine sits where it sat at the start, swap or not; a name without a level is a person's.
#[test]
fn a_record_says_where_an_engine_sits() {
    for (first, script) in Seat::BOTH.into_iter().zip(["1:c3 2:swap", "2:c3 1:swap"]) {
        let mut log = Log::new(&Opened { first, ..opened("konobi:5", Engine) });
        log.run(script);
        let record = Record::from_sgf(log.table.record().to_sgf().as_bytes()).unwrap();
        let table =
            Table::replay(&Opened::of(&record).events_of(&record, NOW)).expect("it is opened");
        for side in Side::BOTH {
            let [seated, resumed] =
                [&log.table, &table].map(|table| table.player(table.seat_of(side)));
            assert_eq!(seated, resumed);
        }
    }
    let kind = |level: &str| {
        let sgf = format!("(;SU[konobi:5]PB[Ana]PW[Computer 4]EW[{level}])");
        Opened::of(&Record::from_sgf(sgf.as_bytes()).unwrap()).players[1].kind
    };
    assert_eq!(kind(" 4 "), Kind::Engine { level: Level::new(4).unwrap() });
    assert_eq!(kind("4.3"), Kind::Engine { level: "4.3".parse().unwrap() });
    assert_eq!(kind("10"), Kind::Engine { level: Level::STRONGEST });
    for wrong in ["", "0", "11", "256", "-4", "+4", "four", "4.2", "10.5", &"9".repeat(1000)] {
        assert_eq!(kind(wrong), Kind::Person, "{wrong}");
    }
}

/// A result that no play leads to ends the game all the same, and is not lost.
#[test]
fn a_result_from_outside_closes_the_table() {
    for result in ["B+Forfeit", "Void"] {
        let mut record = Record::new("konobi:5".parse().unwrap());
        record.play(NodeId::ROOT, Move::Place("c3".parse().unwrap())).unwrap();
        record.conclude(record::Outcome::read(result).unwrap()).unwrap();
        let opened = Opened::of(&record);
        let mut log = Log::of(opened.events_of(&record, NOW));
        assert!(log.table.is_over() && log.table.outcome().is_none());
        assert_eq!(log.table.closed().unwrap().to_string(), result);
        assert_eq!(log.table.seat_to_move(), None);
        log.run("2:d4!game-closed 1:resign!game-closed 1:undo!game-closed 1:flag!game-closed");
        assert_eq!(log.table.record().outcome().unwrap().to_string(), result);
        log.run("1:again");
        assert_eq!(log.table.next().unwrap().first, Seat::Two);
        // Nothing can follow such an end.
        let version = log.table.version() + 1;
        let undone = Fact::Undone { seat: Seat::One, from: 1, to: 0, left: [Duration::ZERO; 2] };
        log.table.apply(&Event { version, at: NOW, fact: undone });
        assert!(log.table.frozen().is_some());
    }
}

#[test]
fn a_record_without_its_last_pass_is_resumed_after_it() {
    let opened = opened_at(WHITE_PASSES);
    let bare = Record::from_position(opened.start.position()).unwrap();
    assert_eq!(opened.events_of(&bare, NOW), opened.events(NOW));
    assert_eq!(opened.events(NOW).len(), 2);
}

#[test]
fn a_record_with_its_own_start_and_passes_can_be_resumed() {
    let opened = opened_at(WHITE_PASSES);
    let mut log = Log::new(&opened);
    let legal = log.table.position().moves_of(Side::First);
    log.act(Seat::One, Action::Play(legal[0]), 0).unwrap();
    let record = log.table.record();
    assert_eq!(record.node(record.node(NodeId::ROOT).children()[0]).mv(), Some(Move::Pass));
    assert!(record.has_own_start());
    assert_eq!(opened.events_of(&record, NOW), log.events);
}

#[test]
fn questions_are_answered_without_a_trace() {
    let mut log = Log::new(&opened("konobi:5", Apart));
    log.run("1:c3");
    let before = log.table.clone();
    let at = |text: &str| Move::Place(text.parse().unwrap());
    assert_eq!(log.table.why_not(Seat::Two, at("c3")).unwrap().why.id(), "occupied");
    assert_eq!(log.table.why_not(Seat::One, at("a1")).unwrap().why.id(), "not-your-turn");
    assert!(log.table.why_not(Seat::Two, at("d4")).is_none());
    assert_eq!(log.table.preview(at("d4")).unwrap().seat, Seat::Two);
    assert_eq!(log.table.preview(at("c3")).unwrap_err().why.id(), "occupied");
    assert_eq!(log.table.preview(Move::Swap).unwrap().outcome, None);
    assert_eq!(log.table.scene().last_move.as_deref(), Some("Black plays c3."));
    assert_eq!(log.table, before);
    assert_eq!(log.table.must_agree(Seat::One), Some(Seat::Two));
    assert_eq!(log.table.check_rematch(Seat::One).unwrap_err().id(), "game-goes-on");
}

#[test]
fn events_begin_with_the_opening() {
    let log = Log::new(&opened("konobi:5", Apart));
    let asked = Fact::Asked { seat: Seat::One, wish: Wish::Undo };
    assert_eq!(Table::replay(&[]), Err(NotOpened));
    assert_eq!(Table::replay(&[Event { version: 1, at: NOW, fact: asked }]), Err(NotOpened));
    let late = Event { version: 2, ..log.events[0].clone() };
    assert_eq!(Table::replay(&[late]), Err(NotOpened));
}
