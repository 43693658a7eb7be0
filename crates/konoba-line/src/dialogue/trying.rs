//! Trying moves out in words: says what they would do, and plays nothing.

use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Refusal, Scene, Sentences};
use konoba_table::Table;

use super::questions;

/// What stood on the board after so many moves of the game, or which numbers of moves there are.
pub(super) fn position_after(
    moves: &str,
    table: &Table,
    which: fn(usize) -> String,
) -> Result<AnyPosition, String> {
    let history = table.history();
    let count = moves.parse().ok().filter(|count| *count <= history.len());
    let count = count.ok_or_else(|| which(history.len()))?;
    let mut position = *table.opening().start.position();
    for moved in &history[..count] {
        position.play(moved.played.mv).expect("a table holds legal moves");
    }
    Ok(position)
}

/// What would come of moves, from now or, if a number comes first, after so many moves of the game.
pub(super) fn tried(text: &str, table: &Table) -> String {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (from, moves) = match is_number(first) && !first.is_empty() {
        true => (position_after(first, table, questions::which_start), rest),
        false => (Ok(*table.position()), text),
    };
    match from {
        Err(why) => why,
        Ok(_) if moves.trim().is_empty() => questions::TRY_WHAT.to_owned(),
        Ok(position) => played_out(position, moves),
    }
}

/// What each move does, up to the first that is none, and what stands where then.
fn played_out(mut position: AnyPosition, moves: &str) -> String {
    let setup = position.setup();
    let sentences = Sentences::of(setup);
    let mut said = Vec::new();
    for word in moves.split_whitespace() {
        let Ok(mv) = Move::read(word, setup.spec) else {
            said.push(questions::not_tried(word));
            break;
        };
        if let Some(refusal) = Refusal::of(&position, position.to_move(), mv) {
            said.push(sentences.refusal(&position, &refusal));
            break;
        }
        // A forced pass is played by itself, as at the table.
        for mv in [mv, Move::Pass] {
            if mv != Move::Pass || position.must_pass() {
                let played = position.play(mv).expect("it was not refused");
                said.push(sentences.played(&played));
            }
        }
    }
    said.push(sentences.pieces(&Scene::of(&position).spots));
    said.push(sentences.status(&position));
    said.push(questions::ONLY_TRIED.to_owned());
    said.join("\n")
}
