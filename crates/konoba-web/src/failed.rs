//! Why a question has no answer.

use konoba_view::Impossible;
use serde::Serialize;

/// Why a question has no answer.
#[derive(Serialize)]
pub(crate) struct Failed {
    error: Impossible,
}

impl Failed {
    pub(crate) fn new(id: &'static str, says: impl Into<String>) -> Self {
        Self { error: Impossible::new(id, says) }
    }
}

impl From<Impossible> for Failed {
    fn from(error: Impossible) -> Self {
        Self { error }
    }
}

impl From<Failed> for Impossible {
    fn from(failed: Failed) -> Self {
        failed.error
    }
}
