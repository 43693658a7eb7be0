//! Pictures of positions.

use konoba_rules::{AnyPosition, Lattice, Move, Setup, text};
use konoba_scene::{Scene, View, paint_svg};
use serde::Deserialize;

use crate::Impossible;

/// No game has more moves than this.
const MAX_MOVES: usize = 500;

/// What to draw.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub struct Drawing {
    /// The set-up string.
    pub setup: String,
    /// The position text to begin with, instead of the empty board.
    pub position: Option<String>,
    /// Moves to play from there, with blanks between them.
    pub moves: Option<String>,
    /// Points on lines or squares; what is customary in the game unless given.
    pub lattice: Option<LatticeName>,
    /// Whether to mark where the side to move may place.
    #[serde(default)]
    pub legal: bool,
    /// Whether to mark the lines that are still open.
    #[serde(default)]
    pub lines: bool,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LatticeName {
    /// Stones stand on the crossings of lines.
    Lines,
    /// Pieces lie in squares.
    Squares,
}

impl Drawing {
    /// The picture.
    pub fn svg(&self) -> Result<String, Impossible> {
        let no_setup =
            |error: konoba_rules::SetupError| Impossible::new("set-up", error.to_string());
        let setup: Setup = self.setup.parse().map_err(no_setup)?;
        let mut position = match &self.position {
            None => AnyPosition::start(setup),
            Some(rows) => text::read(setup, rows).map_err(|error| {
                Impossible::new("position", format!("It cannot stand: {error}."))
            })?,
        };
        let mut last = None;
        let moves = self.moves.as_deref().unwrap_or_default();
        for word in moves.split_whitespace().take(MAX_MOVES) {
            let no_move = |_| Impossible::new("not-a-move", "There is a move that is none.");
            let mv = Move::read(word, setup.spec).map_err(no_move)?;
            let illegal =
                |_| Impossible::new("illegal", format!("{} is illegal.", mv.written(setup.spec)));
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
