//! The clock of the house.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use konoba_table::Moment;

/// The clock by which everything is judged: milliseconds since 1970.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Moment + Send + Sync>);

impl Clock {
    /// The clock of the machine.
    pub fn system() -> Self {
        Self::of(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Moment::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
        })
    }

    /// A clock that shows what it is told.
    pub fn of(now: impl Fn() -> Moment + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// What it shows.
    pub fn now(&self) -> Moment {
        (self.0)()
    }
}

impl std::fmt::Debug for Clock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}
