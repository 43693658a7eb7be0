//! The network: late, lost, doubled, out of order.

use std::time::Duration;

use super::World;
use crate::happening::{Happening, ToClient, ToNode};

impl World {
    /// Sends something on its way. Whatever is lost of a client's connection breaks it.
    pub(super) fn send(&mut self, what: Happening) {
        let copies = match self.dice.below(1000) {
            _ if self.is_calm => 1,
            roll if roll < self.plan.weather.lost => 0,
            roll if roll < self.plan.weather.lost + self.plan.weather.doubled => 2,
            _ => 1,
        };
        if let (0, Happening::AtClient { client, visit, .. }) = (copies, &what) {
            self.breaks(*client, *visit);
        }
        if copies == 2 {
            let delay = self.delay();
            self.agenda.put(self.now + delay, what.clone());
        }
        if copies > 0 {
            let delay = self.delay();
            self.agenda.put(self.now + delay, what);
        }
    }

    pub(super) fn send_to_node(&mut self, node: usize, what: ToNode) {
        let life = self.nodes[node].life;
        self.send(Happening::AtNode { node, life, what });
    }

    pub(super) fn send_to_client(&mut self, client: usize, visit: u32, what: ToClient) {
        self.send(Happening::AtClient { client, visit, what });
    }

    /// A connection breaks, which takes its client a while to notice.
    pub(super) fn breaks(&mut self, client: usize, visit: u32) {
        let after = self.span(Duration::from_secs(10));
        self.agenda.put(self.now + after, Happening::Broken { client, visit });
    }

    fn delay(&mut self) -> Duration {
        let is_late = !self.is_calm && self.dice.chance(self.plan.weather.late);
        let most = if is_late { self.plan.weather.late_by } else { Duration::from_millis(60) };
        self.span(most)
    }

    /// A span of time up to another.
    pub(super) fn span(&mut self, most: Duration) -> Duration {
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX - 1);
        Duration::from_millis(1 + self.dice.below(most.max(1)))
    }
}
