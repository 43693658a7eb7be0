//! The points of the picture, each with all the shapes it can need.

use konoba_rules::{Piece, PieceChoice};

use super::geometry::{Geometry, PITCH};
use super::xml::{Attributes, Xml};
use crate::{Scene, Spot};

pub(super) fn paint_points(
    xml: &mut Xml,
    scene: &Scene,
    geometry: &Geometry,
    also: Attributes<'_>,
) {
    let shapes = shapes(scene);
    xml.element("g", &[("class", &"points")], |xml| {
        for spot in &scene.spots {
            let [x, y] = geometry.centre(spot.at);
            let attributes: Attributes<'_> = &[
                ("class", &classes_of_point(spot)),
                ("data-point", &spot.at),
                ("aria-label", &spot.spoken),
                ("transform", &format!("translate({x} {y})")),
            ];
            xml.element("g", &[attributes, also].concat(), |xml| xml.raw(&shapes));
        }
    });
}

/// The classes of a point, by which a page that shows the picture can follow a game.
pub fn classes_of_point(spot: &Spot) -> String {
    let piece = spot.piece.map(class_of_piece);
    let ghost = spot.ghost.filter(|_| piece.is_none()).map(|ghost| match ghost {
        Piece::First => "ghost-first",
        Piece::Second => "ghost-second",
    });
    let marks = spot.marks.iter().map(|mark| mark.id());
    let classes = ["point"].into_iter().chain(piece).chain(ghost).chain(marks);
    classes.collect::<Vec<_>>().join(" ")
}

/// The class of whatever belongs to a piece or to its side.
pub(super) const fn class_of_piece(piece: Piece) -> &'static str {
    match piece {
        Piece::First => "first",
        Piece::Second => "second",
    }
}

/// Every shape that a point can need, the lowest first, around its centre.
fn shapes(scene: &Scene) -> String {
    let mut xml = Xml::default();
    let half = PITCH / 2;
    let cell: Attributes<'_> =
        &[("class", &"cell"), ("x", &-half), ("y", &-half), ("width", &PITCH), ("height", &PITCH)];
    xml.leaf("rect", cell);
    let corners = "M-18-11V-18H-11M11-18H18V-11M18 11V18H11M-11 18H-18V11";
    xml.leaf("path", &[("class", &"corners"), ("d", &corners)]);
    match scene.setup.spec.choice {
        PieceChoice::Own => {
            xml.leaf("circle", &[("class", &"shadow"), ("cx", &1), ("cy", &2), ("r", &18)]);
            xml.leaf("circle", &[("class", &"stone"), ("r", &18)]);
        }
        PieceChoice::Either => {
            for piece in Piece::BOTH {
                let class = format!("letter {}-letter", class_of_piece(piece));
                paint_letter(&mut xml, &class, scene.setup.spec.piece(piece).letter);
            }
        }
    }
    xml.leaf("circle", &[("class", &"halo"), ("r", &18)]);
    xml.leaf("circle", &[("class", &"ring"), ("r", &8)]);
    xml.leaf("path", &[("class", &"diamond"), ("d", &"M0-8 8 0 0 8-8 0Z")]);
    xml.leaf("circle", &[("class", &"dot"), ("r", &5)]);
    xml.leaf("path", &[("class", &"strike"), ("d", &"M-9-9 9 9M-9 9 9-9")]);
    xml.finish()
}

/// The letters that are figures are drawn as such, and look alike whatever fonts there are.
pub(super) fn paint_letter(xml: &mut Xml, class: &str, letter: char) {
    match letter {
        'X' => xml.leaf("path", &[("class", &class), ("d", &"M-10-10 10 10M-10 10 10-10")]),
        'O' => xml.leaf("circle", &[("class", &class), ("r", &11)]),
        _ => {
            let class = format!("{class} written");
            xml.text("text", &[("class", &class), ("y", &10)], &letter.to_string());
        }
    }
}
