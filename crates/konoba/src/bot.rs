//! `konoba bot`: a GTP engine at a table, through the public API.

mod engine;
mod engine_thread;
mod game;
mod heard;
mod seat;

use std::sync::mpsc::channel;

use anyhow::anyhow;
use clap::Args;
use konoba_join::Address;
use konoba_rules::Setup;
use konoba_table::Name;

use engine::GtpEngine;
use engine_thread::EngineThread;
use game::BotGame;
use seat::BotHouse;

/// Let a GTP engine play at a table of a server
///
/// With the address of a server it offers a public game and prints the page of its table. With
/// the address of a table's page it takes the empty seat, or with the link for a friend the seat that
/// is kept. It plays one game, and ends with it. The engine is tried before a seat is taken; if it fails
/// later, or wants a move that is refused, the game is resigned and the reason printed. It is told what its clock shows.
/// A connection that is lost is sought again for ten minutes.
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
        let (sender, heard) = channel();
        let seat = house.sit(&self.name, setup, sender.clone())?;
        BotGame::new(seat, EngineThread::start(engine, sender)).play(&heard)
    }
}
