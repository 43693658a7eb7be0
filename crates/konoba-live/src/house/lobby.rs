//! What goes on in the house.

use std::collections::HashMap;
use std::time::Duration;

use konoba_store::{Entry, Guest, Listing, Presence, TableId};
use tokio::sync::watch;
use tokio::time::sleep;

use super::House;
use crate::HouseError;

/// How many tables a list shows.
const LONGEST: usize = 100;
/// How long after a lobby that could not be read it is tried again.
const RETRY: Duration = Duration::from_millis(500);

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

/// Follows the lobby.
pub struct LobbyFeed {
    house: House,
    changes: watch::Receiver<u64>,
    /// The change that was told last.
    told: Option<u64>,
}

impl LobbyFeed {
    /// The lobby: at once when asked for the first time, then whenever it may look different. A store
    /// that cannot be read is asked again until it can, so that a change is told late but never lost,
    /// also if the caller stops waiting in between.
    pub async fn next(&mut self) -> Lobby {
        loop {
            let told = self.told;
            let changed = self.changes.wait_for(|version| Some(*version) != told).await;
            // The house that is held here can still change its lobby.
            let version = *changed.expect("the sender lives as long as the house");
            match self.house.lobby().await {
                Ok(lobby) => {
                    self.told = Some(version);
                    return lobby;
                }
                Err(_) => sleep(RETRY).await,
            }
        }
    }
}

impl House {
    /// Follows the lobby from now on.
    pub fn follow_lobby(&self) -> LobbyFeed {
        LobbyFeed { house: self.clone(), changes: self.lobby_watch(), told: None }
    }

    /// The open challenges and the games that go on.
    pub async fn lobby(&self) -> Result<Lobby, HouseError> {
        let open = self.store().list(Listing::Open, LONGEST);
        let live = self.store().list(Listing::Live, LONGEST);
        let mut listed = open.await?;
        let opens = listed.len();
        listed.extend(live.await?);
        let mut open = self.listed(listed).await;
        let live = open.split_off(opens);
        open.sort_by_key(|listed| !listed.presence.seats[0]);
        Ok(Lobby { open, live })
    }

    /// The tables at which a guest holds a seat.
    pub async fn tables_of(&self, guest: &Guest) -> Result<Vec<Listed>, HouseError> {
        let entries = self.store().list(Listing::Of(guest.id), LONGEST).await?;
        Ok(self.listed(entries).await)
    }

    /// The tables of a guest at which the game goes on or an opponent is awaited, however many games the
    /// guest has finished since they were laid.
    pub async fn unfinished_of(&self, guest: &Guest) -> Result<Vec<Listed>, HouseError> {
        let most = LONGEST.max(self.config().max_tables_of_guest);
        let entries = self.store().list(Listing::UnfinishedOf(guest.id), most).await?;
        Ok(self.listed(entries).await)
    }

    /// Changes whenever the lobby may look different.
    pub fn lobby_watch(&self) -> watch::Receiver<u64> {
        self.tables().lobby_watch()
    }

    /// Tables with those who are there, here and at other machines.
    async fn listed(&self, entries: Vec<Entry>) -> Vec<Listed> {
        let elsewhere = self.elsewhere(&entries).await;
        let listed = entries.into_iter().map(|entry| {
            let elsewhere = elsewhere.get(&entry.id).copied().unwrap_or_default();
            let presence = self.tables().presence_here(entry.id).and(elsewhere);
            Listed { entry, presence }
        });
        listed.collect()
    }

    /// Who is at these tables at other machines. That it is not known keeps nobody from the list.
    async fn elsewhere(&self, entries: &[Entry]) -> HashMap<TableId, Presence> {
        let leases = self.store().leases().filter(|_| !entries.is_empty());
        let Some(leases) = leases else { return HashMap::new() };
        let tables = entries.iter().map(|entry| entry.id).collect();
        leases.elsewhere(tables).await.unwrap_or_default().into_iter().collect()
    }
}
