//! The nets that come with Konoba, embedded.
//!
//! They are apart from the engine, so that a program which fetches its nets from elsewhere, such as the page in a
//! browser, is not two megabytes larger by those that it does not use.

use std::sync::{Arc, OnceLock};

use konoba_engine::net::Net;
use konoba_engine::{Config, Evaluator};
use konoba_rules::Setup;

/// A net in its file, and what was read from it.
struct Embedded {
    game: &'static str,
    bytes: &'static [u8],
    net: OnceLock<Option<Arc<Net>>>,
}

impl Embedded {
    const fn new(game: &'static str, bytes: &'static [u8]) -> Self {
        Self { game, bytes, net: OnceLock::new() }
    }
}

static NETS: [Embedded; 2] = [
    Embedded::new("konobi", include_bytes!("../../../train/weights/konobi-6x64.bin")),
    Embedded::new("quentin", include_bytes!("../../../train/weights/quentin-6x64.bin")),
];

fn embedded(game: &str) -> Option<&'static Embedded> {
    NETS.iter().find(|embedded| embedded.game == game)
}

/// The file of the net for the game with this id, if there is one.
pub fn file(game: &str) -> Option<&'static [u8]> {
    embedded(game).map(|embedded| embedded.bytes)
}

/// The net for a game, read when it is first asked for.
pub fn for_setup(setup: &Setup) -> Option<Arc<dyn Evaluator>> {
    let Embedded { game, bytes, net } = embedded(setup.spec.id)?;
    let net = net.get_or_init(|| Net::read(bytes, game).ok().map(Arc::new)).clone();
    net.map(|net| net as Arc<dyn Evaluator>)
}

/// All that the engine has for a game.
pub fn config(setup: Setup) -> Config {
    Config { evaluator: for_setup(&setup), ..Config::full() }
}

#[cfg(test)]
mod tests {
    use konoba_engine::net::MAX_BYTES;
    use konoba_rules::PieceChoice;
    use konoba_rules::games::REGISTER;

    use super::*;

    #[test]
    fn every_net_is_whole() {
        for Embedded { game, bytes, .. } in &NETS {
            assert!(REGISTER.iter().any(|spec| spec.id == *game), "{game}");
            assert!(Net::read(bytes, game).is_ok(), "{game}");
            assert!(bytes.len() <= MAX_BYTES);
        }
        assert!(file("").is_none());
    }

    #[test]
    fn only_games_that_a_net_can_see_have_one() {
        let games = REGISTER.iter().filter(|spec| for_setup(&Setup::default_of(spec)).is_some());
        // What it sees of a position says nothing of a choice between pieces, nor of edges that have no side.
        assert!(games.clone().all(|spec| spec.choice == PieceChoice::Own && spec.has_edges));
        assert_eq!(games.count(), NETS.len());
    }
}
