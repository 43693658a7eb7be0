//! The board, point by point. It is drawn once; afterwards only points change.

use konoba_rules::{Grid, Points};
use konoba_scene::{
    BoardChange, Refusal, Scene, Shown, Spot, View, classes_of_board, classes_of_point,
};
use konoba_table::Table;
use serde::{Deserialize, Serialize};

/// A point that has changed: its name, all its classes now, and what is said of it. The name `board`
/// stands for the whole picture, whose label is its description.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!(["c4", "point first last", "c4, black stone, last move"])))]
pub struct Patch(pub String, pub String, pub String);

/// What is different between two scenes of one game.
pub fn patches(before: &Scene, after: &Scene) -> Vec<Patch> {
    let points = before.spots.iter().zip(&after.spots).filter(|(before, after)| before != after);
    let is_changed = classes_of_board(before) != classes_of_board(after);
    points.map(|(_, spot)| point(spot)).chain(is_changed.then(|| whole(after))).collect()
}

/// What is different at a table since it was as it was before.
pub fn patches_between(before: &Table, after: &Table) -> Vec<Patch> {
    let shown = |table| (Table::position(table), Table::view(table).last);
    patches_of_move(shown(before), shown(after))
}

/// What is different after a move. It costs as much as the points that change, where two scenes would
/// cost as much as two boards.
pub fn patches_of_move(before: Shown<'_>, after: Shown<'_>) -> Vec<Patch> {
    let BoardChange { spots, is_of_board } = BoardChange::between(before, after);
    let (position, last) = after;
    let scene = || Scene::viewed(position, &View { last, ..View::default() });
    spots.iter().map(point).chain(is_of_board.then(|| whole(&scene()))).collect()
}

/// What is different on the board of a table when something more is shown of it.
pub fn patches_with(table: &Table, view: &View) -> Vec<Patch> {
    patches(&table.scene(), &Scene::viewed(table.position(), view))
}

/// How the board shows that a move was refused: the point, and the cells to blame.
pub fn patches_of_refusal(table: &Table, refusal: Refusal) -> Vec<Patch> {
    patches_with(table, &View { refusal: Some(refusal), ..table.view() })
}

/// All points of the board, for a client that has no picture of it or an old one.
pub fn all_points(scene: &Scene) -> Vec<Patch> {
    scene.spots.iter().map(point).chain([whole(scene)]).collect()
}

/// A set of points in hexadecimal digits, four points each, row by row from a1. The lowest bit of a
/// digit is the first of its points.
pub fn as_bits(points: Points, size: u8) -> String {
    let mut digits = vec![0_u8; (usize::from(size) * usize::from(size)).div_ceil(4)];
    for at in points.iter() {
        let number = usize::from(at.y) * usize::from(size) + usize::from(at.x);
        digits[number / 4] |= 1 << (number % 4);
    }
    let digits = digits.into_iter();
    digits.filter_map(|digit| char::from_digit(u32::from(digit), 16)).collect()
}

fn point(spot: &Spot) -> Patch {
    Patch(spot.at.to_string(), classes_of_point(spot), spot.spoken.clone())
}

fn whole(scene: &Scene) -> Patch {
    let label = scene.captions().collect::<Vec<_>>().join(" ");
    Patch("board".to_owned(), classes_of_board(scene), label)
}

#[cfg(test)]
mod tests {
    use konoba_rules::Point;

    use super::*;

    #[test]
    fn bits_stand_row_by_row() {
        let set = |names: &[&str]| {
            names.iter().map(|name| name.parse::<Point>().unwrap()).collect::<Points>()
        };
        assert_eq!(as_bits(set(&[]), 3), "000");
        assert_eq!(as_bits(set(&["a1"]), 3), "100");
        assert_eq!(as_bits(set(&["b1", "a2"]), 3), "a00");
        assert_eq!(as_bits(set(&["b2", "c3"]), 3), "011");
    }
}
