//! A store that is a value, and fails as it is told.

use konoba_live::keeper::{Asked, By, Credentials, Done, Keeper, Order, Output, Request};
use konoba_live::{HouseError, SeatCode};
use konoba_rules::{GAMES, Move, Setup};
use konoba_store::{
    Append, Entry, GuestId, Head, Holder, Kept, KeptEvent, Offer, Opponent, Predecessor, Progress,
    Standing, StoreError, TableId, Visibility,
};
use konoba_table::{
    Action, Event, Keyboard, Moment, Opened, Player, Seat, Table, TimeControl, Version,
};

/// What becomes of something that a store is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// It is done.
    Works,
    /// It is not done, and the store says so.
    Fails,
    /// It is done, and the store says that it failed.
    Lies,
    /// It is not taken at all.
    Busy,
}

/// What a store holds of one table.
#[derive(Clone, Debug)]
pub(crate) struct TestStore {
    pub(crate) kept: Kept,
}

pub(crate) fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

pub(crate) fn guest(seat: Seat) -> GuestId {
    GuestId(seat.index() as i64 + 1)
}

impl TestStore {
    /// A table at which two people have just sat down.
    pub(crate) fn new(time: TimeControl) -> Self {
        let setup = Setup::default_of(GAMES[0]).with_size(5).unwrap();
        let names = ["Ana", "Luka"].map(|name| name.parse().unwrap());
        let players = names.clone().map(Player::person);
        let opened = Opened { keyboard: Keyboard::Apart, time, ..Opened::new(setup, players) };
        let events = opened.events(at(0));
        let progress = Progress::of_opening(&events);
        let events: Vec<_> =
            events.into_iter().map(|event| KeptEvent { event, origin: None }).collect();
        let holder = |seat: Seat| Holder {
            guest: guest(seat),
            code: SeatCode::random().digest(),
            name: names[seat.index()].clone(),
        };
        let entry = Entry {
            id: TableId::from_bytes([1; 10]),
            offer: Offer {
                setup,
                time,
                first: Some(Seat::One),
                opponent: Opponent::Anyone,
                visibility: Visibility::Public,
            },
            seats: Seat::BOTH.map(|seat| Some(holder(seat))),
            standing: Standing::Playing,
            version: 1,
            since: at(0),
            progress,
            next: None,
        };
        Self { kept: Kept { entry, events, unread: None } }
    }

    pub(crate) fn append(&mut self, news: &Append, fate: Fate) -> Result<(), StoreError> {
        match fate {
            Fate::Fails => return Err(StoreError::Full),
            Fate::Busy => return Err(StoreError::Busy),
            Fate::Works | Fate::Lies => {}
        }
        let is_repeat = news.origin.as_ref().is_some_and(|origin| {
            self.kept.events.iter().flat_map(|kept| &kept.origin).any(|own| own.id == origin.id)
        });
        if is_repeat {
            return Err(StoreError::Repeated);
        }
        let version = self.kept.events.len() as Version;
        Head { version, last: self.kept.events.last().map(Predecessor::from) }.takes(news)?;
        let origins = [news.origin.clone()].into_iter().chain(std::iter::repeat(None));
        for (event, origin) in news.events.iter().cloned().zip(origins) {
            self.kept.events.push(KeptEvent { event, origin });
        }
        self.kept.entry.standing = news.standing;
        self.kept.entry.progress = news.progress;
        self.kept.entry.version = self.kept.events.len() as Version;
        if let Some(next) = &news.next {
            self.kept.entry.next = Some(next.id);
        }
        if fate == Fate::Lies { Err(StoreError::Gone) } else { Ok(()) }
    }

    pub(crate) fn read(&self, after: Version, fate: Fate) -> Result<Option<Kept>, StoreError> {
        if fate != Fate::Works {
            return Err(StoreError::Gone);
        }
        let mut kept = self.kept.clone();
        kept.events.retain(|kept| kept.event.version > after);
        Ok(Some(kept))
    }

    /// The database loses everything after a version.
    pub(crate) fn lose(&mut self, after: Version) {
        self.kept.events.retain(|kept| kept.event.version <= after);
        self.kept.entry.version = after;
        self.kept.entry.standing = Standing::Playing;
    }

    pub(crate) fn events(&self) -> Vec<Event> {
        self.kept.events.iter().map(|kept| kept.event.clone()).collect()
    }

    pub(crate) fn table(&self) -> Table {
        Table::replay(&self.events()).unwrap()
    }

    pub(crate) fn keeper(&self) -> Keeper {
        Keeper::new(self.kept.clone())
    }
}

pub(crate) fn play(text: &str) -> Action {
    Action::Play(Move::read(text, GAMES[0]).unwrap())
}

pub(crate) fn ask(ticket: u64, seat: Seat, now: u64, order: Order) -> Asked {
    let by = By::Outside(Credentials::guest(guest(seat)));
    let next = TableId::from_bytes([2; 10]);
    Asked { ticket, by, at: at(now), what: Request::Do { order, next, no_room: None } }
}

pub(crate) fn named(action: Action, id: &str) -> Order {
    Order { id: Some(id.parse().unwrap()), ..Order::new(action) }
}

/// What has come of something.
#[derive(Default, Debug)]
pub(crate) struct Came {
    pub(crate) answers: Vec<(u64, Result<Done, HouseError>)>,
    pub(crate) news: Vec<Event>,
    /// The last versions that the keeper has turned out to have written.
    pub(crate) written: Vec<Version>,
    /// What was known each time that the store had lost something, and what of it was left.
    pub(crate) lost: Vec<(Version, Version)>,
    pub(crate) is_gone: bool,
}

impl Came {
    /// The answer to the one thing that was asked.
    pub(crate) fn only(self) -> Result<Done, HouseError> {
        assert_eq!(self.answers.len(), 1, "{:?}", self.answers);
        self.answers.into_iter().next().unwrap().1
    }
}

/// Carries out what a keeper wants until it wants no more; each time the store is asked, one fate
/// is taken, and all is well when there are no more.
pub(crate) fn settle(
    keeper: &mut Keeper,
    outputs: Vec<Output>,
    store: &mut TestStore,
    fates: &[Fate],
) -> Came {
    let mut fates = fates.iter().copied().chain(std::iter::repeat(Fate::Works));
    let mut came = Came::default();
    let mut waiting = std::collections::VecDeque::from(outputs);
    while let Some(output) = waiting.pop_front() {
        let more = match output {
            Output::Append(append) => keeper.appended(store.append(&append, fates.next().unwrap())),
            Output::Read(after) => keeper.read(store.read(after, fates.next().unwrap())),
            Output::Answer(ticket, answer) => {
                came.answers.push((ticket, answer));
                Vec::new()
            }
            Output::News(events) => {
                came.news.extend(events);
                Vec::new()
            }
            Output::Written { version, .. } => {
                came.written.push(version);
                Vec::new()
            }
            Output::Lost { known, common } => {
                came.lost.push((known, common));
                Vec::new()
            }
            Output::Gone => {
                came.is_gone = true;
                Vec::new()
            }
        };
        waiting.extend(more);
    }
    assert!(keeper.is_idle());
    came
}
