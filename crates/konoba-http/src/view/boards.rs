//! The boards of the lobby.

use konoba_live::LiveBoard;
use konoba_rules::text;
use konoba_scene::paint_svg_tiny;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The board of a game in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardView {
    /// The name of the table.
    pub table: String,
    /// Whose turn it is, in a sentence.
    pub status: String,
    /// The position as text: rows from the top, and the side to move.
    #[serde(default)]
    #[schema(example = "..../.B../..W./.... black")]
    pub position: String,
    /// The board as a part of a page, which brings the styles: SVG.
    pub svg: String,
}

impl BoardView {
    /// A game as all see it who look at the lobby.
    pub fn of(board: &LiveBoard) -> Self {
        Self {
            table: board.id.to_string(),
            status: board.table.words().status(),
            position: text::write(board.table.position()),
            svg: paint_svg_tiny(&board.table.scene()),
        }
    }
}
