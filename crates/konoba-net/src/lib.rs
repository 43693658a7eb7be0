//! The learned evaluation: a small residual net for each game of joining edges, evaluated on the processor.
//!
//! [`Canvas`] is what a net sees, [`mod@file`] what it is read from, [`mod@reference`] says what it means, one number after
//! the other, and [`quantised`] computes the same, faster and a little coarser. Nets are trained by the programs in `train/`,
//! which also store what each net must answer.
//!
//! No rules are needed for this, so that a module for browsers that only computes a net is small and quick to compile.

mod canvas;
mod convolution;
pub mod file;
pub mod half;
mod layer;
mod linear;
pub mod quantised;
pub mod reference;
mod sealed;
mod tiled;

pub use canvas::{Canvas, PLANES};
pub use konoba_kernels::are_fast;
pub use sealed::{MAX_BYTES, NetError};

/// What a net says of a view of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct NetOutput {
    /// A logit for each point of the view, row by row, legal or not.
    pub policy: Vec<f32>,
    /// The logit of winning, for the side to move.
    pub win: f32,
}
