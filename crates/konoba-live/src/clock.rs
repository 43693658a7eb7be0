//! The clock of the house.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use konoba_table::Moment;

/// The clock by which everything is judged: milliseconds since 1970. It never goes back, and setting the
/// time of day does not change it: stores keep such a time ([`konoba_store::Sqlite::now`]).
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Moment + Send + Sync>);

impl Clock {
    /// The time of day as it was when this was called, and from then on a steady clock.
    pub fn system() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let begin = Instant::now();
        Self::of(move || Moment::default() + since + begin.elapsed())
    }

    /// A clock that calls this function.
    pub fn of(now: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time now.
    pub fn now(&self) -> Moment {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}
