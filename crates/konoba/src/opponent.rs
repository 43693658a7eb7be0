//! The engine as an opponent, at each of the doors.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use konoba_line::Adviser;
use konoba_rules::AnyPosition;
use konoba_scene::Advice;
use konoba_server::{Thinker, Thought};
use konoba_table::{Action, Moment, Name, Table};
use konoba_tui::Opponent;

use crate::nets::Nets;

/// How long a person waits for a move of the engine at most, who has not said otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(2);

/// The engine for one board, with chance of its own.
pub(crate) fn adviser(nets: &Nets, patience: Duration) -> Adviser {
    engine(patience, now().as_millis(), nets)
}

fn engine(time: Duration, seed: u64, nets: &Nets) -> Adviser {
    let nets = nets.clone();
    Adviser::new(time, seed).with_config(move |setup| nets.config(setup))
}

/// The engine for the full screen: it thinks beside it. Whoever plays does not know what whoever
/// advises has found out, and the other way round.
pub(crate) fn opponent(nets: &Nets, patience: Duration) -> Arc<dyn Opponent> {
    let [player, adviser] = [(); 2].map(|()| Mutex::new(adviser(nets, patience)));
    Arc::new(Beside { player, adviser })
}

struct Beside {
    player: Mutex<Adviser>,
    adviser: Mutex<Adviser>,
}

impl Opponent for Beside {
    fn act(&self, table: &Table, stop: &AtomicBool) -> Action {
        awake(&self.player).act(table, now(), &|| stop.load(Ordering::Relaxed))
    }

    fn advise(&self, position: &AnyPosition, stop: &AtomicBool) -> Advice {
        awake(&self.adviser).advise(position, &|| stop.load(Ordering::Relaxed))
    }
}

/// What a thought that went wrong has left behind is no worse than any other beginning.
fn awake(adviser: &Mutex<Adviser>) -> MutexGuard<'_, Adviser> {
    adviser.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engine of the house, for any number of tables: it remembers none of them.
pub(crate) struct Engine {
    pub(crate) nets: Nets,
}

impl Thinker for Engine {
    fn levels(&self) -> RangeInclusive<u8> {
        1..=10
    }

    fn name(&self, level: u8) -> Name {
        Name::of_engine(level)
    }

    fn think(&self, thought: &Thought) -> Option<Action> {
        let mut adviser = engine(thought.time, now().as_millis(), &self.nets);
        let action = adviser.act(&thought.table, now(), &|| thought.is_given_up());
        (!thought.is_given_up()).then_some(action)
    }

    fn hint(&self, thought: &Thought) -> Option<String> {
        let mut adviser = engine(thought.time, now().as_millis(), &self.nets);
        Some(adviser.hint(&thought.table, now(), &|| thought.is_given_up()))
    }

    fn analyst(&self, time: Duration, seed: u64) -> Adviser {
        engine(time, seed, &self.nets)
    }
}

/// Milliseconds since 1970, as the full screen and the house count.
fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
