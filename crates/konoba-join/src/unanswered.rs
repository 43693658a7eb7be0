//! The order that waits for its answer, as the person is told of it.

use std::time::{Duration, Instant};

/// A person who has seen nothing happen for so long is told why.
const SOON: Duration = Duration::from_millis(1_500);

/// An order that waits for its answer.
pub(crate) struct Unanswered {
    /// What it is called, after "your".
    pub(crate) what: &'static str,
    since: Instant,
    /// Whether the person knows that it is on its way.
    is_known: bool,
}

impl Unanswered {
    pub(crate) fn new(what: &'static str) -> Self {
        Self { what, since: Instant::now(), is_known: false }
    }

    /// The person has been told what has become of it so far.
    pub(crate) const fn know(&mut self) {
        self.is_known = true;
    }

    /// That it is on its way, once, if it has been so for a while.
    pub(crate) fn note(&mut self) -> Option<String> {
        if self.is_known || self.since.elapsed() < SOON {
            return None;
        }
        self.is_known = true;
        Some(format!("Your {} is on its way; the server has not answered yet.", self.what))
    }

    /// That something else was not done meanwhile.
    pub(crate) fn refusal(&self) -> String {
        format!(
            "Your {} is still on its way. Nothing else was done; try again once it is answered.",
            self.what
        )
    }
}
