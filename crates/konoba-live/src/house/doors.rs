//! The doors of the house, as far as it has to know: their names and the counts of their connections.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::House;
use crate::{Gate, GateCounts, Limits};

/// The gates of the doors that have been opened.
#[derive(Default)]
pub(super) struct Doors(Mutex<Vec<(&'static str, Gate)>>);

impl Doors {
    fn lock(&self) -> MutexGuard<'_, Vec<(&'static str, Gate)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl House {
    /// The gate of a door that opens, by which its connections are counted.
    pub fn gate(&self, door: &'static str, limits: &Limits) -> Gate {
        let gate = Gate::new(limits);
        self.0.doors.lock().push((door, gate.clone()));
        gate
    }

    /// Every door with the counts of its connections.
    pub fn doors(&self) -> Vec<(&'static str, GateCounts)> {
        self.0.doors.lock().iter().map(|(door, gate)| (*door, gate.counts())).collect()
    }

    /// How much the store has been asked and has not answered.
    pub fn queued(&self) -> konoba_store::Queued {
        self.store().queued()
    }
}
