//! Guests: people without accounts, known again by a secret.

use konoba_store::{Guest, NewGuest};
use konoba_table::Name;

use super::House;
use crate::{HouseError, Token};

impl House {
    /// Welcomes somebody new. The token proves next time who it is, and is shown to nobody else.
    pub async fn welcome(&self, name: Name) -> Result<(Guest, Token), HouseError> {
        let token = Token::random();
        let new = NewGuest { token: token.digest(), name: name.clone(), since: self.now() };
        let id = self.store().add_guest(new).await?;
        Ok((Guest { id, name }, token))
    }

    /// The guest with this token, if there is one.
    pub async fn guest(&self, token: &Token) -> Result<Option<Guest>, HouseError> {
        Ok(self.store().guest(token.digest()).await?)
    }

    /// Gives a guest another name for the tables to come.
    pub async fn rename(&self, guest: &Guest, name: Name) -> Result<Guest, HouseError> {
        self.store().rename(guest.id, name.clone()).await?;
        Ok(Guest { id: guest.id, name })
    }
}
