//! Players to measure others by. They are simple on purpose and never change.

mod oneply;
mod random;
mod uct;

pub use oneply::OnePly;
pub use random::Random;
pub use uct::Uct;
