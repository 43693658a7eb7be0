//! The tables as they are listed for a person, so that a number means what was read.

use konoba_live::{Listed, Lobby};
use konoba_store::{Entry, Opponent};
use konoba_table::Name;

/// What goes on in the house.
pub(super) struct Listing {
    /// Tables at which anyone may sit down.
    pub(super) open: Vec<Listed>,
    /// Games that go on, first those at which a player is.
    pub(super) live: Vec<Listed>,
}

impl Listing {
    pub(super) fn of(lobby: &Lobby) -> Self {
        let (mut live, left): (Vec<_>, Vec<_>) = lobby.live.iter().cloned().partition(is_attended);
        live.extend(left);
        Self { open: lobby.open.clone(), live }
    }

    /// The games at which a player is. The others may have been left for good.
    pub(super) fn attended(&self) -> &[Listed] {
        &self.live[..self.live.iter().take_while(|listed| is_attended(listed)).count()]
    }
}

fn is_attended(listed: &Listed) -> bool {
    listed.presence.seats.contains(&true)
}

/// Those who play at a table, the computer among them.
pub(super) fn players(entry: &Entry) -> Vec<String> {
    let people = entry.seats.iter().flatten().map(|holder| holder.name.to_string());
    let engine = match entry.offer.opponent {
        Opponent::Engine { level } => Some(Name::of_engine(level).to_string()),
        Opponent::Friend(_) | Opponent::Anyone | Opponent::SameScreen => None,
    };
    people.chain(engine).collect()
}
