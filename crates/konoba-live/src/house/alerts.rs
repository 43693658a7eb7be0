//! Telling guests outside of Konoba that a move is awaited, in games in which the players come and go.

use konoba_store::{Alerts, Entry, Guest, GuestId, Listing};
use tokio::sync::mpsc;

use super::House;
use crate::keeper::Credentials;
use crate::turns::{Turn, is_slow};
use crate::{FeedSecret, HouseError};

impl House {
    /// How a guest is told.
    pub async fn alerts(&self, guest: GuestId) -> Result<Alerts, HouseError> {
        let found = self.store().alerts(guest).await?;
        Ok(found.unwrap_or(Alerts { guest, feed: None, webhook: None }))
    }

    /// Those of these guests who are told by messages to an address.
    pub async fn with_webhooks(&self, guests: Vec<GuestId>) -> Result<Vec<GuestId>, HouseError> {
        Ok(self.store().with_webhooks(guests).await?)
    }

    /// Opens a feed for a guest, or gives it another secret. The one from before is not found any more.
    pub async fn open_feed(&self, guest: GuestId) -> Result<FeedSecret, HouseError> {
        let secret = FeedSecret::by(self.host());
        self.store().set_feed(guest, Some(secret.digest())).await?;
        Ok(secret)
    }

    /// Closes the feed of a guest.
    pub async fn close_feed(&self, guest: GuestId) -> Result<(), HouseError> {
        Ok(self.store().set_feed(guest, None).await?)
    }

    /// Has a guest told by a message to this address; no more where there is none.
    pub async fn set_webhook(
        &self,
        guest: GuestId,
        address: Option<String>,
    ) -> Result<(), HouseError> {
        Ok(self.store().set_webhook(guest, address).await?)
    }

    /// The guest whose feed has this secret.
    pub async fn guest_of_feed(&self, secret: &FeedSecret) -> Result<Option<Guest>, HouseError> {
        Ok(self.store().guest_of_feed(secret.digest()).await?)
    }

    /// The games in which a move of the guest is awaited, and in which the players come and go.
    pub async fn turns_of(&self, guest: &Guest) -> Result<Vec<Entry>, HouseError> {
        let most = self.config().max_tables_of_guest;
        let entries = self.store().list(Listing::UnfinishedOf(guest.id), most).await?;
        let is_own = |entry: &Entry| {
            let seats = Credentials::guest(guest.id).seats_at(entry);
            entry.progress.to_move.is_some_and(|to_move| seats.contains(to_move))
        };
        Ok(entries.into_iter().filter(|entry| is_slow(entry) && is_own(entry)).collect())
    }

    /// The moves that are awaited, as they come to be awaited by what this node has written. There is one receiver; the
    /// first caller has it. It misses some if it is too slow.
    pub fn turns(&self) -> Option<mpsc::Receiver<Turn>> {
        self.tables().turns().take()
    }
}
