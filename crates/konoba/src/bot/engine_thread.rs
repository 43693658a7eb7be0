//! The engine on a thread of its own, so that the game goes on while it thinks: an undo is answered, and the end is noticed.

use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use konoba_http::view::TableView;
use konoba_lab::program::Stopper;

use super::engine::{GtpEngine, moves_of};
use super::heard::{EngineReply, Heard};

/// An engine that is asked from another thread. It ends with this, in the middle of a reply if need be.
pub(super) struct EngineThread {
    /// None only while this is dropped.
    questions: Option<Sender<ThinkRequest>>,
    thread: Option<JoinHandle<()>>,
    stopper: Stopper,
}

struct ThinkRequest {
    view: Box<TableView>,
    left: Option<Duration>,
}

impl EngineThread {
    /// Lets the engine wait for questions, and the game hear the answers.
    pub(super) fn start(mut engine: GtpEngine, game: Sender<Heard>) -> Self {
        let stopper = engine.stopper();
        let (questions, asked) = channel::<ThinkRequest>();
        let thread = thread::spawn(move || {
            for ThinkRequest { view, left } in asked {
                let wanted = engine.think(&view, left);
                let reply = EngineReply { moves: moves_of(&view), wanted };
                if game.send(Heard::Reply(reply)).is_err() {
                    break;
                }
            }
        });
        Self { questions: Some(questions), thread: Some(thread), stopper }
    }

    /// Asks what to do in a game that has come so far, with so much time left where there is a clock.
    pub(super) fn think(&self, view: &TableView, left: Option<Duration>) {
        if let Some(questions) = &self.questions {
            // The thread ends with the game, which then does not ask any more.
            let _ = questions.send(ThinkRequest { view: Box::new(view.clone()), left });
        }
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        if !thread.is_finished() {
            self.stopper.stop();
        }
        self.questions = None;
        let _ = thread.join();
    }
}
