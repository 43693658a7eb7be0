//! Guests: people without accounts, known again by a secret.

use konoba_store::{Entry, Guest, GuestId, Listing, NewGuest, Secrets, Standing, TableId};
use konoba_table::{Action, Name};

use super::House;
use crate::keeper::{Credentials, Order};
use crate::message::Message;
use crate::{HouseError, SeatCode, Token};

/// How many tables of a guest may be awake somewhere: the newest.
const MOST_TABLES: usize = 20;

impl House {
    /// Welcomes somebody new. The token proves next time who it is, and is shown to nobody else.
    pub async fn welcome(&self, name: Name) -> Result<(Guest, Token), HouseError> {
        let token = Token::by(self.host());
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

    /// The guest is not known by the token any more. The seats are found again by their codes.
    pub async fn sign_out(&self, guest: GuestId) -> Result<(), HouseError> {
        let (token, tables) = (Token::by(self.host()).digest(), Vec::new());
        Ok(self.store().renew(Secrets { guest, token, code: None, tables }).await?)
    }

    /// Gives a guest another token, and one code for all seats. Whoever has those from before can do nothing
    /// with them.
    pub async fn revoke(&self, guest: GuestId) -> Result<(Token, SeatCode), HouseError> {
        let (token, code) = (Token::by(self.host()), SeatCode::by(self.host()));
        let tables = self.recent_tables_of(guest).await?;
        let digests = (token.digest(), Some(code.digest()));
        let secrets = Secrets { guest, token: digests.0, code: digests.1, tables: tables.clone() };
        self.store().renew(secrets).await?;
        self.look_again_at(tables);
        Ok((token, code))
    }

    /// Forgets a guest: games that go on are resigned, offers are taken back, and then the name and all
    /// secrets are gone. The games stay, as those of "Guest".
    pub async fn forget(&self, guest: GuestId) -> Result<(), HouseError> {
        let most = self.config().max_tables_of_guest.max(MOST_TABLES);
        for entry in self.store().list(Listing::UnfinishedOf(guest), most).await? {
            self.leave_table(&entry, guest).await?;
        }
        let tables = self.recent_tables_of(guest).await?;
        let token = Token::by(self.host()).digest();
        let code = Some(SeatCode::by(self.host()).digest());
        self.store().forget_guest(Secrets { guest, token, code, tables: tables.clone() }).await?;
        self.look_again_at(tables);
        self.tables().lobby_changes();
        Ok(())
    }

    /// Gives a game up, or takes an offer back. What has ended just now needs neither.
    async fn leave_table(&self, entry: &Entry, guest: GuestId) -> Result<(), HouseError> {
        let who = Credentials::guest(guest);
        let left = match entry.standing {
            Standing::Waiting => self.withdraw(entry.id, who).await,
            _ => {
                let seat = who.seats_at(entry).iter().next();
                let order = Order { seat, ..Order::new(Action::Resign) };
                self.order(entry.id, who, order).await.map(drop)
            }
        };
        match left {
            Err(error @ (HouseError::Store(_) | HouseError::Closing)) => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn recent_tables_of(&self, guest: GuestId) -> Result<Vec<TableId>, HouseError> {
        let entries = self.store().list(Listing::Of(guest), MOST_TABLES).await?;
        Ok(entries.into_iter().map(|entry| entry.id).collect())
    }

    /// Those of the tables that are awake here read who holds their seats again.
    fn look_again_at(&self, tables: Vec<TableId>) {
        let awake = tables.into_iter().filter_map(|table| self.tables().inbox_of(table));
        // A table that is too busy for this finds out when it writes.
        awake.for_each(|inbox| drop(inbox.try_send(Box::new(Message::Heard(0)))));
    }
}
