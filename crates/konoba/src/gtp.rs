//! `konoba gtp`: the judge over the Go Text Protocol.

use std::io;

use clap::Args;
use konoba_line::gtp::{Session, converse};
use konoba_rules::Setup;

use crate::files::Disk;

/// Judge a game over GTP 2, on standard input and output
///
/// Beside the standard commands there are konoba-legal, konoba-winner, konoba-why, konoba-fills and
/// konoba-setup. As the standard says, columns have no letter I here. There is no engine yet.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Gtp {
    /// The game and how it is set up
    #[arg(value_name = "GAME[:SETUP]")]
    setup: Setup,
}

const EXAMPLES: &str = "\
Example:
  $ konoba gtp konobi:5
  play black c3
  =

  konoba-why white c3
  = occupied c3: c3 is occupied.
";

impl Gtp {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut session = Session::new(self.setup, Disk);
        converse(&mut session, io::stdin().lock(), io::stdout().lock())?;
        Ok(())
    }
}
