//! `konoba bot`: a GTP engine at a table, through the public API.

mod engine;
mod seat;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use konoba_http::ServerMessage;
use konoba_http::view::TableView;
use konoba_join::Address;
use konoba_lab::print_line;
use konoba_rules::Setup;
use konoba_store::StoreError;
use konoba_table::Name;

use engine::{EngineMove, GtpEngine};
use seat::{BotHouse, BotSeat};

/// Let a GTP engine play at a table of a server
///
/// With the address of a server it offers a public game and prints the page of its table. With
/// the address of a table's page it takes the empty seat, or with the link for a friend the seat that
/// is kept. It plays one game, and ends with it. The engine is tried before a seat is taken; if it fails
/// later, the game is resigned and the reason printed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bot {
    /// The address of a server, or of the page of a table
    #[arg(value_name = "URL")]
    url: Address,
    /// What to offer, where no table is named
    #[arg(long, value_name = "GAME[:SETUP]")]
    game: Option<Setup>,
    /// What the engine is called at the table, where "(bot)" is added to it
    #[arg(long, default_value = "Bot")]
    name: Name,
    /// The engine and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  konoba bot http://127.0.0.1:8080 --game konobi:11 -- konoba gtp konobi:11
  konoba bot 'http://127.0.0.1:8080/t/TABLE#join=SECRET' --name Rex -- ./my-engine";

impl Bot {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut engine = GtpEngine::start(&self.command)?;
        let mut house = BotHouse::at(self.url)?;
        let setup = house.setup(self.game)?;
        let tried = engine.try_out(setup);
        tried.map_err(|why| anyhow!("the engine {why}; no seat was taken"))?;
        let mut seat = house.sit(&self.name, setup)?;
        let mut known: Option<Box<TableView>> = None;
        let mut failure: Option<anyhow::Error> = None;
        loop {
            match seat.hear()? {
                ServerMessage::Table { table, .. } => known = Some(table),
                ServerMessage::News { table, .. } => {
                    known.as_mut().context("news came before the table")?.apply(*table);
                }
                // The whole table comes next, and the engine thinks again.
                ServerMessage::Refused { error, .. } if error.id == StoreError::Lost.id() => {
                    continue;
                }
                ServerMessage::Refused { error, .. } => {
                    let says = error.says.trim_end_matches('.').to_owned();
                    return Err(failure.unwrap_or_else(|| anyhow!("{says}")));
                }
                ServerMessage::Closing => bail!("the server is shutting down; the game is safe"),
                _ => continue,
            }
            let Some(view) = &known else { continue };
            if let Some(result) = &view.result {
                let printed = print_line(&result.says);
                return failure.map_or_else(|| Ok(printed?), Err);
            }
            if failure.is_some() {
                continue;
            }
            answer_wishes(&mut seat, view)?;
            if may(view, "play") {
                match engine.think(view) {
                    Ok(wanted) => seat.play(view, wanted)?,
                    Err(why) => {
                        failure = Some(anyhow!("the engine {why}; the game was resigned"));
                        seat.play(view, EngineMove::Resign)?;
                    }
                }
            }
        }
    }
}

/// An engine does not mind when a move is taken back, and plays one game.
fn answer_wishes(seat: &mut BotSeat, view: &TableView) -> anyhow::Result<()> {
    if may(view, "accept-undo") {
        seat.order(view, "accept-undo", None)?;
    }
    Ok(())
}

fn may(view: &TableView, what: &str) -> bool {
    view.can.iter().any(|can| can == what)
}

impl BotSeat {
    /// Does what the engine wants.
    fn play(&mut self, view: &TableView, wanted: EngineMove) -> anyhow::Result<()> {
        match wanted {
            EngineMove::Move(mv) => self.order(view, "play", Some(mv)),
            EngineMove::Swap => self.order(view, "swap", None),
            EngineMove::Resign => self.order(view, "resign", None),
        }
    }
}
