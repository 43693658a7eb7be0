//! Whole games, and small positions for the clauses of the rules.

use std::path::Path;

use konoba_rules::{Point, Setup, Side};
use serde_json::Value;

use crate::json::{fills, lines, list, own, setup, shared, side, text, texts};

/// A game from the empty board to its end.
#[derive(Clone, Debug)]
pub struct Game {
    /// The file and line it comes from, to name it by.
    pub source: String,
    /// The game and its size, without the pie rule.
    pub setup: Setup,
    /// The turns, strictly alternating, the winning one last.
    pub plies: Vec<Ply>,
    /// Who won, not always by an own move.
    pub winner: Side,
    /// The rows of the final board, the top one first.
    pub final_rows: Vec<String>,
}

/// One turn of a game.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The side to move.
    pub side: Side,
    /// Every legal placement, sorted as byte strings; see [`written`](crate::written).
    pub legal: Vec<String>,
    /// The move that was played: a placement, or `pass` where none is legal.
    pub mv: String,
    /// What it filled, by colour, in the order of points.
    pub fills: [Vec<Point>; 2],
    /// How many lines were open after it, in Order and Chaos.
    pub open_lines: Option<usize>,
}

/// A small position for one clause of the rules.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The clause in a few words.
    pub id: String,
    /// The game and its size, without the pie rule.
    pub setup: Setup,
    /// The moves that lead there from the empty board.
    pub moves: Vec<String>,
    /// The rows of the board there, the top one first.
    pub rows: Vec<String>,
    /// The side to move.
    pub side: Side,
    /// The move to be judged.
    pub mv: String,
    /// What becomes of it.
    pub expect: Expect,
    /// What it fills, by colour, in the order of points, where the clause tells.
    pub fills: Option<[Vec<Point>; 2]>,
}

/// What becomes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// It is legal. Whether it wins is not told: one such move does.
    Legal,
    /// It is illegal.
    Illegal,
    /// It wins for the mover, or for Order no matter who moved.
    Win,
    /// It wins for the opponent of the mover.
    WinForNonMover,
    /// It is legal and wins for neither side, though it looks so.
    NoWin,
    /// It is a pass, and nothing else is legal.
    OnlyPass,
}

/// The games that came with the workspace, of all three kinds.
pub fn open_games() -> Vec<Game> {
    let files = [
        "konobi/open-random.jsonl",
        "konobi/open-pass.jsonl",
        "quentin/open-random.jsonl",
        "quentin/open-pass.jsonl",
        "order-and-chaos/open-random.jsonl",
    ];
    files.iter().flat_map(|name| games(&own(name))).collect()
}

/// The games of Quentin with a forced pass that one other implementation does not announce. `None`,
/// loudly, where they do not lie beside the workspace.
pub fn disputed() -> Option<Vec<Game>> {
    Some(games(&shared("the disputed passes of Quentin")?.join("quentin/disputed-pass.jsonl")))
}

/// The positions for the clauses of the rules.
pub fn clauses() -> Vec<Clause> {
    lines(&own("clauses.jsonl")).iter().map(|(_, value)| clause(value)).collect()
}

fn games(path: &Path) -> Vec<Game> {
    lines(path).into_iter().map(|(source, value)| game(source, &value)).collect()
}

fn game(source: String, value: &Value) -> Game {
    let setup = setup(value).without_pie();
    Game {
        source: format!("{} {source}", setup.spec.id),
        plies: list(&value["plies"]).iter().map(|value| ply(&setup, value)).collect(),
        winner: side(&setup, &value["winner"]),
        final_rows: texts(&value["final"]),
        setup,
    }
}

fn ply(setup: &Setup, value: &Value) -> Ply {
    let count = |count: &Value| count.as_u64().expect("open lines are counted") as usize;
    Ply {
        side: side(setup, &value["player"]),
        legal: texts(&value["legal"]),
        mv: text(&value["move"]).to_owned(),
        fills: fills(setup, &value["fills"]),
        open_lines: value.get("open_lines").map(count),
    }
}

fn clause(value: &Value) -> Clause {
    let setup = setup(value).without_pie();
    Clause {
        id: text(&value["clause"]).to_owned(),
        moves: texts(&value["moves"]),
        rows: texts(&value["board"]),
        side: side(&setup, &value["player"]),
        mv: text(&value["move"]).to_owned(),
        expect: expect(text(&value["expect"])),
        fills: value.get("fills").map(|value| fills(&setup, value)),
        setup,
    }
}

fn expect(word: &str) -> Expect {
    match word {
        "legal" => Expect::Legal,
        "illegal" => Expect::Illegal,
        "win" => Expect::Win,
        "win-for-non-mover" => Expect::WinForNonMover,
        "no-win" => Expect::NoWin,
        "only-pass" => Expect::OnlyPass,
        _ => panic!("no clause expects '{word}'"),
    }
}
