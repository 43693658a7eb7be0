//! A record as the page shows it: its moves with what each of them changes on the board, so that
//! stepping through a game needs nothing from the server.

use std::collections::HashMap;

use konoba_rules::{AnyPosition, Move, Played, Points, Record, Side, text};
use konoba_scene::{Sentences, Shown};
use konoba_table::{Assessed, Evaluation, Name, Recorded, Study, Verdict};
use serde::Serialize;

use crate::records::nodes;
use crate::{Patch, patches_of_move};

/// A record for the page.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeView {
    /// Which game it is, in a sentence.
    pub title: String,
    /// The set-up string.
    pub setup: String,
    /// The position text of the start, where that is not the empty board.
    pub start: Option<String>,
    /// Who played the first and the second side.
    pub players: [String; 2],
    /// How the game ended, in a sentence.
    pub result: Option<String>,
    /// The whole record as an SGF file.
    pub sgf: String,
    /// The game in one line for an address.
    pub line: String,
    /// The start and every move, each after the one that it follows.
    pub nodes: Vec<NodeView>,
}

/// A move in a record; the first is the start and has no move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NodeView {
    /// The place in the list of the move before.
    pub parent: Option<usize>,
    /// How many moves have led here.
    pub number: usize,
    /// The class of the side that moved.
    pub side: &'static str,
    /// Whose move it was: the class of the side that this player began with, as the names in the record have it.
    pub by: &'static str,
    /// The move as it is written.
    pub mv: String,
    /// What it did, in a sentence.
    pub says: String,
    /// Whose turn it is now or who has won, in a sentence.
    pub status: String,
    /// What is said about it.
    pub comment: String,
    /// How an engine sees it: how likely the first side is to win, in per cent.
    pub first_wins: Option<f32>,
    /// The moves that an engine thinks best from here.
    pub best_line: String,
    /// `mistake` or `blunder`, where the move was one.
    pub verdict: Option<&'static str>,
    /// By how many per cent it made its player less likely to win, where it was one.
    pub cost: Option<u8>,
    /// What it changes on the board.
    pub patches: Vec<Patch>,
}

impl TreeView {
    /// What the page shows of a record; none if it was given up on the way.
    pub fn of(record: &Record, is_given_up: &dyn Fn() -> bool) -> Option<Self> {
        let sentences = Sentences::of(record.setup());
        let recorded = Recorded::of(record);
        let ids = nodes(record);
        let places: HashMap<_, _> = ids.iter().copied().zip(0..).collect();
        let mut study = Study::new(record.clone());
        let mut seen: Vec<Seen> = Vec::with_capacity(ids.len());
        let mut views = Vec::with_capacity(ids.len());
        for id in ids {
            if is_given_up() {
                return None;
            }
            let parent = record.node(id).parent().and_then(|parent| places.get(&parent)).copied();
            study.go_to(id);
            let (own, view) = look(&study, parent.map(|parent| &seen[parent]), parent);
            seen.push(own);
            views.push(view);
        }
        Some(Self {
            title: sentences.setup(),
            setup: record.setup().to_string(),
            start: record.has_own_start().then(|| text::write(record.start())),
            players: Side::BOTH.map(|side| name_of(record.player(side))),
            result: recorded.outcome().map(|outcome| sentences.recorded(outcome)),
            sgf: record.to_sgf(),
            line: record.to_line(),
            nodes: views,
        })
    }
}

/// What is kept of a node that has been looked at.
struct Seen {
    position: AnyPosition,
    last: Option<Played<Points>>,
    number: usize,
    evaluation: Option<Evaluation>,
    /// Whether the players have exchanged their sides.
    is_swapped: bool,
}

impl Seen {
    const fn shown(&self) -> Shown<'_> {
        (&self.position, self.last)
    }

    const fn assessed(&self) -> Assessed<'_> {
        Assessed { position: &self.position, evaluation: self.evaluation.as_ref() }
    }
}

/// Looks at the node at the cursor of a study, after the one before it.
fn look(study: &Study, before: Option<&Seen>, parent: Option<usize>) -> (Seen, NodeView) {
    let record = study.record();
    let sentences = Sentences::of(record.setup());
    let node = record.node(study.cursor());
    let mut own = Seen {
        position: before.map_or(*record.start(), |before| before.position),
        last: None,
        number: before.map_or(0, |before| before.number + 1),
        evaluation: study.evaluation(),
        is_swapped: before.is_some_and(|before| before.is_swapped),
    };
    let by = node.side().map(|side| if own.is_swapped { side.other() } else { side });
    if let Some(mv) = node.mv() {
        own.last = own.position.play(mv).ok();
        own.is_swapped ^= mv == Move::Swap;
    }
    let cost = before.zip(node.mv()).and_then(|(before, mv)| {
        let cost = before.assessed().cost(mv, own.assessed())?;
        Some((Verdict::of_cost(cost).word()?, (100.0 * cost).round() as u8))
    });
    // How a game ended is a part of its course where there is one.
    let has_course = before.is_none_or(|before| before.evaluation.is_some());
    let first_wins = own.assessed().first_wins();
    let first_wins = first_wins.filter(|_| own.evaluation.is_some() || has_course);
    let view = NodeView {
        parent,
        number: own.number,
        side: class_of(node.side()),
        by: class_of(by),
        mv: node.mv().map(|mv| mv.written(record.setup().spec).to_string()).unwrap_or_default(),
        says: own.last.map(|played| sentences.played(&played)).unwrap_or_default(),
        status: sentences.status(&own.position),
        comment: node.comment().to_owned(),
        first_wins: first_wins.map(|share| 100.0 * share),
        best_line: own.evaluation.as_ref().map(|seen| seen.best_line.clone()).unwrap_or_default(),
        verdict: cost.map(|(word, _)| word),
        cost: cost.map(|(_, cost)| cost),
        patches: before
            .map(|before| patches_of_move(before.shown(), own.shown()))
            .unwrap_or_default(),
    };
    (own, view)
}

const fn class_of(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
        None => "",
    }
}

/// A name from a record, without what would do harm on a screen.
fn name_of(player: &str) -> String {
    Name::made_of(player).map(|name| name.to_string()).unwrap_or_default()
}
