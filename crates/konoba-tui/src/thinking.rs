//! Thinking that takes its time: it is done on a thread of its own, and the screen never waits for
//! it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use konoba_table::{Action, Version};

/// What an opponent wants to do, and the version of the table that it saw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenAction {
    /// The version of the table. Where the table has gone on, the thought is void.
    pub seen: Version,
    /// What the opponent does.
    pub action: Action,
}

/// A thread that is thinking. It is told to stop when this is dropped.
pub(crate) struct Thinking<T> {
    is_stopped: Arc<AtomicBool>,
    thought: Receiver<T>,
}

impl<T: Send + 'static> Thinking<T> {
    /// Begins to think.
    pub(crate) fn begin(think: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> Self {
        Self::telling(|stop, tell| tell(think(stop)))
    }

    /// Begins to think aloud: the thread tells more than once.
    pub(crate) fn telling(think: impl FnOnce(&AtomicBool, &dyn Fn(T)) + Send + 'static) -> Self {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (tell, thought) = channel();
        let stop = Arc::clone(&is_stopped);
        thread::spawn(move || {
            // Sending fails only where the receiver is gone, which does not need the thought.
            think(&stop, &|thought| drop(tell.send(thought)));
        });
        Self { is_stopped, thought }
    }

    /// What came of it and was not taken yet, once something has.
    pub(crate) fn thought(&self) -> Option<T> {
        self.thought.try_recv().ok()
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thread that would think for ever ends when the thought is not wanted any more.
    #[test]
    fn thinking_ends_when_it_is_dropped() {
        let (ended, has_ended) = channel();
        let thinking = Thinking::begin(move |stop| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            ended.send(()).unwrap();
        });
        assert_eq!(thinking.thought(), None);
        drop(thinking);
        has_ended.recv().unwrap();
    }
}
