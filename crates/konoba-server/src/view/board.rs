//! The board: drawn once, then patched.

use konoba_scene::{Scene, classes_of_board, classes_of_point, paint_svg};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The board as a picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardView {
    /// How many rows and columns there are.
    pub size: u8,
    /// The picture. Each point is a group with its name in `data-point`, whose classes and label
    /// are all that changes later.
    pub svg: String,
}

/// A point that has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Patch {
    /// Which point; `board` for the whole picture, whose label is its description.
    #[schema(example = "c4")]
    pub point: String,
    /// All its classes now.
    #[schema(example = "point first last")]
    pub class: String,
    /// What is said of it.
    #[schema(example = "c4, black stone, last move")]
    pub label: String,
}

impl BoardView {
    /// A scene as a picture.
    pub fn of(scene: &Scene) -> Self {
        Self { size: scene.size(), svg: paint_svg(scene) }
    }
}

/// What is different between two scenes of one game.
pub fn patches(before: &Scene, after: &Scene) -> Vec<Patch> {
    let points = before.spots.iter().zip(&after.spots).filter(|(before, after)| before != after);
    let points = points.map(|(_, after)| Patch {
        point: after.at.to_string(),
        class: classes_of_point(after),
        label: after.spoken.clone(),
    });
    let class = classes_of_board(after);
    let is_changed = classes_of_board(before) != class;
    let whole = is_changed.then(|| {
        let label = after.captions().collect::<Vec<_>>().join(" ");
        Patch { point: "board".to_owned(), class, label }
    });
    points.chain(whole).collect()
}
