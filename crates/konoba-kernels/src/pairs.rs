//! Sums of products of numbers of 16 bits, which are multiplied in pairs.

/// Sixteen running sums, modulo 2^32. The vectors of WebAssembly multiply such numbers fastest; elsewhere this is
/// ordinary code.
#[derive(Clone, Copy, Debug)]
pub struct PairSums(Sums);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
type Sums = [i32; 16];
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Sums = [std::arch::wasm32::v128; 4];

/// For each of sixteen outputs its weights of two inputs. They begin with a line of the processor's cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct PairWeights(pub [[i16; 2]; 16]);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl PairSums {
    /// Sums that begin at zero.
    #[inline(always)]
    pub const fn zero() -> Self {
        Self([0; 16])
    }

    /// Adds to the sum of each output the products of both numbers with its weights. Two products together must fit into
    /// 32 bits.
    #[inline(always)]
    pub fn add(&mut self, pair: [i16; 2], weights: &PairWeights) {
        let pair = pair.map(i32::from);
        for (sum, weights) in self.0.iter_mut().zip(weights.0) {
            let [first, second] = weights.map(i32::from);
            *sum = sum.wrapping_add(pair[0] * first + pair[1] * second);
        }
    }

    /// The sums as numbers.
    #[inline(always)]
    pub const fn numbers(self) -> [i32; 16] {
        self.0
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[allow(unsafe_code)]
impl PairSums {
    /// Sums that begin at zero.
    #[inline(always)]
    pub const fn zero() -> Self {
        Self([std::arch::wasm32::i32x4(0, 0, 0, 0); 4])
    }

    /// Adds to the sum of each output the products of both numbers with its weights.
    #[inline(always)]
    pub fn add(&mut self, pair: [i16; 2], weights: &PairWeights) {
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128};
        // SAFETY: pairs, weights and vectors are bits; the weights are aligned as vectors must be, and as many.
        let pair = i32x4_splat(unsafe { std::mem::transmute::<[i16; 2], i32>(pair) });
        let weights = unsafe { &*std::ptr::from_ref(weights).cast::<[v128; 4]>() };
        for (sum, weights) in self.0.iter_mut().zip(weights) {
            *sum = i32x4_add(*sum, i32x4_dot_i16x8(pair, *weights));
        }
    }

    /// The sums as numbers.
    #[inline(always)]
    pub const fn numbers(self) -> [i32; 16] {
        // SAFETY: vectors and arrays of numbers are bits of the same size.
        unsafe { std::mem::transmute(self.0) }
    }
}
