//! The SVG painter: a picture that stands alone, without scripts and without anything from
//! elsewhere.
//!
//! Every point is a group that holds all shapes it can ever need; its classes say which are seen.
//! A page that shows the picture can therefore follow a game by changing classes and labels alone.
//! Nothing is told by colour only: edges bear names and a pattern, and each mark has its shape.

mod geometry;
mod points;
mod still;
mod tiny;
mod xml;

use konoba_rules::grid::Edge;
use konoba_rules::{Grid, Lattice, PieceChoice};

use self::geometry::Geometry;
pub use self::points::classes_of_point;
use self::points::{class_of_piece, paint_points};
pub use self::still::{CARD, paint_svg_card, paint_svg_small, paint_svg_still};
pub use self::tiny::paint_svg_tiny;
use self::xml::{Attributes, Xml};
use crate::{Mark, Scene, Sentences};

const STYLE: &str = include_str!("svg/board.css");
/// Gradients and patterns, which the style refers to.
const PAINTS: &str = include_str!("svg/paints.svg");

/// The scene as a standalone SVG document. The same scene always gives the same text.
///
/// Each point is a `<g class="point ...">` with its name in `data-point` and its spoken name in
/// `aria-label`. Its classes are `first` or `second` for a piece, `ghost-first` or `ghost-second`
/// for a piece that is not there, and the ids of its marks.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, paint_svg};
/// let svg = paint_svg(&Scene::of(&AnyPosition::start(Setup::default_of(GAMES[0]))));
/// assert!(svg.contains(r#"<g class="point" data-point="c4" aria-label="c4, empty""#));
/// ```
pub fn paint_svg(scene: &Scene) -> String {
    let geometry = Geometry::of(scene);
    let width = geometry.width();
    let mut xml = Xml::default();
    let attributes: Attributes<'_> = &[
        ("xmlns", &"http://www.w3.org/2000/svg"),
        ("class", &classes_of_board(scene)),
        ("role", &"img"),
        ("viewBox", &format!("0 0 {width} {width}")),
        ("width", &width),
        ("height", &width),
    ];
    xml.element("svg", attributes, |xml| {
        xml.text("title", &[("class", &"title")], &scene.title);
        xml.text("desc", &[("class", &"description")], &description(scene));
        xml.element("style", &[("class", &"style")], |xml| xml.raw(STYLE));
        xml.raw(PAINTS);
        paint_ground(xml, &geometry);
        xml.leaf("path", &[("class", &"lattice"), ("d", &geometry.lattice(scene.lattice))]);
        if scene.lattice == Lattice::Lines {
            paint_stars(xml, &geometry);
        }
        paint_edges(xml, scene, &geometry);
        paint_coordinates(xml, scene, &geometry);
        paint_open_lines(xml, scene, &geometry);
        paint_points(xml, scene, &geometry, &[]);
    });
    xml.finish()
}

/// The same picture as a part of a page, which brings the styles and paints: each point is a button,
/// and the lattice is drawn both ways, so that a style can choose. A page of many boards has the
/// styles once, and where no style may be written into a page none has to be.
///
/// It is an `application`: screen readers that read a page with keys of their own leave the keys to
/// the page there, so that arrows walk over the board and points can be typed.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, paint_svg_part};
/// let svg = paint_svg_part(&Scene::of(&AnyPosition::start(Setup::default_of(GAMES[0]))));
/// assert!(svg.contains(r#"data-point="c4" aria-label="c4, empty""#));
/// assert!(svg.contains(r#"role="application""#));
/// assert!(!svg.contains("<style"));
/// ```
pub fn paint_svg_part(scene: &Scene) -> String {
    let geometry = Geometry::of(scene);
    let width = geometry.width();
    let mut xml = Xml::default();
    let attributes: Attributes<'_> = &[
        ("class", &classes_of_board(scene)),
        ("role", &"application"),
        ("aria-roledescription", &"board"),
        ("aria-label", &scene.title),
        ("viewBox", &format!("0 0 {width} {width}")),
        ("data-size", &scene.size()),
    ];
    xml.element("svg", attributes, |xml| {
        paint_ground(xml, &geometry);
        for (lattice, class) in
            [(Lattice::Lines, "lattice lines"), (Lattice::Squares, "lattice squares")]
        {
            xml.leaf("path", &[("class", &class), ("d", &geometry.lattice(lattice))]);
        }
        paint_stars(xml, &geometry);
        // What a point is called is said of the point; letters and names around the board would only be noise.
        xml.element("g", &[("aria-hidden", &true)], |xml| {
            paint_edges(xml, scene, &geometry);
            paint_coordinates(xml, scene, &geometry);
        });
        paint_open_lines(xml, scene, &geometry);
        paint_points(xml, scene, &geometry, &[("role", &"button"), ("tabindex", &-1)]);
    });
    xml.finish()
}

/// The classes of the whole picture, which change when a game is won.
pub fn classes_of_board(scene: &Scene) -> String {
    let lattice = class_of_lattice(scene.lattice);
    let pieces = match scene.setup.spec.choice {
        PieceChoice::Own => "stones",
        PieceChoice::Either => "letters",
    };
    // A game can be won without a chain or line to show, and then nothing steps back behind it.
    let is_shown = scene.spots.iter().any(|spot| spot.marks.contains(Mark::Winning));
    let won = if is_shown { " won" } else { "" };
    format!("konoba-board {lattice} {pieces}{won}")
}

const fn class_of_lattice(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Lines => "lines",
        Lattice::Squares => "squares",
    }
}

/// The picture in words.
fn description(scene: &Scene) -> String {
    let sentences = Sentences { setup: scene.setup, letters: scene.letters };
    let mut words = sentences.pieces(&scene.spots);
    for caption in scene.captions() {
        words.push(' ');
        words.push_str(caption);
    }
    words
}

fn paint_ground(xml: &mut Xml, geometry: &Geometry) {
    let width = geometry.width();
    let panel: Attributes<'_> =
        &[("class", &"panel"), ("width", &width), ("height", &width), ("rx", &12)];
    xml.leaf("rect", panel);
    paint_wood(xml, geometry);
}

fn paint_wood(xml: &mut Xml, geometry: &Geometry) {
    let (board, origin) = (geometry.board(), geometry.origin());
    let wood: Attributes<'_> = &[
        ("class", &"wood"),
        ("x", &origin),
        ("y", &origin),
        ("width", &board),
        ("height", &board),
    ];
    xml.leaf("rect", wood);
}

fn paint_edges(xml: &mut Xml, scene: &Scene, geometry: &Geometry) {
    for edge in EDGES {
        let Some(side) = scene.owner(edge) else { continue };
        let name = scene.setup.spec.side(side).name;
        let class = format!("edge {}", class_of_piece(side.piece()));
        xml.element("g", &[("class", &class)], |xml| {
            paint_bar(xml, &geometry.bar(edge));
            xml.element("g", &[("class", &"name"), ("transform", &geometry.on_bar(edge))], |xml| {
                paint_name(xml, name, geometry.board());
            });
        });
    }
}

/// The edges without the names of their owners.
fn paint_bars(xml: &mut Xml, scene: &Scene, geometry: &Geometry) {
    for edge in EDGES {
        let Some(side) = scene.owner(edge) else { continue };
        let class = format!("edge {}", class_of_piece(side.piece()));
        xml.element("g", &[("class", &class)], |xml| paint_bar(xml, &geometry.bar(edge)));
    }
}

const EDGES: [Edge; 4] = [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right];

fn paint_bar(xml: &mut Xml, bar: &str) {
    xml.leaf("polygon", &[("class", &"bar"), ("points", &bar)]);
    xml.leaf("polygon", &[("class", &"pattern"), ("points", &bar)]);
}

/// The name of a side, or its initial on a small board, on a plate so that no pattern runs through
/// it.
fn paint_name(xml: &mut Xml, name: &str, board: i32) {
    let plate = |letters: usize| 9 * letters as i32 + 16;
    let letters = name.chars().count();
    let letters = if plate(letters) <= board { letters } else { 1 };
    let width = plate(letters);
    let attributes: Attributes<'_> = &[
        ("class", &"plate"),
        ("x", &(-width / 2)),
        ("y", &-8),
        ("width", &width),
        ("height", &16),
    ];
    xml.leaf("rect", attributes);
    let label: String = name.chars().take(letters).collect();
    xml.text("text", &[("class", &"label"), ("y", &4)], &label);
}

/// The points by which people find their way on a large board of lines.
fn paint_stars(xml: &mut Xml, geometry: &Geometry) {
    for [x, y] in geometry.stars() {
        xml.leaf("circle", &[("class", &"star"), ("cx", &x), ("cy", &y), ("r", &4)]);
    }
}

fn paint_coordinates(xml: &mut Xml, scene: &Scene, geometry: &Geometry) {
    let size = geometry.letter();
    xml.element("g", &[("class", &"coordinates"), ("font-size", &size)], |xml| {
        for (text, x, y) in geometry.coordinates(scene.letters) {
            xml.text("text", &[("class", &"coordinate"), ("x", &x), ("y", &y)], &text);
        }
    });
}

fn paint_open_lines(xml: &mut Xml, scene: &Scene, geometry: &Geometry) {
    for line in &scene.open_lines {
        // Points come row by row, so the first and the last of a straight line are its ends.
        let (Some(start), Some(end)) = (line.iter().next(), line.iter().last()) else { continue };
        let ([x1, y1], [x2, y2]) = (geometry.centre(start), geometry.centre(end));
        let attributes: Attributes<'_> =
            &[("class", &"open"), ("x1", &x1), ("y1", &y1), ("x2", &x2), ("y2", &y2)];
        xml.leaf("line", attributes);
    }
}
