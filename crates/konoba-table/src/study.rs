//! A study: one person alone at a board, with a tree of variations. It knows no seats and no time,
//! and everything in it can be written as a record.

mod evaluation;
mod verdict;

use konoba_rules::record::{AddError, Full, NodeId};
use konoba_rules::{AnyPosition, Move, Played, Points, Record, Side};
use konoba_scene::{Scene, View};

use crate::recorded::mark_end;

pub use evaluation::Evaluation;
pub use verdict::{Assessed, Verdict};

/// A record and a place in it.
///
/// ```
/// use konoba_rules::{GAMES, Move, Record, Setup};
/// use konoba_table::{CursorStep, Study};
/// let mut study = Study::new(Record::new(Setup::default_of(GAMES[0])));
/// study.play(Move::Place("c3".parse().unwrap())).unwrap();
/// study.go(CursorStep::Parent);
/// study.play(Move::Place("d4".parse().unwrap())).unwrap();
/// study.comment("More towards the centre.").unwrap();
/// assert!(study.record().to_sgf().ends_with("(;B[c3])\n(;B[d4]C[More towards the centre.]))\n"));
/// assert!(study.go(CursorStep::PreviousVariation));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    record: Record,
    cursor: NodeId,
}

/// A step of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CursorStep {
    /// To the start of the game.
    Start,
    /// To the end of the line, by the first variation from here on.
    End,
    /// One move back.
    Parent,
    /// One move on, by the first variation.
    Child,
    /// To the next variation of this move.
    NextVariation,
    /// To the variation of this move before it.
    PreviousVariation,
}

impl Study {
    /// A study of a record, at its start.
    pub const fn new(record: Record) -> Self {
        Self { record, cursor: NodeId::ROOT }
    }

    /// The record with all its variations, to be written or read.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The record, at the end of the study.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Where the study stands.
    pub const fn cursor(&self) -> NodeId {
        self.cursor
    }

    /// The position there.
    pub fn position(&self) -> AnyPosition {
        self.record.position_at(self.cursor)
    }

    /// The move that led there and what it filled; none at the start.
    pub fn last(&self) -> Option<Played<Points>> {
        let node = self.record.node(self.cursor);
        let mut before = self.record.position_at(node.parent()?);
        before.play(node.mv()?).ok()
    }

    /// The position with its last move, and whatever else the view asks for, ready to be painted.
    pub fn scene(&self, view: &View) -> Scene {
        Scene::viewed(&self.position(), &View { last: self.last(), ..*view })
    }

    /// Moves the cursor, and tells whether there was anywhere to go.
    pub fn go(&mut self, step: CursorStep) -> bool {
        let target = match step {
            CursorStep::Start => Some(NodeId::ROOT),
            CursorStep::End => {
                std::iter::successors(Some(self.cursor), |id| self.first_child(*id)).last()
            }
            CursorStep::Parent => self.record.node(self.cursor).parent(),
            CursorStep::Child => self.first_child(self.cursor),
            CursorStep::NextVariation => self.sibling(1),
            CursorStep::PreviousVariation => self.sibling(-1),
        };
        let before = self.cursor;
        self.cursor = target.unwrap_or(before);
        self.cursor != before
    }

    /// Puts the cursor on a node, and tells whether the record has it.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        let is_there = self.record.contains(id);
        if is_there {
            self.cursor = id;
        }
        is_there
    }

    /// The moves that may follow, the main one first, and the nodes that they lead to.
    pub fn children(&self) -> impl Iterator<Item = (NodeId, Move)> + '_ {
        let children = self.record.node(self.cursor).children().iter().copied();
        children.filter_map(|id| Some((id, self.record.node(id).mv()?)))
    }

    /// Plays a move: follows the variation that has it, or begins one. A forced pass after it is
    /// played too, as at a table.
    pub fn play(&mut self, mv: Move) -> Result<(), AddError> {
        let mut cursor = self.record.cursor_at(self.cursor);
        self.cursor = self.record.play_on(&mut cursor, mv)?;
        if cursor.position().must_pass() {
            self.cursor = self.record.play_on(&mut cursor, Move::Pass)?;
        }
        Ok(())
    }

    /// Brings the study up to a game that has gone on elsewhere, and goes to where it stands. Its
    /// moves come before all variations, with their clocks; moves that were taken back stay as
    /// variations. [`Recorded`](crate::Recorded) tells the game from them.
    pub fn follow(&mut self, game: &Record) -> Result<(), Full> {
        let mut cursor = self.record.cursor_at(NodeId::ROOT);
        self.cursor = cursor.node();
        for node in game.main_line().map(|id| game.node(id)) {
            let Some(mv) = node.mv() else { continue };
            self.cursor = match self.record.play_on(&mut cursor, mv) {
                Ok(next) => next,
                Err(AddError::Full(full)) => return Err(full),
                Err(AddError::Illegal(_)) => break,
            };
            for side in Side::BOTH {
                if let Some(left) = node.clock(side) {
                    self.record.stamp(self.cursor, side, left);
                }
            }
        }
        while self.promote() {}
        if let Some(outcome) = game.outcome() {
            // A variation that goes on from the end may have been won; then the mark tells.
            let _ = self.record.conclude(outcome.clone());
        }
        mark_end(&mut self.record, self.cursor, game.outcome())
    }

    /// The study brought up to a game, as by [`Study::follow`]. Where the game finds no room among so many variations, a
    /// study of the game alone: it is the game that counts.
    pub fn brought_up_to(mut self, game: Record) -> Self {
        if self.follow(&game).is_ok() {
            return self;
        }
        let mut alone = Self::new(game);
        alone.go(CursorStep::End);
        alone
    }

    /// Takes the move at the cursor out with all that follows it, and goes back to the move
    /// before; tells whether there was a move.
    pub fn delete(&mut self) -> bool {
        let parent = self.record.node(self.cursor).parent();
        let is_removed = self.record.remove(self.cursor);
        self.cursor = parent.unwrap_or(NodeId::ROOT);
        is_removed
    }

    /// Puts the variation that the cursor is in before the others, where it last parted from a line
    /// that came before it; tells whether it was not first everywhere already.
    pub fn promote(&mut self) -> bool {
        let up = |id: &NodeId| self.record.node(*id).parent();
        let path: Vec<_> = std::iter::successors(Some(self.cursor), up).collect();
        path.into_iter().any(|id| self.record.promote(id))
    }

    /// What is said about the move at the cursor; empty where nothing is.
    pub fn commented(&self) -> &str {
        self.record.node(self.cursor).comment()
    }

    /// Replaces what is said about the move at the cursor.
    pub fn comment(&mut self, text: &str) -> Result<(), Full> {
        self.record.annotate(self.cursor, text)
    }

    /// How an engine sees the position at the cursor, if it was asked.
    pub fn evaluation(&self) -> Option<Evaluation> {
        Evaluation::of(&self.record, self.cursor)
    }

    /// Replaces how an engine sees the position at the cursor.
    pub fn evaluate(&mut self, evaluation: Option<&Evaluation>) -> Result<(), Full> {
        Evaluation::note(&mut self.record, self.cursor, evaluation)
    }

    fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.record.node(id).children().first().copied()
    }

    /// The variation so many places after that of the cursor.
    fn sibling(&self, places: isize) -> Option<NodeId> {
        let siblings = self.record.node(self.record.node(self.cursor).parent()?).children();
        let own = siblings.iter().position(|id| *id == self.cursor)?;
        siblings.get(own.checked_add_signed(places)?).copied()
    }
}
