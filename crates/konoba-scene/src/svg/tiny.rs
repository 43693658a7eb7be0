//! A board for lists that are sent whenever a game goes on: so short that many people can be shown many
//! boards. All pieces of a kind are one path, and a stone is a dot as wide as the line that draws it.

use konoba_rules::{Piece, PieceChoice};

use super::geometry::Geometry;
use super::points::class_of_piece;
use super::xml::{Attributes, Xml};
use super::{EDGES, class_of_lattice, classes_of_board, paint_wood};
use crate::{Mark, Scene};

/// The scene as the smallest part of a page, which brings the styles: a picture with one description.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Move, Setup};
/// use konoba_scene::{Scene, paint_svg_tiny};
/// let mut position = AnyPosition::start(Setup::default_of(GAMES[0]));
/// position.play(Move::Place("c3".parse().unwrap())).unwrap();
/// let svg = paint_svg_tiny(&Scene::of(&position));
/// assert!(svg.len() < 1_200 && svg.contains(r#"<path class="pieces first" d="M152 392h0"/>"#), "{svg}");
/// ```
pub fn paint_svg_tiny(scene: &Scene) -> String {
    let geometry = Geometry::of(scene);
    let (near, width) = geometry.without_margin();
    let mut xml = Xml::default();
    let class = format!("{} tiny", classes_of_board(scene));
    let view = format!("{near} {near} {width} {width}");
    let own: Attributes<'_> =
        &[("class", &class), ("role", &"img"), ("aria-label", &scene.status), ("viewBox", &view)];
    xml.element("svg", own, |xml| {
        paint_wood(xml, &geometry);
        let class = format!("lattice {}", class_of_lattice(scene.lattice));
        xml.leaf("path", &[("class", &class), ("d", &geometry.lattice(scene.lattice))]);
        for piece in Piece::BOTH {
            let owned = |edge: &_| scene.owner(*edge).is_some_and(|side| side.piece() == piece);
            let edges: Vec<_> = EDGES.into_iter().filter(owned).map(|e| geometry.bar(e)).collect();
            if !edges.is_empty() {
                let class = format!("bar {}", class_of_piece(piece));
                xml.leaf("path", &[("class", &class), ("d", &format!("M{}Z", edges.join("ZM")))]);
            }
        }
        for piece in Piece::BOTH {
            let is_own = |spot: &&crate::Spot| spot.piece == Some(piece);
            let spots = scene.spots.iter().filter(is_own);
            let pieces: String =
                spots.map(|spot| shape(scene, piece, geometry.centre(spot.at))).collect();
            if !pieces.is_empty() {
                let class = format!("pieces {}", class_of_piece(piece));
                xml.leaf("path", &[("class", &class), ("d", &pieces)]);
            }
        }
        let last = scene.spots.iter().find(|spot| spot.marks.contains(Mark::Last));
        if let Some([x, y]) = last.map(|spot| geometry.centre(spot.at)) {
            xml.leaf("path", &[("class", &"last"), ("d", &format!("M{x} {y}h0"))]);
        }
    });
    xml.finish()
}

/// What is drawn of a piece: a figure of lines, or a dot.
fn shape(scene: &Scene, piece: Piece, [x, y]: [i32; 2]) -> String {
    let letter = match scene.setup.spec.choice {
        PieceChoice::Own => None,
        PieceChoice::Either => Some(scene.setup.spec.piece(piece).letter),
    };
    match letter {
        Some('X') => format!("M{} {}l20 20m0-20l-20 20", x - 10, y - 10),
        Some('O') => format!("M{} {y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0", x - 11),
        _ => format!("M{x} {y}h0"),
    }
}
