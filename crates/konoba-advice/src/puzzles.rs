//! What it takes to make puzzles: positions in which one move wins, proved by the engine's solver.

pub use crate::puzzle_prover::{ProvedPuzzle, PuzzleProver, after, moves};
