//! Random streams of commands, hostile ones among them: whatever is asked, the events tell all.

use std::collections::BTreeSet;
use std::time::Duration;

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Level, Move, Piece, Point, Record, Side, record};
use konoba_table::{
    Action, Command, Event, Fact, Keyboard, Moment, Opened, Player, Refused, Seat, Start, Table,
    TimeControl, Wish,
};

use crate::support::{Log, moves_before_forced_pass};

const SETUPS: [&str; 6] =
    ["konobi:3", "konobi:4", "konobi:5,nopie", "quentin:4", "quentin:5,nopie", "order-and-chaos"];

fn pick<T: Clone>(dice: &mut WyRand, of: &[T]) -> T {
    of[dice.below(of.len() as u32) as usize].clone()
}

/// The moves of a random game to its end, passes left out.
pub(crate) fn random_moves(setup: &str, seed: u64) -> Vec<Move> {
    let mut dice = WyRand::new(seed);
    let mut position = AnyPosition::start(setup.parse().unwrap());
    let mut moves = Vec::new();
    while position.winner().is_none() {
        let mv = pick(&mut dice, &position.moves_of(position.to_move()));
        position.play(mv).unwrap();
        moves.push(mv);
    }
    moves.retain(|mv| *mv != Move::Pass);
    moves
}

/// Positions in which a forced pass is one to three moves away: random games meet too few.
fn positions_before_forced_pass() -> Vec<Start> {
    let moves = moves_before_forced_pass("konobi:4");
    let ahead = (1..=3).map(|ahead| {
        let mut position = AnyPosition::start("konobi:4".parse().unwrap());
        for mv in &moves[..moves.len() - ahead] {
            position.play(*mv).unwrap();
        }
        Start::standing(&position).unwrap()
    });
    ahead.collect()
}

fn random_opened(dice: &mut WyRand) -> Opened {
    let player = |dice: &mut WyRand, name: &str| match dice.below(4) {
        0 => Player::engine(name.parse().unwrap(), Level::STRONGEST),
        _ => Player::person(name.parse().unwrap()),
    };
    let players = [player(dice, "Ana"), player(dice, "Luka")];
    let (main, increment) = (Duration::from_secs(40), Duration::from_secs(1));
    let per_move = TimeControl::PerMove { allowed: Duration::from_secs(5) };
    let times = [TimeControl::None, TimeControl::Fischer { main, increment }, per_move];
    Opened {
        first: pick(dice, &Seat::BOTH),
        keyboard: pick(dice, &[Keyboard::Shared, Keyboard::Apart]),
        time: pick(dice, &times),
        ..Opened::new(pick(dice, &SETUPS).parse().unwrap(), players)
    }
}

fn random_action(dice: &mut WyRand, table: &Table) -> Action {
    let wish = pick(dice, &[Wish::Undo, Wish::Rematch]);
    match dice.below(24) {
        0 if dice.below(4) == 0 => Action::Resign,
        1 => Action::Flag,
        2..=4 => Action::Ask(wish),
        5..=6 => Action::Accept(wish),
        7 => Action::Decline(wish),
        8 => Action::Play(pick(dice, &[Move::Swap, Move::Pass])),
        9 => {
            let at = Point::new(dice.below(30) as u8, dice.below(256) as u8);
            Action::Play(pick(dice, &[Move::Place(at), Move::PlacePiece(Piece::Second, at)]))
        }
        10 => {
            let points: Vec<_> = Point::all(table.setup().size).collect();
            Action::Play(Move::Place(pick(dice, &points)))
        }
        _ => match table.position().moves_of(table.position().to_move()) {
            moves if moves.is_empty() => Action::Resign,
            moves => Action::Play(pick(dice, &moves)),
        },
    }
}

fn random_command(dice: &mut WyRand, table: &Table) -> Command {
    let command = Command::from(random_action(dice, table));
    let version = table.version();
    match dice.below(12) {
        0 => command.seeing(version.saturating_sub(u64::from(dice.below(4)))),
        1 => command.seeing(version + u64::from(dice.below(3))),
        2 => command.seeing(u64::from(dice.below(u32::MAX))),
        3..=6 => command.seeing(version),
        _ => command,
    }
}

/// What must hold at every table after any commands.
fn check_table(table: &Table, events: &[Event]) {
    assert_eq!(table.version(), events.len() as u64);
    assert!(events.iter().map(|event| event.version).eq(1..=table.version()));
    assert!(events.is_sorted_by_key(|event| event.at), "time does not go back");
    assert_eq!(Table::replay(events).as_ref(), Ok(table), "the events tell all");
    assert_eq!(table.frozen(), None, "what was decided is borne out");

    // The history, played again by the rules alone, is the position, seat by seat.
    let mut position = *table.opening().start.position();
    let mut first = table.opening().first;
    for moved in table.history() {
        let by = if position.to_move() == Side::First { first } else { first.other() };
        assert_eq!(moved.seat, by, "each seat moves for its own side");
        assert_eq!(position.must_pass(), moved.played.mv == Move::Pass);
        assert_eq!(position.play(moved.played.mv).unwrap(), moved.played);
        if moved.played.mv == Move::Swap {
            first = first.other();
        }
    }
    assert_eq!(position, *table.position());
    assert_eq!(table.seat_of(Side::First), first);
    assert_eq!(Seat::BOTH.map(|seat| table.seat_of(table.side_of(seat))), Seat::BOTH);
    assert!(!position.must_pass(), "a forced pass waits for no player");

    let to_move = table.seat_of(position.to_move());
    assert_eq!(table.seat_to_move(), table.outcome().is_none().then_some(to_move));
    if let Some(winner) = position.winner() {
        assert_eq!(table.outcome().unwrap().winner, winner);
    }
    if let Some(outcome) = table.outcome() {
        assert_eq!(table.side_of(outcome.seat), outcome.winner);
    }
    check_clocks(table);

    let record = table.record();
    assert!(record.moves().eq(table.history().iter().map(|moved| moved.played.mv)));
    assert_eq!(record.outcome().is_some(), table.outcome().is_some());
    let read = Record::from_sgf(record.to_sgf().as_bytes()).unwrap();
    assert_eq!(read, record);
    check_resumed(table, &table.opening().events_of(&read, table.latest()));
}

/// A table resumed from its record is the same, but for questions and the next game.
fn check_resumed(table: &Table, events: &[Event]) {
    let resumed = Table::replay(events).unwrap();
    assert_eq!(resumed.frozen(), None);
    assert_eq!(resumed.history(), table.history());
    assert_eq!(resumed.position(), table.position());
    assert_eq!(resumed.outcome(), table.outcome());
    assert_eq!(resumed.opening(), table.opening());
    assert_eq!(resumed.seat_of(Side::First), table.seat_of(Side::First));
}

fn check_clocks(table: &Table) {
    let TimeControl::Fischer { main, increment } = table.opening().time else { return };
    for seat in Seat::BOTH {
        let moves = table.history().iter().filter(|moved| moved.seat == seat).count();
        let most = main + increment * moves as u32;
        assert!(table.left(seat, table.latest()).unwrap() <= most, "time is not made");
    }
}

/// What a seat may cause.
fn check_authority(before: &Table, seat: Seat, command: Command, now: Moment, news: &[Event]) {
    let is_late = before.deadline().is_some_and(|deadline| now.max(before.latest()) >= deadline);
    for (place, event) in news.iter().enumerate() {
        let is_by_seat = match &event.fact {
            Fact::Moved(moved) => {
                let is_pass = moved.played.mv == Move::Pass;
                assert!(!is_late, "no seat moves after the deadline");
                assert_eq!(is_pass, place > 0, "the move, then passes");
                is_pass || moved.seat == seat && before.seat_to_move() == Some(seat)
            }
            Fact::Asked { seat: by, .. } | Fact::Declined { seat: by, .. } => *by == seat,
            Fact::Ended { outcome, .. } => {
                let loser = outcome.seat.other();
                if is_late { before.seat_to_move() == Some(loser) } else { loser == seat }
            }
            Fact::Undone { seat: by, .. } => {
                *by == seat || before.open_wish().is_some_and(|question| question.by == *by)
            }
            Fact::Rematched { .. } => before.outcome().is_some(),
            Fact::Opened(_) | Fact::Closed { .. } => false,
        };
        assert!(is_by_seat, "{seat:?} may not {command:?}: {event:?}");
        if matches!(event.fact, Fact::Undone { .. } | Fact::Rematched { .. }) {
            let is_agreed = before.must_agree(seat).is_none()
                || before.open_wish().is_some_and(|question| question.by != seat);
            assert!(is_agreed, "nothing is settled over the head of the other seat");
        }
    }
}

const fn kind(fact: &Fact) -> &'static str {
    match fact {
        Fact::Opened(_) => "opened",
        Fact::Moved(moved) if matches!(moved.played.mv, Move::Pass) => "passed",
        Fact::Moved(_) => "moved",
        Fact::Ended { .. } => "ended",
        Fact::Closed { .. } => "closed",
        Fact::Asked { .. } => "asked",
        Fact::Declined { .. } => "declined",
        Fact::Undone { .. } => "undone",
        Fact::Rematched { .. } => "rematched",
    }
}

#[test]
fn whatever_is_asked_the_events_tell_all() {
    let before_forced_pass = positions_before_forced_pass();
    let mut facts = BTreeSet::new();
    let mut refusals = BTreeSet::new();
    for seed in 0..300 {
        let mut dice = WyRand::new(seed);
        let mut opened = random_opened(&mut dice);
        if dice.below(4) == 0 {
            opened.start = pick(&mut dice, &before_forced_pass);
        }
        let mut events = opened.events(Moment::from_millis(1_000));
        let mut table = Table::replay(&events).unwrap();
        let mut now = 1_000;
        for _ in 0..120 {
            let seat = match table.seat_to_move() {
                Some(seat) if dice.below(3) > 0 => seat,
                _ => pick(&mut dice, &Seat::BOTH),
            };
            let command = random_command(&mut dice, &table);
            now += u64::from(dice.below(1_500));
            let claimed = if dice.below(8) == 0 { u64::from(dice.below(200_000)) } else { now };
            let claimed = Moment::from_millis(claimed);
            match table.decide(seat, command, claimed) {
                Ok(news) => {
                    assert!(!news.is_empty(), "seed {seed}");
                    check_authority(&table, seat, command, claimed, &news);
                    news.iter().for_each(|event| table.apply(event));
                    facts.extend(news.iter().map(|event| kind(&event.fact)));
                    events.extend(news);
                    check_table(&table, &events);
                }
                Err(refused) => {
                    assert!(table.words().refused(&refused).ends_with('.'));
                    refusals.insert(refused.id());
                    if let Refused::Stale { seen, current } = refused {
                        assert_eq!(refused.missed().count() as u64, current - seen);
                    }
                }
            }
        }
    }
    let all = ["asked", "declined", "ended", "moved", "passed", "rematched", "undone"];
    assert!(facts.iter().copied().eq(all), "everything has happened: {facts:?}");
    let common = [
        "ahead",
        "already-rematched",
        "engine-has-no-wishes",
        "final",
        "game-goes-on",
        "game-over",
        "no-pass",
        "no-swap",
        "not-your-turn",
        "nothing-asked",
        "nothing-to-undo",
        "occupied",
        "off-board",
        "own-question",
        "piece-needed",
        "question-open",
        "stale",
        "time-left",
    ];
    for id in common {
        assert!(refusals.contains(id), "{id} has been met, among {refusals:?}");
    }
}

#[test]
fn no_stream_of_events_panics() {
    for seed in 0..300 {
        let mut dice = WyRand::new(seed);
        let opened = random_opened(&mut dice);
        // The events of two games, shuffled and numbered at random, make nonsense.
        let mut events = Vec::new();
        for game in 0..2 {
            let setup = pick(&mut dice, &SETUPS);
            let other = Opened { start: opened.start, ..random_opened(&mut dice) };
            let moves = random_moves(setup, seed * 2 + game);
            events.extend(other.events(Moment::default()));
            let more = Opened::new(setup.parse().unwrap(), other.players.clone());
            events.extend(Log::played(&more, moves).events);
            let left = [Duration::from_secs(1); 2];
            let (from, to) = (dice.below(40) as u16, dice.below(40) as u16);
            let fact = Fact::Undone { seat: Seat::One, from, to, left };
            events.push(Event { version: 2, at: Moment::default(), fact });
            let fact = Fact::Closed { result: record::Outcome::Other("Void".to_owned()), left };
            events.push(Event { version: 2, at: Moment::default(), fact });
            let fact = Fact::Asked { seat: Seat::Two, wish: Wish::Undo };
            events.push(Event { version: 2, at: Moment::default(), fact });
        }
        let mut table = Table::opened(&opened, Moment::default());
        for _ in 0..80 {
            let event = pick(&mut dice, &events);
            let version = table.version() + u64::from(dice.below(40) != 0);
            table.apply(&Event { version, ..event });
            let now = Moment::from_millis(u64::from(dice.below(9_000)));
            for seat in Seat::BOTH {
                let _ = table.decide(seat, random_command(&mut dice, &table), now);
                table.left(seat, now);
            }
            table.record();
            table.scene();
            table.words().status();
            events.iter().for_each(|event| drop(table.words().event(event)));
        }
        assert!(table.frozen().is_some(), "nonsense is noticed");
    }
}
