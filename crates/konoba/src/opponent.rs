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

/// How long a person waits for a move of the engine at most.
const PATIENCE: Duration = Duration::from_secs(2);

/// The engine for one board, with chance of its own.
pub(crate) fn adviser() -> Adviser {
    Adviser::new(PATIENCE, now().as_millis())
}

/// The engine for the full screen: it thinks beside it. Whoever plays does not know what whoever
/// advises has found out, and the other way round.
pub(crate) fn opponent() -> Arc<dyn Opponent> {
    Arc::new(Beside { player: Mutex::new(adviser()), adviser: Mutex::new(adviser()) })
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
pub(crate) struct Engine;

impl Thinker for Engine {
    fn levels(&self) -> RangeInclusive<u8> {
        1..=10
    }

    fn name(&self, level: u8) -> Name {
        Name::of_engine(level)
    }

    fn think(&self, thought: &Thought) -> Option<Action> {
        let mut adviser = Adviser::new(thought.time, now().as_millis());
        let action = adviser.act(&thought.table, now(), &|| thought.is_given_up());
        (!thought.is_given_up()).then_some(action)
    }

    fn hint(&self, thought: &Thought) -> Option<String> {
        Some(Adviser::new(thought.time, now().as_millis()).hint(&thought.table, now()))
    }
}

/// Milliseconds since 1970, as the full screen and the house count.
fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
