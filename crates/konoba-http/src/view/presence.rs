//! Which players are connected, and how many watch, as clients see it.

use konoba_store::{Entry, Opponent, Presence};
use konoba_table::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use konoba_live::Update;

/// Who is at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PresenceView {
    /// Whether the holders of seat 1 and of seat 2 are there just now.
    pub is_present: [bool; 2],
    /// How many watch.
    pub watchers: u32,
}

impl PresenceView {
    pub(crate) fn of(update: &Update) -> Self {
        let Update { entry, presence, .. } = update;
        let is_present = Seat::BOTH.map(|seat| is_present(entry, presence, seat));
        Self { is_present, watchers: presence.watchers }
    }
}

/// Whether the seat is an engine's of the house.
pub(super) fn is_engine(entry: &Entry, seat: Seat) -> bool {
    matches!(entry.offer.opponent, Opponent::Engine { .. }) && seat == Seat::Two
}

/// Whether the holder of the seat is there. An engine always is.
pub(super) fn is_present(entry: &Entry, presence: &Presence, seat: Seat) -> bool {
    is_engine(entry, seat) || presence.seats[seat.index()]
}
