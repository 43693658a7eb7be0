//! How the numbers and weights of a sum lie in memory.
//!
//! Most instructions multiply numbers of 8 bits and want the four weights of an output beside one another. The plain
//! vector instructions of WebAssembly multiply pairs of numbers of 16 bits: there numbers and weights are kept in 16
//! bits, since widening them takes as long as multiplying, and the weights of an output lie in two pairs.

pub use widths::{Number, PAIRS_ARE_FAST, Weight, as_number, as_weight, place};

#[cfg(not(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    not(target_feature = "relaxed-simd")
)))]
mod widths {
    /// Whether [`crate::PairSums`] are so fast that it pays to have fewer products of larger numbers.
    pub const PAIRS_ARE_FAST: bool = false;

    /// A number that is multiplied, from 0 to 127.
    pub type Number = u8;
    /// What it is multiplied with, from -127 to 127.
    pub type Weight = i8;

    /// A byte as such a number.
    #[inline(always)]
    pub const fn as_number(byte: u8) -> Number {
        byte
    }

    /// A byte as such a weight.
    #[inline(always)]
    pub const fn as_weight(byte: i8) -> Weight {
        byte
    }

    /// Where in a line of 64 the weight lies that one of 16 outputs gives to one of four inputs.
    pub const fn place(output: usize, input: usize) -> usize {
        4 * output + input
    }
}

#[cfg(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    not(target_feature = "relaxed-simd")
))]
mod widths {
    /// Whether [`crate::PairSums`] are so fast that it pays to have fewer products of larger numbers.
    pub const PAIRS_ARE_FAST: bool = true;

    /// A number that is multiplied, from 0 to 127.
    pub type Number = i16;
    /// What it is multiplied with, from -127 to 127.
    pub type Weight = i16;

    /// A byte as such a number.
    #[inline(always)]
    pub const fn as_number(byte: u8) -> Number {
        byte as Number
    }

    /// A byte as such a weight.
    #[inline(always)]
    pub const fn as_weight(byte: i8) -> Weight {
        byte as Weight
    }

    /// Where in a line of 64 the weight lies that one of 16 outputs gives to one of four inputs.
    pub const fn place(output: usize, input: usize) -> usize {
        32 * (input / 2) + 2 * output + input % 2
    }
}
