//! How much is spent on a game in which puzzles are looked for.

use konoba_rules::{PieceChoice, Setup};

/// How many positions may be looked at, by the game and its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// With more empty points than this, nothing is tried.
    pub(super) most_empty: u32,
    /// To settle one position.
    pub(super) each: u64,
    /// To find what may be puzzles in a game.
    pub(super) search: u64,
    /// To prove one puzzle.
    pub(super) proof: u64,
    /// By the plain solver, to prove it again: few enough that checking all puzzles takes minutes, not hours.
    pub(super) plain: u64,
}

/// Up to this size every point may matter in the end. On larger boards most of the empty points are settled then.
const SMALL: u8 = 7;

const ON_SMALL: Effort =
    Effort { most_empty: 36, each: 30_000, search: 150_000, proof: 200_000, plain: 250_000 };
const ON_LARGE: Effort =
    Effort { most_empty: 80, each: 30_000, search: 300_000, proof: 300_000, plain: 300_000 };
/// Where each point takes either piece there are twice as many moves, and what is late enough to be settled soon is plain.
const OF_EITHER: Effort =
    Effort { most_empty: 22, each: 60_000, search: 1_500_000, proof: 600_000, plain: 1_000_000 };

impl Effort {
    /// What may be spent on a game of this set-up.
    pub(super) const fn of(setup: Setup) -> Self {
        match setup.spec.choice {
            PieceChoice::Either => OF_EITHER,
            PieceChoice::Own if setup.size > SMALL => ON_LARGE,
            PieceChoice::Own => ON_SMALL,
        }
    }
}
