//! A live table: the task that owns a [`Keeper`] and carries out what it wants.
//!
//! It is the only one who touches the table, so there are no locks around game state. It answers
//! what it is asked, tells everybody who watches, wakes up when a flag falls, and goes to sleep when
//! nobody has been there for a while.

mod engine;
mod presence;
mod visit;

use std::collections::HashMap;
use std::time::Duration;

use konoba_store::{Answer, Kept, StoreError, TableId};
use konoba_table::{Action, Event, Moment, Version};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::house::Claim;
use crate::keeper::{Asked, By, Credentials, Done, Keeper, Output, Request, Ticket};
use crate::{House, HouseError};

use engine::Engine;
pub(crate) use presence::PresenceCount;
use visit::Visitors;
pub use visit::{Update, Visit};

/// What is asked of a live table.
#[derive(Debug)]
pub(crate) enum Message {
    /// Something that may change it, and when it was received: a table may take a while to wake.
    Ask { by: By, at: Moment, what: Request, answer: oneshot::Sender<Result<Done, HouseError>> },
    /// To be told what happens, from a version on.
    Visit {
        who: Credentials,
        seen: Option<Version>,
        answer: oneshot::Sender<Result<Visit, HouseError>>,
    },
    /// To be told how it is, once.
    Look { answer: oneshot::Sender<Result<Update, HouseError>> },
    /// A visitor has left.
    Left,
    /// Another machine has brought it to this version; 0 where nobody knows to which.
    Heard(Version),
    /// People have come or gone at other machines.
    Elsewhere,
    /// This machine has taken the job to think about it.
    Claimed(Claim),
    /// What the engine does at this version, if anything, and when it knew.
    Thought { version: Version, action: Option<Action>, at: Moment },
    /// To look at the clock, and whether there is something to do.
    Wake,
    /// To finish what is under way and end.
    Close,
}

/// A message on its way: small, since every table has room for many.
pub(crate) type Post = Box<Message>;

/// How long after a flag that could not be written it is tried again.
const RETRY: Duration = Duration::from_millis(500);

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

/// The task of one live table.
pub(crate) struct Live {
    house: House,
    keeper: Keeper,
    inbox: mpsc::Receiver<Post>,
    waiting: HashMap<Ticket, oneshot::Sender<Result<Done, HouseError>>>,
    tickets: Ticket,
    in_flight: InFlight,
    visitors: Visitors,
    engine: Engine,
    /// Before this moment no flag is tried again.
    patience: Instant,
    is_closing: bool,
}

impl Live {
    /// Reads the table and keeps it until nobody needs it.
    pub(crate) async fn run(
        house: House,
        id: TableId,
        mut inbox: mpsc::Receiver<Post>,
        presence: std::sync::Arc<PresenceCount>,
    ) {
        let kept = match house.store().read(id, 0).await {
            Ok(Some(kept)) => Ok(kept),
            Ok(None) => Err(HouseError::NoTable),
            Err(error) => Err(error.into()),
        };
        let kept = match kept {
            Ok(kept) => kept,
            Err(error) => {
                house.forget(id);
                inbox.close();
                while let Some(message) = inbox.recv().await {
                    message.refuse(&error);
                }
                return;
            }
        };
        let live = Self {
            keeper: Keeper::new(kept),
            inbox,
            waiting: HashMap::new(),
            tickets: 0,
            in_flight: InFlight::Nothing,
            visitors: Visitors::new(presence, house.config().max_visitors),
            engine: Engine::default(),
            patience: Instant::now(),
            is_closing: false,
            house,
        };
        live.keep().await;
    }

    async fn keep(mut self) {
        let linger = self.house.config().linger;
        let mut idle_since = Instant::now();
        self.think();
        while !(self.is_closing && self.keeper.is_idle()) {
            let flag = self.flag_falls();
            let news = self.visitors.news_due();
            let engine = self.engine.tries_again();
            tokio::select! {
                message = self.inbox.recv() => {
                    let Some(message) = message else { break };
                    if message.is_needed_here() {
                        idle_since = Instant::now();
                    }
                    self.receive(*message);
                }
                settled = settled(&mut self.in_flight) => {
                    self.in_flight = InFlight::Nothing;
                    let outputs = match settled {
                        Settled::Appended(answer) => self.keeper.appended(answer),
                        Settled::Read(answer) => self.keeper.read(*answer),
                    };
                    self.give_back();
                    self.carry_out(outputs);
                }
                () = sleep_until_some(flag) => {
                    self.patience = Instant::now() + RETRY;
                    let outputs = self.keeper.tick(self.house.now());
                    self.carry_out(outputs);
                }
                () = sleep_until_some(news) => self.tell(&[]),
                () = sleep_until_some(engine) => self.think(),
                () = sleep_until(idle_since + linger), if self.is_idle() => {
                    return self.retire().await;
                }
            }
        }
        self.house.forget(self.keeper.entry().id);
    }

    fn receive(&mut self, message: Message) {
        match message {
            Message::Ask { by, at, what, answer } => {
                self.tickets += 1;
                let ticket = self.tickets;
                self.waiting.insert(ticket, answer);
                let outputs = self.keeper.ask(Asked { ticket, by, at, what });
                self.carry_out(outputs);
            }
            Message::Visit { who, seen, answer } => {
                let seats = self.keeper.seats_of(&who);
                let missed = seen.and_then(|seen| self.keeper.events_after(seen));
                let first = self.update(Vec::new().into());
                let leaving = self.house.inbox_of(first.entry.id);
                // Nobody is told that whoever asked has left: the next message finds it out.
                let _ = answer.send(self.visitors.welcome(seats, missed, first, leaving));
            }
            Message::Look { answer } => drop(answer.send(Ok(self.update(Vec::new().into())))),
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
            Message::Thought { version, action, at } => self.thought(version, action, at),
            Message::Wake => self.think(),
            Message::Close => self.is_closing = true,
        }
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Append(append) => {
                    self.in_flight = InFlight::Append(self.house.store().append(append));
                }
                Output::Read(after) => {
                    let id = self.keeper.entry().id;
                    self.in_flight = InFlight::Read(self.house.store().read(id, after));
                }
                Output::Answer(ticket, answer) if self.engine.is_own(ticket) => {
                    self.engine_is_answered(&answer);
                }
                Output::Answer(ticket, answer) => {
                    if let Some(waiting) = self.waiting.remove(&ticket) {
                        // Whoever asked may have left, and learns of it by looking.
                        let _ = waiting.send(answer);
                    }
                }
                Output::News(events) => {
                    self.house.has_happened(&events);
                    self.tell(&events);
                }
            }
        }
        self.think();
    }

    /// Tells everybody what has happened.
    fn tell(&mut self, events: &[Event]) {
        let update = self.update(events.into());
        self.visitors.tell(&update);
    }

    fn update(&self, events: std::sync::Arc<[Event]>) -> Update {
        Update {
            entry: self.keeper.entry().clone(),
            table: self.keeper.table().cloned(),
            events,
            presence: self.visitors.presence(),
        }
    }

    /// When to look at the clock for a flag.
    fn flag_falls(&self) -> Option<Instant> {
        let deadline = self.keeper.deadline().filter(|_| self.keeper.is_idle())?;
        let left = deadline.since(self.house.now());
        Some((Instant::now() + left).max(self.patience))
    }

    fn is_idle(&self) -> bool {
        self.keeper.is_idle() && self.visitors.is_empty() && self.engine.is_idle()
    }

    /// Goes to sleep. Whoever has come in just now is sent to the one who will be awake next.
    async fn retire(mut self) {
        let id = self.keeper.entry().id;
        self.house.forget(id);
        self.inbox.close();
        while let Some(message) = self.inbox.recv().await {
            self.house.post(id, *message);
        }
    }
}

impl Message {
    /// Whether it comes from somebody who needs the table to be awake at this machine. What others do
    /// at it elsewhere is heard everywhere, and would never let it sleep.
    const fn is_needed_here(&self) -> bool {
        matches!(
            self,
            Self::Ask { .. }
                | Self::Visit { .. }
                | Self::Look { .. }
                | Self::Left
                | Self::Claimed(_)
        )
    }

    /// Answers whoever asked that nothing comes of it.
    pub(crate) fn refuse(self, why: &HouseError) {
        match self {
            Self::Ask { answer, .. } => drop(answer.send(Err(why.clone()))),
            Self::Visit { answer, .. } => drop(answer.send(Err(why.clone()))),
            Self::Look { answer } => drop(answer.send(Err(why.clone()))),
            Self::Left
            | Self::Heard(_)
            | Self::Elsewhere
            | Self::Claimed(_)
            | Self::Thought { .. }
            | Self::Wake
            | Self::Close => {}
        }
    }
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
