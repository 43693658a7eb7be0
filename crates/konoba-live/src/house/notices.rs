//! What other nodes write to the same store: each table that is awake here looks for itself.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Notice, TableId};
use konoba_table::Version;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};
use tokio::time::sleep;

use super::House;
use crate::message::{Message, Post};

/// How many tables look again at a time, and how long after them the next. Each reads the store, which refuses reads when
/// too many wait.
const PORTION: usize = 512;
const PAUSE: Duration = Duration::from_millis(250);

/// Hears of what others write as long as the house is open. A store of one node tells nothing.
pub(super) fn start(house: &House) {
    let Some(mut notices) = house.store().notices() else { return };
    let house = house.clone();
    // Remembers one call that comes while the tables are told of an earlier one.
    let missed = Arc::new(Notify::new());
    let host = house.host().clone();
    let (looking, looks) = (house.clone(), missed.clone());
    host.spawn(async move {
        tokio::select! {
            biased;
            () = looking.closing() => {}
            () = looking.tell_all_tables(&looks) => {}
        }
    });
    host.spawn(async move {
        let closing = house.clone();
        let hear = async {
            while let Some(notice) = notices.next().await {
                match notice {
                    Notice::Written(table, version) => house.hears(table, version),
                    Notice::Renewed(guest, renewal) => house.note_renewal(guest, renewal),
                    Notice::Remarked { table, seat, number } => {
                        house.hears_remark(table, seat, number);
                    }
                    Notice::JobsWaiting => house.tables().jobs().call(),
                    Notice::Missed => {
                        house.tables().mark_lobby_stale();
                        house.tables().jobs().call();
                        missed.notify_one();
                    }
                }
            }
        };
        tokio::select! {
            biased;
            () = closing.closing() => {}
            () = hear => {}
        }
    });
}

impl House {
    /// A table has reached a version. If no client of this node is at the table, only the lobby is told.
    fn hears(&self, table: TableId, version: Version) {
        let inbox = self.tables().inbox_of(table);
        let is_told = inbox.is_some_and(|inbox| self.tell_version(inbox, version));
        if !is_told || version == 0 {
            self.tables().mark_lobby_stale();
        }
    }

    /// Has every table look at the store whenever something may have been missed. It never ends by itself.
    async fn tell_all_tables(&self, missed: &Notify) {
        loop {
            missed.notified().await;
            for (number, portion) in self.tables().inboxes().chunks(PORTION).enumerate() {
                if number > 0 {
                    sleep(PAUSE).await;
                }
                for inbox in portion {
                    self.tell_version(inbox.clone(), 0);
                }
            }
        }
    }

    /// Tells a table that another node has brought it to a version, 0 where the version is not known. A full inbox is
    /// waited for: the table must look, since a player who waits for a move would never learn of it otherwise. Returns
    /// whether the table is there to be told.
    pub(super) fn tell_version(&self, inbox: mpsc::Sender<Post>, version: Version) -> bool {
        match inbox.try_send(Box::new(Message::Heard(version))) {
            Ok(()) => true,
            Err(TrySendError::Full(heard)) => {
                self.host().spawn(async move { drop(inbox.send(heard).await) });
                true
            }
            Err(TrySendError::Closed(_)) => false,
        }
    }
}
