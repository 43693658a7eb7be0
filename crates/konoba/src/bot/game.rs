//! The game of a bot, from the first view of its table to the result.

use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use konoba_http::view::TableView;
use konoba_http::{ServerMessage, What};
use konoba_lab::print_line;

use super::engine::{EngineMove, moves_of};
use super::engine_thread::EngineThread;
use super::heard::{EngineReply, Heard};
use super::seat::{Answer, BotSeat};

pub(super) struct BotGame {
    seat: BotSeat,
    engine: EngineThread,
    /// The newest view of the table, and when it came.
    known: Option<(Box<TableView>, Instant)>,
    /// Whether the view is out of date: an order was carried out, or was too late. News are on their way.
    awaits_news: bool,
    is_thinking: bool,
    /// Why the game is resigned.
    failure: Option<String>,
}

impl BotGame {
    pub(super) const fn new(seat: BotSeat, engine: EngineThread) -> Self {
        Self { seat, engine, known: None, awaits_news: false, is_thinking: false, failure: None }
    }

    /// Plays the game to its end.
    pub(super) fn play(mut self, heard: &Receiver<Heard>) -> anyhow::Result<()> {
        loop {
            match heard.recv()? {
                Heard::Said(message) => self.see(*message)?,
                Heard::Reply(reply) => self.take(reply)?,
                Heard::Gone(why) => {
                    bail!("{}{why}", self.failure.map(|own| own + "; ").unwrap_or_default())
                }
            }
            if let Some((view, _)) = &self.known
                && let Some(result) = &view.result
            {
                let printed = print_line(&result.says);
                return match self.failure {
                    Some(why) => Err(anyhow!("{why}; the game was resigned")),
                    None => Ok(printed?),
                };
            }
            self.go_on()?;
        }
    }

    /// Takes in what the server says of the table.
    fn see(&mut self, message: ServerMessage) -> anyhow::Result<()> {
        match message {
            ServerMessage::Table { table, .. } => self.known = Some((table, Instant::now())),
            ServerMessage::News { table, .. } => {
                let (view, when) = self.known.as_mut().context("news came before the table")?;
                view.apply(*table);
                *when = Instant::now();
            }
            _ => return Ok(()),
        }
        self.awaits_news = false;
        Ok(())
    }

    /// Does what the engine wants, unless the game is no longer where the engine thinks it is.
    fn take(&mut self, reply: EngineReply) -> anyhow::Result<()> {
        self.is_thinking = false;
        let Some((view, _)) = &self.known else { return Ok(()) };
        if self.awaits_news || !may(view, "play") || moves_of(view) != reply.moves {
            return Ok(());
        }
        let wanted = match reply.wanted {
            Ok(wanted) => wanted,
            Err(why) => {
                self.failure = Some(format!("the engine {why}"));
                return Ok(());
            }
        };
        let answer = match &wanted {
            EngineMove::Move(mv) => self.seat.order(view, What::Play, Some(mv))?,
            EngineMove::Swap => self.seat.order(view, What::Swap, None)?,
            EngineMove::Resign => self.seat.order(view, What::Resign, None)?,
        };
        match answer {
            Answer::Done | Answer::TooLate => self.awaits_news = true,
            Answer::Refused(says) => {
                self.failure = Some(format!("the engine wants to {wanted}: {says}"));
            }
        }
        Ok(())
    }

    /// Does what is to be done in the newest view. An engine does not mind when a move is taken back, and plays one game.
    fn go_on(&mut self) -> anyhow::Result<()> {
        let Some((view, when)) = &self.known else { return Ok(()) };
        if self.awaits_news {
            return Ok(());
        }
        if let Some(why) = &self.failure {
            // The opponent is not left alone with an engine that does not work.
            self.awaits_news = true;
            return match self.seat.order(view, What::Resign, None)? {
                Answer::Done | Answer::TooLate => Ok(()),
                Answer::Refused(says) => bail!("{why}; the game was not resigned: {says}"),
            };
        }
        if may(view, "accept-undo") {
            // If that is refused, the question was settled, and the next news tell how.
            self.seat.order(view, What::AcceptUndo, None)?;
            self.awaits_news = true;
        } else if may(view, "play") && !self.is_thinking {
            self.is_thinking = true;
            self.engine.think(view, time_left(view, when.elapsed()));
        }
        Ok(())
    }
}

fn may(view: &TableView, what: &str) -> bool {
    view.can.iter().any(|can| can == what)
}

/// What the clock of the seat that is to move shows so long after a view came. Where each move may take days nothing is
/// told: an engine would take it for the time of the whole game, or think for hours.
fn time_left(view: &TableView, since: Duration) -> Option<Duration> {
    let clocks = view.clocks.as_ref().filter(|_| !view.takes_days)?;
    let left = clocks.left.get(usize::from(view.to_move?).checked_sub(1)?)?;
    let runs = clocks.running == view.to_move;
    let left = Duration::from_millis(*left);
    Some(if runs { left.saturating_sub(since) } else { left })
}
