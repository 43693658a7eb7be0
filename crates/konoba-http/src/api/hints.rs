//! Hints, against the computer alone: a game between two people gets none.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use konoba_view::table::HintView;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Refusals};
use crate::shared::Shared;
use konoba_live::{HouseError, is_between_people};

/// What would the computer play in your place? Only on your turn, and only against it.
#[utoipa::path(get, path = "/api/tables/{table}/hint", tag = "play",
    params(("table" = String, Path, description = "The name of the table")),
    security(("guest" = []), ("seat" = [])),
    responses((status = 200, body = HintView), Refusals))]
pub(super) async fn hint(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
) -> Result<Json<HintView>, DoorError> {
    let update = shared.house.look(table).await?;
    let seats = caller.credentials().seats_at(&update.entry);
    let table = update.table.as_deref().ok_or(HouseError::NotBegun)?;
    if is_between_people(&update.entry) && table.seat_to_move().is_some() {
        return Err(HouseError::FairPlay.into());
    }
    let is_given = table
        .seat_to_move()
        .is_some_and(|seat| seats.contains(seat) && table.player(seat.other()).is_engine());
    if !is_given {
        let says = "Hints are for your own turn in a game against the computer.";
        return Err(DoorError::new(StatusCode::CONFLICT, "no-hint", says));
    }
    let record = table.record();
    let at = record.main_line().count();
    let asked = shared.house.analyse_for_hint(caller.requester(), &record.to_line(), at).await?;
    let found = asked.ok_or_else(DoorError::busy_computer)?;
    Ok(Json(HintView::of(table, &found)))
}
