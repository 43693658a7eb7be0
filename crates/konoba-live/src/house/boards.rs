//! The boards of the lobby: the first games of its list with their positions, for all who look at it.
//!
//! They change with every move, and the list does not: so they are told apart from it, seldom, and only
//! those that have changed.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use konoba_store::TableId;
use konoba_table::Table;
use tokio::sync::{Mutex, watch};
use tokio::time::{Instant, sleep};

use super::House;
use crate::HouseError;

/// How many games of the lobby are shown with a board.
const BOARDS: usize = 6;
/// How long one copy of the boards serves all clients, however fast is played.
const GOOD_FOR: Duration = Duration::from_secs(2);
/// How long after a failure it is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The boards of the lobby, in the order of its list.
#[derive(Debug)]
pub struct LiveBoards {
    /// All of them.
    pub boards: Vec<LiveBoard>,
    texts: [OnceLock<Bytes>; 2],
}

/// A game of the lobby.
#[derive(Clone, Debug)]
pub struct LiveBoard {
    /// Its name.
    pub id: TableId,
    /// How it stands.
    pub table: Arc<Table>,
    /// Whether it differs from what the boards before this showed.
    pub is_new: bool,
}

impl LiveBoards {
    /// What a door says of all boards, or to those who have seen the boards before these of the new ones
    /// alone. It is made by the first session that needs it, and the others share its bytes.
    pub fn text(&self, only_new: bool, make: impl FnOnce(&[LiveBoard]) -> Bytes) -> Bytes {
        let is_told = |board: &&LiveBoard| !only_new || board.is_new;
        let make = || make(&self.boards.iter().filter(is_told).cloned().collect::<Vec<_>>());
        self.texts[usize::from(only_new)].get_or_init(make).clone()
    }
}

/// The boards as they were made last.
#[derive(Default)]
pub(super) struct LastBoards(Mutex<Option<BoardsMade>>);

#[derive(Clone)]
struct BoardsMade {
    boards: Arc<LiveBoards>,
    /// Which boards these are, counted from the first.
    number: u64,
    /// The last change that is in them.
    version: u64,
    at: Instant,
}

/// Follows the boards of the lobby.
pub struct BoardsFeed {
    house: House,
    changes: watch::Receiver<u64>,
    /// The number of the boards that were told last, and the change that was in them.
    told: Option<(u64, u64)>,
}

impl BoardsFeed {
    /// The boards, and whether only the new ones among them are news: at once when asked for the first time,
    /// then whenever one has changed, but not more than once in a while. A caller that stops waiting misses
    /// nothing.
    pub async fn next(&mut self) -> (Arc<LiveBoards>, bool) {
        loop {
            let told = self.told;
            let is_news = |version: &u64| told.is_none_or(|(_, seen)| seen != *version);
            let changed = self.changes.wait_for(is_news).await;
            // This feed holds the house, and with it the sender of the changes.
            drop(changed.expect("the sender lives as long as the house"));
            match self.house.made_boards().await {
                Ok(BoardsMade { boards, number, version, .. }) if is_news(&version) => {
                    let follows = told.is_some_and(|(seen, _)| seen + 1 == number);
                    self.told = Some((number, version));
                    // If no board of the list is new, the change was at another table, and there is nothing to tell.
                    if !follows || boards.boards.iter().any(|board| board.is_new) {
                        return (boards, follows);
                    }
                }
                Ok(made) => sleep(GOOD_FOR.saturating_sub(made.at.elapsed())).await,
                Err(_) => sleep(RETRY).await,
            }
        }
    }
}

impl House {
    /// Follows the boards of the lobby from now on.
    pub fn follow_boards(&self) -> BoardsFeed {
        BoardsFeed { house: self.clone(), changes: self.tables().moves_watch(), told: None }
    }

    /// The boards of the lobby, as they were a moment ago.
    pub async fn live_boards(&self) -> Result<Arc<LiveBoards>, HouseError> {
        Ok(self.made_boards().await?.boards)
    }

    async fn made_boards(&self) -> Result<BoardsMade, HouseError> {
        // Those who come while one of them makes the boards wait here, and find what was made.
        let mut last = self.0.last_boards.0.lock().await;
        if let Some(made) = last.as_ref().filter(|made| made.at.elapsed() < GOOD_FOR) {
            return Ok(made.clone());
        }
        let version = *self.tables().moves_watch().borrow();
        if let Some(made) = last.as_mut().filter(|made| made.version == version) {
            made.at = Instant::now();
            return Ok(made.clone());
        }
        let lobby = self.lobby().await?;
        let mut boards = Vec::new();
        for listed in lobby.live.iter().take(BOARDS) {
            let entry = &listed.entry;
            let known = last.iter().flat_map(|made| &made.boards.boards).find(|b| b.id == entry.id);
            let known = known.filter(|board| board.table.version() == entry.version);
            if let Some(known) = known {
                boards.push(LiveBoard { is_new: false, ..known.clone() });
            } else if let Ok(Some(table)) = self.look(entry.id).await.map(|update| update.table) {
                // A table that cannot be read now is left out, and read again for the next list.
                boards.push(LiveBoard { id: entry.id, table, is_new: true });
            }
        }
        let number = last.as_ref().map_or(0, |made| made.number + 1);
        let boards = Arc::new(LiveBoards { boards, texts: Default::default() });
        let made = BoardsMade { boards, number, version, at: Instant::now() };
        *last = Some(made.clone());
        Ok(made)
    }
}
