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
    batch.run()
}

/// Does the work with the instructions that every processor of the target has.
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
