//! Opening a table, sitting down, coming back.

use std::net::IpAddr;

use konoba_rules::{Level, Record, Setup};
use konoba_store::{
    Entry, Guest, Holder, NewTable, Offer, Opponent, StoreError, TableId, Visibility,
};
use konoba_table::{Name, Player, Seat, TimeControl, Version};

use super::House;
use crate::keeper::{Credentials, Request, due, opening};
use crate::kept_lobby::{Maker, MaxOffers, Room};
use crate::message::Message;
use crate::{Config, HouseError, Invitation, SeatCode};

/// What a guest wants to play, and with whom.
#[derive(Clone, Debug)]
pub struct Offering {
    /// The game and how it is set up.
    pub setup: Setup,
    /// How much time there is.
    pub time: TimeControl,
    /// The seat that plays the first side; the guest who offers takes seat one. By lot unless given.
    pub first: Option<Seat>,
    /// With whom.
    pub with: With,
    /// Whether the game is listed.
    pub visibility: Visibility,
    /// What was played already, elsewhere: the game goes on from its end. Only for games that begin at once.
    pub record: Option<Record>,
}

impl Offering {
    /// A game without clocks, sides by lot, and private unless any player may join.
    pub fn new(setup: Setup, with: With) -> Self {
        let visibility = match with {
            With::Anyone => Visibility::Public,
            With::Friend | With::Engine { .. } | With::SameScreen(_) => Visibility::Private,
        };
        Self { setup, time: TimeControl::None, first: None, with, visibility, record: None }
    }
}

/// With whom a guest wants to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum With {
    /// The player who has the link.
    Friend,
    /// The first player who accepts.
    Anyone,
    /// An engine of the house.
    Engine {
        /// How strongly it plays.
        level: Level,
    },
    /// A person of this name on the same device.
    SameScreen(Name),
}

/// A new table, with the guest who offered it at seat one.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The table.
    pub table: TableId,
    /// By which the seat can be taken up again, through any door.
    pub code: SeatCode,
    /// What a friend has to show.
    pub invitation: Option<Invitation>,
}

/// A seat that has been taken.
#[derive(Clone, Debug)]
pub struct Seated {
    /// Which seat.
    pub seat: Seat,
    /// By which it can be taken up again, through any door.
    pub code: SeatCode,
    /// The version of the table with which the game begins.
    pub version: Version,
}

impl House {
    /// Opens a table. Against an engine or on one device the game begins at once; otherwise it begins
    /// when a second player sits down.
    pub async fn offer(&self, guest: &Guest, offering: Offering) -> Result<Laid, HouseError> {
        self.offer_from(None, guest, offering).await
    }

    /// The same, from an address. Guests and addresses may have so many open offers at once.
    pub async fn offer_from(
        &self,
        from: Option<IpAddr>,
        guest: &Guest,
        offering: Offering,
    ) -> Result<Laid, HouseError> {
        let maker = Maker { guest: guest.id, from, seeking: None };
        self.offer_by(maker, guest, offering).await
    }

    pub(super) async fn offer_by(
        &self,
        maker: Maker,
        guest: &Guest,
        offering: Offering,
    ) -> Result<Laid, HouseError> {
        let (house, guest) = (self.clone(), guest.clone());
        // The place for an offer must not be freed before the offer is stored.
        self.finish(async move { house.lay(maker, &guest, offering).await }).await
    }

    async fn lay(
        &self,
        maker: Maker,
        guest: &Guest,
        offering: Offering,
    ) -> Result<Laid, HouseError> {
        if self.is_closing() {
            return Err(HouseError::Closing);
        }
        let (max, from) = (self.config().max_tables_of_guest, maker.from);
        let (table, code) = (self.host().table_id(), SeatCode::by(self.host()));
        let (offer, invitation, second) = self.second(&offering)?;
        let room = match offering.with {
            With::Anyone => Some(self.room_for_offer(table, maker).await?),
            With::Friend | With::Engine { .. } | With::SameScreen(_) => None,
        };
        let now = self.now();
        let holder =
            |name: &Name| Holder { guest: guest.id, code: code.digest(), name: name.clone() };
        let opener = Player::person(guest.name.clone());
        let events = second.clone().map(|second| {
            let opened = opening(&offer, [opener, second], self.host().seat());
            match &offering.record {
                Some(record) => opened.events_of(record, now),
                None => opened.events(now),
            }
        });
        let shares = matches!(offering.with, With::SameScreen(_));
        let second = second.filter(|_| shares).map(|player| holder(&player.name));
        let new = NewTable {
            id: table,
            offer,
            seats: [Some(holder(&guest.name)), second],
            deadline: events.as_deref().and_then(due),
            events: events.unwrap_or_default(),
            since: now,
            max_unfinished: Some(max),
        };
        let entry = Entry::from(&new);
        match self.store().lay(new).await {
            Ok(()) => {}
            Err(StoreError::TooManyTables(_)) => return Err(HouseError::TooManyTables(max)),
            Err(error) => {
                // It is not known whether the table was stored, so the lobby has to be read again.
                self.tables().kept_lobby().mark_stale();
                return Err(error.into());
            }
        }
        if let Some(room) = room {
            room.take();
        }
        let awaits_engine = entry.awaits_engine();
        self.tables().put_in_lobby(entry);
        if awaits_engine {
            // The engine begins also where no client comes to the table.
            self.post(table, Message::Wake(from));
        }
        Ok(Laid { table, code, invitation })
    }

    /// Takes the empty seat of a table.
    pub async fn sit(
        &self,
        guest: &Guest,
        table: TableId,
        invitation: Option<&Invitation>,
    ) -> Result<Seated, HouseError> {
        let code = SeatCode::by(self.host());
        let holder = Holder { guest: guest.id, code: code.digest(), name: guest.name.clone() };
        let invitation = invitation.map(Invitation::digest);
        let what = Request::Sit { holder, invitation, first: self.host().seat(), leaves: None };
        let done = self.ask(table, Credentials::guest(guest.id), what).await?;
        Ok(Seated { seat: Seat::Two, code, version: done.version })
    }

    /// Withdraws an offer that no player has accepted.
    pub async fn withdraw(&self, table: TableId, who: Credentials) -> Result<(), HouseError> {
        self.ask(table, who, Request::Withdraw).await.map(drop)
    }

    /// The seat that a code is for, at the newest table if its people have played again.
    pub async fn come_back(&self, code: &SeatCode) -> Result<Option<(TableId, Seat)>, HouseError> {
        Ok(self.store().seat_by_code(code.digest()).await?)
    }

    /// Room for one more open offer of a guest.
    async fn room_for_offer(&self, table: TableId, maker: Maker) -> Result<Room<'_>, HouseError> {
        // Reads the open offers, so that they are counted.
        self.in_lobby().await?;
        let Config { max_offers_of_guest: of_guest, max_offers_of_address: of_address, .. } =
            *self.config();
        let max = MaxOffers { of_guest, of_address };
        self.tables().kept_lobby().make_room(table, maker, max)
    }

    /// The offer as it is kept, what a friend has to show, and who plays at seat two, if that is
    /// known.
    fn second(
        &self,
        offering: &Offering,
    ) -> Result<(Offer, Option<Invitation>, Option<Player>), HouseError> {
        let invitation = (offering.with == With::Friend).then(|| Invitation::by(self.host()));
        let (opponent, second) = match (&offering.with, &invitation) {
            (With::Friend, Some(invitation)) => (Opponent::Friend(invitation.digest()), None),
            (With::Friend | With::Anyone, _) => (Opponent::Anyone, None),
            (With::Engine { level }, _) => {
                let thinker = self.thinker().ok_or(HouseError::NoEngine)?;
                if !thinker.levels().contains(level) {
                    return Err(HouseError::NoLevel);
                }
                let engine = Player::engine(thinker.name(*level), *level);
                (Opponent::Engine { level: *level }, Some(engine))
            }
            (With::SameScreen(name), _) => {
                (Opponent::SameScreen, Some(Player::person(name.clone())))
            }
        };
        if second.is_none() && offering.record.is_some() {
            return Err(HouseError::RecordOfOthers);
        }
        let Offering { setup, time, first, visibility, .. } = *offering;
        if offering.with == With::Anyone && visibility == Visibility::Private {
            return Err(HouseError::OpenIsPublic);
        }
        Ok((Offer { setup, time, first, opponent, visibility }, invitation, second))
    }
}
