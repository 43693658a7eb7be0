//! The events of a table as they are kept, for clients that hold the game themselves.

use konoba_store::{Entry, Kept, TableId};
use konoba_table::Event;

use super::House;
use crate::HouseError;
use crate::keeper::Seen;

/// The events of a table.
#[derive(Clone, Debug)]
pub struct TableEvents {
    /// What is known of the table without its events.
    pub entry: Entry,
    /// The events after those that were seen; all of them where what was seen is not what is kept.
    pub events: Vec<Event>,
}

impl House {
    /// The events of a table after those that a client has seen. What a visitor was told of is kept, and so it is
    /// among them.
    pub async fn events(
        &self,
        table: TableId,
        seen: Option<Seen>,
    ) -> Result<TableEvents, HouseError> {
        if let Some(Seen { version, at }) = seen
            && let Some(before) = version.checked_sub(1)
        {
            let mut found = self.kept_events(table, before).await?;
            let last = found.events.first();
            let is_seen =
                |last: &Event| last.version == version && at.is_none_or(|at| at == last.at);
            if last.is_some_and(is_seen) {
                found.events.remove(0);
                return Ok(found);
            }
        }
        self.kept_events(table, 0).await
    }

    async fn kept_events(&self, table: TableId, after: u64) -> Result<TableEvents, HouseError> {
        let kept = self.store().read(table, after).await?.ok_or(HouseError::NoTable)?;
        let Kept { entry, events, unread } = kept;
        if unread.is_some() {
            return Err(HouseError::Unread);
        }
        Ok(TableEvents { entry, events: events.into_iter().map(|kept| kept.event).collect() })
    }
}
