//! Whether an engine may be asked about something.

use konoba_store::PositionsQuery;

use super::House;
use crate::HouseError;

impl House {
    /// Refuses a record whose positions are those of a game between people that goes on, at any node. If the
    /// store cannot be asked, the record is refused.
    pub async fn check_fair_play(&self, positions: PositionsQuery) -> Result<(), HouseError> {
        let is_played =
            !positions.fingerprints.is_empty() && self.store().is_played(positions).await?;
        if is_played { Err(HouseError::FairPlay) } else { Ok(()) }
    }
}
