//! Questions about the board in words, for those who do not see it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use konoba_live::HouseError;
use konoba_scene::Reading;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Refusals};
use crate::shared::Shared;
use crate::view::words_for;

/// A question about the board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// `read row 4`, `read column c`, `read around c4`, `chains`, `legal near c4` or `what changed`.
    #[param(example = "read row 4")]
    ask: String,
}

/// What is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ReadingView {
    /// The answer, in sentences.
    #[schema(example = "Row 4: c4 black stone; the rest is empty.")]
    says: String,
}

/// What stands there? What has changed?
#[utoipa::path(get, path = "/api/tables/{table}/read", tag = "play",
    params(("table" = String, Path, description = "The name of the table"), Asked),
    security((), ("guest" = []), ("seat" = [])),
    responses((status = 200, body = ReadingView), Refusals))]
pub(super) async fn read(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Query(Asked { ask }): Query<Asked>,
) -> Result<Json<ReadingView>, DoorError> {
    let update = shared.house.look(table).await?;
    let seats = caller.credentials().seats_at(&update.entry);
    let table = update.table.ok_or(HouseError::NotBegun)?;
    let reading = Reading::of(&ask).unwrap_or(Reading::Unclear);
    Ok(Json(ReadingView { says: words_for(&table, seats).reading(reading) }))
}
