//! Work by the best instructions that the processor at hand has. The one crate with `unsafe`.
//!
//! [`run`] does a batch of ordinary portable code in a function that is compiled for AVX2 and BMI2; the
//! processor is asked once around the batch and never per call. [`run_quads`] does the same for work that
//! adds up products of small whole numbers, for which compilers do not find the best instructions by
//! themselves. [`PairSums`] adds up products of larger ones. Results never depend on the processor, which the tests check.

mod batch;
mod layout;
mod pairs;
mod sums;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[cfg_attr(target_feature = "relaxed-simd", path = "wasm_relaxed.rs")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use batch::{Batch, run, run_portable};
pub use layout::{Number, PAIRS_ARE_FAST, Weight, as_number, as_weight, place};
pub use pairs::{PairSums, PairWeights};
pub use sums::{Instructions, Quads, QuadsBatch, are_fast, run_quads, run_quads_with};
