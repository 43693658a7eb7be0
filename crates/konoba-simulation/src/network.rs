//! The network: messages are late, lost and doubled.

use std::time::Duration;

use tokio::time::sleep;

use crate::world::World;

/// How long a message takes at most, most of the time.
const DELAY: Duration = Duration::from_millis(60);

impl World {
    /// A message is on its way. How many copies of it arrive: none, one or two.
    pub(crate) async fn travel(&self) -> usize {
        sleep(self.delay()).await;
        self.copies()
    }

    /// How many copies of a message arrive.
    pub(crate) fn copies(&self) -> usize {
        if self.is_calm() {
            return 1;
        }
        let conditions = &self.plan().conditions;
        match self.dice(|dice| dice.below(1000)) {
            roll if roll < conditions.lost => 0,
            roll if roll < conditions.lost + conditions.doubled => 2,
            _ => 1,
        }
    }

    /// How long a message takes.
    pub(crate) fn delay(&self) -> Duration {
        let conditions = &self.plan().conditions;
        let is_late = !self.is_calm() && self.dice(|dice| dice.chance(conditions.late));
        self.span(if is_late { conditions.late_by } else { DELAY })
    }
}
