//! Questions, which leave no trace.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use konoba_rules::Move;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Refusals};
use crate::shared::Shared;
use crate::view::{LinesView, MoveAnswer, seat_in_question};
use konoba_live::HouseError;

/// A move in question.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Considered {
    /// The move, in any form that people may type.
    #[serde(rename = "move")]
    #[param(example = "c4")]
    mv: String,
}

/// May this be played? What would it fill? Why not?
#[utoipa::path(get, path = "/api/tables/{table}/why", tag = "play",
    params(("table" = String, Path, description = "The name of the table"), Considered),
    security((), ("guest" = []), ("seat" = [])),
    responses((status = 200, body = MoveAnswer), Refusals))]
pub(super) async fn consider(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Query(question): Query<Considered>,
) -> Result<Json<MoveAnswer>, DoorError> {
    let update = shared.house.look(table).await?;
    let seats = caller.credentials().seats_at(&update.entry);
    let table = update.table.ok_or(HouseError::NotBegun)?;
    let read = Move::read(&question.mv, table.setup().spec);
    let mv = read.map_err(|_| DoorError::unreadable("not-a-move", "That is not a move."))?;
    Ok(Json(MoveAnswer::of(&table, seat_in_question(&table, seats), mv)))
}

/// Which lines are still open, where the game has such?
#[utoipa::path(get, path = "/api/tables/{table}/lines", tag = "play",
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 200, body = LinesView), Refusals))]
pub(super) async fn open_lines(
    State(shared): State<Arc<Shared>>,
    OfTable(table): OfTable,
) -> Result<Json<LinesView>, DoorError> {
    let update = shared.house.look(table).await?;
    let table = update.table.ok_or(HouseError::NotBegun)?;
    Ok(Json(LinesView::of(&table)))
}
