//! The world: whatever happens, happens here, one thing after another.

mod calm;
mod disasters;
mod games;
mod keeping;
mod network;
mod playing;
mod serving;
mod sitting;

use konoba_table::Moment;

use crate::agenda::Agenda;
use crate::client::Client;
use crate::dice::Dice;
use crate::happening::{Happening, ToNode};
use crate::ledger::{Checked, Ledger};
use crate::node::Node;
use crate::store::SimulatedStore;
use crate::{Failure, Plan, Report, Violation};

/// A world with its own time and chance.
pub struct World {
    plan: Plan,
    dice: Dice,
    now: Moment,
    agenda: Agenda,
    store: SimulatedStore,
    nodes: Vec<Node>,
    clients: Vec<Client>,
    ledger: Ledger,
    report: Report,
    /// Whether the weather has calmed down.
    is_calm: bool,
}

/// Lets a world run as planned and calm down. A promise that is broken comes back with its seed.
pub fn simulate(plan: &Plan) -> Result<Report, Failure> {
    World::new(plan.clone()).run()
}

impl World {
    /// A world in which nothing has happened yet.
    pub fn new(plan: Plan) -> Self {
        let dice = Dice::of_seed(plan.seed);
        let store = SimulatedStore::new(plan.bug);
        let ledger = Ledger::new(plan.weather.clock_error);
        Self {
            dice,
            now: Moment::from_millis(1_000_000),
            agenda: Agenda::default(),
            store,
            nodes: Vec::new(),
            clients: Vec::new(),
            ledger,
            report: Report::default(),
            is_calm: false,
            plan,
        }
    }

    /// Lets it run to its end.
    pub fn run(mut self) -> Result<Report, Failure> {
        match self.try_run() {
            Ok(()) => Ok(self.report),
            Err(violation) => Err(Failure {
                seed: self.plan.seed,
                at: self.now,
                step: self.report.steps,
                violation,
            }),
        }
    }

    fn try_run(&mut self) -> Checked {
        self.begin()?;
        let end = self.now + self.plan.span;
        self.run_until(end)?;
        self.calm_down();
        self.run_until(end + calm::SPAN)?;
        while self.is_news_fresh() {
            self.run_until(self.now + calm::FRESH)?;
        }
        self.check_everybody()
    }

    fn run_until(&mut self, end: Moment) -> Checked {
        while self.now < end {
            let Some((at, what)) = self.agenda.next() else { break };
            self.now = self.now.max(at);
            self.report.steps += 1;
            self.report.note(self.now.as_millis());
            self.happen(what)?;
        }
        Ok(())
    }

    fn happen(&mut self, what: Happening) -> Result<(), Violation> {
        match what {
            Happening::Turn(client) => self.take_turn(client)?,
            Happening::AtNode { node, life, what } => self.reach_node(node, life, what)?,
            Happening::AtStore { asker, what } => self.reach_store(asker, what),
            Happening::AtClient { client, visit, what } => {
                self.reach_client(client, visit, what)?
            }
            Happening::Broken { client, visit } => {
                if self.clients[client].visit == visit {
                    self.visit(client);
                }
            }
            Happening::Write => self.write()?,
            Happening::Synced { life } if life == self.store.life => self.synced()?,
            Happening::Synced { .. } => {}
            Happening::Disaster => self.break_something(),
            Happening::NodeIsBack(node) => {
                self.nodes[node].is_down = false;
                self.poll_later(node);
            }
            Happening::StoreIsBack => self.store.is_down = false,
        }
        Ok(())
    }

    /// A node that is frozen gets to it when it thaws; one that has died never does.
    fn reach_node(&mut self, node: usize, life: u32, what: ToNode) -> Checked {
        let there = &self.nodes[node];
        if there.is_down || there.life != life {
            return Ok(());
        }
        if there.frozen_until > self.now {
            let at = there.frozen_until;
            self.agenda.put(at, Happening::AtNode { node, life, what });
            return Ok(());
        }
        self.report.note(node as u64);
        self.serve(node, what)
    }
}
