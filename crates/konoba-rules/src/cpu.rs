//! The one place with `unsafe`: running a batch of work with the instructions of the processor at
//! hand, chosen once around the batch and never per call.
//!
//! The work is ordinary portable code. Inlined into a function that is compiled for AVX2 and BMI2 it
//! becomes faster; its results are the same, which the tests check.

/// A batch of work. Whatever it calls must be inlined into it to gain anything.
pub trait Batch {
    /// What comes of it.
    type Output;
    /// Does the work. Implementations are marked `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest instructions that are worth it and that the processor has.
pub fn run<B: Batch>(batch: B) -> B::Output {
    #[cfg(target_arch = "x86_64")]
    if is_wide() {
        // SAFETY: `is_wide` has just asked the processor for every feature that `run_wide` names.
        #[allow(unsafe_code)]
        return unsafe { run_wide(batch) };
    }
    run_portable(batch)
}

/// Does the work with the instructions that every processor of the target has.
#[inline(never)]
pub fn run_portable<B: Batch>(batch: B) -> B::Output {
    batch.run()
}

#[cfg(target_arch = "x86_64")]
fn is_wide() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run_wide<B: Batch>(batch: B) -> B::Output {
    batch.run()
}

/// Sums of products of small whole numbers, for which compilers do not find the best instructions by
/// themselves. The sums are the same whoever computes them.
pub trait Quads: Copy {
    /// Sixteen running sums.
    type Sums: Copy;
    /// How many times sixteen sums fit into registers beside what is added to them.
    const FIT: usize;

    /// Sums that begin at zero.
    fn zero(self) -> Self::Sums;
    /// Adds to the sum number i the products of the four numbers, none above 127, with the weights
    /// from 4i on. No sum may leave the range of its type.
    fn add(self, sums: Self::Sums, quad: [u8; 4], weights: &[i8; 64]) -> Self::Sums;
    /// The sums as numbers.
    fn numbers(self, sums: Self::Sums) -> [i32; 16];
}

/// A batch of work that needs such sums. Whatever it calls must be inlined into it.
pub trait QuadsBatch {
    /// What comes of it.
    type Output;
    /// Does the work. Implementations are marked `#[inline(always)]`.
    fn run<Q: Quads>(self, quads: Q) -> Self::Output;
}

/// The instructions there are for such sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// Sixteen sums at once, four products in each (AVX-512 VNNI).
    Widest,
    /// The same for eight sums (AVX-VNNI).
    WideVnni,
    /// Eight sums, in three steps (AVX2).
    Wide,
    /// What every processor of the target has.
    Portable,
}

impl Instructions {
    /// All of them, the best first.
    pub const ALL: [Self; 4] = [Self::Widest, Self::WideVnni, Self::Wide, Self::Portable];

    /// Whether the processor has them.
    pub fn are_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Widest => x86::is_widest(),
            Self::WideVnni => is_wide() && std::arch::is_x86_feature_detected!("avxvnni"),
            Self::Wide => is_wide(),
            Self::Portable => true,
        }
        #[cfg(not(target_arch = "x86_64"))]
        matches!(self, Self::Portable)
    }
}

/// Does the work with the best instructions that the processor has.
pub fn run_quads<B: QuadsBatch>(batch: B) -> B::Output {
    let best = Instructions::ALL.into_iter().find(|one| one.are_here());
    run_quads_with(best.unwrap_or(Instructions::Portable), batch)
}

/// Does the work with these instructions, or with those of every processor if they are not here.
pub fn run_quads_with<B: QuadsBatch>(instructions: Instructions, batch: B) -> B::Output {
    #[cfg(target_arch = "x86_64")]
    if instructions.are_here() {
        // SAFETY: the processor has just been asked for every feature that is needed.
        #[allow(unsafe_code)]
        match instructions {
            Instructions::Widest => return unsafe { x86::run_widest(batch) },
            Instructions::WideVnni => return unsafe { x86::run_wide_vnni(batch) },
            Instructions::Wide => return unsafe { x86::run_wide(batch) },
            Instructions::Portable => {}
        }
    }
    batch.run(Portable)
}

#[derive(Clone, Copy)]
struct Portable;

impl Quads for Portable {
    type Sums = [i32; 16];
    const FIT: usize = 1;

    #[inline(always)]
    fn zero(self) -> [i32; 16] {
        [0; 16]
    }

    #[inline(always)]
    fn add(self, mut sums: [i32; 16], quad: [u8; 4], weights: &[i8; 64]) -> [i32; 16] {
        for (index, sum) in sums.iter_mut().enumerate() {
            for (number, weight) in quad.iter().zip(&weights[4 * index..]) {
                *sum += i32::from(*number) * i32::from(*weight);
            }
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [i32; 16]) -> [i32; 16] {
        sums
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_add_epi32, _mm256_dpbusd_avx_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
        _mm512_setzero_si512,
    };
    use std::mem::transmute;

    use super::{Quads, QuadsBatch};

    pub(super) fn is_widest() -> bool {
        super::is_wide()
            && std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512dq")
            && std::arch::is_x86_feature_detected!("avx512vl")
            && std::arch::is_x86_feature_detected!("avx512vnni")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn run_widest<B: QuadsBatch>(batch: B) -> B::Output {
        batch.run(Widest(()))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn run_wide<B: QuadsBatch>(batch: B) -> B::Output {
        batch.run(Wide::<false>(()))
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avxvnni")]
    pub(super) fn run_wide_vnni<B: QuadsBatch>(batch: B) -> B::Output {
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
}
