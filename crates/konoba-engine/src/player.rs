//! What chooses moves.

use std::time::Duration;

use konoba_rules::AnyPosition;

use crate::{Limits, Thought};

/// What a player thinks beside: it tells the time, sees the thought grow and can end it. The engine has
/// no clock of its own, so that it runs wherever the rules do.
pub trait Watch: Sync {
    /// The time since the thinking began; none goes by unless this is implemented.
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
    /// Whether to stop now, for whatever reason. Asked often; it is cheap.
    fn must_stop(&self) -> bool {
        false
    }
    /// The thought so far, every now and then.
    fn see(&self, _thought: &Thought) {}
}

/// A watch for thoughts that are limited otherwise: it sees nothing, and no time goes by.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Chooses moves. It may keep what it has found out from one move to the next.
pub trait Player: Send {
    /// What to call it.
    fn name(&self) -> String;

    /// Chooses a move of the side to move, which may be a swap or a forced pass.
    ///
    /// # Panics
    /// If the game is over.
    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought;
}
