//! Carries out a verb.

use konoba_rules::{Move, Piece, PieceChoice};
use konoba_scene::{Scene, Sentences, paint_text};
use konoba_table::{Action, Keyboard, Moment, Moved, Seat, Table, Wish, Words};

use super::manner::{Manner, Showing};
use super::meaning::{Meaning, said};
use super::questions;
use super::trying::{position_after, tried};
use super::verb::Verb;

/// What a verb means when a seat says it at a table.
pub(super) fn obey(
    seat: Seat,
    table: &Table,
    verb: Verb<'_>,
    words: Words<'_>,
    manner: Manner,
    now: Moment,
) -> Meaning {
    let sentences = Sentences::of(table.setup());
    match verb {
        Verb::Undo => Meaning::Act(undoing(seat, table), Action::Ask(Wish::Undo)),
        Verb::Resign => Meaning::Act(seat, Action::Resign),
        Verb::Hint => Meaning::Hint,
        Verb::Thoughts => Meaning::Thoughts,
        Verb::Why(text) => said(&why(seat, table, words, text)),
        Verb::Moves => said(&moves(table)),
        Verb::Read(reading) => said(&words.reading(reading)),
        Verb::Show(_) => Meaning::Said(shown(table, manner)),
        Verb::Board("") => said(&sentences.pieces(&table.scene().spots)),
        Verb::Board(moves) => said(&board_after(moves, table)),
        Verb::Try(moves) => said(&tried(moves, table)),
        Verb::Lines => said(&sentences.open_lines(&table.position().open_lines())),
        Verb::Clock => said(&clock(words, now)),
        Verb::Save("") | Verb::Load("") => said(questions::WHICH_FILE),
        Verb::Save(name) => Meaning::Save(name.to_owned()),
        Verb::Load(name) => Meaning::Load(name.to_owned()),
        Verb::Help => Meaning::Said(questions::help(table.setup())),
        Verb::Quit => Meaning::Quit,
    }
}

/// How the board is shown from now on, which the conversation knows already.
fn shown(table: &Table, manner: Manner) -> String {
    match manner.showing {
        Showing::Drawn => format!("\n{}\n", paint_text(&table.scene(), manner.style)),
        Showing::Words => format!("{}\n", questions::BOARD_OFF),
    }
}

/// At a shared keyboard it is the person who moved last who takes the move back.
fn undoing(seat: Seat, table: &Table) -> Seat {
    let is_shared = table.opening().keyboard == Keyboard::Shared;
    let is_decided =
        |moved: &&Moved| moved.played.mv != Move::Pass && !table.player(moved.seat).is_engine();
    let decisions = table.history().iter().rev().find(is_decided);
    decisions.filter(|_| is_shared).map_or(seat, |moved| moved.seat)
}

/// Whether a move is legal and what it would do, or why it is not.
fn why(seat: Seat, table: &Table, words: Words<'_>, text: &str) -> String {
    let spec = table.setup().spec;
    let Ok(mut mv) = Move::read(text, spec) else { return questions::WHY_WHAT.to_owned() };
    if table.is_over() {
        return words.status();
    }
    // The question is about the cell, whichever piece it is asked for.
    if let (Move::Place(at), PieceChoice::Either) = (mv, spec.choice) {
        mv = Move::PlacePiece(Piece::First, at);
    }
    if let Some(refusal) = table.why_not(seat, mv) {
        return Sentences::of(table.setup()).refusal(table.position(), &refusal);
    }
    match table.preview(mv) {
        Ok(moved) => format!("It is legal: {}", words.moved(&moved)),
        Err(refusal) => Sentences::of(table.setup()).refusal(table.position(), &refusal),
    }
}

/// What stood where after so many moves.
fn board_after(moves: &str, table: &Table) -> String {
    let position = position_after(moves, table, questions::which_board);
    let pieces = |position| Sentences::of(table.setup()).pieces(&Scene::of(&position).spots);
    position.map_or_else(|why| why, pieces)
}

/// What the clocks show, and how much time there was.
fn clock(words: Words<'_>, now: Moment) -> String {
    match (words.clocks(now), words.time()) {
        (Some(clocks), Some(time)) => format!("{clocks} {time}"),
        _ => questions::NO_CLOCK.to_owned(),
    }
}

fn moves(table: &Table) -> String {
    let spec = table.setup().spec;
    let listed = |moves: &mut dyn Iterator<Item = Move>| {
        let words: Vec<_> = moves.map(|mv| mv.written(spec).to_string()).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(" ") }
    };
    let position = table.position();
    let so_far = listed(&mut table.history().iter().map(|moved| moved.played.mv));
    // The board does not show that a player has resigned or run out of time.
    let legal = match table.is_over() {
        true => Vec::new(),
        false => position.moves_of(position.to_move()),
    };
    let legal = listed(&mut legal.into_iter());
    format!("Moves so far: {so_far}\nLegal moves: {legal}")
}
