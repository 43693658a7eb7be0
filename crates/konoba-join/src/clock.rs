//! The clock of the house, as far as it is known here.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use konoba_table::Moment;

/// How far the clock of the house is ahead of this machine's, in milliseconds.
#[derive(Clone, Default)]
pub(crate) struct HouseClock(Arc<AtomicI64>);

impl HouseClock {
    /// The house's clock shows this now.
    pub(crate) fn set(&self, now: u64) {
        self.0.store(now.cast_signed() - own_time(), Ordering::Relaxed);
    }

    pub(crate) fn now(&self) -> Moment {
        let now = own_time() + self.0.load(Ordering::Relaxed);
        Moment::from_millis(now.max(0).cast_unsigned())
    }
}

fn own_time() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or_default()
}
