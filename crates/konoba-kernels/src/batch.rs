//! A batch of work, with instructions that are chosen once around it.

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
    if crate::x86::is_wide() {
        // SAFETY: `is_wide` has just asked the processor for every feature that `run_wide` names.
        #[allow(unsafe_code)]
        return unsafe { crate::x86::run_wide(batch) };
    }
    run_portable(batch)
}

/// Does the work with the instructions that every processor of the target has.
#[inline(never)]
pub fn run_portable<B: Batch>(batch: B) -> B::Output {
    batch.run()
}
