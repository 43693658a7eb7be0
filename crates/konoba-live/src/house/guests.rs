//! Guests: people without accounts, known again by a secret.

use konoba_store::{
    Digest, Entry, Guest, GuestId, Listing, NewGuest, Secrets, Standing, StoreError,
};
use konoba_table::{Action, Name};

use super::House;
use crate::keeper::{Credentials, Order};
use crate::message::Visit;
use crate::sign_ins::{RecognisedGuest, SignInTime};
use crate::{HouseError, SeatCode, Token, names};

/// As many tables as a guest may ever have had.
const ALL: usize = u32::MAX as usize;
/// How often a guest's tables are looked at before the guest is forgotten.
const LOOKS: usize = 3;

impl House {
    /// Makes a new guest. The token proves next time who it is; only that guest's client gets it.
    pub async fn welcome(&self, name: Name) -> Result<(Guest, Token), HouseError> {
        names::check(&name)?;
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
        names::check(&name)?;
        self.store().rename(guest.id, name.clone()).await?;
        Ok(Guest { id: guest.id, name })
    }

    /// The time of a sign-in that begins now: later than every sign-out so far ([`Credentials::since`]).
    pub fn sign_in_time(&self) -> SignInTime {
        self.tables().sign_ins().now()
    }

    /// A guest who was recognised at that time, for a conversation that lasts; refused if the guest has logged out since.
    pub fn know(&self, guest: Guest, since: SignInTime) -> Result<RecognisedGuest, HouseError> {
        let sign_in = self.tables().sign_ins().begin(guest.id, Some(since));
        sign_in.map(|sign_in| RecognisedGuest::new(guest, sign_in)).ok_or(HouseError::SignedOut)
    }

    /// Recognises a client again after its guest has logged out, perhaps at another device. Refused where the token or key
    /// that it has shown is no longer the guest's, or the code was replaced. A guest who was known for one conversation
    /// alone is not known any more; a code from then is still good.
    pub async fn recognise_again(&self, who: &mut Credentials) -> Result<(), HouseError> {
        let since = self.sign_in_time();
        who.guest = match (who.guest, who.device) {
            (Some(guest), Some(device)) => {
                let known = self.store().guest(device).await?.filter(|known| known.id == guest);
                Some(known.ok_or(HouseError::SignedOut)?.id)
            }
            (_, None) | (None, _) => None,
        };
        let is_proved = match who.code {
            Some(code) => self.store().seat_by_code(code).await?.is_some(),
            None => who.guest.is_some(),
        };
        if !is_proved {
            return Err(HouseError::SignedOut);
        }
        who.since = Some(since);
        Ok(())
    }

    /// The guest is not known by this token any more, and connections signed in by it can no longer act for
    /// the guest's seats. The seats are reached again by their codes, and other devices stay signed in.
    pub async fn sign_out(&self, guest: GuestId, device: &Token) -> Result<(), HouseError> {
        let token = Token::by(self.host()).digest();
        let secrets = Secrets { guest, token, code: None, device: Some(device.digest()) };
        let (house, renewal) = (self.clone(), secrets.renewal());
        let sign_out = async move {
            let renewed = house.store().renew(secrets).await;
            if may_be_written(&renewed) {
                house.tables().sign_ins().end(guest, renewal);
            }
            Ok(renewed?)
        };
        self.finish(sign_out).await
    }

    /// Gives a guest another token, and one code for all seats. The old ones are worthless from then on.
    pub async fn revoke(&self, guest: GuestId) -> Result<(Token, SeatCode), HouseError> {
        let token = Token::by(self.host());
        let code = self.replace_secrets(guest, token.digest()).await?;
        Ok((token, code))
    }

    /// The guest is known by this from now on, and by nothing else, and has one code for all seats.
    pub(super) async fn replace_secrets(
        &self,
        guest: GuestId,
        token: Digest,
    ) -> Result<SeatCode, HouseError> {
        let code = SeatCode::by(self.host());
        let secrets = Secrets { guest, token, code: Some(code.digest()), device: None };
        let (house, renewal) = (self.clone(), secrets.renewal());
        let replace = async move {
            let renewed = house.store().renew(secrets.clone()).await;
            // It may have been written although the answer was lost. The same secrets are written once more: with others,
            // those that no client was told would be the only ones that are good.
            let renewed = match renewed {
                Err(StoreError::Gone) => house.store().renew(secrets).await,
                renewed => renewed,
            };
            if may_be_written(&renewed) {
                house.note_renewal(guest, renewal);
            }
            renewed?;
            Ok(code)
        };
        self.finish(replace).await
    }

    /// Forgets a guest: games that go on are resigned, offers are taken back, and then the name and all
    /// secrets are gone. The games stay, as those of "Guest".
    pub async fn forget(&self, guest: GuestId) -> Result<(), HouseError> {
        let house = self.clone();
        self.finish(async move { house.leave_and_delete(guest).await }).await
    }

    async fn leave_and_delete(&self, guest: GuestId) -> Result<(), HouseError> {
        // An opponent may sit down at an offer while it is taken back: the next look finds a game there.
        for _ in 0..LOOKS {
            let unfinished = self.store().list(Listing::UnfinishedOf(guest), ALL).await?;
            if unfinished.is_empty() {
                break;
            }
            for entry in unfinished {
                self.leave_table(&entry, guest).await?;
            }
        }
        let (token, code) =
            (Token::by(self.host()).digest(), Some(SeatCode::by(self.host()).digest()));
        let secrets = Secrets { guest, token, code, device: None };
        let renewal = secrets.renewal();
        self.store().forget_guest(secrets).await?;
        self.note_renewal(guest, renewal);
        self.tables().lobby_changes();
        Ok(())
    }

    /// The secrets of a guest were replaced, here or at another node. Connections that signed in with the
    /// old ones no longer act for the guest, and the guest's tables in memory here read again who holds
    /// their seats.
    pub(super) fn note_renewal(&self, guest: GuestId, renewal: u64) {
        self.tables().sign_ins().end(guest, renewal);
        for inbox in self.tables().inboxes_of(guest) {
            self.tell_version(inbox, 0);
        }
    }

    /// Notes for whom a visitor acts, and as whom a visitor without a seat was recognised: that guest may sit down
    /// here later, perhaps at another device. A visitor who was recognised before the guest logged out is refused.
    pub(super) fn sign_in(&self, visit: &mut Visit, who: &Credentials) -> Result<(), HouseError> {
        let entry = visit.first.entry.clone();
        for seat in visit.seats.iter() {
            let Some(holder) = &entry.seats[seat.index()] else { continue };
            let since = who.since.filter(|_| who.guest == Some(holder.guest));
            let signed_in = self.tables().sign_ins().begin(holder.guest, since);
            visit.speaks_for(seat, signed_in.ok_or(HouseError::SignedOut)?);
        }
        let mut holders = visit.seats.iter().filter_map(|seat| entry.seats[seat.index()].as_ref());
        if let Some(guest) = who.guest
            && holders.all(|holder| holder.guest != guest)
        {
            let signed_in = self.tables().sign_ins().begin(guest, who.since);
            visit.watches_as(signed_in.ok_or(HouseError::SignedOut)?);
        }
        Ok(())
    }

    /// Resigns a game, or withdraws an offer. A table that has ended just now needs neither.
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
            Err(error @ (HouseError::Store(_) | HouseError::Closing | HouseError::Busy)) => {
                Err(error)
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Whether a change is in the store, or may be although the answer was lost. Clients that are still known are recognised again.
const fn may_be_written<T>(answer: &Result<T, StoreError>) -> bool {
    matches!(answer, Ok(_) | Err(StoreError::Gone))
}
