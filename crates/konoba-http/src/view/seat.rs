//! A seat: who sits there, what is played from it, and how much time is left.

use konoba_rules::Side;
use konoba_store::Opponent;
use konoba_table::{Moment, Seat, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::number;
use konoba_live::Update;

/// A seat of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatView {
    /// 1 or 2.
    pub seat: u8,
    /// Who sits there; none while it is empty.
    pub name: Option<String>,
    /// The side that is played from it; none while that is open.
    pub side: Option<SideView>,
    /// Who plays what and has to do what, in a sentence.
    pub plays: Option<String>,
    /// Whether it is an engine of the house.
    pub is_engine: bool,
    /// Whether its holder is there just now.
    pub is_present: bool,
    /// What is left on its clock, in milliseconds, at the moment `now` of the table.
    pub left: Option<u64>,
}

/// A side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// `first` or `second`: the class of its pieces.
    pub class: String,
}

impl SeatView {
    pub(super) fn of(update: &Update, seat: Seat, now: Moment) -> Self {
        let Update { entry, table, presence, .. } = update;
        let table = table.as_deref();
        let is_engine =
            matches!(entry.offer.opponent, Opponent::Engine { .. }) && seat == Seat::Two;
        let holder = entry.seats[seat.index()].as_ref();
        let name = table.map(|table| table.player(seat).name.to_string());
        let left = table.and_then(|table| table.left(seat, now));
        let side = table.map(|table| table.side_of(seat)).or_else(|| {
            let first = entry.offer.first?;
            Some(if first == seat { Side::First } else { Side::Second })
        });
        Self {
            seat: number(seat),
            name: name.or_else(|| holder.map(|holder| holder.name.to_string())),
            side: side.map(|side| SideView::of(entry.offer.setup.spec, side)),
            plays: table.map(|table| table.words().plays(seat)),
            is_engine,
            is_present: is_engine || presence.seats[seat.index()],
            left: left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
        }
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
pub(crate) fn time(time: TimeControl) -> Option<String> {
    (time != TimeControl::None).then(|| time.to_string())
}

/// Whether a move may take a day or longer.
pub(crate) const fn takes_days(time: TimeControl) -> bool {
    matches!(time, TimeControl::PerMove { allowed } if allowed.as_secs() >= 86_400)
}

/// The class of a side's pieces.
pub(super) const fn class_of(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
