//! The lobby: open offers and games that go on, made once for all clients that follow it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use konoba_store::{Entry, Guest, Listing, Presence, StoreError, TableId};
use konoba_table::{Moment, Seat, TimeControl};
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep};

use super::House;
use crate::HouseError;
use crate::kept_lobby::{InLobby, LONGEST, MAX_LIVE, MAX_OPEN};

/// After this time games are not listed whose players are not there.
const LEFT: Duration = Duration::from_secs(60 * 60);

/// How long after a lobby that could not be read it is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How long one copy of the lobby serves all clients that follow it, however often it changes. Where
/// other nodes write to the store, it is also how long what was read counts as fresh.
const GOOD_FOR: Duration = Duration::from_millis(250);

/// What goes on in the house, the newest first.
#[derive(Debug)]
pub struct Lobby {
    /// Tables at which any player may sit down. An offer whose maker is not there is shown after the
    /// others.
    pub open: Vec<Listed>,
    /// Games that go on, those first whose players are there. One that both have left is not among them.
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

/// The lobby as it was made last; all clients share it.
#[derive(Default)]
pub(super) struct LastLobby {
    /// Locked by the task that makes the lobby, so that it is made once.
    made: Mutex<Option<LobbyMade>>,
    /// Who is at the lobby's tables at other nodes, as last read. Locked by the task that reads it,
    /// so that it is read once.
    elsewhere: Mutex<Elsewhere>,
}

#[derive(Default)]
struct Elsewhere {
    presence: HashMap<TableId, Presence>,
    at: Option<Instant>,
    /// Why the lobby could not be read the last time, and when that was.
    failed: Option<(StoreError, Instant)>,
}

#[derive(Clone)]
struct LobbyMade {
    lobby: Arc<Lobby>,
    /// The last change that is in it.
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
    /// more than a few times a second. It is made once for all clients. A store that cannot be read is asked
    /// again until it can, so that a change is told late but never lost, also if the caller stops waiting in
    /// between.
    pub async fn next(&mut self) -> Arc<Lobby> {
        loop {
            let told = self.told;
            let changed = self.changes.wait_for(|version| Some(*version) != told).await;
            // The feed holds the house, so the sender cannot be gone.
            drop(changed.expect("the sender lives as long as the house"));
            match self.house.made_lobby(|made, _| made.at.elapsed() < GOOD_FOR).await {
                Ok(LobbyMade { lobby, version, .. }) if Some(version) != told => {
                    self.told = Some(version);
                    return lobby;
                }
                // This client has this lobby already: wait until the next one may be made.
                Ok(made) => sleep(GOOD_FOR.saturating_sub(made.at.elapsed())).await,
                Err(_) => sleep(RETRY).await,
            }
        }
    }
}

/// Whether both players have left a game that was not begun just now. With days for each move the players
/// need not be there.
fn is_left(entry: &Entry, presence: Presence, now: Moment) -> bool {
    let may_be_away = matches!(entry.offer.time, TimeControl::PerMove { .. });
    let is_attended = presence.seats.contains(&true);
    !is_attended && !may_be_away && now.since(entry.since) > LEFT
}

impl House {
    /// Follows the lobby from now on.
    pub fn follow_lobby(&self) -> LobbyFeed {
        LobbyFeed { house: self.clone(), changes: self.lobby_watch(), told: None }
    }

    /// The open challenges and the games that go on. It is kept in memory: in a house with a store of its
    /// own the store is read once. What was made is shared for a moment, unless something has changed since.
    pub async fn lobby(&self) -> Result<Arc<Lobby>, HouseError> {
        let is_good =
            |made: &LobbyMade, version| made.version == version && made.at.elapsed() < GOOD_FOR;
        Ok(self.made_lobby(is_good).await?.lobby)
    }

    /// The lobby as it was made last, if it is good enough, given the last change that there was. Otherwise
    /// it is made anew.
    async fn made_lobby(
        &self,
        is_good: impl Fn(&LobbyMade, u64) -> bool,
    ) -> Result<LobbyMade, HouseError> {
        // Callers that come while the lobby is being made wait here, and get that one.
        let mut last = self.0.last_lobby.made.lock().await;
        let version = *self.lobby_watch().borrow();
        if let Some(made) = last.as_ref().filter(|made| is_good(made, version)) {
            return Ok(made.clone());
        }
        let lobby = Arc::new(self.make_lobby().await?);
        let made = LobbyMade { lobby, version, at: Instant::now() };
        *last = Some(made.clone());
        Ok(made)
    }

    async fn make_lobby(&self) -> Result<Lobby, HouseError> {
        let InLobby { open, live, .. } = self.in_lobby().await?;
        let mut open = self.attended(open).await;
        // Offers whose makers are there come first, so that the limit cuts off the others.
        open.sort_by_key(|(_, presence)| !presence.seats[0]);
        open.truncate(LONGEST);
        let mut live = self.attended(live).await;
        let now = self.now();
        live.retain(|(entry, presence)| !is_left(entry, *presence, now));
        live.sort_by_key(|(_, presence)| !presence.seats.contains(&true));
        live.truncate(LONGEST);
        let listed = |tables: Vec<(Arc<Entry>, Presence)>| {
            let tables = tables.into_iter();
            tables.map(|(entry, presence)| Listed { entry: (*entry).clone(), presence }).collect()
        };
        Ok(Lobby { open: listed(open), live: listed(live), text: OnceLock::new() })
    }

    /// The offers in the lobby that are wanted and whose makers are there just now, the newest first. They
    /// are not taken from the copy that clients share: it may be a moment old, and an offer made since
    /// would be missed.
    pub(super) async fn attended_offers(
        &self,
        is_wanted: impl Fn(&Entry) -> bool,
    ) -> Result<Vec<Arc<Entry>>, HouseError> {
        let mut open = self.in_lobby().await?.open;
        open.retain(|entry| is_wanted(entry));
        let attended = self.attended(open).await.into_iter();
        let attended = attended.filter(|(_, presence)| presence.seats[Seat::One.index()]);
        Ok(attended.map(|(entry, _)| entry).collect())
    }

    /// What is in the lobby, read if it has to be.
    pub(super) async fn in_lobby(&self) -> Result<InLobby, HouseError> {
        let kept = self.tables().kept_lobby();
        // Notices of other nodes come a moment late, so with others the lobby is read again.
        let is_alone = self.store().leases().is_none();
        let is_good = |found: &InLobby| is_alone || found.read.elapsed() < GOOD_FOR;
        if let Some(found) = kept.get().filter(is_good) {
            return Ok(found);
        }
        // Callers that come while the store is being read wait here, and get what was read, or the error.
        let mut elsewhere = self.0.last_lobby.elsewhere.lock().await;
        if let Some(found) = kept.get().filter(is_good) {
            return Ok(found);
        }
        if let Some((error, _)) = elsewhere.failed.filter(|(_, at)| at.elapsed() < GOOD_FOR) {
            return Err(error.into());
        }
        kept.begin_reading();
        let open = self.store().list(Listing::Open, MAX_OPEN);
        let live = self.store().list(Listing::Live, MAX_LIVE);
        let read = async { Ok::<_, StoreError>((open.await?, live.await?)) };
        match read.await {
            Ok((open, live)) => {
                (elsewhere.at, elsewhere.failed) = (None, None);
                Ok(kept.learn(open, live))
            }
            Err(error) => {
                elsewhere.failed = Some((error, Instant::now()));
                Err(error.into())
            }
        }
    }

    /// Tables of the lobby with those who are there, here and at other nodes. What was read of other nodes
    /// is used for a moment.
    pub(super) async fn attended(&self, entries: Vec<Arc<Entry>>) -> Vec<(Arc<Entry>, Presence)> {
        let ids = || entries.iter().map(|entry| entry.id).collect();
        let mut elsewhere = self.0.last_lobby.elsewhere.lock().await;
        let is_good = elsewhere.at.is_some_and(|at| at.elapsed() < GOOD_FOR);
        let is_known = entries.iter().all(|entry| elsewhere.presence.contains_key(&entry.id));
        if self.store().leases().is_some() && !(is_good && is_known) {
            let heard = self.elsewhere(ids()).await;
            if !is_good {
                elsewhere.presence.clear();
                elsewhere.at = Some(Instant::now());
            }
            // A table for which the store names no other node has no client elsewhere: that is known, too.
            elsewhere.presence.extend(entries.iter().map(|entry| (entry.id, Presence::default())));
            elsewhere.presence.extend(heard);
        }
        let here = self.tables().presence_of(entries.iter().map(|entry| entry.id));
        let together = entries.into_iter().zip(here).map(|(entry, here)| {
            let elsewhere = elsewhere.presence.get(&entry.id).copied().unwrap_or_default();
            (entry, here.and(elsewhere))
        });
        together.collect()
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

    /// Tables with those who are there, here and at other nodes.
    async fn listed(&self, entries: Vec<Entry>) -> Vec<Listed> {
        let elsewhere = self.elsewhere(entries.iter().map(|entry| entry.id).collect()).await;
        let listed = entries.into_iter().map(|entry| {
            let elsewhere = elsewhere.get(&entry.id).copied().unwrap_or_default();
            let presence = self.tables().presence_here(entry.id).and(elsewhere);
            Listed { entry, presence }
        });
        listed.collect()
    }

    /// Who is at these tables at other nodes. If that cannot be read, the tables are listed without it.
    async fn elsewhere(&self, tables: Vec<TableId>) -> HashMap<TableId, Presence> {
        let leases = self.store().leases().filter(|_| !tables.is_empty());
        let Some(leases) = leases else { return HashMap::new() };
        leases.elsewhere(tables).await.unwrap_or_default().into_iter().collect()
    }
}
