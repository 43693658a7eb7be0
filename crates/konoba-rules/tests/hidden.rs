//! The hidden game: it cannot be named until it is switched on; then it is a game like any other. The
//! switch is the whole process's: only one test here may need it off.

use konoba_rules::games::REGISTER;
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::record::NodeId;
use konoba_rules::{AnyPosition, Move, Record, Setup, Spec, games, show_hidden_games, text};

/// A game of random moves to its end.
fn played(setup: Setup, dice: &mut impl Dice) -> Record {
    let mut record = Record::new(setup);
    let mut at = NodeId::ROOT;
    loop {
        let position = record.position_at(at);
        if position.winner().is_some() {
            return record;
        }
        let moves = position.moves_of(position.to_move());
        at =
            record.play(at, moves[dice.below(moves.len() as u32) as usize]).expect("a listed move");
    }
}

#[test]
fn a_hidden_game_is_not_there_until_it_is_switched_on() {
    let hidden: Vec<&Spec> = REGISTER.iter().copied().skip(games().len()).collect();
    assert!(!hidden.is_empty());
    let setups: Vec<Setup> = hidden.iter().map(|spec| Setup::default_of(spec)).collect();
    let records: Vec<Record> =
        (1..).zip(&setups).map(|(seed, setup)| played(*setup, &mut WyRand::new(seed))).collect();
    for (spec, record) in hidden.iter().zip(&records) {
        assert!(games().iter().all(|offered| offered.id != spec.id));
        let error = spec.id.parse::<Setup>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("there is no game '{}'; there are ", spec.id)));
        assert_eq!(error.matches(spec.id).count(), 1, "{error}");
        assert!(Record::from_sgf(record.to_sgf().as_bytes()).is_err());
        assert!(Record::from_line(&record.to_line()).is_err());
    }

    show_hidden_games();
    assert!(games().iter().map(|spec| spec.id).eq(REGISTER.iter().map(|spec| spec.id)));
    for (setup, record) in setups.iter().zip(&records) {
        assert_eq!(setup.to_string().parse::<Setup>().unwrap(), *setup);
        assert_eq!(Record::from_sgf(record.to_sgf().as_bytes()).unwrap(), *record);
        let read = Record::from_line(&record.to_line()).unwrap();
        assert!(read.moves().eq(record.moves()) && read.to_line() == record.to_line());
    }
}

#[test]
fn it_refuses_crosscuts_on_the_board_and_in_a_position() {
    let spec = REGISTER.iter().find(|spec| spec.id == "crossway").unwrap();
    let setup = Setup::default_of(spec).with_size(3).unwrap();
    let mut position = AnyPosition::start(setup);
    for mv in ["a1", "swap", "a2", "b2"] {
        position.play(Move::read(mv, spec).unwrap()).unwrap();
    }
    let refusal = position.play(Move::read("b1", spec).unwrap()).unwrap_err();
    assert_eq!(refusal.id(), "crosscut");
    let cells: Vec<_> = refusal.cells().map(|cell| cell.to_string()).collect();
    assert_eq!(cells, ["b1", "a2", "a1", "b2"]);
    assert_eq!(text::write(&position), ".../WB./B.. white");
    let flaw = text::read(setup, ".../WB./BW. black").unwrap_err().to_string();
    assert!(flaw.contains("a1") && flaw.contains("crosscut"), "{flaw}");
}
