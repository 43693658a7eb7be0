//! What comes of thinking.

use konoba_rules::{Move, Side};

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move it would play.
    pub best: Move,
    /// How likely the player to move is to win, from 0 to 1, as far as the engine can tell. Where the swap is
    /// offered, that player may win on the other side.
    pub win_rate: Option<f32>,
    /// How many positions it visited for this.
    pub visits: u64,
    /// The moves it considered, the best first.
    pub candidates: Vec<Candidate>,
    /// What is certain about the position.
    pub proof: Option<Proof>,
    /// Which idea the move follows, in one sentence, where the player has ideas.
    pub idea: Option<String>,
}

/// A move that was considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How many of the visits went through it.
    pub visits: u64,
    /// How likely the side that plays it is to win, from 0 to 1; after a swap, on the other side. `None` where
    /// nothing was counted or proved.
    pub win_rate: Option<f32>,
    /// How likely it seemed before it was searched, where anything said so.
    pub prior: Option<f32>,
    /// Who wins after it, if that is certain, as people sit before it: a swap that wins is won by the
    /// side that swaps.
    pub winner: Option<Side>,
    /// The best play expected, beginning with the move.
    pub line: Vec<Move>,
}

/// What is certain about a position: who wins with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Who wins.
    pub winner: Side,
    /// In at most this many moves of both sides together, where that is known.
    pub within: Option<u16>,
}

impl Thought {
    /// A move that needed no thinking.
    pub const fn only(best: Move) -> Self {
        Self { best, win_rate: None, visits: 0, candidates: Vec::new(), proof: None, idea: None }
    }
}
