//! The board, point by point. It is drawn once; afterwards only points change.

use konoba_scene::{Scene, Spot, classes_of_board, classes_of_point};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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

/// What is different between two scenes of one game.
pub fn patches(before: &Scene, after: &Scene) -> Vec<Patch> {
    let points = before.spots.iter().zip(&after.spots).filter(|(before, after)| before != after);
    let is_changed = classes_of_board(before) != classes_of_board(after);
    points.map(|(_, spot)| point(spot)).chain(is_changed.then(|| whole(after))).collect()
}

/// All that there is to be seen, for somebody who has seen nothing or too little.
pub fn all_points(scene: &Scene) -> Vec<Patch> {
    scene.spots.iter().map(point).chain([whole(scene)]).collect()
}

fn point(spot: &Spot) -> Patch {
    let (class, label) = (classes_of_point(spot), spot.spoken.clone());
    Patch { point: spot.at.to_string(), class, label }
}

fn whole(scene: &Scene) -> Patch {
    let label = scene.captions().collect::<Vec<_>>().join(" ");
    Patch { point: "board".to_owned(), class: classes_of_board(scene), label }
}
