//! What a node's connection remembers for the sake of a planted mistake.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use konoba_store::{Append, Kept, Presence, StoreError, TableId};
use konoba_table::Version;

use crate::Mistake;
use crate::world::World;

/// What a connection remembers.
#[derive(Default)]
pub(super) struct Memory(Mutex<State>);

#[derive(Default)]
struct State {
    /// The highest version of each table that was read or written.
    known: BTreeMap<TableId, Version>,
    /// Tables at which a race was lost.
    raced: BTreeSet<TableId>,
    /// Tables as they were read when they were woken.
    woken: BTreeMap<TableId, Kept>,
    told: Option<Vec<(TableId, Presence)>>,
}

impl Memory {
    /// The store has answered.
    pub(super) fn appended(&self, news: &Append, result: &Result<(), StoreError>) {
        let mut state = self.lock();
        match result {
            Err(StoreError::Conflict) => drop(state.raced.insert(news.table)),
            Err(_) => {}
            Ok(()) => {
                let version = news.events.last().map_or(0, |event| event.version);
                let known = state.known.entry(news.table).or_default();
                *known = version.max(*known);
            }
        }
    }

    /// What a node makes of what it has read.
    pub(super) fn read(
        &self,
        world: &World,
        table: TableId,
        after: Version,
        kept: Option<Kept>,
    ) -> Result<Option<Kept>, StoreError> {
        let Some(mut kept) = kept else { return Ok(None) };
        let mut state = self.lock();
        let version = kept.entry.version;
        let known = *state.known.entry(table).or_default();
        match world.plan().mistake {
            Some(Mistake::LossDenied) if version < known => return Err(StoreError::Gone),
            Some(Mistake::StaleCache) if state.raced.contains(&table) => {
                kept.events.retain(|kept| kept.event.version <= known);
            }
            Some(Mistake::WokenFromMemory) if after == 0 => {
                kept = state.woken.entry(table).or_insert(kept).clone();
            }
            _ => drop(state.known.insert(table, version)),
        }
        Ok(Some(kept))
    }

    /// Whether this is something else than what was told last.
    pub(super) fn is_news(&self, here: &[(TableId, Presence)]) -> bool {
        let told = self.lock().told.replace(here.to_vec());
        told.as_deref() != Some(here)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
