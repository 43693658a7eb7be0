//! How hard a move is searched for, and by which method at the root.

/// How hard to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many simulations follow the evaluation of the root; with none the policy alone plays.
    pub simulations: usize,
    /// How the moves of the root are tried.
    pub root: Root,
    /// Whether chance has a part in what is considered and played.
    pub noise: Noise,
}

/// Whether chance has a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noise {
    /// The best move found is played.
    None,
    /// Moves are sampled from what is found (by Gumbel noise), so that games differ.
    Gumbel,
}

/// A method to try the moves of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// [`crate::gumbel::GumbelRoot`].
    Gumbel {
        /// How many moves are considered.
        considered: usize,
    },
    /// [`crate::puct::PuctRoot`].
    Puct,
    /// [`crate::puct::PuctRoot`] with noise, forced simulations and pruned targets.
    ExploringPuct,
}
