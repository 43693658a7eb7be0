//! Faults on demand, by which the crash tests show that they would find them.
//!
//! They exist only where debug assertions do: a released program has none.

/// Something that a store must never do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// To answer before what was asked for is committed.
    AckBeforeCommit,
    /// To commit without flushing the disk.
    NoFsync,
}

/// The environment variable by which a test asks for a fault.
#[cfg(debug_assertions)]
const VARIABLE: &str = "KONOBA_TEST_FAULT";

impl Fault {
    /// The fault that was asked for.
    #[cfg(debug_assertions)]
    pub(crate) fn wanted() -> Option<Self> {
        match std::env::var(VARIABLE).ok()?.as_str() {
            "ack-before-commit" => Some(Self::AckBeforeCommit),
            "no-fsync" => Some(Self::NoFsync),
            _ => None,
        }
    }

    /// The fault that was asked for: none in a released program.
    #[cfg(not(debug_assertions))]
    pub(crate) const fn wanted() -> Option<Self> {
        None
    }
}
