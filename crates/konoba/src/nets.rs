//! Nets from files, instead of those that are built in.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use konoba_engine::net::{Net, file::MAX_BYTES};
use konoba_engine::{Config, Evaluator};
use konoba_rules::Setup;

/// Where the engine's net comes from.
#[derive(Args, Clone, Debug)]
pub(crate) struct NetSource {
    /// Evaluate by the net in this file instead of the one that is built in
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl NetSource {
    /// All that the engine has for a game, with this net. If a file cannot be used, the engine says so on
    /// standard error and plays without a net.
    pub(crate) fn config(&self, setup: Setup) -> Config {
        let config = Config::for_setup(setup);
        let Some(path) = &self.net else { return config };
        let evaluator = match read(path, setup.spec.id) {
            Ok(net) => Some(Arc::new(net) as Arc<dyn Evaluator>),
            Err(reason) => {
                let said = format!("konoba: {}: {reason:#}; playing without a net", path.display());
                // Nobody is left to be told when this fails too.
                let _ = writeln!(io::stderr(), "{said}");
                None
            }
        };
        Config { evaluator, ..config }
    }
}

fn read(path: &Path, game: &str) -> anyhow::Result<Net> {
    let mut bytes = Vec::new();
    // One byte too many is enough to be refused.
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Net::read(&bytes, game)?)
}
