//! `konoba join`: the full screen at the tables of a server elsewhere.

use anyhow::{Context, bail};
use clap::Args;
use konoba_join::Address;
use konoba_table::Name;

use crate::screen;

/// Play at the tables of a server, on the full screen of your own terminal
///
/// With the address of a server it goes on with your newest game there, or shows the tables. With the address of a table's page it
/// takes the empty seat, or watches. The server knows you again by a token that is kept for your eyes alone, in the folder
/// `houses` beside your saved games. A lost connection is found again by itself, and a move that you make meanwhile is sent then.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Join {
    /// The address of the server, or of the page of a table
    #[arg(value_name = "URL")]
    url: Address,
    /// What you are called there; you can change it on the home screen too
    #[arg(long)]
    name: Option<Name>,
    /// Draw nothing but ASCII
    #[arg(long)]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba join https://play.example.org
  konoba join 'https://play.example.org/t/TABLE#join=SECRET' --name Ana";

impl Join {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        if !screen::is_there() {
            bail!("konoba join fills a terminal, and there is none");
        }
        let folder = konoba_files::state_folder().context("set KONOBA_HOME to a folder")?;
        let server = self.url.host.clone();
        konoba_join::run(self.url, &folder, self.name, self.ascii).context(server)
    }
}
