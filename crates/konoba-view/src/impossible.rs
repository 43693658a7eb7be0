//! Why a question cannot be answered.

use serde::Serialize;

/// Why a question cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{says}")]
pub struct Impossible {
    /// A stable id.
    pub id: &'static str,
    /// The reason in a sentence.
    pub says: String,
}

impl Impossible {
    /// It cannot be done for this reason.
    pub fn new(id: &'static str, says: impl Into<String>) -> Self {
        Self { id, says: says.into() }
    }
}
