//! `konoba gtp`: the engine and the judge over the Go Text Protocol.

use std::io;
use std::time::Duration;

use clap::Args;
use konoba_engine::levels;
use konoba_engine::{Config, Limits};
use konoba_line::gtp::{Session, converse};
use konoba_line::{Lines, Listener};
use konoba_rules::{Level, Setup};

use crate::files::Disk;
use konoba_lab::nets::NetSource;
use konoba_lab::{Resources, number, seconds, usage_error};

/// Play and judge a game over GTP 2, on standard input and output
///
/// Beside the standard commands there are konoba-legal, konoba-winner, konoba-why, konoba-fills and
/// konoba-setup. As the standard says, columns have no letter I here. lz-analyze goes on
/// until the next line comes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Gtp {
    /// The game and how it is set up
    #[arg(value_name = "GAME[:SETUP]")]
    setup: Setup,
    /// How strong the engine is, from 1 to 10; 4.3 and 4.7 lie between 4 and 5
    #[arg(long, value_name = "LEVEL", default_value_t = Level::STRONGEST)]
    level: Level,
    /// How many seconds it thinks about a move where the time is not counted [default: 1]
    #[arg(long, value_name = "S", conflicts_with = "visits", value_parser = seconds)]
    time: Option<f64>,
    /// How many positions it visits for a move at most
    #[arg(long, value_name = "N", value_parser = number::<u64, 1, { u64::MAX }>)]
    visits: Option<u64>,
    #[command(flatten)]
    resources: Resources,
    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64, 0, { u64::MAX }>)]
    seed: u64,
    #[command(flatten)]
    net: NetSource,
}

/// How long it thinks unless told otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Example:
  $ konoba gtp konobi:5
  play black c3
  =

  konoba-why white c3
  = occupied c3: c3 is occupied.

  konoba-winner
  = none
";

impl Gtp {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Self { setup, level, resources, .. } = self;
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|error| usage_error("gtp", format!("--time: {error}")))?;
        let seed = self.seed;
        let net = self.net;
        // A net that was asked for is used or missed at once. What is set up later must not end the conversation.
        net.required(setup)?;
        let make = move |setup| {
            let config = Config { seed, ..net.config(setup) };
            levels::player_with(level, setup, resources.given_to(config))
        };
        let has_limit = time.is_some() || self.visits.is_some();
        let time = if has_limit { time } else { Some(USUAL_TIME) };
        let limits = Limits { visits: self.visits, time };
        let mut session = Session::new(setup, Disk::default()).with_players(Box::new(make), limits);
        let source = Listener::to_lines(|| Lines::without_comments(io::stdin().lock(), b'#'));
        converse(&mut session, source, io::stdout())?;
        Ok(())
    }
}
