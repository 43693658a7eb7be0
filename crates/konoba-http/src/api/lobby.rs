//! The games that are offered, and the lobby: open offers and games that go on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::error::DoorError;
use crate::extract::Refusals;
use crate::shared::Shared;
use crate::view::{GameInfo, LobbyView};

/// The games that are played here.
#[utoipa::path(get, path = "/api/games", tag = "house",
    responses((status = 200, body = Vec<GameInfo>), Refusals))]
pub(super) async fn games() -> Json<Vec<GameInfo>> {
    Json(konoba_rules::games().iter().map(|spec| GameInfo::of(spec)).collect())
}

/// The open challenges and the games that go on. A socket at `/api/lobby/socket` says the same
/// whenever it changes.
#[utoipa::path(get, path = "/api/lobby", tag = "house",
    responses((status = 200, body = LobbyView), Refusals))]
pub(super) async fn lobby(State(shared): State<Arc<Shared>>) -> Result<Json<LobbyView>, DoorError> {
    let lobby = shared.house.lobby().await?;
    Ok(Json(LobbyView::of(&shared.house, &lobby)))
}
