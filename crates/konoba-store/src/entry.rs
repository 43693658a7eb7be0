//! What is kept of a table beside its events: what the lobby shows, and who holds which seat.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use konoba_rules::{Level, Setup};
use konoba_table::{Event, Moment, Name, Seat, TimeControl, Version};

use crate::{Digest, GuestId, MoveId, Progress, StoreError, TableId};

/// A guest that the store knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The guest's number.
    pub id: GuestId,
    /// The name that the guest has chosen.
    pub name: Name,
}

/// A guest who comes for the first time.
#[derive(Clone, Debug)]
pub struct NewGuest {
    /// The digest of the secret by which the guest will be known again.
    pub token: Digest,
    /// The name that the guest has chosen.
    pub name: Name,
    /// When the guest came.
    pub since: Moment,
}

/// New secrets for a guest. The old ones are worthless from then on.
#[derive(Clone, Debug)]
pub struct Secrets {
    /// The guest.
    pub guest: GuestId,
    /// The digest of the token.
    pub token: Digest,
    /// The digest of the code of all seats of the guest; none where they keep their codes.
    pub code: Option<Digest>,
    /// The digest of the token that is replaced, where only one device is to forget the guest; all of them
    /// where none is given.
    pub device: Option<Digest>,
}

impl Secrets {
    /// A number that tells this renewal from others: a node also gets the notice of its own write. It
    /// reveals nothing of the secrets.
    pub fn renewal(&self) -> u64 {
        let bytes = self.token.as_bytes().first_chunk().expect("a digest has 32 bytes");
        u64::from_le_bytes(*bytes)
    }
}

/// How a table is offered by its maker, who sits at seat one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The game and how it is set up.
    pub setup: Setup,
    /// How much time the players have.
    pub time: TimeControl,
    /// The seat that plays the first side; by lot where none is named.
    pub first: Option<Seat>,
    /// With whom.
    pub opponent: Opponent,
    /// Whether the game is listed.
    pub visibility: Visibility,
}

/// Whether a game is listed. With its link, any client may watch it in any case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Visibility {
    /// It is listed while it goes on, and before that if any player may join.
    Public,
    /// It is listed nowhere.
    Private,
}

/// What is kept of the position of a game between people that goes on, so that no engine is asked about
/// it. The position cannot be rebuilt from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fingerprint(pub i64);

/// Positions of one game on one board, of which it is asked whether a game between people goes on there.
#[derive(Clone, Debug)]
pub struct PositionsQuery {
    /// The game and the board. With or without a swap does not matter.
    pub setup: Setup,
    /// The positions.
    pub fingerprints: Vec<Fingerprint>,
}

impl PositionsQuery {
    /// The set-ups in which the positions can be met.
    pub(crate) fn setups(&self) -> [Setup; 2] {
        [true, false].map(|pie| Setup { pie, ..self.setup })
    }
}

impl Offer {
    /// The version of the format in which offers are stored. It grows when an earlier program could not
    /// read them; that program then leaves the table alone.
    pub const FORMAT: u16 = 1;
}

/// With whom a guest wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The player who shows the secret with this digest, which is in a link for a friend.
    Friend(Digest),
    /// The first player who accepts: an open offer in the lobby.
    Anyone,
    /// An engine of the house.
    Engine {
        /// How strongly it plays.
        level: Level,
    },
    /// A person on the same device.
    SameScreen,
}

/// Who holds a seat. An engine of the house holds none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The guest, whose token is one way to act for the seat.
    pub guest: GuestId,
    /// The digest of the code that is the other way.
    pub code: Digest,
    /// What the guest was called on sitting down.
    pub name: Name,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// A seat is empty, and there are no events.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The offer was withdrawn before a second player sat down.
    Withdrawn,
}

/// What is known of a table without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub id: TableId,
    /// How it was offered.
    pub offer: Offer,
    /// Who holds its seats.
    pub seats: [Option<Holder>; 2],
    /// How far it has come.
    pub standing: Standing,
    /// The version of its last event; 0 before the first.
    pub version: Version,
    /// When it was offered.
    pub since: Moment,
    /// How its game stands.
    pub progress: Progress,
    /// The table at which its players play again, or to which the maker of this offer has gone.
    pub next: Option<TableId>,
}

impl Entry {
    /// The table to which the maker of this offer has gone, where another player waited for the same.
    pub fn led_to(&self) -> Option<TableId> {
        self.next.filter(|_| self.standing == Standing::Withdrawn)
    }

    /// Whether the move of an engine is awaited. Engines have the second seat, with which the stores compare too.
    pub fn awaits_engine(&self) -> bool {
        let has_engine = matches!(self.offer.opponent, Opponent::Engine { .. });
        has_engine && self.progress.to_move == Some(Seat::Two)
    }
}

impl From<&NewTable> for Entry {
    /// A table as it is once it is stored.
    fn from(new: &NewTable) -> Self {
        let progress = Progress::of_opening(&new.events);
        Self {
            id: new.id,
            offer: new.offer.clone(),
            seats: new.seats.clone(),
            standing: new.standing(progress),
            version: new.events.last().map_or(0, |event| event.version),
            since: new.since,
            progress,
            next: None,
        }
    }
}

/// An event with what is kept beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptEvent {
    /// The event.
    pub event: Event,
    /// The command that caused it, if it had a name.
    pub origin: Option<Origin>,
}

/// What is found where an event is stored.
pub(crate) enum FoundEvent {
    Readable(KeptEvent),
    /// The event of this version cannot be read.
    Unreadable(Version),
}

/// The command that caused an event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// Whose command it was.
    pub seat: Seat,
    /// The name that the client gave it.
    pub id: MoveId,
}

/// A table with its events, or with those after a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What is known of it without its events.
    pub entry: Entry,
    /// The events in order.
    pub events: Vec<KeptEvent>,
    /// The first event that this program cannot read, because a later one wrote it. It and all that
    /// follow are left out.
    pub unread: Option<Version>,
}

/// A new table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name.
    pub id: TableId,
    /// How it is offered.
    pub offer: Offer,
    /// Who holds its seats.
    pub seats: [Option<Holder>; 2],
    /// The first events, if the game begins at once; all of them, if it was played elsewhere.
    pub events: Vec<Event>,
    /// When the clock of the seat to move runs out.
    pub deadline: Option<Moment>,
    /// When the table is opened.
    pub since: Moment,
    /// How many tables that are not over each of its people may have, this one among them; any number
    /// where none is given. It is counted in the same transaction, so that asking at two nodes at once
    /// does not get around it.
    pub max_unfinished: Option<usize>,
}

impl NewTable {
    /// Who sits at it.
    pub(crate) fn guests(&self) -> BTreeSet<GuestId> {
        self.seats.iter().flatten().map(|holder| holder.guest).collect()
    }

    /// How far it has come: a game that was played elsewhere may be over.
    pub(crate) fn standing(&self, progress: Progress) -> Standing {
        match progress.result {
            _ if self.events.is_empty() => Standing::Waiting,
            Some(_) => Standing::Over,
            None => Standing::Playing,
        }
    }
}

/// What has been decided at a table and has to be stored before it is applied. All of it is stored, or
/// nothing.
#[derive(Clone, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The event that these follow; none where they begin with the opening, or there are none. A store
    /// refuses events whose predecessor it does not hold: a database may have lost it.
    pub after: Option<Predecessor>,
    /// The events, whose versions follow one another and that of the table.
    pub events: Vec<Event>,
    /// The command that caused them, if it had a name. It is kept with the first of them.
    pub origin: Option<Origin>,
    /// Who sits down with this at a seat that was empty.
    pub sits: Option<(Seat, Holder)>,
    /// The open offer that the player leaves for this seat, in the same transaction: it is withdrawn, and leads
    /// to this table. Where it is no longer open, nothing is stored ([`StoreError::NotWaiting`]).
    pub leaves: Option<TableId>,
    /// How far the table has come with this.
    pub standing: Standing,
    /// How the game stands after this.
    pub progress: Progress,
    /// When the clock of the seat to move runs out after this.
    pub deadline: Option<Moment>,
    /// The fingerprint of the position after this; none where it does not matter.
    pub position: Option<Fingerprint>,
    /// The table for the rematch, stored in the same transaction.
    pub next: Option<Box<NewTable>>,
    /// The guests whose finished game goes on with this, since its end was taken back.
    pub reopens: Vec<GuestId>,
    /// As in [`NewTable`], for a player who sits down with this, plays a rematch or goes on with a finished game.
    pub max_unfinished: Option<usize>,
}

impl Append {
    /// The guests for whom a game begins with this.
    pub(crate) fn newcomers(&self) -> BTreeSet<GuestId> {
        let sits = self.sits.iter().map(|(_, holder)| holder.guest);
        let again = self.next.iter().flat_map(|next| next.guests());
        sits.chain(again).chain(self.reopens.iter().copied()).collect()
    }

    /// How many tables they may have. A player who leaves an offer for a game has no more than before.
    pub(crate) fn limit(&self) -> Option<usize> {
        self.max_unfinished.filter(|_| self.leaves.is_none())
    }
}

/// The event before another, as far as stores compare it. Its version is known from the event that
/// follows. Two different events of one version differ in this: they were decided at different moments
/// or by different commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predecessor {
    /// When it happened.
    pub at: Moment,
    /// The name of the command that caused it, if it had one.
    pub id: Option<MoveId>,
}

impl From<&KeptEvent> for Predecessor {
    fn from(kept: &KeptEvent) -> Self {
        let id = kept.origin.as_ref().map(|origin| origin.id.clone());
        Self { at: kept.event.at, id }
    }
}

/// The end of the log of a table, as a store holds it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The version of the table.
    pub version: Version,
    /// The event of that version, if the store holds it.
    pub last: Option<Predecessor>,
}

impl Head {
    /// Whether something can be appended here. [`StoreError::Conflict`] means that the store holds
    /// more than the caller knows; [`StoreError::Lost`] that it holds less, or something else.
    pub fn takes(&self, news: &Append) -> Result<(), StoreError> {
        let Some(first) = news.events.first() else { return Ok(()) };
        let before = first.version.saturating_sub(1);
        match self.version.cmp(&before) {
            Ordering::Greater => Err(StoreError::Conflict),
            Ordering::Less => Err(StoreError::Lost),
            Ordering::Equal if before == 0 => Ok(()),
            Ordering::Equal if self.last.is_some() && self.last == news.after => Ok(()),
            Ordering::Equal => Err(StoreError::Lost),
        }
    }

    /// The end of the log after something was appended.
    pub fn after(self, news: &Append) -> Self {
        let Some(last) = news.events.last() else { return self };
        let origin = news.origin.as_ref().filter(|_| news.events.len() == 1);
        let id = origin.map(|origin| origin.id.clone());
        Self { version: last.version, last: Some(Predecessor { at: last.at, id }) }
    }
}

/// What is removed from a table whose log has a gap, so that it is whole again. Only an operator's
/// command removes events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The table.
    pub table: TableId,
    /// The version that it has, as far as the caller knows. A table that has changed is left alone.
    pub version: Version,
    /// The version of its last event, as far as the caller knows.
    pub last: Version,
    /// The version that it goes back to. All events after it are taken away.
    pub after: Version,
    /// How far the table has come then.
    pub standing: Standing,
    /// How the game stands then.
    pub progress: Progress,
    /// What the position is known by then, in a game between people that goes on.
    pub position: Option<Fingerprint>,
    /// When the clock of the seat to move runs out then.
    pub deadline: Option<Moment>,
    /// The table at which the players play again, where that was agreed on before the gap.
    pub next: Option<TableId>,
}

/// Which tables to list, the newest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Those at which any player may sit down.
    Open,
    /// Those at which a public game goes on.
    Live,
    /// Those at which a guest holds a seat.
    Of(GuestId),
    /// Those of them that wait for an opponent or at which the game goes on.
    UnfinishedOf(GuestId),
}

impl Listing {
    /// Whether a table is in the list, as the store would find it.
    pub fn holds(self, entry: &Entry) -> bool {
        let is_of = |guest| entry.seats.iter().flatten().any(|holder| holder.guest == guest);
        match self {
            Self::Open => {
                entry.standing == Standing::Waiting && entry.offer.opponent == Opponent::Anyone
            }
            Self::Live => {
                entry.standing == Standing::Playing && entry.offer.visibility == Visibility::Public
            }
            Self::Of(guest) => is_of(guest),
            Self::UnfinishedOf(guest) => {
                matches!(entry.standing, Standing::Waiting | Standing::Playing) && is_of(guest)
            }
        }
    }
}
