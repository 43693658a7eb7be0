//! Tables in lists.

use konoba_rules::Level;
use konoba_scene::Sentences;
use konoba_store::{Entry, Opponent};
use konoba_table::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{LevelView, StandingView, number, standing_of, time};
use konoba_live::{House, Listed, Lobby};

/// What goes on in the house.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LobbyView {
    /// Tables at which any player may sit down, the newest first.
    pub open: Vec<ListedView>,
    /// Games that go on, the newest first.
    pub live: Vec<ListedView>,
    /// The levels of the engine, from the weakest to the strongest; none without one.
    pub levels: Vec<LevelView>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ListedView {
    /// The name of the table.
    pub table: String,
    /// How far it has come.
    pub standing: StandingView,
    /// Which game it is and how it is set up, in whole sentences.
    pub title: String,
    /// The same as a short title without a full stop.
    #[serde(default)]
    pub name: String,
    /// The set-up string.
    pub setup: String,
    /// How much time there is, in words.
    pub time: Option<String>,
    /// Who sits at seat 1 and at seat 2.
    pub names: Vec<Option<String>>,
    /// The seat that plays the first side; none where the lot decides.
    pub first: Option<u8>,
    /// The seat that is to move, as it was when the list was made; none before and after the game.
    #[serde(default)]
    pub to_move: Option<u8>,
    /// Whether a player of the table is there just now.
    pub is_present: bool,
    /// How many watch.
    pub watchers: u32,
    /// How many events have made the table.
    pub version: u64,
}

impl LobbyView {
    /// The lobby of a house.
    pub fn of(house: &House, lobby: &Lobby) -> Self {
        let levels = house.thinker().map(|thinker| {
            let offered = thinker.levels();
            Level::all().filter(|level| offered.contains(level)).map(LevelView).collect()
        });
        let view = |listed: &Vec<Listed>| {
            listed.iter().map(|listed| ListedView::of(house, listed)).collect()
        };
        Self {
            open: view(&lobby.open),
            live: view(&lobby.live),
            levels: levels.unwrap_or_default(),
        }
    }
}

impl ListedView {
    /// A table of a house.
    pub fn of(house: &House, Listed { entry, presence }: &Listed) -> Self {
        Self {
            table: entry.id.to_string(),
            standing: standing_of(entry.standing),
            title: Sentences::of(entry.offer.setup).setup(),
            name: Sentences::of(entry.offer.setup).title(),
            setup: entry.offer.setup.to_string(),
            time: time(entry.offer.time),
            names: names(house, entry).into(),
            first: entry.offer.first.map(number),
            to_move: entry.progress.to_move.map(number),
            is_present: presence.seats.contains(&true),
            watchers: presence.watchers,
            version: entry.version,
        }
    }
}

/// Who sits at the seats of a table.
pub(crate) fn names(house: &House, entry: &Entry) -> [Option<String>; 2] {
    let engine = match entry.offer.opponent {
        Opponent::Engine { level } => house.thinker().map(|thinker| thinker.name(level)),
        Opponent::Friend(_) | Opponent::Anyone | Opponent::SameScreen => None,
    };
    Seat::BOTH.map(|seat| {
        let holder = entry.seats[seat.index()].as_ref().map(|holder| holder.name.to_string());
        holder.or_else(|| engine.as_ref().filter(|_| seat == Seat::Two).map(|e| e.to_string()))
    })
}
