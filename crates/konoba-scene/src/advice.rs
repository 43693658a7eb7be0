//! What an engine thinks of a position, as plain data: the code that thinks fills it in, and every
//! interface shows it.

use konoba_rules::{Move, Side};

/// What an engine thinks of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The move that it would play.
    pub best: Move,
    /// The chances of the side to move, in percent, as far as the engine can tell.
    pub chances: Option<u8>,
    /// Who wins with best play, where that is certain.
    pub certain: Option<Certain>,
    /// The play that it expects, beginning with its move.
    pub line: Vec<Move>,
    /// The moves that it looked at, the best first.
    pub candidates: Vec<Candidate>,
    /// Which idea its move follows, in one sentence, where it has ideas.
    pub idea: Option<String>,
}

impl Advice {
    /// A move of which nothing more is said.
    pub fn only(best: Move) -> Self {
        let (chances, certain, candidates, idea) = (None, None, Vec::new(), None);
        Self { best, chances, certain, line: vec![best], candidates, idea }
    }
}

/// Something that is certain about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certain {
    /// Who wins with best play.
    pub winner: Side,
    /// In at most this many moves of both sides together, where that is known.
    pub within: Option<u16>,
}

/// A move that an engine looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The chances of the player who plays it, in percent, as far as the engine can tell.
    pub chances: Option<u8>,
    /// How much it was looked at, from 1 to [`Candidate::MAX_HEAT`].
    pub heat: u8,
}

impl Candidate {
    /// The heat of the move that was looked at most.
    pub const MAX_HEAT: u8 = 9;

    /// A move that took so many of the visits, where the most looked at took so many. Searches look
    /// at few moves by far the most, so the heat grows with the root, and the others are seen too.
    pub fn new(mv: Move, chances: Option<u8>, (visits, most): (u64, u64)) -> Self {
        let square = u64::from(Self::MAX_HEAT).pow(2);
        let heat = visits.saturating_mul(square).div_ceil(most.max(1)).isqrt();
        let heat = heat.clamp(1, Self::MAX_HEAT.into()) as u8;
        Self { mv, chances: chances.map(|percent| percent.min(100)), heat }
    }
}
