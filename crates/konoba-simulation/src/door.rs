//! The door of a node: it talks to clients over the network and asks the house for everything, as doors
//! of other protocols do.

use std::sync::Arc;
use std::time::Duration;

use konoba_live::keeper::Seen;
use konoba_live::{Credentials, House, HouseError, Presence, Update, UpdateKind, Visit};
use konoba_store::{Standing, TableId};
use konoba_table::{Event, Moment, Table, Version};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::Mistake;
use crate::ledger::{Promise, hold};
use crate::node::Node;
use crate::process::Process;
use crate::world::World;

/// How many messages are on their way to a client before the door has to wait.
const ON_THE_WAY: usize = 4;
/// How long it takes at most to notice that a connection is broken.
const BREAK: Duration = Duration::from_secs(10);
/// How often it is looked whether the guest has logged out, and at how many such looks in a row a visit may have missed it while
/// its node was connected with the store.
const LOOK: (Duration, u32) = (Duration::from_secs(10), 3);
/// How often a connection stalls, in a thousand messages, and for how long at most.
const STALL: (u64, Duration) = (10, Duration::from_secs(120));

/// A client that comes to a table.
#[derive(Clone)]
pub(crate) struct Hello {
    pub(crate) table: TableId,
    pub(crate) who: Credentials,
    pub(crate) seen: Option<Seen>,
    pub(crate) is_watcher: bool,
}

/// What a client is told.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) what: ToldContent,
    pub(crate) standing: Standing,
    pub(crate) next: Option<TableId>,
    pub(crate) presence: Presence,
}

#[derive(Clone, Debug)]
pub(crate) enum ToldContent {
    /// The table as it is; none while a seat is empty.
    Whole(Option<Arc<Table>>),
    /// What has happened since what was told before.
    News(Vec<Event>),
    /// Who is there.
    Presence,
}

/// What comes from a connection.
#[derive(Clone, Debug)]
pub(crate) enum FromDoor {
    Told(Told),
    /// There is no such table.
    NoTable,
}

/// Connects a client with a node. What it is told comes back in order until the connection breaks.
pub(crate) fn connect(
    world: Arc<World>,
    network: &Arc<Process>,
    node: Arc<Node>,
    hello: Hello,
) -> mpsc::Receiver<FromDoor> {
    let (to_client, messages) = mpsc::channel(1);
    network.spawn(async move {
        if world.travel().await == 0 {
            // Nothing comes until the client gives up.
            return to_client.closed().await;
        }
        let (wire, wired) = mpsc::channel(ON_THE_WAY);
        let (own_world, own_node) = (world.clone(), node.clone());
        let door = |house| async move {
            let (since, look) = (own_world.now(), Instant::now() + LOOK.0);
            let (world, node) = (own_world, own_node);
            Session { world, node, house, hello, wire, told: 0, since, overdue: 0, look }
                .run()
                .await;
        };
        if node.run(door) {
            carry(&world, wired, to_client).await;
        }
    });
    messages
}

/// Carries what a door says to its client.
async fn carry(world: &World, mut wired: mpsc::Receiver<FromDoor>, to: mpsc::Sender<FromDoor>) {
    loop {
        let message = tokio::select! {
            biased;
            () = to.closed() => None,
            message = wired.recv() => message,
        };
        let arrives = match &message {
            Some(_) => world.travel().await > 0,
            None => false,
        };
        let Some(message) = message.filter(|_| arrives) else {
            // Either end notices it later.
            return world.pause(BREAK).await;
        };
        if !world.is_calm() && world.dice(|dice| dice.chance(STALL.0)) {
            world.pause(STALL.1).await;
        }
        if to.send(message).await.is_err() {
            return world.pause(BREAK).await;
        }
    }
}

/// What a door knows of one client.
struct Session {
    world: Arc<World>,
    node: Arc<Node>,
    house: House,
    hello: Hello,
    wire: mpsc::Sender<FromDoor>,
    /// The version up to which the client was told.
    told: Version,
    /// Since when the visit goes on, and how often in a row it was seen to go on after a log-out.
    since: Moment,
    overdue: u32,
    /// When that is looked at next.
    look: Instant,
}

/// The client or the house has left.
struct Ended;

impl Session {
    async fn run(mut self) {
        let seen = self.hello.seen;
        if let Ok((mut visit, mut shown)) = self.come(seen).await {
            while self.talk(&mut visit, &mut shown).await.is_ok() {}
            if self.world.has(Mistake::VisitNeverEnds) && !self.house.is_closing() {
                self.house.closing().await;
            }
        }
    }

    /// Comes to the table and tells what was missed, or how it is.
    async fn come(&mut self, seen: Option<Seen>) -> Result<(Visit, Arc<Update>), Ended> {
        let Hello { table, who, .. } = self.hello;
        let visit = match self.house.visit(table, who, seen).await {
            Ok(visit) => {
                (self.since, self.overdue) = (self.world.now(), 0);
                visit
            }
            Err(HouseError::NoTable) => {
                self.send(FromDoor::NoTable).await?;
                return Err(Ended);
            }
            Err(_) => return Err(Ended),
        };
        let first = visit.first.clone();
        self.check(&first);
        match (seen, &visit.missed) {
            (Some(seen), Some(missed)) => {
                self.told = seen.version;
                self.tell_news(&first, missed.clone()).await?;
            }
            _ => self.tell_whole(&first).await?,
        }
        Ok((visit, first))
    }

    /// Tells what happens next.
    async fn talk(&mut self, visit: &mut Visit, shown: &mut Arc<Update>) -> Result<(), Ended> {
        let update = tokio::select! {
            biased;
            () = self.wire.closed() => return Err(Ended),
            update = visit.next() => update,
            () = sleep_until(self.look) => {
                self.look = Instant::now() + LOOK.0;
                self.check_log_out(visit);
                return Ok(());
            }
        };
        let Some(update) = update else {
            if visit.is_signed_out() {
                self.world.count(|report| report.shown_out += 1);
                return Err(Ended);
            }
            return self.was_slow(visit, shown).await;
        };
        if self.hello.is_watcher && self.world.has(Mistake::WatcherForgotten) {
            return Ok(());
        }
        if self.hello.who.seats_at(&update.entry) != visit.seats {
            // The client holds another seat by now.
            (*visit, *shown) = self.come(None).await?;
            return Ok(());
        }
        let before = std::mem::replace(shown, update);
        if shown.has_lost(&before) {
            self.check(shown);
            return self.tell_whole(&shown.clone()).await;
        }
        match &shown.kind {
            UpdateKind::Presence if self.world.has(Mistake::PresenceUntold) => Ok(()),
            UpdateKind::Presence => self.tell(shown, ToldContent::Presence).await,
            // Clients make no remarks in a simulation.
            UpdateKind::Remark(..) => Ok(()),
            UpdateKind::Events(_) => {
                let shown = shown.clone();
                self.tell_news(&shown, shown.events.clone()).await?;
                self.tell_again(&shown).await
            }
            UpdateKind::Whole => self.tell_whole(&shown.clone()).await,
        }
    }

    /// The house has dropped the visitor, which comes back for what it missed.
    async fn was_slow(&mut self, visit: &mut Visit, shown: &mut Arc<Update>) -> Result<(), Ended> {
        if self.house.is_closing() {
            return Err(Ended);
        }
        self.world.count(|report| report.slow_visitors += 1);
        let seen = shown.table.as_deref().map(Seen::of);
        if self.world.has(Mistake::SlowVisitorForgotten) {
            let Hello { table, who, .. } = self.hello;
            *visit = self.house.visit(table, who, seen).await.map_err(|_| Ended)?;
            *shown = visit.first.clone();
            return Ok(());
        }
        (*visit, *shown) = self.come(seen).await?;
        Ok(())
    }

    /// A visitor who held a seat before the guest of that seat logged out is shown out, as soon as this node can know it.
    fn check_log_out(&mut self, visit: &Visit) {
        let entry = &visit.first.entry;
        let holders = visit.seats.iter().filter_map(|seat| entry.seats[seat.index()].as_ref());
        let has_logged_out =
            |guest| self.world.ledger(|ledger| ledger.has_logged_out_since(guest, self.since));
        let is_overdue = holders.map(|holder| holder.guest).any(has_logged_out);
        self.overdue = if is_overdue && !self.node.link.is_cut() { self.overdue + 1 } else { 0 };
        self.world.demand(hold(Promise::LogsOut, self.overdue <= LOOK.1, || {
            format!("a visit at node {} goes on after a log-out", self.node.number)
        }));
    }

    /// A mistake: what a notice was about is told once more.
    async fn tell_again(&mut self, shown: &Arc<Update>) -> Result<(), Ended> {
        let is_noticed = self.node.link.has_heard(self.hello.table, shown.version());
        if is_noticed && self.world.has(Mistake::NoticeAppliedTwice) {
            self.tell_news(shown, shown.events.clone()).await?;
        }
        Ok(())
    }

    async fn tell_news(&mut self, update: &Update, events: Vec<Event>) -> Result<(), Ended> {
        for event in &events {
            let (before, version) = (self.told, event.version);
            self.world.demand(hold(Promise::ToldOnce, version == before + 1, || {
                format!("node {} told {version} after {before}", self.node.number)
            }));
            self.told = version;
        }
        self.tell(update, ToldContent::News(events)).await
    }

    async fn tell_whole(&mut self, update: &Update) -> Result<(), Ended> {
        self.told = update.version();
        self.tell(update, ToldContent::Whole(update.table.clone())).await
    }

    async fn tell(&self, update: &Update, what: ToldContent) -> Result<(), Ended> {
        let (standing, next) = (update.entry.standing, update.entry.next);
        self.send(FromDoor::Told(Told { what, standing, next, presence: update.presence })).await
    }

    /// Sends something, unless the client leaves or the house closes before there is room for it.
    async fn send(&self, message: FromDoor) -> Result<(), Ended> {
        tokio::select! {
            biased;
            sent = self.wire.send(message) => sent.map_err(|_| Ended),
            () = self.house.closing() => Err(Ended),
        }
    }

    fn check(&self, update: &Update) {
        if let Some(table) = &update.table {
            self.world.check(|ledger| ledger.seen(self.hello.table, table, "a node"));
        }
    }
}
