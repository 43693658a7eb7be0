//! What is asked and answered in the dialogue beside what tables and games have to say: the one
//! place for its words.

use std::fmt;

use konoba_rules::{Move, Piece, Point, Setup, Side, Sizes, Spec};

use super::verb::USAGE;

pub(super) const SWAP: &str = "swap? (y/n)";
pub(super) const AGAIN: &str = "again? (y/n)";
pub(super) const AGREE: &str = "Do you agree? (y/n)";
pub(super) const RULE_OR_PLAY: &str = "RULE or PLAY?";

pub(super) const NOT_SWAP: &str = "Answer y or n first; your move comes after that.";
pub(super) const NOT_YES_OR_NO: &str = "Answer y or n.";
pub(super) const NOT_RULE_OR_PLAY: &str = "Answer RULE to read the rules, or PLAY to begin.";
pub(super) const NOT_A_MOVE: &str = "That is not a move. Type help for a list of commands.";
pub(super) const NOT_A_ROW: &str = "That is not the number of a row.";
/// What is said where there is no engine to give hints.
pub const NO_HINTS: &str = "Hints are not available here.";
/// What is said where boards are no longer drawn.
pub const BOARD_OFF: &str =
    "Boards are not drawn any more. Ask with read row 4, read around c4, chains or legal near c4.";
/// What is said after the end to what is no command.
pub(super) const OVER: &str = "The game is over. Type help for a list of commands.";
pub(super) const NO_CLOCK: &str = "This game has no clock.";
pub(super) const WHY_WHAT: &str = "Add a move, as in: why c4.";
pub(super) const TRY_WHAT: &str = "Add moves, as in: try c4 d5.";
pub(super) const ONLY_TRIED: &str = "This was only tried; the game has not changed.";
pub(super) const WHICH_FILE: &str = "Add the name of a file.";
pub(super) const GOODBYE: &str = "Goodbye.";

/// Which boards of the past there are.
pub(super) fn which_board(moves: usize) -> String {
    format!("Add a number of moves from 0 to {moves}, as in: board {moves}.")
}

/// After how many moves of the game others can be tried.
pub(super) fn which_start(moves: usize) -> String {
    format!("Add a number of moves from 0 to {moves}, as in: try {moves} c4.")
}

/// That a word in the middle of moves is none.
pub(super) fn not_tried(word: &str) -> String {
    format!("'{}' is not a move.", shown(word))
}

pub(super) fn welcome(spec: &Spec) -> String {
    format!("Welcome to {} ({}). {}", spec.name, spec.origin, spec.summary)
}

/// Which size to play on, and what is taken where nothing is said.
pub fn size(sizes: Sizes) -> String {
    let Sizes { min, max, default } = sizes;
    format!("Size of the board, from {min} to {max}? (empty: {default})")
}

pub(super) fn name(spec: &Spec, side: Side) -> String {
    let place = ["First", "Second"][side.index()];
    format!("{place} player's name? ({} moves {})", spec.side(side).name, place.to_lowercase())
}

pub(super) fn name_and_role(spec: &Spec) -> String {
    let [first, second] = &spec.sides;
    format!("Name and role, {} or {}, as in: Ana {}?", first.id, second.id, second.id)
}

pub(super) fn not_name_and_role(spec: &Spec) -> String {
    let [first, second] = &spec.sides;
    format!("Type a name and then a role: {} or {}.", first.id, second.id)
}

pub(super) fn other_name(spec: &Spec, left: Side) -> String {
    format!("The other player plays {}. Name?", spec.side(left).name)
}

/// A move as it is typed.
fn example(spec: &'static Spec, size: u8) -> impl fmt::Display {
    let last = size - 1;
    let at = Point::new(last.min(2), last.min(3));
    Move::placement(spec.choice, Piece::First, at).written(spec)
}

/// A move that can be typed in any exercise of a game.
pub(crate) fn exercise_move(spec: &'static Spec) -> impl fmt::Display {
    example(spec, 3)
}

/// That what was typed in an exercise is no move.
pub(crate) fn no_exercise_move(spec: &'static Spec) -> String {
    format!("That is not a move. Type a move such as {}, or help.\n", exercise_move(spec))
}

/// Two numbers are the column, then the row, in every game; the question for a move says so the first time.
pub(super) fn mv(setup: Setup, explains: bool) -> String {
    let example = example(setup.spec, setup.size);
    let explained = match explains {
        true => " (Two numbers are the column, then the row from the bottom.)",
        false => "",
    };
    format!("Move, such as {example}?{explained}")
}

pub(super) fn row(column: u8) -> String {
    format!("Row in column {column}, from the bottom?")
}

pub(super) fn piece(spec: &Spec, at: Point) -> String {
    format!("Which piece on {at}, {}?", pieces(spec))
}

pub(super) fn not_a_piece(spec: &Spec) -> String {
    format!("Answer {}, or type another move.", pieces(spec))
}

/// `X or O`.
fn pieces(spec: &Spec) -> String {
    let [first, second] = &spec.pieces;
    format!("{} or {}", first.letter, second.letter)
}

/// That the board has no such column or row.
pub(super) fn off_board(kind: &str, number: &str, size: u8) -> String {
    format!("There is no {kind} {}. Choose 1 to {size}.", shown(number))
}

/// The rules and the verbs.
pub(super) fn help(setup: Setup) -> String {
    let mut text = rules(setup.spec);
    text.push_str("Instead of a move you can type:\n");
    for (usage, meaning) in USAGE {
        text.push_str(&format!("  {usage}: {meaning}\n"));
    }
    text
}

/// The rules of a game for people, a paragraph a line.
pub fn rules(spec: &Spec) -> String {
    spec.rulebook.iter().map(|paragraph| format!("{paragraph}\n")).collect()
}

/// What a person typed, as far as a screen can bear it.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    let visible = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Yes or no, in any case, as far as it is one of them.
pub(super) fn yes_or_no(line: &str) -> Option<bool> {
    match line.to_ascii_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}
