//! Events as text.

use std::collections::BTreeSet;

use fastrand::Rng;
use konoba_rules::{AnyPosition, GAMES, Setup, text};
use konoba_store::{Digest, GuestId, Holder, event_from_text, event_to_text};
use konoba_table::{
    Action, Event, Keyboard, Opened, Player, Seat, Start, Table, TimeControl, Wish,
};

use crate::tables::{at, offer};

/// Who sits at the table: the names of people stand with their seats.
fn seats() -> [Option<Holder>; 2] {
    ["Ana", "Luka"].map(|name| {
        let (guest, code) = (GuestId(1), Digest::from_bytes([1; 32]));
        Some(Holder { guest, code, name: name.parse().unwrap() })
    })
}

/// Every kind of event of every game comes back as it was written.
#[test]
fn events_are_read_as_they_were_written() {
    let mut kinds = BTreeSet::new();
    for spec in GAMES {
        for seed in 0..6u64 {
            let events = a_game(Setup::default_of(spec), seed);
            for event in &events {
                let text = event_to_text(event, spec);
                assert!(!text.contains("Ana") && !text.contains("Luka"), "{text}");
                let (version, at) = (event.version, event.at);
                let read = event_from_text(version, at, Event::FORMAT, &text, Some(spec), &seats());
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
    let day = seed.is_multiple_of(2).then(|| "1999-12-31".to_owned());
    let keyboard = Keyboard::Apart;
    let opened = Opened { start, time, keyboard, day, ..Opened::new(setup, players) };
    let mut events = opened.events(at(0));
    let mut table = Table::replay(&events).unwrap();
    let mut dice = Rng::with_seed(seed);
    let mut step = |table: &mut Table, seat: Seat, action: Action| {
        let Ok(news) = table.decide(seat, action, at(events.len() as u64 * 7)) else { return };
        news.iter().for_each(|event| table.apply(event));
        events.extend(news);
    };
    while let Some(seat) = table.seat_to_move() {
        match dice.u8(..23) {
            0 => step(&mut table, seat.other(), Action::Ask(Wish::Undo)),
            1 => step(&mut table, seat, Action::Accept(Wish::Undo)),
            2 => step(&mut table, seat, Action::Decline(Wish::Undo)),
            3 if seed == 4 => step(&mut table, seat, Action::Resign),
            _ => {
                let moves = table.position().moves_of(table.position().to_move());
                step(
                    &mut table,
                    seat,
                    Action::Play(*dice.choice(&moves).expect("a seat to move has a move")),
                );
            }
        }
    }
    step(&mut table, Seat::One, Action::Ask(Wish::Rematch));
    step(&mut table, Seat::Two, Action::Ask(Wish::Rematch));
    events
}
