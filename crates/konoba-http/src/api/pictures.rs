//! Pictures.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use konoba_rules::{AnyPosition, Lattice, Move, Setup, text};
use konoba_scene::{Scene, View, paint_svg, paint_svg_small};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Refusals};
use crate::shared::Shared;
use crate::view::scene_of;
use konoba_live::{Interrupt, WorkKind};

/// No game has more moves than this.
const MAX_MOVES: usize = 500;

/// What to draw.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawing {
    /// The set-up string.
    setup: String,
    /// The position text to begin with, instead of the empty board.
    position: Option<String>,
    /// Moves to play from there, with blanks between them.
    moves: Option<String>,
    /// Points on lines or squares; what is customary in the game unless given.
    lattice: Option<LatticeName>,
    /// Whether to mark where the side to move may place.
    #[serde(default)]
    legal: bool,
    /// Whether to mark the lines that are still open.
    #[serde(default)]
    lines: bool,
}

/// How a board is drawn.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LatticeName {
    /// Stones stand on the crossings of lines.
    Lines,
    /// Pieces lie in squares.
    Squares,
}

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

impl Drawing {
    fn svg(&self) -> Result<String, DoorError> {
        let impossible =
            |id, says: String| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, id, says);
        let setup: Setup = self.setup.parse()?;
        let mut position = match &self.position {
            None => AnyPosition::start(setup),
            Some(rows) => text::read(setup, rows)
                .map_err(|error| impossible("position", format!("It cannot stand: {error}.")))?,
        };
        let mut last = None;
        let moves = self.moves.as_deref().unwrap_or_default();
        for word in moves.split_whitespace().take(MAX_MOVES) {
            let no_move = || impossible("not-a-move", "There is a move that is none.".to_owned());
            let mv = Move::read(word, setup.spec).map_err(|_| no_move())?;
            let illegal =
                |_| impossible("illegal", format!("{} is illegal.", mv.written(setup.spec)));
            last = Some(position.play(mv).map_err(illegal)?);
        }
        let lattice = self.lattice.map(|name| match name {
            LatticeName::Lines => Lattice::Lines,
            LatticeName::Squares => Lattice::Squares,
        });
        let view = View {
            last,
            lattice,
            shows_legal_points: self.legal,
            shows_open_lines: self.lines,
            ..View::default()
        };
        Ok(paint_svg(&Scene::viewed(&position, &view)))
    }
}

fn picture(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}
