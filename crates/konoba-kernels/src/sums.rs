//! Sums of products of small whole numbers.

use crate::layout::{Number, Weight, place};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use crate::wasm;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// Sums of products of small whole numbers, for which compilers do not find the best instructions by
/// themselves. The sums are the same with all instructions.
pub trait Quads: Copy {
    /// Sixteen running sums.
    type Sums: Copy;
    /// How many times sixteen sums fit into registers beside what is added to them.
    const FIT: usize;

    /// Sums that begin at zero.
    fn zero(self) -> Self::Sums;
    /// Adds to the sum number i the products of the four numbers, none above 127, with the weights
    /// of output i, each at its [`place`]. No sum may leave the range of its type.
    fn add(self, sums: Self::Sums, quad: [Number; 4], weights: &[Weight; 64]) -> Self::Sums;
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
    /// The vectors of WebAssembly, those of the module that was compiled.
    Wasm,
    /// What every processor of the target has.
    Portable,
}

impl Instructions {
    /// All of them, the best first.
    pub const ALL: [Self; 5] =
        [Self::Widest, Self::WideVnni, Self::Wide, Self::Wasm, Self::Portable];

    /// Whether the processor has them.
    #[inline]
    pub fn are_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        match self {
            Self::Widest => x86::is_widest(),
            Self::WideVnni => x86::is_wide() && std::arch::is_x86_feature_detected!("avxvnni"),
            Self::Wide => x86::is_wide(),
            Self::Wasm => false,
            Self::Portable => true,
        }
        #[cfg(not(target_arch = "x86_64"))]
        match self {
            Self::Widest | Self::WideVnni | Self::Wide => false,
            Self::Wasm => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            Self::Portable => true,
        }
    }
}

/// Whether the processor has instructions for what was compiled. If it has not, a module that was compiled for fewer
/// instructions is faster; this one gives the same results.
pub fn are_fast() -> bool {
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    return wasm::is_at_once();
    #[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
    true
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
            Instructions::Widest => return unsafe { x86::run_quads_widest(batch) },
            Instructions::WideVnni => return unsafe { x86::run_quads_wide_vnni(batch) },
            Instructions::Wide => return unsafe { x86::run_quads_wide(batch) },
            Instructions::Wasm | Instructions::Portable => {}
        }
    }
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    if instructions == Instructions::Wasm {
        return batch.run(wasm::Vectors);
    }
    // Elsewhere there is nothing to choose from.
    let _ = instructions;
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
    fn add(self, mut sums: [i32; 16], quad: [Number; 4], weights: &[Weight; 64]) -> [i32; 16] {
        for (output, sum) in sums.iter_mut().enumerate() {
            for (input, number) in quad.into_iter().enumerate() {
                *sum += i32::from(number) * i32::from(weights[place(output, input)]);
            }
        }
        sums
    }

    #[inline(always)]
    fn numbers(self, sums: [i32; 16]) -> [i32; 16] {
        sums
    }
}
