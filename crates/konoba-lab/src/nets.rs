//! Nets from files, instead of those that are built in.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use konoba_engine::Config;
use konoba_engine::net::{MAX_BYTES, Net, NetError};
use konoba_engine::roster::Entrant;
use konoba_rules::{Setup, Spec};

use crate::print_note;

/// Where the engine's net comes from.
#[derive(Args, Clone, Debug)]
pub struct NetSource {
    /// Evaluate by the net in this file instead of the one that is built in
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

impl NetSource {
    /// Where a player's net comes from who was asked to play by his name.
    pub fn of(entrant: &Entrant) -> Self {
        Self { net: entrant.net_file().map(Path::to_owned) }
    }

    /// All that the engine has for a game, with this net. If the file cannot be used for it, the engine
    /// says so on standard error and plays without a net.
    pub fn config(&self, setup: Setup) -> Config {
        self.required(setup).unwrap_or_else(|reason| {
            print_note(&without_a_net(&reason));
            Config::full()
        })
    }

    /// The same for measurements, which want this net or none.
    pub fn required(&self, setup: Setup) -> anyhow::Result<Config> {
        let config = konoba_nets::config(setup);
        let Some(path) = &self.net else { return Ok(config) };
        let net = read(path, setup.spec.id)?;
        Ok(Config { evaluator: Some(Arc::new(net)), ..config })
    }

    /// Whether a file was named.
    pub const fn is_given(&self) -> bool {
        self.net.is_some()
    }

    /// The same for players of several games: the file is read once. If it is a net of none of
    /// them, that is told, and they are played without one.
    pub fn open(&self, games: &[&'static Spec], tell: impl FnOnce(&str)) -> Nets {
        let Some(path) = &self.net else { return Nets::BuiltIn };
        let mut reason = NetError::NotANet.into();
        for spec in games {
            match read(path, spec.id) {
                Ok(net) => return Nets::OfFile { game: spec.id, net: Arc::new(net) },
                Err(error) => reason = error,
            }
        }
        tell(&without_a_net(&reason));
        Nets::NoNet
    }
}

/// Who evaluates.
#[derive(Clone, Debug)]
pub enum Nets {
    /// The nets that are built in.
    BuiltIn,
    /// A net from a file in its own game; elsewhere the nets that are built in.
    OfFile {
        /// The id of its game.
        game: &'static str,
        /// The net.
        net: Arc<Net>,
    },
    /// A file was wanted and could not be used.
    NoNet,
}

impl Nets {
    /// All that the engine has for a game.
    pub fn config(&self, setup: Setup) -> Config {
        let config = konoba_nets::config(setup);
        match self {
            Self::OfFile { game, net } if *game == setup.spec.id => {
                Config { evaluator: Some(net.clone()), ..config }
            }
            Self::BuiltIn | Self::OfFile { .. } => config,
            Self::NoNet => Config { evaluator: None, ..config },
        }
    }
}

fn without_a_net(reason: &anyhow::Error) -> String {
    format!("{reason:#}; playing without a net")
}

fn read(path: &Path, game: &str) -> anyhow::Result<Net> {
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(name)?;
    // One byte too many is enough to be refused.
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(name)?;
    Net::read(&bytes, game).with_context(name)
}

#[cfg(test)]
mod tests {
    use konoba_rules::games;

    use super::*;

    /// A net for Konobi.
    const KONOBI: &str = "../../train/weights/konobi-6x64.bin";

    fn source(path: &str) -> NetSource {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        NetSource { net: Some(root.join(path)) }
    }

    #[test]
    fn a_net_serves_its_own_game_and_the_others_keep_theirs() {
        let nets = source(KONOBI).open(games(), |said| panic!("{said}"));
        let Nets::OfFile { net, .. } = &nets else { panic!("{nets:?}") };
        for (setup, is_of_file) in [("konobi:5", true), ("konobi:6", true), ("quentin:5", false)] {
            let evaluator = nets.config(setup.parse().unwrap()).evaluator.unwrap();
            let is_same = std::ptr::addr_eq(Arc::as_ptr(&evaluator), Arc::as_ptr(net));
            assert_eq!(is_same, is_of_file, "{setup}");
        }
        assert!(source(KONOBI).config("konobi:5".parse().unwrap()).evaluator.is_some());
        // In another game this net is not replaced by another one in silence.
        let setup: Setup = "quentin:5".parse().unwrap();
        assert!(source(KONOBI).config(setup).evaluator.is_none());
        assert!(source(KONOBI).required(setup).is_err());
    }

    #[test]
    fn without_a_file_that_can_be_used_no_net_is_used_and_the_reason_is_told() {
        for (path, reason) in [
            ("nowhere.bin", "No such file"),
            ("Cargo.toml", "this is no net"),
            ("../../train/weights/konobi-6x64-vectors.bin", "this is no net"),
        ] {
            let mut told = String::new();
            let nets = source(path).open(games(), |said| told.push_str(said));
            assert!(told.contains(reason) && told.ends_with("; playing without a net"), "{told}");
            assert!(nets.config("konobi:5".parse().unwrap()).evaluator.is_none());
        }
        let nets = NetSource { net: None }.open(games(), |said| panic!("{said}"));
        assert!(nets.config("konobi:5".parse().unwrap()).evaluator.is_some());
    }
}
