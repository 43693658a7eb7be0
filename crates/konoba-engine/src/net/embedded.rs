//! The nets that are part of the program.

use std::sync::{Arc, OnceLock};

use super::Net;

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
    Embedded::new("konobi", include_bytes!("../../../../train/weights/konobi-6x64.bin")),
    Embedded::new("quentin", include_bytes!("../../../../train/weights/quentin-6x64.bin")),
];

/// The net for a game, read when it is first asked for.
pub(super) fn net(game: &str) -> Option<Arc<Net>> {
    let embedded = NETS.iter().find(|embedded| embedded.game == game)?;
    embedded.net.get_or_init(|| Net::read(embedded.bytes, game).ok().map(Arc::new)).clone()
}

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;

    use super::*;

    #[test]
    fn every_embedded_net_is_whole() {
        for Embedded { game, bytes, .. } in &NETS {
            assert!(REGISTER.iter().any(|spec| spec.id == *game), "{game}");
            assert!(Net::read(bytes, game).is_ok(), "{game}");
            assert!(bytes.len() <= super::super::MAX_BYTES);
        }
        assert!(net("").is_none());
    }
}
