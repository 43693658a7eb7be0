//! Moves that are awaited in games in which the players come and go: the player to move is told elsewhere.

use std::sync::{Mutex, PoisonError};

use konoba_store::{Entry, GuestId, TableId};
use konoba_table::TimeControl;
use tokio::sync::mpsc;

use crate::fair_play::is_between_people;

/// How many may wait to be told.
const MOST: usize = 1024;

/// A move that is awaited of a guest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Of whom.
    pub guest: GuestId,
    /// At which table.
    pub table: TableId,
}

/// Whether the players come and go: people against each other, with days for each move or as much
/// time as they like.
pub(crate) fn is_slow(entry: &Entry) -> bool {
    let is_slow = matches!(entry.offer.time, TimeControl::None | TimeControl::PerMove { .. });
    is_slow && is_between_people(entry)
}

/// The moves that have come to be awaited, for the task that tells of them.
pub(crate) struct Turns {
    sender: mpsc::Sender<Turn>,
    /// Until it is taken.
    receiver: Mutex<Option<mpsc::Receiver<Turn>>>,
}

impl Default for Turns {
    fn default() -> Self {
        let (sender, receiver) = mpsc::channel(MOST);
        Self { sender, receiver: Mutex::new(Some(receiver)) }
    }
}

impl Turns {
    /// A move is awaited. It is dropped where no task tells of such moves, or not fast enough: a table never waits.
    pub(crate) fn tell(&self, turn: Turn) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(turn)
            && self.lock().is_none()
        {
            tracing::warn!(table = %turn.table, "too many turns wait to be told; this one is not");
        }
    }

    /// Those that come from now on; none if they were taken before.
    pub(crate) fn take(&self) -> Option<mpsc::Receiver<Turn>> {
        let mut taken = self.lock().take()?;
        // Turns that were told before anything listened are old by now.
        while taken.try_recv().is_ok() {}
        Some(taken)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<mpsc::Receiver<Turn>>> {
        self.receiver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
