//! Whether the house is well, checked at most once a second, however often it is asked.

use std::time::Duration;

use konoba_live::{House, HouseError};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long one answer serves all callers: a check writes to the store.
const GOOD_FOR: Duration = Duration::from_secs(1);

/// The result of the last check.
#[derive(Default)]
pub(crate) struct Health(Mutex<Option<(Instant, Result<(), HouseError>)>>);

impl Health {
    /// Whether the house is open and its store can be written to and read.
    pub(super) async fn check(&self, house: &House) -> Result<(), HouseError> {
        if house.is_closing() {
            return Err(HouseError::Closing);
        }
        self.known_or(house.check()).await
    }

    /// The result of a check a moment ago, or of one now.
    async fn known_or(
        &self,
        find_out: impl Future<Output = Result<(), HouseError>>,
    ) -> Result<(), HouseError> {
        // Callers that come during a check wait here, and get the same answer.
        let mut last = self.0.lock().await;
        if let Some((at, found)) = &*last
            && at.elapsed() < GOOD_FOR
        {
            return found.clone();
        }
        let found = find_out.await;
        *last = Some((Instant::now(), found.clone()));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_store_is_asked_once_a_second_however_many_ask() {
        let (health, asked) = (Health::default(), Cell::new(0));
        let ask = || async {
            asked.set(asked.get() + 1);
            Err(HouseError::Closing)
        };
        for second in 1..=2 {
            for _ in 0..100 {
                assert!(health.known_or(ask()).await.is_err(), "bad news is kept like good news");
            }
            assert_eq!(asked.get(), second);
            tokio::time::advance(GOOD_FOR).await;
        }
    }
}
