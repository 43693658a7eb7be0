//! The machine that a house believes it runs on.

use std::io;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use konoba_advice::{Budget, Thinker};
use konoba_live::{Host, HouseTask, Worker};
use konoba_rules::{AnyPosition, Level, Move};
use konoba_scene::Advice;
use konoba_table::{Action, Table};

use crate::process::Process;
use crate::world::World;

/// The longest that an engine thinks.
const THINKING: Duration = Duration::from_secs(4);

/// The machine of one process: its randomness is the seed's, its tasks end with the process, and its
/// workers are tasks.
pub(crate) struct SimulatedHost {
    pub(crate) world: Arc<World>,
    pub(crate) process: Arc<Process>,
}

impl Host for SimulatedHost {
    fn fill(&self, bytes: &mut [u8]) {
        self.world.dice(|dice| dice.fill(bytes));
    }

    fn spawn(&self, task: HouseTask) {
        self.process.spawn(task);
    }

    fn start(&self, worker: Worker) -> io::Result<()> {
        let world = self.world.clone();
        self.process.spawn(async move {
            while let Some(begun) = worker.next().await {
                world.pause(THINKING).await;
                begun.run();
            }
        });
        Ok(())
    }
}

/// An engine that plays any legal move.
pub(crate) struct RandomThinker(pub(crate) Arc<World>);

impl RandomThinker {
    fn any_move(&self, position: &AnyPosition) -> Move {
        let moves = position.moves_of(position.to_move());
        moves[self.0.dice(|dice| dice.index(moves.len()))]
    }
}

impl Thinker for RandomThinker {
    fn levels(&self) -> RangeInclusive<Level> {
        Level::WEAKEST..=Level::WEAKEST
    }

    fn choose(&self, table: &Table, _: Budget<'_>) -> Action {
        self.0.count(|report| report.thoughts += 1);
        Action::Play(self.any_move(table.position()))
    }

    fn advise(&self, position: &AnyPosition, _: Budget<'_>) -> Advice {
        Advice::only(self.any_move(position))
    }
}
