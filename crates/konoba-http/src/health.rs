//! Whether the house is well, found out at most once a second, however often somebody asks.

use std::time::Duration;

use konoba_live::{House, HouseError};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long an answer is good for everybody who asks: finding out writes to the store.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// What was found out last.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Result<(), HouseError>)>>);

impl Health {
    /// Whether the house is open and what happens in it can be kept.
    pub(super) async fn check(&self, house: &House) -> Result<(), HouseError> {
        if house.is_closing() {
            return Err(HouseError::Closing);
        }
        // Those who come while somebody finds out wait here, and are told the same.
        let mut last = self.0.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < GOOD_FOR
        {
            return found.clone();
        }
        let found = house.check().await;
        *last = Some((Instant::now(), found.clone()));
        found
    }
}
