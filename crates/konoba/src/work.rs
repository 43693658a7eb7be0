//! `konoba work`: a node that only computes moves, hints and analyses.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use clap::Args;
use konoba_live::{Config, House};
use konoba_rules::games;

use crate::config::{Configured, Settings};
use crate::database::{self, DATABASE, Database, would_connect};
use crate::opponent::at_many_tables;
use crate::service::{self, LogForm, StopSignals, announce};
use konoba_lab::nets::NetSource;
use konoba_lab::number;
use konoba_lab::print_note;

/// Run a worker: think for the engine of servers that share a database
///
/// It takes the moves that engines owe at any table, as many at a time as it has threads, and plays
/// them; with the threads that are left it gives hints and analyses records for servers that do not
/// think themselves. There may be any number of these; when one ends, the others take over what it
/// was thinking about. When it is ready it prints how many threads think. On SIGTERM or
/// Ctrl-C (on Linux SIGHUP too) it ends.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WorkArguments {
    /// The PostgreSQL database that the servers share
    #[arg(long, value_name = "URL", env = DATABASE, hide_env_values = true)]
    database: String,
    /// How many threads think; as many as the machine runs at once unless given
    #[arg(long, value_name = "N", value_parser = number::<usize, 1, 1024>)]
    threads: Option<usize>,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
    #[command(flatten)]
    net: NetSource,
    #[command(flatten)]
    configured: Configured,
}

const EXAMPLES: &str = "\
Examples:
  konoba work --database postgres://konoba@db.example.org/konoba
  konoba work --database postgres://konoba@db.example.org/konoba --threads 8";

impl WorkArguments {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<()> {
        let nets = self.net.open(games(), print_note);
        if self.configured.check {
            announce(&settings.to_string())?;
            return announce(would_connect(&self.database)?);
        }
        self.log.begin();
        let Database { store, clock, .. } = Database::in_database(&self.database)?;
        let all = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let thinking_threads = self.threads.unwrap_or_else(all);
        let thinker = Some(Arc::new(at_many_tables(&nets)) as _);
        let config = Config { clock, thinker, thinking_threads, ..Config::default() };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let house = House::open(store.clone(), config);
            tracing::info!(
                version = env!("CARGO_PKG_VERSION"),
                threads = thinking_threads,
                database = database::shown(&self.database),
                "started"
            );
            let signals = StopSignals::caught()?;
            announce(&format!("threads {thinking_threads}\n"))?;
            service::run(&house, store.as_ref(), signals, async {}).await
        })
    }
}
