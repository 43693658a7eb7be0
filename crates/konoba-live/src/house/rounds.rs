//! The pace of what a house does again and again until it closes.

use std::time::Duration;

use tokio::time::{Interval, MissedTickBehavior, interval};

use super::House;

/// Rounds at a steady pace, the first of them at once.
pub(super) struct Rounds(Interval);

impl Rounds {
    /// A round that takes longer than this delays those after it: they are not made up for all at once.
    pub(super) fn every(period: Duration) -> Self {
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(ticks)
    }

    /// Waits for the next round. False means that the house closes and there is none. A wait that is given
    /// up loses no round.
    pub(super) async fn next(&mut self, house: &House) -> bool {
        tokio::select! {
            biased;
            () = house.closing() => false,
            _ = self.0.tick() => true,
        }
    }
}
