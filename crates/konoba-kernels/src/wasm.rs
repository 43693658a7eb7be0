//! The instructions of WebAssembly. A module says once and for all which it uses, so they are chosen when it is
//! compiled, and a page loads the best module that its browser takes.

#![allow(unsafe_code)]

use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128, v128_load};
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
    fn add(self, mut sums: [v128; 4], quad: [Number; 4], weights: &[Weight; 64]) -> [v128; 4] {
        let pairs: [i32; 2] = unsafe { transmute(quad) };
        for (pair, weights) in pairs.into_iter().zip(weights.as_chunks::<32>().0) {
            let pair = i32x4_splat(pair);
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<8>().0) {
                let weights = unsafe { v128_load(weights.as_ptr().cast()) };
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(pair, weights));
            }
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [v128; 4]) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}
