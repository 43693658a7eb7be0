//! What goes on in the house.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use konoba_store::{Entry, Guest, Listing, Presence, TableId};
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep};

use super::House;
use crate::HouseError;

/// How many tables a list shows.
const LONGEST: usize = 100;
/// How long after a lobby that could not be read it is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How long a lobby that was read is good for everybody who wants it, however often it changes.
const GOOD_FOR: Duration = Duration::from_millis(250);

/// What goes on in the house, the newest first.
#[derive(Debug)]
pub struct Lobby {
    /// Tables at which anybody may sit down. An offer whose maker is not there is shown after the
    /// others.
    pub open: Vec<Listed>,
    /// Games that go on.
    pub live: Vec<Listed>,
    text: OnceLock<Bytes>,
}

impl Lobby {
    /// What a door says of this lobby. It is made by the first session that needs it, and the others
    /// share its bytes. There is room for the words of one protocol.
    pub fn text(&self, make: impl FnOnce() -> Bytes) -> Bytes {
        self.text.get_or_init(make).clone()
    }
}

/// The lobby as it was read last, which everybody shares who follows it.
#[derive(Default)]
pub(super) struct LastLobby(Mutex<Option<LobbyRead>>);

struct LobbyRead {
    lobby: Arc<Lobby>,
    /// The change up to which it has been read.
    version: u64,
    at: Instant,
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
    /// The lobby: at once when asked for the first time, then whenever it may look different, but not
    /// more than a few times a second. It is read once for everybody. A store that cannot be read is
    /// asked again until it can, so that a change is told late but never lost, also if the caller stops
    /// waiting in between.
    pub async fn next(&mut self) -> Arc<Lobby> {
        let told = self.told;
        let changed = self.changes.wait_for(|version| Some(*version) != told).await;
        // The house that is held here can still change its lobby.
        drop(changed.expect("the sender lives as long as the house"));
        // Those who come while one of them reads wait here, and find what was read.
        let house = self.house.clone();
        let mut last = house.0.last_lobby.0.lock().await;
        loop {
            let version = *self.changes.borrow_and_update();
            if let Some(read) = &*last {
                let age = read.at.elapsed();
                if read.version == version && age < GOOD_FOR {
                    self.told = Some(version);
                    return read.lobby.clone();
                }
                if age < GOOD_FOR {
                    sleep(GOOD_FOR - age).await;
                    continue;
                }
            }
            match self.house.lobby().await {
                Ok(lobby) => {
                    let (lobby, at) = (Arc::new(lobby), Instant::now());
                    *last = Some(LobbyRead { lobby, version, at });
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
        Ok(Lobby { open, live, text: OnceLock::new() })
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
