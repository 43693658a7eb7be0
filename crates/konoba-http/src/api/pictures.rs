//! Boards and links as pictures.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use konoba_scene::{paint_svg, paint_svg_small};
use konoba_view::Drawing;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Refusals};
use crate::shared::Shared;
use crate::view::scene_of;
use konoba_live::{Interrupt, WorkKind};

/// How the board of a table is drawn.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct BoardDrawing {
    /// Whether it is drawn small: the pieces, without coordinates.
    #[serde(default)]
    small: bool,
    /// The version that is wanted, if it is known. While the table has it, the picture may be kept for a while.
    version: Option<u64>,
}

/// The board of a table as a picture.
#[utoipa::path(get, path = "/api/tables/{table}/board", tag = "tables",
    params(("table" = String, Path, description = "The name of the table"), BoardDrawing),
    responses((status = 200, content_type = "image/svg+xml", body = String), Refusals))]
pub(super) async fn board(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Query(drawing): Query<BoardDrawing>,
) -> Result<Response, DoorError> {
    let update = shared.house.look(table).await?;
    let may_be_kept = drawing.version == Some(update.entry.version);
    let paint = if drawing.small { paint_svg_small } else { paint_svg };
    let draw = move |_: &Interrupt| paint(&scene_of(&update));
    let svg = shared.house.work(caller.requester(), WorkKind::Picture, draw).await?;
    let mut response = picture(svg);
    if may_be_kept {
        let lasting = HeaderValue::from_static("private, max-age=86400");
        response.headers_mut().insert(header::CACHE_CONTROL, lasting);
    }
    Ok(response)
}

/// Draw a position of any game.
#[utoipa::path(get, path = "/api/draw", tag = "house", params(Drawing),
    responses((status = 200, content_type = "image/svg+xml", body = String), Refusals))]
pub(super) async fn draw(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Query(drawing): Query<Drawing>,
) -> Result<Response, DoorError> {
    let draw = move |_: &Interrupt| drawing.svg();
    let svg = shared.house.work(caller.requester(), WorkKind::Picture, draw).await??;
    Ok(picture(svg))
}

fn picture(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}
