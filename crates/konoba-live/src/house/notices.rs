//! What other nodes write to the same store: each table that is awake here looks for itself.

use konoba_store::{Notice, TableId};
use konoba_table::Version;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::House;
use crate::message::{Message, Post};

/// Hears of what others write as long as the house is open. A store of one node tells nothing.
pub(super) fn start(house: &House) {
    let Some(mut notices) = house.store().notices() else { return };
    let house = house.clone();
    let host = house.host().clone();
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
                    Notice::Missed => house.looks_again(),
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

    /// Something may have been missed.
    fn looks_again(&self) {
        for inbox in self.tables().inboxes() {
            self.tell_version(inbox, 0);
        }
        self.tables().mark_lobby_stale();
        self.tables().jobs().call();
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
