//! The vectors of WebAssembly that all browsers have. A module says once and for all which instructions it uses, so they are
//! chosen when it is compiled, and a page loads the best module that its browser takes.

#![allow(unsafe_code)]

use std::arch::wasm32::{
    i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load, v128_load32_splat,
};
use std::mem::transmute;

use crate::{Number, Quads, Weight};

/// Four sums at once, two products in each.
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
        for (pair, weights) in weights.as_chunks::<32>().0.iter().enumerate() {
            let numbers = quads.map(|quad| {
                let (pairs, _) = quad.as_chunks::<2>();
                unsafe { v128_load32_splat(pairs[pair].as_ptr().cast()) }
            });
            for (place, weights) in weights.as_chunks::<8>().0.iter().enumerate() {
                let weights = unsafe { v128_load(weights.as_ptr().cast()) };
                for (sums, numbers) in sums.iter_mut().zip(numbers) {
                    let products = i32x4_dot_i16x8(numbers, weights);
                    sums[place] = i32x4_add(sums[place], products);
                }
            }
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [v128; 4]) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}
