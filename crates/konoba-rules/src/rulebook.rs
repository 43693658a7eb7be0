//! The rulebook in positions: for each sentence of the rules a small position and what becomes of moves
//! in it. The texts are in `rulebook/` beside `src/`, where `README.md` tells their format; a game names its
//! own in [`Spec::examples`](crate::Spec::examples). Lessons show them and tests hold the rules to them.

mod statement;

use std::fmt;

pub use statement::{Colour, Statement, Verdict};

use crate::record::NodeId;
use crate::{AnyPosition, Move, Point, Record, Setup, Spec, text};

/// A sentence of the rules with a position and what is so in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The line of the text at which it begins, from 1.
    pub line: usize,
    /// The clause of the rules: `K2`.
    pub clause: &'static str,
    /// What it shows, in one sentence.
    pub sentence: &'static str,
    /// The set-ups in which it holds, as they are typed.
    pub setups: Vec<&'static str>,
    /// The moves from the start of the game, where it matters how the position came about.
    pub moves: Option<Vec<&'static str>>,
    /// The drawing, the top row first, without spaces; empty at the start of the game.
    pub rows: Vec<String>,
    /// The side to move; empty where there is no position.
    pub to_move: &'static str,
    /// What is so in the position.
    pub statements: Vec<Statement>,
}

/// A text of examples that does not have their format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// What stands there.
    pub text: &'static str,
    /// What was wanted instead.
    pub wanted: &'static str,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, wanted } = self;
        write!(f, "line {line} of a rulebook text: {wanted} is wanted, not {text:?}")
    }
}

impl std::error::Error for Unreadable {}

/// The examples in a text.
pub fn examples(text: &'static str) -> Result<Vec<Example>, Unreadable> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    let lines: Vec<(usize, &'static str)> = lines.collect();
    let groups = lines.split(|(_, line)| line.is_empty()).filter(|group| !group.is_empty());
    groups.map(example).collect()
}

impl Spec {
    /// The examples of this game, in the order of its rulebook, each with its set-up in this game.
    ///
    /// ```
    /// use konoba_rules::GAMES;
    /// let (example, setup) = &GAMES[0].read_examples().unwrap()[0];
    /// assert_eq!(setup.spec.id, GAMES[0].id);
    /// assert!(example.sentence.ends_with('.') && example.record(*setup).is_some());
    /// ```
    pub fn read_examples(&self) -> Result<Vec<(Example, Setup)>, Unreadable> {
        let mut read = Vec::new();
        for text in self.examples {
            for example in examples(text)? {
                let mut setups = example.setups.iter().filter_map(|setup| setup.parse().ok());
                if let Some(setup) = setups.find(|setup: &Setup| setup.spec.id == self.id) {
                    read.push((example, setup));
                }
            }
        }
        Ok(read)
    }
}

impl Example {
    /// How the position came about: by its moves, from its drawing, or by nothing at the start of the
    /// game; `None` where no game can stand so.
    pub fn record(&self, setup: Setup) -> Option<Record> {
        if let Some(moves) = &self.moves {
            let mut record = Record::new(setup);
            let mut cursor = record.cursor_at(NodeId::ROOT);
            for word in moves {
                record.play_on(&mut cursor, Move::read(word, setup.spec).ok()?).ok()?;
            }
            return Some(record);
        }
        if self.rows.is_empty() {
            return Some(Record::new(setup));
        }
        Record::from_position(&self.drawn(setup).ok()?).ok()
    }

    /// The position that is drawn, or why it cannot stand.
    pub fn drawn(&self, setup: Setup) -> Result<AnyPosition, text::TextError> {
        text::read(setup, &format!("{} {}", self.rows.join("/"), self.to_move))
    }

    /// The moves of the side to move that are judged, as they are typed.
    pub fn tries(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Tried { side: None, mv, .. } => Some(*mv),
            _ => None,
        })
    }
}

fn example(lines: &[(usize, &'static str)]) -> Result<Example, Unreadable> {
    let (line, title) = lines[0];
    let unfit = |(line, text), wanted| Unreadable { line, text, wanted };
    let (clause, sentence) = title
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
        .filter(|(_, sentence)| sentence.ends_with('.'))
        .ok_or_else(|| unfit(lines[0], "[CLAUSE] and a sentence"))?;
    let mut example = Example {
        line,
        clause,
        sentence,
        setups: Vec::new(),
        moves: None,
        rows: Vec::new(),
        to_move: "",
        statements: Vec::new(),
    };
    for &(line, text) in &lines[1..] {
        if text.starts_with(' ') {
            example.rows.push(text.split_whitespace().collect());
        } else if let Some(side) = text.strip_suffix(" to move") {
            example.to_move = side;
        } else if let Some(setups) = text.strip_prefix("set-up: ") {
            example.setups = setups.split(' ').collect();
        } else if let Some(moves) = text.strip_prefix("moves: ") {
            example.moves = Some(moves.split(' ').collect());
        } else {
            let statement = Statement::read(text);
            example.statements.push(statement.map_err(|wanted| unfit((line, text), wanted))?);
        }
    }
    if example.setups.is_empty() {
        return Err(unfit(lines[0], "a line with set-ups after this"));
    }
    if example.statements.is_empty() {
        return Err(unfit(lines[0], "a line that says what is so after this"));
    }
    Ok(example)
}

/// A word and the points after it: `weak-connection b1 a1`.
fn word_and_points(text: &'static str) -> Option<(&'static str, Vec<Point>)> {
    let mut words = text.split(' ');
    let word = words.next().filter(|word| !word.is_empty())?;
    let points: Result<_, _> = words.map(str::parse).collect();
    Some((word, points.ok()?))
}
