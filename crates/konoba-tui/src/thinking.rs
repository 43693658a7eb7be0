//! A seat that is not a person: its moves are found on a thread of their own, and the screen never
//! waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use konoba_table::{Action, Table, Version};

/// Whoever plays for the seats that are not people's: given the table at its turn, it says what it
/// does. It looks now and then whether it was told to stop, and then says anything at once.
pub type Opponent = Arc<dyn Fn(&Table, &AtomicBool) -> Action + Send + Sync>;

/// What an opponent wants to do, and the version of the table that it saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The version of the table. Where the table has gone on, the thought is void.
    pub seen: Version,
    /// What the opponent does.
    pub action: Action,
}

/// An opponent that is thinking. It is told to stop when this is dropped.
pub(crate) struct Thinking {
    is_stopped: Arc<AtomicBool>,
    thought: Receiver<Thought>,
}

impl Thinking {
    /// Begins to think about a table.
    pub(crate) fn about(table: Table, opponent: Opponent) -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (think, thought) = channel();
        let stop = Arc::clone(&is_stopped);
        thread::spawn(move || {
            let action = opponent(&table, &stop);
            // Nobody wants to know any more if this fails.
            let _ = think.send(Thought { seen: table.version(), action });
        });
        Self { is_stopped, thought }
    }

    /// What came of it, once something has.
    pub(crate) fn thought(&self) -> Option<Thought> {
        self.thought.try_recv().ok()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::{GAMES, Setup};
    use konoba_table::{Moment, Opened, Player};

    use super::*;

    /// An opponent that would think for ever ends when nobody wants its thought.
    #[test]
    fn thinking_ends_when_it_is_dropped() {
        let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
        let opened = Opened::new(Setup::default_of(GAMES[0]), players);
        let table = Table::opened(&opened, Moment::default());
        let (ended, has_ended) = channel();
        let opponent: Opponent = Arc::new(move |_, stop| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            ended.send(()).unwrap();
            Action::Resign
        });
        let thinking = Thinking::about(table, opponent);
        assert_eq!(thinking.thought(), None);
        drop(thinking);
        has_ended.recv().unwrap();
    }
}
