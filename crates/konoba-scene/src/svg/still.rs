//! A board that only has to be looked at, in few words: what is empty takes none.

use konoba_rules::{Piece, PieceChoice};

use super::geometry::Geometry;
use super::points::{class_of_piece, paint_letter};
use super::xml::{Attributes, Xml};
use super::{PAINTS, STYLE, classes_of_board, paint_bars, paint_ground};
use crate::{Mark, Scene, Spot};

/// The scene as a small part of a page, which brings the styles and paints, as with
/// [`paint_svg_part`](super::paint_svg_part): a picture with one description, without coordinates, and
/// nothing in it can be chosen.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, paint_svg_still};
/// let svg = paint_svg_still(&Scene::of(&AnyPosition::start(Setup::default_of(GAMES[0]))));
/// assert!(svg.len() < 2_000 && !svg.contains("data-point"));
/// ```
pub fn paint_svg_still(scene: &Scene) -> String {
    paint(scene, &[], |_| ())
}

/// The same as a document of its own: a small picture of a game in a list.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, paint_svg_small};
/// let svg = paint_svg_small(&Scene::of(&AnyPosition::start(Setup::default_of(GAMES[0]))));
/// assert!(svg.contains("xmlns") && svg.contains("<style") && svg.len() < 8_000);
/// ```
pub fn paint_svg_small(scene: &Scene) -> String {
    paint(scene, &[("xmlns", &"http://www.w3.org/2000/svg")], |xml| {
        xml.element("style", &[("class", &"style")], |xml| xml.raw(STYLE));
        xml.raw(PAINTS);
    })
}

/// How large [`paint_svg_card`] is, across and down.
pub const CARD: [i32; 2] = [1200, 630];

/// The same in the middle of a wide card, for what other sites show of a link. Nothing is written on it, so that it
/// can be drawn where there are no fonts.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, paint_svg_card};
/// let svg = paint_svg_card(&Scene::of(&AnyPosition::start(Setup::default_of(GAMES[0]))));
/// assert!(svg.contains(r#"width="1200" height="630""#) && !svg.contains("<text"));
/// ```
pub fn paint_svg_card(scene: &Scene) -> String {
    let [across, down] = CARD;
    let mut xml = Xml::default();
    let view = format!("0 0 {across} {down}");
    let xmlns = "http://www.w3.org/2000/svg";
    xml.element(
        "svg",
        &[("xmlns", &xmlns), ("viewBox", &view), ("width", &across), ("height", &down)],
        |xml| {
            xml.leaf("rect", &[("width", &across), ("height", &down), ("fill", &"#f6f1e7")]);
            let side = down - 2 * CARD_MARGIN;
            let board: Attributes<'_> = &[
                ("x", &((across - side) / 2)),
                ("y", &CARD_MARGIN),
                ("width", &side),
                ("height", &side),
            ];
            xml.raw(&paint(scene, board, |xml| {
                xml.element("style", &[("class", &"style")], |xml| xml.raw(STYLE));
                xml.raw(PAINTS);
            }));
        },
    );
    xml.finish()
}

/// Around the board of a card.
const CARD_MARGIN: i32 = 25;

fn paint(scene: &Scene, document: Attributes<'_>, begin: impl FnOnce(&mut Xml)) -> String {
    let geometry = Geometry::of(scene);
    let (near, width) = geometry.without_margin();
    let mut xml = Xml::default();
    let class = format!("{} still", classes_of_board(scene));
    let view = format!("{near} {near} {width} {width}");
    let own: Attributes<'_> =
        &[("class", &class), ("role", &"img"), ("aria-label", &scene.status), ("viewBox", &view)];
    xml.element("svg", &[document, own].concat(), |xml| {
        begin(xml);
        paint_ground(xml, &geometry);
        let class = format!("lattice {}", super::class_of_lattice(scene.lattice));
        xml.leaf("path", &[("class", &class), ("d", &geometry.lattice(scene.lattice))]);
        paint_bars(xml, scene, &geometry);
        for piece in Piece::BOTH {
            for is_winning in [false, true] {
                let is_alike = |spot: &&Spot| {
                    spot.piece == Some(piece) && spot.marks.contains(Mark::Winning) == is_winning
                };
                let spots: Vec<&Spot> = scene.spots.iter().filter(is_alike).collect();
                if !spots.is_empty() {
                    paint_pieces(xml, scene, &geometry, piece, is_winning, &spots);
                }
            }
        }
    });
    xml.finish()
}

fn paint_pieces(
    xml: &mut Xml,
    scene: &Scene,
    geometry: &Geometry,
    piece: Piece,
    is_winning: bool,
    spots: &[&Spot],
) {
    let own = class_of_piece(piece);
    let class = if is_winning { format!("{own} winning") } else { own.to_owned() };
    xml.element("g", &[("class", &class)], |xml| {
        for spot in spots {
            let [x, y] = geometry.centre(spot.at);
            match scene.setup.spec.choice {
                PieceChoice::Own => {
                    xml.leaf("circle", &[("class", &"stone"), ("cx", &x), ("cy", &y), ("r", &18)]);
                    if spot.marks.contains(Mark::Last) {
                        xml.leaf(
                            "circle",
                            &[("class", &"ring last"), ("cx", &x), ("cy", &y), ("r", &8)],
                        );
                    }
                }
                PieceChoice::Either => {
                    let at = format!("translate({x} {y})");
                    let letter = scene.setup.spec.piece(piece).letter;
                    xml.element("g", &[("transform", &at)], |xml| {
                        paint_letter(xml, &format!("letter {own}-letter"), letter);
                    });
                }
            }
        }
    });
}
