//! The instructions of x86-64.

#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_dpbusd_avx_epi32, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_setzero_si512,
};
use std::mem::transmute;

use crate::{Batch, Quads, QuadsBatch};

#[inline]
pub(crate) fn is_wide() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn run_wide<B: Batch>(batch: B) -> B::Output {
    batch.run()
}

pub(crate) fn is_widest() -> bool {
    is_wide()
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512dq")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512vnni")
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(crate) fn run_quads_widest<B: QuadsBatch>(batch: B) -> B::Output {
    batch.run(Widest(()))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn run_quads_wide<B: QuadsBatch>(batch: B) -> B::Output {
    batch.run(Wide::<false>(()))
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avxvnni")]
pub(crate) fn run_quads_wide_vnni<B: QuadsBatch>(batch: B) -> B::Output {
    batch.run(Wide::<true>(()))
}

/// Exists only where the processor has AVX-512 with VNNI.
#[derive(Clone, Copy)]
struct Widest(());

/// Exists only where the processor has AVX2, and AVX-VNNI where that is said.
#[derive(Clone, Copy)]
struct Wide<const HAS_VNNI: bool>(());

// SAFETY, of all below: a value of the type exists only inside the function above that has the
// features; loads are of whole arrays; vectors and arrays of numbers are bits of the same size.
impl Quads for Widest {
    type Sums = __m512i;
    const FIT: usize = 24;

    #[inline(always)]
    fn zero(self) -> __m512i {
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn add(self, sums: __m512i, quad: [u8; 4], weights: &[i8; 64]) -> __m512i {
        unsafe {
            let quad = _mm512_set1_epi32(i32::from_le_bytes(quad));
            _mm512_dpbusd_epi32(sums, quad, _mm512_loadu_si512(weights.as_ptr().cast()))
        }
    }

    #[inline(always)]
    fn numbers(self, sums: __m512i) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}

impl<const HAS_VNNI: bool> Quads for Wide<HAS_VNNI> {
    type Sums = [__m256i; 2];
    const FIT: usize = 5;

    #[inline(always)]
    fn zero(self) -> [__m256i; 2] {
        [unsafe { _mm256_setzero_si256() }; 2]
    }

    #[inline(always)]
    fn add(self, sums: [__m256i; 2], quad: [u8; 4], weights: &[i8; 64]) -> [__m256i; 2] {
        unsafe {
            let quad = _mm256_set1_epi32(i32::from_le_bytes(quad));
            let weights = weights.as_ptr().cast::<__m256i>();
            let add = |sums, weights| {
                if HAS_VNNI {
                    return _mm256_dpbusd_avx_epi32(sums, quad, weights);
                }
                // Two products of numbers up to 127 and weights of 8 bits fit into 16.
                let pairs = _mm256_maddubs_epi16(quad, weights);
                _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
            };
            [
                add(sums[0], _mm256_loadu_si256(weights)),
                add(sums[1], _mm256_loadu_si256(weights.add(1))),
            ]
        }
    }

    #[inline(always)]
    fn numbers(self, sums: [__m256i; 2]) -> [i32; 16] {
        unsafe { transmute(sums) }
    }
}
