//! A seat: who sits there, what is played from it, and how much time is left.

use std::time::Duration;

use konoba_rules::Side;
use konoba_table::{Moment, Seat, Seats, Table, TimeControl};
use serde::{Deserialize, Serialize};

use super::{Sight, number, words_for};

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatView {
    /// 1 or 2.
    pub seat: u8,
    /// Who sits there; none while it is empty.
    pub name: Option<String>,
    /// The side that is played from it; none while that is open.
    pub side: Option<SideView>,
    /// Who plays what and has to do what, in a sentence.
    pub plays: Option<String>,
    /// What has to be done from it, in a few words.
    #[serde(default)]
    pub goal: Option<String>,
    /// Whether it is an engine of the house.
    pub is_engine: bool,
    /// Whether its holder is there just now.
    pub is_present: bool,
}

/// The clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClocksView {
    /// What the clock of the house shows, in milliseconds since 1970.
    pub now: u64,
    /// What seat 1 and seat 2 have left at that moment, in milliseconds.
    pub left: [u64; 2],
    /// The seat whose clock runs.
    pub running: Option<u8>,
}

/// A side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SideView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `first` or `second`: the class of its pieces.
    pub class: String,
}

impl SeatView {
    /// Both seats, as they are shown to those with some of them.
    pub(super) fn both(sight: &Sight<'_>, own: Seats) -> Vec<Self> {
        Seat::BOTH.map(|seat| Self::of(sight, own, seat)).into()
    }

    fn of(sight: &Sight<'_>, own: Seats, seat: Seat) -> Self {
        let Sight { setup, table, first, .. } = *sight;
        let name = table.map(|table| table.player(seat).name.to_string());
        let side = table.map(|table| table.side_of(seat)).or_else(|| {
            let first = first?;
            Some(if first == seat { Side::First } else { Side::Second })
        });
        Self {
            seat: number(seat),
            name: name.or_else(|| sight.names[seat.index()].map(str::to_owned)),
            side: side.map(|side| SideView::of(setup.spec, side)),
            plays: table.map(|table| words_for(table, own).plays(seat)),
            goal: table.map(|table| words_for(table, own).goal(seat)),
            is_engine: sight.is_engine[seat.index()],
            is_present: sight.is_present[seat.index()],
        }
    }
}

impl ClocksView {
    /// The clocks as they are now; none where the game has none.
    pub(super) fn of(table: &Table, now: Moment) -> Option<Self> {
        let [one, two] = Seat::BOTH.map(|seat| table.left(seat, now));
        let millis = |left: Duration| u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let running = table.deadline().and_then(|_| table.seat_to_move());
        Some(Self {
            now: now.as_millis(),
            left: [millis(one?), millis(two?)],
            running: running.map(number),
        })
    }
}

impl SideView {
    pub(super) fn of(spec: &konoba_rules::Spec, side: Side) -> Self {
        let own = spec.side(side);
        let class = class_of(side).to_owned();
        Self { id: own.id.to_owned(), name: own.name.to_owned(), class }
    }
}

/// How much time there is, in words.
pub fn time(time: TimeControl) -> Option<String> {
    (time != TimeControl::None).then(|| time.to_string())
}

/// Whether a move may take a day or longer.
pub const fn takes_days(time: TimeControl) -> bool {
    matches!(time, TimeControl::PerMove { allowed } if allowed.as_secs() >= 86_400)
}

/// The class of a side's pieces.
pub(super) const fn class_of(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
