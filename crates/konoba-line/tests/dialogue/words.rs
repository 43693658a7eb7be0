//! A game in words alone: a player who sees nothing else wins it, and nothing is said twice.

use std::collections::BTreeSet;

use konoba_engine::{Limits, Unwatched, levels};
use konoba_line::NoFiles;
use konoba_line::dialogue::{Config, Dialogue, Showing};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Level, Move, Setup, Side, games, text};
use konoba_table::{Moment, Seat};

const NOW: Moment = Moment::from_millis(0);

/// A conversation in words, and all that was told in it beside answers to questions.
struct Told {
    dialogue: Dialogue<NoFiles>,
    lines: Vec<String>,
}

impl Told {
    fn open(setup: Setup) -> Self {
        let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
        let showing = Showing::Words;
        let config = Config { size_is_chosen: true, names, showing, ..Config::new(setup) };
        let mut told = Self { dialogue: Dialogue::new(config, NoFiles), lines: Vec::new() };
        let opening = told.dialogue.open(NOW);
        told.keep(&opening);
        told
    }

    /// Does something, and keeps what is told of it.
    fn act(&mut self, line: &str) {
        let said = self.dialogue.answer(line, NOW);
        self.keep(&said);
    }

    /// Asks about the board, which is answered in one line before the question.
    fn ask(&mut self, line: &str) -> String {
        let said = self.dialogue.answer(line, NOW);
        said.lines().next().expect("an answer").to_owned()
    }

    fn keep(&mut self, said: &str) {
        self.lines.extend(said.lines().map(str::to_owned));
    }
}

/// The board as position texts write it, known by asking row after row.
fn read_board(told: &mut Told, setup: Setup) -> String {
    let row = |number: u8| {
        let answer = told.ask(&format!("read row {number}"));
        let mut row = vec!['.'; usize::from(setup.size)];
        let Some((_, taken)) = answer.trim_end_matches('.').split_once(": ") else {
            assert_eq!(answer, format!("Row {number} is empty."));
            return row.into_iter().collect();
        };
        let (taken, _) = taken.split_once(';').unwrap_or((taken, ""));
        for taken in taken.split(", ") {
            let (at, name) = taken.split_once(' ').expect("a point and a piece");
            let column = at.bytes().next().expect("a point has a letter") - b'a';
            let piece = setup.spec.pieces.iter().find(|piece| piece.name == name);
            row[usize::from(column)] = piece.expect("a piece of the game").letter;
        }
        row.into_iter().collect::<String>()
    };
    (1..=setup.size).rev().map(row).collect::<Vec<_>>().join("/")
}

/// Plays as Ana, who knows what she is told, against moves by chance. Returns all that was told.
fn win(setup: Setup) -> Vec<String> {
    let spec = setup.spec;
    let mut told = Told::open(setup);
    let mut player = levels::player(Level::STRONGEST, setup, 1);
    let mut dice = WyRand::new(7);
    while !told.dialogue.is_over() {
        let table = told.dialogue.table().expect("a game is played");
        let position = *table.position();
        let mv = if table.seat_to_move() == Some(Seat::One) {
            let board = read_board(&mut told, setup);
            let known = text::read(setup, &format!("{board} {}", spec.side(Side::First).id));
            let known = known.expect("what was told can stand");
            assert_eq!(known.pieces(), position.pieces());
            player.think(&known, Limits::visits(400), &Unwatched).best
        } else {
            let moves = position.moves_of(position.to_move());
            moves[dice.below(moves.len() as u32) as usize]
        };
        if mv != Move::Pass {
            told.act(&mv.written(spec).to_string());
        }
    }
    told.lines
}

#[test]
fn a_player_who_only_hears_wins_and_hears_nothing_twice() {
    for spec in games() {
        let setup = Setup::default_of(spec).with_size(5).unwrap_or(Setup::default_of(spec));
        let lines = win(setup.without_pie());
        let won = format!("Winner: Ana ({}), ", spec.side(Side::First).name);
        assert!(lines.last().is_some_and(|line| line.starts_with(&won)), "{lines:#?}");
        let mut known = BTreeSet::new();
        for line in &lines {
            // Whose turn it is and what is asked comes again with every turn; that is no news.
            let is_turn = line.ends_with(" is to move.") || line.ends_with('?');
            assert!(is_turn || known.insert(line.as_str()), "twice: {line}\n{lines:#?}");
            assert!(!line.contains('|') && !line.starts_with(' '), "a drawn board: {lines:#?}");
        }
        let long = lines.iter().filter(|line| line.contains("(Two numbers are the column"));
        assert_eq!(long.count(), 1, "{lines:#?}");
        // The result is in the last line, and the move that led to it says only what it did.
        let won_again =
            lines.iter().filter(|line| line.contains(" plays ") && line.contains(" win"));
        assert_eq!(won_again.count(), 0, "{lines:#?}");
    }
}
