//! The caller's games, running and finished.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Query, Refusals};
use crate::shared::Shared;
use crate::view::GamesView;
use crate::wanted_games::WantedGames;

/// My games: those that go on, then those that are over. One list goes on where the last one ended.
#[utoipa::path(get, path = "/api/me/games", tag = "guests", security(("guest" = [])), params(WantedGames),
    responses((status = 200, body = GamesView), Refusals))]
pub(crate) async fn my_games(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Query(wanted): Query<WantedGames>,
) -> Result<Json<GamesView>, DoorError> {
    Ok(Json(wanted.of(&shared.house, caller.known()?).await?))
}
