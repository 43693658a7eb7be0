//! The engine as an opponent, at each of the doors.

use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use konoba_line::Adviser;
use konoba_server::{Thinker, Thought};
use konoba_table::{Action, Moment, Name};
use konoba_tui::Opponent;

/// How long a person waits for a move of the engine at most.
const PATIENCE: Duration = Duration::from_secs(2);

/// The engine for one board, with chance of its own.
pub(crate) fn adviser() -> Adviser {
    Adviser::new(PATIENCE, now().as_millis())
}

/// The engine for the full screen: it thinks beside it.
pub(crate) fn opponent() -> Opponent {
    let adviser = Mutex::new(adviser());
    Arc::new(move |table, stop| {
        // What a thought that went wrong has left behind is no worse than any other beginning.
        let mut adviser = adviser.lock().unwrap_or_else(PoisonError::into_inner);
        adviser.act(table, now(), &|| stop.load(Ordering::Relaxed))
    })
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
}

/// Milliseconds since 1970, as the full screen and the house count.
fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
