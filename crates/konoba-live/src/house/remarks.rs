//! Remarks: from a player to all who are at the table, at every node.

use konoba_store::{Notice, TableId};
use konoba_table::Seat;
use tokio::sync::oneshot;

use super::House;
use crate::HouseError;
use crate::keeper::Credentials;
use crate::message::Message;
use crate::remarks::Remark;

impl House {
    /// Says something at a table to all who are there. Only players of a game between people do so, during
    /// the game and after it, and not too often. It is kept nowhere.
    pub async fn remark(
        &self,
        table: TableId,
        who: Credentials,
        remark: Remark,
    ) -> Result<(), HouseError> {
        let (answer, answered) = oneshot::channel();
        self.post(table, Message::Remark { who, remark, answer });
        let seat = answered.await.unwrap_or(Err(HouseError::Closing))?;
        // Where nodes share a store it is told at this one too when the store tells all of them.
        if let Some(leases) = self.store().leases() {
            let number = remark.number();
            leases.announce(Notice::Remarked { table, seat, number }).await?;
        }
        Ok(())
    }

    /// A remark was made at a table, here or at another node.
    pub(super) fn hears_remark(&self, table: TableId, seat: Seat, number: u8) {
        // A later program may know remarks that this one does not.
        let Some(remark) = Remark::numbered(number) else { return };
        if let Some(inbox) = self.tables().inbox_of(table) {
            // At a table that is too busy for it a remark is lost, and nothing else.
            let _ = inbox.try_send(Box::new(Message::Remarked { seat, remark }));
        }
    }
}
