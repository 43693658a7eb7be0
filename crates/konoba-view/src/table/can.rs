//! What a client may do, and what it is asked before.

use konoba_rules::Move;
use konoba_table::{Action, Moment, Seats, Table, Wish};
use serde::{Deserialize, Serialize};

use super::{StandingView, words_for};

/// What to ask before something is done that a player may regret.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AsksView {
    /// Before the game is given up.
    pub resign: Option<String>,
    /// Before the same people play again.
    pub rematch: Option<String>,
}

/// The choice to swap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SwapView {
    /// What may be done.
    pub offer: String,
    /// What it does.
    pub consequence: String,
}

/// What may be done before both seats are taken.
pub(super) fn before_the_game(standing: StandingView, seats: Seats) -> Vec<String> {
    let can = match standing {
        StandingView::Waiting if seats.is_empty() => Some("sit"),
        StandingView::Waiting => Some("withdraw"),
        StandingView::Playing | StandingView::Over | StandingView::Withdrawn => None,
    };
    can.map(str::to_owned).into_iter().collect()
}

/// Every kind of order that one of the seats could give now: asked of the table itself, which
/// decides without changing anything.
pub(super) fn can(table: &Table, seats: Seats, now: Moment) -> Vec<String> {
    const ORDERS: [(&str, Action); 8] = [
        ("resign", Action::Resign),
        ("flag", Action::Flag),
        ("undo", Action::Ask(Wish::Undo)),
        ("accept-undo", Action::Accept(Wish::Undo)),
        ("decline-undo", Action::Decline(Wish::Undo)),
        ("rematch", Action::Ask(Wish::Rematch)),
        ("accept-rematch", Action::Accept(Wish::Rematch)),
        ("decline-rematch", Action::Decline(Wish::Rematch)),
    ];
    let moves = [is_to_move(table, seats).then_some("play"), swaps(table, seats).then_some("swap")];
    let may = |action: Action| seats.iter().any(|seat| table.decide(seat, action, now).is_ok());
    let orders = ORDERS.into_iter().filter(|(_, action)| may(*action)).map(|(name, _)| name);
    moves.into_iter().flatten().chain(orders).map(str::to_owned).collect()
}

/// Whether one of the seats is to move.
pub(super) fn is_to_move(table: &Table, seats: Seats) -> bool {
    table.seat_to_move().is_some_and(|seat| seats.contains(seat))
}

/// Whether the swap is offered to one of the seats.
pub(super) fn swaps(table: &Table, seats: Seats) -> bool {
    is_to_move(table, seats) && table.position().swap_is_offered()
}

impl AsksView {
    /// The questions for the seat for which an order without a seat is carried out: a client that holds
    /// both acts for the one to move.
    pub(super) fn of(table: &Table, seats: Seats) -> Self {
        let to_move = table.seat_to_move().filter(|seat| seats.contains(*seat));
        let Some(seat) = to_move.or_else(|| seats.iter().next()) else { return Self::default() };
        let words = words_for(table, seats);
        Self { resign: Some(words.resignation(seat)), rematch: Some(words.rematch()) }
    }
}

impl SwapView {
    pub(super) fn of(table: &Table, seats: Seats) -> Option<Self> {
        let moved = swaps(table, seats).then(|| table.preview(Move::Swap).ok())??;
        let words = words_for(table, seats);
        Some(Self { offer: words.swap_offer(), consequence: words.moved(&moved) })
    }
}
