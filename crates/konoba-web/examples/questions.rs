//! Prints questions, one a line, each after the checksum of the answer that is given natively and a tab. The module in a
//! browser must answer the same, bit by bit (`cargo xtask test web`).

#![allow(
    clippy::disallowed_macros,
    reason = "a program for developers prints, which the crate does not"
)]

use std::sync::Arc;

use konoba_engine::net::file;
use konoba_engine::net::quantised::Quantised;
use konoba_engine::net::{Canvas, NetOutput};
use konoba_golden::{clauses, open_games};
use konoba_puzzles::{Attempt, collection, write};
use konoba_rules::{GAMES, Move, Point, Record, Setup};
use konoba_web::{Page, Session};
use serde_json::{Value, json};

/// A page with the net of one game, in whose world no time goes by.
#[derive(Debug)]
struct Native(Option<Arc<Quantised>>);

impl Page for Native {
    fn now(&self) -> f64 {
        0.0
    }

    fn evaluate(&self, packed: &[u8], size: u8) -> NetOutput {
        let net = self.0.as_ref().expect("a session asks for the net that it was told of");
        net.answer(&Canvas::of_packed(packed, size))
    }
}

fn main() {
    for spec in GAMES {
        let net = konoba_nets::file(spec.id).map(|bytes| {
            let weights = file::read(bytes, spec.id).expect("a net that is kept is whole");
            Arc::new(Quantised::new(&weights))
        });
        let game = if net.is_some() { spec.id } else { "" };
        let mut session = Session::new(Box::leak(Box::new(Native(net))));
        let mut ask = |question: &Value| {
            let question = question.to_string();
            let answer = session.answer(question.as_bytes());
            println!("{:016x}\t{question}", checksum(answer.as_bytes()));
        };
        ask(&json!({"ask": "net", "game": game}));
        let setup = Setup::default_of(spec);
        for (level, visits) in [("1", 1), ("3", 1), ("6", 1), ("9", 150), ("10", 60)] {
            let how = json!({"ask": "think", "setup": setup.to_string(), "level": level, "seed": 7, "visits": visits});
            ask(&how);
        }
        // The search by playouts, where there is no net for the size of board or none at all.
        ask(&json!({"ask": "net", "game": ""}));
        ask(
            &json!({"ask": "think", "setup": setup.to_string(), "level": "10", "seed": 7, "visits": 2000}),
        );
        ask(&json!({"ask": "net", "game": game}));
        // Each way to try a puzzle, in every tenth of them.
        let puzzles = collection(spec).map_or(&[][..], |own| &own.puzzles);
        for (number, puzzle) in puzzles.iter().enumerate().step_by(10) {
            let right = Attempt::new(puzzle).solution()[0].written(spec).to_string();
            for act in ["look", "consider", "play", "hint", "solution"] {
                ask(&json!({
                    "ask": "puzzle", "puzzle": write(puzzle), "number": number + 1, "do": act, "hinted": 2, "move": right,
                }));
            }
        }
        for clause in clauses().iter().filter(|clause| clause.setup.spec.id == spec.id) {
            let (setup, moves) = (clause.setup.to_string(), plain(&clause.moves));
            ask(
                &json!({"ask": "why", "setup": setup, "moves": moves, "move": clause.mv.replace('@', "")}),
            );
        }
        for game in open_games().iter().filter(|game| game.setup.spec.id == spec.id) {
            let setup = game.setup.to_string();
            let played: Vec<_> = game.plies.iter().map(|ply| ply.mv.clone()).collect();
            ask(&json!({"ask": "draw", "setup": setup, "moves": plain(&played)}));
            // What each move did, in patches and words.
            ask(&json!({"ask": "study", "record": line(game.setup, &played)}));
            // Why each point may or may not be played, half way.
            let half = plain(&played[..played.len() / 2]);
            for at in Point::all(game.setup.size) {
                ask(&json!({"ask": "why", "setup": setup, "moves": half, "move": at.to_string()}));
            }
        }
    }
}

/// Moves as people write them.
fn plain(moves: &[String]) -> String {
    moves.join(" ").replace('@', "")
}

/// A game in one line.
fn line(setup: Setup, moves: &[String]) -> String {
    let mut record = Record::new(setup);
    let mut at = record.last();
    for mv in moves {
        let mv = Move::read(&mv.replace('@', ""), setup.spec).expect("a move");
        at = record.play(at, mv).expect("a golden game is legal");
    }
    record.to_line()
}

/// FNV-1a (Fowler, Noll and Vo).
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
