//! The caller's games, running and finished.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Query, Refusals};
use crate::games_filter::GamesFilter;
use crate::shared::Shared;
use crate::view::GamesView;

/// My games: those that go on, then those that are over. One list goes on where the last one ended.
#[utoipa::path(get, path = "/api/me/games", tag = "guests", security(("guest" = [])), params(GamesFilter),
    responses((status = 200, body = GamesView), Refusals))]
pub(crate) async fn my_games(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Query(filter): Query<GamesFilter>,
) -> Result<Json<GamesView>, DoorError> {
    Ok(Json(filter.of(&shared.house, caller.known()?).await?))
}
