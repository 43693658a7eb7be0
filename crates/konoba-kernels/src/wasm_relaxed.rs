//! The instructions of WebAssembly that give the same results everywhere for the numbers used here only.

#![allow(unsafe_code)]

use std::arch::wasm32::{
    i8x16_splat, i32x4_extract_lane, i32x4_relaxed_dot_i8x16_i7x16_add, i32x4_splat, u8x16_splat,
    v128, v128_load,
};
use std::hint::black_box;
use std::mem::transmute;

use crate::{Number, Quads, Weight};

/// Four sums at once, four products in each. Processors differ in what they make of numbers above 127, which are not
/// used, and of two products that do not fit into 16 bits, which these always do.
#[derive(Clone, Copy)]
pub(crate) struct Vectors;

/// Whether the processor adds four products at once. One that has to do it in three steps lets the sum of two of them go no
/// further than 16 bits, which shows with larger numbers than are used. Plain vectors are faster there.
pub(crate) fn is_at_once() -> bool {
    let [numbers, weights] = black_box([u8x16_splat(255), i8x16_splat(127)]);
    let sums = i32x4_relaxed_dot_i8x16_i7x16_add(weights, numbers, i32x4_splat(0));
    i32x4_extract_lane::<0>(sums) != 2 * i32::from(i16::MAX)
}

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
        let quad = i32x4_splat(i32::from_le_bytes(quad));
        for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<16>().0) {
            let weights = unsafe { v128_load(weights.as_ptr().cast()) };
            *sum = i32x4_relaxed_dot_i8x16_i7x16_add(weights, quad, *sum);
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [v128; 4]) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}
