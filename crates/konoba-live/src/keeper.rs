//! Keeping one table: decide, append, apply, then answer.
//!
//! A [`Keeper`] is a state machine without input or output. It is told the requests and the answers of
//! the store, and says what is to be done next. Nothing in it runs ahead of the store: an event is
//! applied only when it is kept, and where it is unknown whether it was, the keeper reads before it
//! believes anything. A thin task (`live.rs`) carries its wishes out; a simulation can do the same.
//!
//! What it holds is a cache. The unique key (table, version) of the store is the truth, and a keeper
//! that has lost a race reads what the winner wrote and decides again. A database may lose its last
//! commits (a standby that was behind, a disk that does not flush): whenever the keeper reads, it reads
//! its own last event too, and where the store holds another one or none, it goes back to what the
//! store holds and tells all clients at the table.

mod ask;
mod decide;
mod repeat;
mod settle;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use konoba_rules::Level;
use konoba_store::{
    Append, Entry, Kept, KeptEvent, MoveId, Origin, Predecessor, Progress, Standing, StoreError,
};
use konoba_table::{Event, Kind, Moment, Seat, Table, Version};

use crate::HouseError;
use crate::fair_play::fingerprint_of_game;

pub use ask::{Asked, By, Credentials, Done, Order, Request, Seen, Ticket};
use decide::{Decided, Decision};
pub(crate) use decide::{due, opening};
use repeat::CarriedOut;

/// How many events are kept in memory for clients that have missed some. A client that has missed more
/// gets the whole table.
const TAIL: usize = 32;
/// How often a decision is made anew because another node was faster.
const MAX_RACES: u8 = 8;

/// What a keeper wants done.
#[derive(Clone, Debug)]
pub enum Output {
    /// Keep this and tell me by [`Keeper::appended`].
    Append(Box<Append>),
    /// Read the events after this version and tell me by [`Keeper::read`].
    Read(Version),
    /// Answer the caller.
    Answer(Ticket, Result<Done, HouseError>),
    /// Tell all clients at the table: these events have happened, or a player has sat down.
    News(Vec<Event>),
    /// What this keeper has tried is in the store, also where it was unknown for a while.
    Written {
        /// How many events it was.
        events: usize,
        /// The version of the last of them; 0 where there is none.
        version: Version,
    },
    /// Tell all clients at the table: the store has lost what was known here, and the table is back at
    /// what it holds.
    Lost {
        /// The version that was known here.
        known: Version,
        /// The last version that it has in common with what the store holds, as far as that is known
        /// here.
        common: Version,
    },
    /// The store no longer holds the table at all.
    Gone,
}

/// Keeps one table.
#[derive(Clone, Debug)]
pub struct Keeper {
    entry: Arc<Entry>,
    table: Option<Arc<Table>>,
    /// The last events, for those who have missed some.
    tail: VecDeque<Event>,
    /// The last event as the store had it, to compare with what the store holds now.
    last: Option<KeptEvent>,
    /// How often the store has lost what was known here.
    rewinds: u32,
    /// Every command that was carried out and had a name.
    known: HashMap<MoveId, CarriedOut>,
    /// The first event that cannot be read.
    unread: Option<Version>,
    /// What was asked and is not answered. While something is under way the first waits for it.
    queue: VecDeque<Asked>,
    under_way: UnderWay,
    /// Whether the store may hold more than is known here.
    is_unsure: bool,
    /// Whether it is to be read as soon as nothing is under way: a notice came meanwhile.
    must_look: bool,
    /// What was tried before the store could not be read, and so may be in it or not.
    doubted: Option<Decision>,
    /// The highest version that the store is said to hold.
    heard: Version,
    /// The last order that had seen more than is known here, for whose sake the store was read. It is
    /// read once for each such order, true or not.
    looked_for: Option<Ticket>,
}

/// What the keeper waits for.
#[derive(Clone, Debug)]
enum UnderWay {
    Nothing,
    /// The store is to keep this.
    Appending(Box<Tried>),
    /// The store is to tell what it holds.
    Reading {
        /// What was tried before, if it is not known what came of it.
        tried: Option<Box<Tried>>,
        /// How it failed, where it did not lose a race.
        failed: Option<StoreError>,
        /// After which version. From 0 on the answer holds everything.
        after: Version,
    },
}

/// A decision that is on its way to the store.
#[derive(Clone, Debug)]
struct Tried {
    decision: Decision,
    /// The table as it will be, once the store has kept it.
    after: Option<Arc<Table>>,
    /// The request to be answered; none where a clock has run out. A request that found this waits first in
    /// the queue.
    asked: Option<Asked>,
    races: u8,
}

impl Keeper {
    /// Keeps the table that the store holds.
    pub fn new(kept: Kept) -> Self {
        let mut keeper = Self {
            entry: Arc::new(kept.entry.clone()),
            table: None,
            tail: VecDeque::new(),
            last: None,
            rewinds: 0,
            known: HashMap::new(),
            unread: None,
            queue: VecDeque::new(),
            under_way: UnderWay::Nothing,
            is_unsure: false,
            must_look: false,
            doubted: None,
            heard: 0,
            looked_for: None,
        };
        keeper.learn(kept);
        keeper
    }

    /// What is known of the table without its events.
    pub const fn entry(&self) -> &Arc<Entry> {
        &self.entry
    }

    /// The table, once both seats are taken.
    pub const fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }

    /// The version of the table; 0 before it is opened.
    pub fn version(&self) -> Version {
        self.table.as_ref().map_or(0, |table| table.version())
    }

    /// How often the store has lost what was known here. A client that was shown the table before the
    /// last time has to be shown the whole of it.
    pub const fn rewinds(&self) -> u32 {
        self.rewinds
    }

    /// The events after those that a client has seen, unless that is too long ago or was lost.
    pub fn events_after(&self, seen: Seen) -> Option<Vec<Event>> {
        let Seen { version, at } = seen;
        let before = self.tail.iter().find(|event| event.version == version);
        let is_same = at.is_none_or(|at| before.is_some_and(|before| before.at == at));
        let is_there = version <= self.version()
            && (version == self.version()
                || self.tail.front().is_some_and(|first| first.version <= version + 1));
        let after = self.tail.iter().filter(|event| event.version > version);
        (is_there && is_same).then(|| after.cloned().collect())
    }

    /// When to look at the clock even if no request comes: it runs out, or the game is abandoned.
    pub fn deadline(&self) -> Option<Moment> {
        self.table.as_ref()?.due()
    }

    /// Whether the store may hold something else than is known here, because it could not be read or is to be read again.
    pub const fn is_unsure(&self) -> bool {
        self.is_unsure || self.must_look
    }

    /// Whether nothing is under way and no request waits.
    pub fn is_idle(&self) -> bool {
        matches!(self.under_way, UnderWay::Nothing) && self.queue.is_empty()
    }

    /// The engine whose move is awaited: its seat, its level and the version it has to think about.
    /// None where nothing can be done at the table.
    pub fn awaited_engine(&self) -> Option<(Seat, Level, Version)> {
        let table = self.table.as_ref().filter(|_| self.unread.is_none())?;
        let seat = table.seat_to_move()?;
        match table.player(seat).kind {
            Kind::Person => None,
            Kind::Engine { level } => Some((seat, level, table.version())),
        }
    }

    /// Takes a request, with the moment at which it was received.
    pub fn ask(&mut self, asked: Asked) -> Vec<Output> {
        self.queue.push_back(asked);
        self.go_on()
    }

    /// Time has passed: a clock may have run out, or the game may be abandoned.
    pub fn tick(&mut self, now: Moment) -> Vec<Output> {
        // Requests that wait come first, and look at the clock themselves.
        match self.lapsed(now) {
            Some(_) if !self.is_idle() => Vec::new(),
            Some(_) if self.is_unsure => self.look_again(),
            Some(decision) => vec![self.append(decision, None, 0)],
            None => Vec::new(),
        }
    }

    /// Reads the store before anything else is decided, because another node may have written.
    pub fn look_again(&mut self) -> Vec<Output> {
        self.must_look = true;
        self.go_on()
    }

    /// Another node has written this version, or has withdrawn the offer where it is 0. The notice may
    /// come late, twice or out of order: one that is known here already changes nothing.
    pub fn heard(&mut self, version: Version) -> Vec<Output> {
        if version == 0 {
            return self.look_again();
        }
        self.heard = self.heard.max(version);
        self.go_on()
    }

    /// Takes up what waits, until something is under way.
    fn go_on(&mut self) -> Vec<Output> {
        let mut outputs = Vec::new();
        while matches!(self.under_way, UnderWay::Nothing) {
            let is_unsure = self.is_unsure && !self.queue.is_empty();
            if is_unsure || self.must_look || self.heard > self.version() {
                outputs.push(self.read_again());
                break;
            }
            let Some(asked) = self.queue.pop_front() else { break };
            outputs.push(self.take_up(asked, 0));
        }
        outputs
    }

    fn read_again(&mut self) -> Output {
        self.read_after(None, None)
    }

    /// Reads what the store holds from the last event on that is known here, after something was tried
    /// or not.
    fn read_after(&mut self, tried: Option<Box<Tried>>, failed: Option<StoreError>) -> Output {
        let last = self.last.as_ref().map_or(0, |last| last.event.version);
        self.read_from(tried, failed, last.saturating_sub(1))
    }

    fn read_from(
        &mut self,
        tried: Option<Box<Tried>>,
        failed: Option<StoreError>,
        after: Version,
    ) -> Output {
        self.under_way = UnderWay::Reading { tried, failed, after };
        // The answer will hold what notices have told of until now. What notices tell of from now on may
        // be newer than the answer.
        self.heard = 0;
        (self.is_unsure, self.must_look) = (false, false);
        Output::Read(after)
    }

    /// Decides a request. If a clock had run out by then, that comes first.
    fn take_up(&mut self, asked: Asked, races: u8) -> Output {
        if let Some(decision) = self.flag(asked.at) {
            self.queue.push_front(asked);
            return self.append(decision, None, races);
        }
        match self.decide(&asked) {
            Ok(Decided::Already(done)) => Output::Answer(asked.ticket, Ok(done)),
            Ok(Decided::ToWrite(decision)) => self.append(decision, Some(asked), races),
            Err(refusal) if refusal.is_ahead() && self.looked_for != Some(asked.ticket) => {
                self.looked_for = Some(asked.ticket);
                self.queue.push_front(asked);
                self.read_again()
            }
            Err(refusal) => Output::Answer(asked.ticket, Err(refusal)),
        }
    }

    fn lapsed(&self, now: Moment) -> Option<Decision> {
        let events = self.table.as_ref().filter(|_| self.unread.is_none())?.lapsed(now).ok()?;
        Some(Decision::of_events(events))
    }

    fn flag(&self, now: Moment) -> Option<Decision> {
        let events = self.table.as_ref().filter(|_| self.unread.is_none())?.flag(now).ok()?;
        Some(Decision::of_events(events))
    }

    /// Sends a decision to the store. What it makes of the table is held back until it is kept.
    fn append(&mut self, decision: Decision, asked: Option<Asked>, races: u8) -> Output {
        let mut after = self.table.clone();
        decision.events.iter().for_each(|event| apply(&mut after, event));
        let Decision { events, origin, sits, leaves, withdraws, next, .. } = decision.clone();
        let standing = standing(after.as_deref(), withdraws);
        let is_reopened = self.entry.standing == Standing::Over && standing == Standing::Playing;
        let holders = self.entry.seats.iter().flatten().filter(|_| is_reopened);
        let append = Append {
            table: self.entry.id,
            after: self.last.as_ref().map(Predecessor::from),
            events,
            origin,
            sits,
            leaves,
            standing,
            progress: self.progress_of(after.as_deref()),
            deadline: after.as_ref().and_then(|table| table.stored_due()),
            position: after.as_ref().and_then(|table| fingerprint_of_game(&self.entry, table)),
            next,
            reopens: holders.map(|holder| holder.guest).collect(),
            // The house fills this in: the limit is over all tables of a guest.
            max_unfinished: None,
        };
        self.under_way = UnderWay::Appending(Box::new(Tried { decision, after, asked, races }));
        Output::Append(Box::new(append))
    }

    /// How the game stands at this table as given, which may be its next state.
    fn progress_of(&self, table: Option<&Table>) -> Progress {
        table.map_or_else(Progress::default, |table| Progress::of(table, self.entry.progress))
    }

    /// Brings everything up to what the store holds, and tells what is new.
    fn learn(&mut self, kept: Kept) -> Vec<Event> {
        self.entry = Arc::new(kept.entry);
        self.unread = self.unread.or(kept.unread);
        let mut news = Vec::new();
        for KeptEvent { event, origin } in kept.events {
            if event.version > self.version() {
                apply(&mut self.table, &event);
                self.remember(&event, origin.as_ref());
                news.push(event);
            }
        }
        self.call_by_seats();
        news
    }

    /// Gives the players the names that are stored with their seats, where names can be removed. A client
    /// that has missed something then gets the whole table, since older events may hold other names.
    fn call_by_seats(&mut self) {
        let Some(table) = &mut self.table else { return };
        let known = Seat::BOTH.map(|seat| table.player(seat).name.clone());
        let name = |seat: Seat| self.entry.seats[seat.index()].as_ref().map(|holder| &holder.name);
        let names = Seat::BOTH.map(|seat| name(seat).unwrap_or(&known[seat.index()]).clone());
        if names != known {
            Arc::make_mut(table).rename(&names);
            self.tail.clear();
        }
    }

    fn remember(&mut self, event: &Event, origin: Option<&Origin>) {
        if let Some(origin) = origin {
            self.known.insert(origin.id.clone(), CarriedOut::of(event, origin));
        }
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(event.clone());
        self.last = Some(KeptEvent { event: event.clone(), origin: origin.cloned() });
    }
}

/// Brings a table up to an event, the first of which opens it.
fn apply(table: &mut Option<Arc<Table>>, event: &Event) {
    match table {
        Some(table) => Arc::make_mut(table).apply(event),
        None => *table = Table::replay([event]).ok().map(Arc::new),
    }
}

fn standing(table: Option<&Table>, withdraws: bool) -> Standing {
    match table {
        _ if withdraws => Standing::Withdrawn,
        None => Standing::Waiting,
        Some(table) if table.seat_to_move().is_some() => Standing::Playing,
        Some(_) => Standing::Over,
    }
}
