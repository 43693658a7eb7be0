//! A live table: the task that owns a [`Keeper`] and carries out what it wants.
//!
//! Only this task touches the table, so there are no locks around game state. It answers requests,
//! tells all clients at the table, wakes up when a clock runs out, and ends when no client has been
//! there for a while.

mod engine;
mod remarks;
mod visitors;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Answer, Entry, Kept, Listing, Standing, StoreError, TableId};
use konoba_table::{Event, Moment, Seat, Table};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::HouseError;
use crate::keeper::{Asked, By, Done, Keeper, Output, Request, Ticket};
use crate::message::{Message, Post, Texts, Update, UpdateKind};
use crate::presence::PresenceCount;
use crate::remarks::Made;
use crate::tables::Tables;
use crate::turns::{Turn, is_slow};

use engine::EngineAtTable;
use visitors::Visitors;

/// How long after a failed write the end by a clock is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// How long after a failure the store is read again for the clients at the table.
const DOUBT: Duration = Duration::from_secs(2);

/// What was asked of the store and is not answered.
enum InFlight {
    Nothing,
    Append(Answer<()>),
    Read(Answer<Option<Kept>>),
}

/// What the store has answered.
enum Settled {
    Appended(Result<(), StoreError>),
    Read(Box<Result<Option<Kept>, StoreError>>),
}

/// Wakes another table, with the address of the player for whom that is, where it is known.
pub(crate) type WakeOther = Box<dyn Fn(TableId, Option<IpAddr>) + Send + Sync>;

/// The task of one live table.
pub(crate) struct Live {
    tables: Arc<Tables>,
    keeper: Keeper,
    inbox: mpsc::Receiver<Post>,
    waiting: BTreeMap<Ticket, oneshot::Sender<Result<Done, HouseError>>>,
    tickets: Ticket,
    in_flight: InFlight,
    /// The table as the clients were last told of it.
    told: Option<Arc<Table>>,
    visitors: Visitors,
    engine: EngineAtTable,
    remarks: Made,
    /// The seat whose move is awaited and how many were made before it, as it was told last.
    awaited: Option<(Seat, usize)>,
    /// The table at which the players play again, as it is on its way to the store.
    rematch: Option<Entry>,
    /// Wakes another table, with the address of the player for whom that is, where it is known.
    wake: WakeOther,
    /// What decides about the table's place in the lobby, as it was when the lobby was last told.
    listed: (Standing, Option<TableId>),
    /// Before this moment the end by a clock is not tried again.
    patience: Instant,
    /// Since when it is unknown whether the store still holds what the clients here were shown.
    doubtful_since: Option<Instant>,
    is_closing: bool,
    /// Whether the store does not hold the table any more.
    is_gone: bool,
}

impl Live {
    /// Reads the table and runs it until it is no longer needed. Returns the messages that came too
    /// late, for the next task of this table.
    pub(crate) async fn run(
        tables: Arc<Tables>,
        id: TableId,
        mut inbox: mpsc::Receiver<Post>,
        presence: Arc<PresenceCount>,
        wake: WakeOther,
    ) -> Vec<Post> {
        let kept = match tables.store().read(id, 0).await {
            Ok(Some(kept)) => Ok(kept),
            Ok(None) => Err(HouseError::NoTable),
            Err(error) => Err(error.into()),
        };
        let kept = match kept {
            Ok(kept) => kept,
            Err(error) => {
                tables.forget(id);
                inbox.close();
                while let Some(message) = inbox.recv().await {
                    message.refuse(&error);
                }
                return Vec::new();
            }
        };
        let keeper = Keeper::new(kept);
        let live = Self {
            listed: listed(&keeper),
            awaited: awaited(&keeper),
            rematch: None,
            wake,
            told: keeper.table().cloned(),
            keeper,
            inbox,
            waiting: BTreeMap::new(),
            tickets: 0,
            in_flight: InFlight::Nothing,
            visitors: Visitors::new(presence, tables.config().max_visitors),
            engine: EngineAtTable::default(),
            remarks: Made::default(),
            patience: Instant::now(),
            doubtful_since: None,
            is_closing: false,
            is_gone: false,
            tables,
        };
        live.keep().await
    }

    async fn keep(mut self) -> Vec<Post> {
        self.visitors.learn_holders(self.keeper.entry());
        let linger = self.tables.config().linger;
        let mut idle_since = Instant::now();
        // The message for which the table was woken comes before the first thought: it tells the address by which thoughts
        // take turns.
        if let Ok(message) = self.inbox.try_recv() {
            self.receive(*message);
        }
        self.think();
        while !((self.is_closing || self.is_gone) && self.keeper.is_idle()) {
            let flag = self.flag_falls();
            let news = self.visitors.news_due();
            let engine = self.engine.tries_again();
            let doubt = self.looks_again();
            // The order of these branches matters: a request that was received before a clock ran out
            // comes before the clock.
            tokio::select! {
                biased;
                settled = settled(&mut self.in_flight) => {
                    self.in_flight = InFlight::Nothing;
                    let outputs = match settled {
                        Settled::Appended(answer) => self.keeper.appended(answer),
                        Settled::Read(answer) => self.keeper.read(*answer),
                    };
                    self.give_back();
                    let is_own = self.has_written_last(&outputs);
                    self.carry_out(outputs);
                    self.tell_turn(is_own);
                }
                message = self.inbox.recv() => {
                    let Some(message) = message else { break };
                    if message.is_needed_here() {
                        idle_since = Instant::now();
                    }
                    self.receive(*message);
                }
                thought = self.engine.thought(|| self.tables.now()) => self.thought(thought),
                () = sleep_until_some(flag) => {
                    self.patience = Instant::now() + RETRY;
                    let outputs = self.keeper.tick(self.tables.now());
                    self.carry_out(outputs);
                }
                () = sleep_until_some(news) => self.tell_presence(),
                () = sleep_until_some(doubt) => {
                    self.doubtful_since = None;
                    let outputs = self.keeper.look_again();
                    self.carry_out(outputs);
                }
                () = sleep_until_some(engine) => self.think(),
                () = sleep_until(idle_since + linger), if self.is_idle() => {
                    return self.retire().await;
                }
            }
        }
        match self.is_gone {
            // The next caller is told that there is no such table.
            true => self.retire().await,
            false => {
                self.tables.forget(self.keeper.entry().id);
                Vec::new()
            }
        }
    }

    fn receive(&mut self, message: Message) {
        match message {
            Message::Ask { by, at, what, answer } => {
                if let By::Outside(who) = &by {
                    self.meet(who);
                }
                self.tickets += 1;
                let ticket = self.tickets;
                self.waiting.insert(ticket, answer);
                let outputs = self.keeper.ask(Asked { ticket, by, at, what });
                self.carry_out(outputs);
            }
            Message::Visit { who, seen, answer } => {
                self.meet(&who);
                let seats = self.keeper.seats_of(&who);
                let missed = seen.and_then(|seen| self.keeper.events_after(seen));
                let first = self.update(UpdateKind::Whole, Vec::new());
                let leaving = self.tables.inbox_of(first.entry.id);
                // If the caller has left in the meantime, sending fails; the next message finds the
                // visitor gone.
                let _ = answer.send(self.visitors.welcome(seats, missed, first, leaving));
                if seats.contains(Seat::One) && Listing::Open.holds(self.keeper.entry()) {
                    self.tables.maker_arrives();
                }
            }
            Message::Look { answer } => {
                drop(answer.send(Ok(self.update(UpdateKind::Whole, Vec::new()))));
            }
            Message::Remark { who, remark, answer } => drop(answer.send(self.say(&who, remark))),
            Message::Remarked { seat, remark } => self.tell_remark(seat, remark),
            Message::Left => self.visitors.look_around(),
            Message::Heard(version) => {
                if version == 0 {
                    self.engine.forget_wish();
                }
                let outputs = self.keeper.heard(version);
                self.carry_out(outputs);
            }
            Message::Elsewhere => self.visitors.presence_changes(),
            Message::Claimed(claim) => self.take(claim),
            Message::Expire { at } => self.expire(at),
            Message::Wake(address) => self.wake_for(address),
            Message::Close => self.is_closing = true,
        }
    }

    /// Ends a public offer whose maker is not there.
    fn expire(&mut self, at: Moment) {
        let is_attended = self.visitors.presence().seats[0];
        if is_attended || !Listing::Open.holds(self.keeper.entry()) {
            return;
        }
        // No caller waits for the answer: clients at the table hear of it by the update.
        self.tickets += 1;
        let asked = Asked { ticket: self.tickets, by: By::House, at, what: Request::Withdraw };
        let outputs = self.keeper.ask(asked);
        self.carry_out(outputs);
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Append(mut append) => {
                    self.rematch = append.next.as_deref().map(Entry::from);
                    append.max_unfinished = Some(self.tables.config().max_tables_of_guest);
                    self.in_flight = InFlight::Append(self.tables.store().append(*append));
                }
                Output::Read(after) => {
                    let id = self.keeper.entry().id;
                    self.in_flight = InFlight::Read(self.tables.store().read(id, after));
                }
                Output::Answer(ticket, answer) if self.engine.is_own(ticket) => {
                    self.engine_is_answered(&answer);
                }
                Output::Answer(ticket, answer) => {
                    if let Some(waiting) = self.waiting.remove(&ticket) {
                        // The caller may have left; on coming back it reads the table.
                        let _ = waiting.send(answer);
                    }
                }
                Output::News(events) => {
                    self.tables.game_goes_on(self.keeper.entry(), self.keeper.version());
                    self.tell_lobby();
                    self.tell(events);
                }
                Output::Written { events, .. } => self.tables.count_events(events),
                Output::Lost { known, common } => {
                    self.tables.note_loss(self.keeper.entry().id, known, common);
                    self.tell_lobby();
                    // The job for an engine may be lost with the version that it was for.
                    self.engine.forget_wish();
                    self.tell(Vec::new());
                }
                Output::Gone => self.is_gone = true,
            }
        }
        self.think();
    }

    /// Tells those who look at the lobby, if the table has another place in it now, or is followed by
    /// another table. It compares places and not events: also an undo can begin a game again.
    fn tell_lobby(&mut self) {
        let listed = listed(&self.keeper);
        if std::mem::replace(&mut self.listed, listed) == listed {
            return;
        }
        let is_laid_here = |next: &Entry| Some(next.id) == self.keeper.entry().next;
        if let Some(next) = self.rematch.take().filter(is_laid_here) {
            let engine_begins_at = Some(next.id).filter(|_| next.awaits_engine());
            self.tables.put_in_lobby(next);
            if let Some(next) = engine_begins_at {
                (self.wake)(next, self.engine.address());
            }
        }
        self.tables.put_in_lobby(self.keeper.entry().as_ref().clone());
    }

    /// Tells all clients at the table what has happened.
    fn tell(&mut self, events: Vec<Event>) {
        let told = std::mem::replace(&mut self.told, self.keeper.table().cloned());
        let version = self.keeper.version();
        let follows = |told: &Arc<Table>| {
            events.first().is_some_and(|first| first.version == told.version() + 1)
                && events.last().is_some_and(|last| last.version == version)
        };
        let kind = told.filter(follows).map_or(UpdateKind::Whole, UpdateKind::Events);
        let update = self.update(kind, events);
        self.visitors.learn_holders(&update.entry);
        self.visitors.tell(update);
    }

    /// Whether the last event of the table turns out to be written by this node.
    fn has_written_last(&self, outputs: &[Output]) -> bool {
        let now = self.keeper.version();
        let is_last =
            |output: &Output| matches!(output, Output::Written { version, .. } if *version == now);
        outputs.iter().any(is_last)
    }

    /// Has the player who is to move told of it elsewhere, if that came of what was written here: other nodes
    /// hear of it too, and each player is told once.
    fn tell_turn(&mut self, is_own: bool) {
        let awaited = awaited(&self.keeper);
        if std::mem::replace(&mut self.awaited, awaited) == awaited || !is_own {
            return;
        }
        let entry = self.keeper.entry();
        let holder = awaited.and_then(|(seat, _)| entry.seats[seat.index()].as_ref());
        if let Some(holder) = holder.filter(|_| is_slow(entry)) {
            self.tables.turns().tell(Turn { guest: holder.guest, table: entry.id });
        }
    }

    /// Tells all clients at the table who else is there.
    fn tell_presence(&mut self) {
        let update = self.update(UpdateKind::Presence, Vec::new());
        self.visitors.tell(update);
    }

    fn update(&self, kind: UpdateKind, events: Vec<Event>) -> Update {
        Update {
            entry: self.keeper.entry().clone(),
            table: self.keeper.table().cloned(),
            events,
            rewinds: self.keeper.rewinds(),
            presence: self.visitors.presence(),
            kind,
            texts: Texts::default(),
        }
    }

    /// When the clock runs out.
    fn flag_falls(&self) -> Option<Instant> {
        let deadline = self.keeper.deadline().filter(|_| self.keeper.is_idle())?;
        let left = deadline.since(self.tables.now());
        Some((Instant::now() + left).max(self.patience))
    }

    /// When to read again a store that could not be read, for the clients here: it may have lost what
    /// they were shown.
    fn looks_again(&mut self) -> Option<Instant> {
        let is_doubtful =
            self.keeper.is_unsure() && self.keeper.is_idle() && !self.visitors.is_empty();
        self.doubtful_since = match is_doubtful {
            true => self.doubtful_since.or_else(|| Some(Instant::now())),
            false => None,
        };
        self.doubtful_since.map(|since| since + DOUBT)
    }

    fn is_idle(&self) -> bool {
        self.keeper.is_idle() && self.visitors.is_empty() && self.engine.is_idle()
    }

    /// Ends. Returns the messages that have come in just now, for the next task of this table.
    async fn retire(mut self) -> Vec<Post> {
        self.tables.forget(self.keeper.entry().id);
        self.inbox.close();
        let mut late = Vec::new();
        while let Some(message) = self.inbox.recv().await {
            late.push(message);
        }
        late
    }
}

/// The seat whose move is awaited, and how many moves were made before it.
fn awaited(keeper: &Keeper) -> Option<(Seat, usize)> {
    let table = keeper.table()?;
    table.seat_to_move().map(|seat| (seat, table.history().len()))
}

/// What decides about a table's place in the lobby: how far it has come, and which table follows it.
fn listed(keeper: &Keeper) -> (Standing, Option<TableId>) {
    (keeper.entry().standing, keeper.entry().next)
}

/// What the store answers next; never, if it was asked nothing.
async fn settled(in_flight: &mut InFlight) -> Settled {
    match in_flight {
        InFlight::Nothing => std::future::pending().await,
        InFlight::Append(answer) => Settled::Appended(answer.await),
        InFlight::Read(answer) => Settled::Read(Box::new(answer.await)),
    }
}

async fn sleep_until_some(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}
