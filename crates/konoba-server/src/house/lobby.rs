//! What goes on in the house.

use konoba_store::{Entry, Guest, Listing};
use tokio::sync::watch;

use crate::{House, HouseError, Presence};

/// How many tables a list shows.
const LONGEST: usize = 100;

/// What goes on in the house, the newest first.
#[derive(Clone, Debug)]
pub struct Lobby {
    /// Tables at which anybody may sit down. An offer whose maker is not there is shown after the
    /// others.
    pub open: Vec<Listed>,
    /// Games that go on.
    pub live: Vec<Listed>,
}

/// A table in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// What is known of it.
    pub entry: Entry,
    /// Who is there.
    pub presence: Presence,
}

impl House {
    /// The open challenges and the games that go on.
    pub async fn lobby(&self) -> Result<Lobby, HouseError> {
        let open = self.store().list(Listing::Open, LONGEST);
        let live = self.store().list(Listing::Live, LONGEST);
        let mut open = self.listed(open.await?);
        open.sort_by_key(|listed| !listed.presence.seats[0]);
        Ok(Lobby { open, live: self.listed(live.await?) })
    }

    /// The tables at which a guest holds a seat.
    pub async fn tables_of(&self, guest: &Guest) -> Result<Vec<Listed>, HouseError> {
        let entries = self.store().list(Listing::Of(guest.id), LONGEST).await?;
        Ok(self.listed(entries))
    }

    /// Changes whenever the lobby may look different.
    pub fn lobby_watch(&self) -> watch::Receiver<u64> {
        self.0.lobby.subscribe()
    }

    fn listed(&self, entries: Vec<Entry>) -> Vec<Listed> {
        let listed = entries.into_iter().map(|entry| {
            let presence = self.presence(entry.id);
            Listed { entry, presence }
        });
        listed.collect()
    }
}
