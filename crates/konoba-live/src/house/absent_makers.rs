//! Public offers end when their makers have been gone for a while: a player who accepted would sit alone.
//! An offer to a friend stands, since a link may be opened a day later.

use std::collections::BTreeMap;
use std::time::Duration;

use konoba_store::TableId;
use tokio::time::Instant;

use super::House;
use super::rounds::Rounds;
use crate::message::Message;

/// How many offers are ended at a time.
const MOST: usize = 256;
/// The shortest and the longest time between two looks.
const OFTEN: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(10));

/// Looks as long as the house is open. After a restart, makers get the same time to come back.
pub(super) fn start(house: &House) {
    let house = house.clone();
    let patience = house.config().offer_patience;
    let host = house.host().clone();
    host.spawn(async move {
        let mut rounds = Rounds::every((patience / 6).clamp(OFTEN.0, OFTEN.1));
        let mut absent = BTreeMap::new();
        while rounds.next(&house).await {
            house.end_offers(&mut absent, patience).await;
        }
    });
}

impl House {
    /// Ends the offers whose makers have been absent for too long, and remembers since when the others
    /// have been.
    async fn end_offers(&self, absent: &mut BTreeMap<TableId, Instant>, patience: Duration) {
        // If the store cannot be read, the next look tries again.
        let Ok(found) = self.in_lobby().await else { return };
        let now = Instant::now();
        let gone = self.attended(found.open).await.into_iter();
        let gone = gone.filter(|(_, presence)| !presence.seats[0]);
        let since =
            gone.map(|(entry, _)| (entry.id, absent.get(&entry.id).copied().unwrap_or(now)));
        *absent = since.collect();
        let too_long = absent.iter().filter(|(_, since)| now - **since >= patience);
        for (table, _) in too_long.take(MOST) {
            self.post(*table, Message::Expire { at: self.now() });
        }
    }
}
