//! A node: a house that is opened, killed, frozen, cut off and opened again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_live::{Clock, Config, HostHandle, House};
use konoba_table::Moment;
use tokio::time::{Instant, sleep, timeout};

use crate::Mistake;
use crate::host::{RandomThinker, SimulatedHost};
use crate::ledger::{Promise, hold};
use crate::process::Process;
use crate::store::{Link, SimulatedStore, StoreConnection};
use crate::world::World;

/// How long a table stays awake without visitors: not long, so that tables sleep and wake often.
const LINGER: Duration = Duration::from_secs(20);
/// How long the maker of an open offer may be gone.
const OFFER_PATIENCE: Duration = Duration::from_secs(40);
/// How far ahead the clock is of a node whose flags fall early.
const FAR_AHEAD: Duration = Duration::from_secs(20);
/// How long it may take to close a house.
const CLOSING: Duration = Duration::from_secs(120);

/// A node.
pub(crate) struct Node {
    pub(crate) number: usize,
    pub(crate) link: Arc<Link>,
    /// Held by an order while it is carried out, where orders have to wait for one another by mistake.
    pub(crate) turn: tokio::sync::Mutex<()>,
    world: Arc<World>,
    store: Arc<SimulatedStore>,
    network: Arc<Process>,
    /// How far its clock is ahead of the true time, or behind it.
    ahead: Duration,
    behind: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    starts: u32,
    running: Option<Running>,
    /// Whether something happens to it that has to end before anything else does.
    is_taken: bool,
}

/// A house and the process that it runs in.
#[derive(Clone)]
pub(crate) struct Running {
    pub(crate) process: Arc<Process>,
    pub(crate) house: House,
}

impl Node {
    pub(crate) fn new(
        number: usize,
        world: &Arc<World>,
        store: &Arc<SimulatedStore>,
        network: &Arc<Process>,
    ) -> Arc<Self> {
        let error = world.span(world.plan().conditions.clock_error);
        let is_ahead = world.dice(|dice| dice.chance(500));
        let zero = Duration::ZERO;
        let [mut ahead, behind] = if is_ahead { [error, zero] } else { [zero, error] };
        if world.has(Mistake::FlagTooEarly) && number == 0 {
            ahead += FAR_AHEAD;
        }
        let node = Arc::new(Self {
            number,
            link: Arc::default(),
            turn: tokio::sync::Mutex::default(),
            world: world.clone(),
            store: store.clone(),
            network: network.clone(),
            ahead,
            behind,
            state: Mutex::default(),
        });
        node.open();
        node
    }

    /// What its clock shows.
    pub(crate) fn now(&self) -> Moment {
        shown(self.world.now(), self.ahead, self.behind)
    }

    /// Starts a process with a house in it.
    pub(crate) fn open(&self) {
        let mut state = self.lock();
        state.starts += 1;
        let machine = (self.number, state.starts);
        let process = Process::start(self.world.clone(), self.number);
        let host = SimulatedHost { world: self.world.clone(), process: process.clone() };
        let (world, ahead, behind) = (self.world.clone(), self.ahead, self.behind);
        // Where there are others, the first node does not think.
        let thinks = self.number > 0 || self.world.plan().nodes == 1;
        let config = Config {
            clock: Clock::of(move || shown(world.now(), ahead, behind)),
            host: HostHandle::of(host),
            thinker: Some(Arc::new(RandomThinker(self.world.clone()))),
            thinking_threads: usize::from(thinks),
            offer_patience: OFFER_PATIENCE,
            linger: LINGER,
            ..Config::default()
        };
        let store = StoreConnection::new(&self.store, &self.link, machine, &self.network);
        let house = House::open(Arc::new(store), config);
        state.running = Some(Running { process, house });
    }

    /// The house, unless the node is down.
    pub(crate) fn running(&self) -> Option<Running> {
        self.lock().running.clone()
    }

    /// Runs something in the process of the node. Whether the node is up.
    pub(crate) fn run<F>(&self, work: impl FnOnce(House) -> F) -> bool
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let Some(Running { process, house }) = self.running() else { return false };
        process.spawn(work(house));
        true
    }

    /// Takes the node for something that has to end before anything else happens to it; not if it is
    /// taken already.
    pub(crate) fn take(&self) -> bool {
        !std::mem::replace(&mut self.lock().is_taken, true)
    }

    pub(crate) fn give_back(&self) {
        self.lock().is_taken = false;
    }

    /// The process is killed, and is started again after a while.
    pub(crate) async fn kill(&self, span: Duration) {
        let running = self.lock().running.take();
        if let Some(Running { process, .. }) = running {
            process.kill();
        }
        sleep(span).await;
        self.open();
    }

    pub(crate) async fn freeze(&self, span: Duration) {
        let Some(Running { process, .. }) = self.running() else { return };
        process.freeze();
        sleep(span).await;
        process.thaw();
    }

    pub(crate) async fn cut_off(&self, span: Duration) {
        self.link.cut();
        sleep(span).await;
        self.link.mend();
    }

    /// The house is closed in order, and everything in its process ends.
    pub(crate) async fn close(&self) {
        let running = self.lock().running.take();
        let Some(Running { process, house }) = running else { return };
        let until = Instant::now() + CLOSING;
        let is_closed = timeout(CLOSING, house.close()).await.is_ok();
        drop(house);
        while process.tasks() > 0 && Instant::now() < until {
            sleep(Duration::from_secs(1)).await;
        }
        let (number, tasks) = (self.number, process.tasks());
        self.world.demand(hold(Promise::Closes, is_closed && tasks == 0, || {
            format!("node {number} has {tasks} tasks after it was closed")
        }));
        self.world.count(|report| report.closed += 1);
        process.kill();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a clock shows at a true time.
fn shown(now: Moment, ahead: Duration, behind: Duration) -> Moment {
    Moment::default() + now.since(Moment::default() + behind) + ahead
}
