//! How much is spent on a game in which puzzles are looked for.

use konoba_rules::{PieceChoice, Setup};

/// How many positions may be looked at, by the game and its size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// With more empty points than this, nothing is tried.
    pub(super) most_empty: u32,
    /// With fewer empty points than this, nearly all that is found is easy, and so few are taken of a ply.
    late: u32,
    /// How many candidates are taken of a ply: late ones, and others.
    of_ply: [usize; 2],
    /// To settle one position.
    pub(super) each: u64,
    /// To find what may be puzzles in a game, and in one ply of it.
    pub(super) search: u64,
    pub(super) search_of_ply: u64,
    /// How many positions of a game plain search is asked about.
    pub(super) most_measured: usize,
    /// To prove one puzzle.
    pub(super) proof: u64,
    /// By the plain solver, to prove it again: few enough that checking all puzzles takes minutes, not hours.
    pub(super) plain: u64,
}

/// Up to this size every point may matter in the end. On larger boards most of the empty points are settled then.
const SMALL: u8 = 7;
/// On boards larger than this a position takes a solver long that is not nearly settled.
pub(super) const MIDDLE: u8 = 9;

const ON_SMALL: Effort = Effort {
    most_empty: 36,
    late: 0,
    of_ply: [usize::MAX; 2],
    each: 30_000,
    search: 150_000,
    search_of_ply: u64::MAX,
    most_measured: 100,
    proof: 200_000,
    plain: 250_000,
};
const ON_MIDDLE: Effort =
    Effort { most_empty: 80, search: 300_000, proof: 300_000, plain: 300_000, ..ON_SMALL };
const ON_LARGE: Effort = Effort {
    most_empty: 60,
    of_ply: [6; 2],
    each: 10_000,
    search: 300_000,
    most_measured: 30,
    proof: 100_000,
    plain: 600_000,
    ..ON_SMALL
};
/// Where each point takes either piece there are twice as many moves. What is late enough to be settled at once is plain, and what is earlier
/// takes nearly all of the time and is hardly ever proved: most that plain search misses has 13 to 15 empty points.
const OF_EITHER: Effort = Effort {
    most_empty: 16,
    late: 10,
    of_ply: [2, 20],
    each: 60_000,
    search: 1_000_000,
    search_of_ply: 400_000,
    most_measured: 100,
    proof: 600_000,
    plain: 1_000_000,
};

impl Effort {
    /// What may be spent on a game of this set-up.
    pub(super) const fn of(setup: Setup) -> Self {
        match (setup.spec.choice, setup.size) {
            (PieceChoice::Either, _) => OF_EITHER,
            (PieceChoice::Own, ..=SMALL) => ON_SMALL,
            (PieceChoice::Own, ..=MIDDLE) => ON_MIDDLE,
            (PieceChoice::Own, _) => ON_LARGE,
        }
    }

    /// The same for a game that is known to have a good one, in which more is worth while.
    pub(super) const fn of_known(setup: Setup) -> Self {
        let own = Self::of(setup);
        Self {
            most_empty: own.most_empty + 2,
            search: 4 * own.search,
            search_of_ply: own.search_of_ply.saturating_mul(3),
            most_measured: 3 * own.most_measured,
            of_ply: [own.of_ply[0], usize::MAX],
            ..own
        }
    }

    /// How many candidates are taken of a ply with so many empty points.
    pub(super) const fn most_of_ply(&self, empty: u32) -> usize {
        self.of_ply[(empty >= self.late) as usize]
    }
}
