//! The vectors of WebAssembly with instructions that processors may carry out in different ways, which all give the
//! same for the numbers used here.

#![allow(unsafe_code)]

use std::arch::wasm32::{
    i32x4_relaxed_dot_i8x16_i7x16_add, i32x4_splat, v128, v128_load, v128_load32_splat,
};
use std::mem::transmute;

use crate::{Number, Quads, Weight};

/// Four sums at once, four products in each. Processors differ in what they make of numbers above 127, which are not
/// used, and of two products that do not fit into 16 bits, which these always do.
#[derive(Clone, Copy)]
pub(crate) struct Vectors;

// SAFETY, of all below: loads are of whole pieces of an array; vectors and arrays of numbers are bits of the same size.
impl Quads for Vectors {
    type Sums = [v128; 4];
    const FIT: usize = 2;

    #[inline(always)]
    fn zero(self) -> [v128; 4] {
        [i32x4_splat(0); 4]
    }

    #[inline(always)]
    fn add(self, sums: [v128; 4], quad: [Number; 4], weights: &[Weight; 64]) -> [v128; 4] {
        let [sums] = self.add_to_all([sums], [&quad], weights);
        sums
    }

    /// A weight is loaded once for all points and not kept, since there are sixteen registers.
    #[inline(always)]
    fn add_to_all<const POINTS: usize>(
        self,
        mut sums: [[v128; 4]; POINTS],
        quads: [&[Number; 4]; POINTS],
        weights: &[Weight; 64],
    ) -> [[v128; 4]; POINTS] {
        let numbers = quads.map(|quad| unsafe { v128_load32_splat(quad.as_ptr().cast()) });
        for (place, weights) in weights.as_chunks::<16>().0.iter().enumerate() {
            let weights = unsafe { v128_load(weights.as_ptr().cast()) };
            for (sums, numbers) in sums.iter_mut().zip(numbers) {
                sums[place] = i32x4_relaxed_dot_i8x16_i7x16_add(weights, numbers, sums[place]);
            }
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [v128; 4]) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}
