//! The text painter: a board in characters.
//!
//! A point takes two columns of one row: a sign for its weightiest mark, and what is on it.
//! `(x)` is the last move, `+` what it filled, `*` the winning chain or line, `?` a point that was
//! refused, `!` a cell to blame, `>` a point that is considered, `#` a point of a hint, `:` a cell on an open line. A digit
//! is an empty point that an engine looked at, 9 the most. Edges are drawn differently for each side and bear its name. With its frame a board of size 19 takes
//! 63 columns and 23 rows.

mod glyphs;

use konoba_rules::grid::Edge;
use konoba_rules::{Lattice, PieceChoice, Point, Side};

use self::glyphs::{Glyphs, closing, sign};
use crate::{Mark, Scene, Spot};

/// The characters that may be used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TextStyle {
    /// Round stones and drawn lines.
    #[default]
    Unicode,
    /// Nothing but ASCII: stones are letters.
    Ascii,
}

/// A character of the picture and what it is part of, by which a terminal can colour it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ink {
    /// The character, one column wide.
    pub glyph: char,
    /// What it is part of.
    pub part: Part,
}

/// The parts of a picture in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Letters and numbers along the board.
    Coordinate,
    /// The lines between points, and whatever is empty.
    Frame,
    /// The edge of a side.
    Edge(Side),
    /// What is on a point.
    Point(Point),
    /// The sign for a mark of a point.
    Sign(Point),
}

/// The scene's board in characters, each row ended by a line feed.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Setup};
/// use konoba_scene::{Scene, TextStyle, paint_text};
/// let setup = Setup::default_of(GAMES[0]).with_size(4).unwrap();
/// let painted = paint_text(&Scene::of(&AnyPosition::start(setup)), TextStyle::Ascii);
/// assert!(painted.contains("        = Black =\n      4 | . . . . | 4\n"));
/// assert!(painted.contains("White 3 | . . . . | 3 White\n"));
/// ```
pub fn paint_text(scene: &Scene, style: TextStyle) -> String {
    let mut painted = String::new();
    for row in ink(scene, style) {
        let line: String = row.iter().map(|ink| ink.glyph).collect();
        painted.push_str(line.trim_end());
        painted.push('\n');
    }
    painted
}

/// The same with the part that each character plays, for painters that colour them.
pub fn ink(scene: &Scene, style: TextStyle) -> Vec<Vec<Ink>> {
    let painter = Painter { scene, glyphs: Glyphs::of(style) };
    let mut rows = vec![painter.letters()];
    rows.extend(painter.level_edge(Edge::Top));
    rows.extend((0..scene.size()).rev().map(|y| painter.row(y)));
    rows.extend(painter.level_edge(Edge::Bottom));
    rows.push(painter.letters());
    rows
}

struct Painter<'a> {
    scene: &'a Scene,
    glyphs: &'static Glyphs,
}

impl Painter<'_> {
    /// The letters above and below the columns.
    fn letters(&self) -> Vec<Ink> {
        let columns = (0..self.scene.size()).map(|x| self.scene.letters.of_column(x));
        let letters = columns.flat_map(|letter| [' ', letter]);
        self.margin().chain(inked(letters, Part::Coordinate)).collect()
    }

    /// What is left of the first gap where a row has no number.
    fn margin(&self) -> impl Iterator<Item = Ink> + use<> {
        let width = self.beside(Edge::Left, 0).len();
        inked(std::iter::repeat_n(' ', width), Part::Frame)
    }

    /// The edge above or below, or the frame of the squares; points on lines need neither.
    fn level_edge(&self, edge: Edge) -> Option<Vec<Ink>> {
        let width = 2 * usize::from(self.scene.size()) + 1;
        if let Some(side) = self.scene.owner(edge) {
            let line = inked(self.named_line(side, width).into_iter(), Part::Edge(side));
            return Some(self.margin().chain(line).collect());
        }
        let [left, between, right, along] = match (self.scene.lattice, edge) {
            (Lattice::Lines, _) => return None,
            (Lattice::Squares, Edge::Top) => self.glyphs.frame[0],
            (Lattice::Squares, _) => self.glyphs.frame[1],
        };
        let line = (0..width).map(|column| match column {
            0 => left,
            _ if column == width - 1 => right,
            _ if column % 2 == 0 => between,
            _ => along,
        });
        Some(self.margin().chain(inked(line, Part::Frame)).collect())
    }

    /// A line across with the side's name in its middle, as much of it as fits.
    fn named_line(&self, side: Side, width: usize) -> Vec<char> {
        let name = self.scene.setup.spec.side(side).name;
        let labels = [self.name(side), name.to_owned(), name.chars().take(1).collect()];
        let labels = labels.map(|label| format!(" {label} "));
        let fitting = labels.iter().find(|label| label.chars().count() + 2 <= width);
        let label = fitting.unwrap_or(&labels[2]);
        let before = width.saturating_sub(label.chars().count()) / 2;
        let line = std::iter::repeat(self.glyphs.edges[0]);
        line.clone().take(before).chain(label.chars()).chain(line).take(width).collect()
    }

    /// The name of a side, with its stone where that does not say as much.
    fn name(&self, side: Side) -> String {
        let spec = self.scene.setup.spec;
        let (name, piece) = (spec.side(side).name, side.piece());
        match self.glyphs.piece(spec, piece) {
            stone if spec.choice == PieceChoice::Own && stone != spec.piece(piece).letter => {
                format!("{stone} {name}")
            }
            _ => name.to_owned(),
        }
    }

    /// A row of points and what is beside it.
    fn row(&self, y: u8) -> Vec<Ink> {
        let mut row = self.beside(Edge::Left, y);
        let mut left = None;
        for spot in (0..self.scene.size()).filter_map(|x| self.scene.spot(Point::new(x, y))) {
            row.extend([self.gap(left, Some(spot)), self.point(spot)]);
            left = Some(spot);
        }
        row.push(self.gap(left, None));
        row.extend(self.beside(Edge::Right, y));
        row
    }

    /// The number of a row, the edge beside it and, in the middle of the edge, whose it is.
    fn beside(&self, edge: Edge, y: u8) -> Vec<Ink> {
        let digits = self.scene.size().to_string().len();
        let number = match edge {
            Edge::Right => format!("{:<digits$}", y + 1),
            _ => format!("{:>digits$}", y + 1),
        };
        let mut parts = vec![(number, Part::Coordinate), (" ".to_owned(), Part::Frame)];
        if let Some(side) = self.scene.owner(edge) {
            let mut name = self.name(side);
            if y != self.scene.size() / 2 {
                name = " ".repeat(name.chars().count());
            }
            parts.insert(0, (name, Part::Edge(side)));
            parts.insert(1, (" ".to_owned(), Part::Frame));
            parts.push((self.glyphs.edges[1].to_string(), Part::Edge(side)));
        }
        if edge == Edge::Right {
            parts.reverse();
        }
        let inked = parts.iter().flat_map(|(text, part)| inked(text.chars(), *part));
        inked.collect()
    }

    /// What is between two points: a sign for the right one, or what closes that of the left one.
    fn gap(&self, left: Option<&Spot>, right: Option<&Spot>) -> Ink {
        let opening = right.and_then(|spot| Some((sign(spot.marks)?, spot.at)));
        let closing = left.and_then(|spot| Some((closing(spot.marks)?, spot.at)));
        if let Some((glyph, at)) = opening.or(closing) {
            return Ink { glyph, part: Part::Sign(at) };
        }
        // Outside the outer points there is nothing but the side of an outer square, where no edge
        // stands in its place.
        let is_outside = left.is_none() || right.is_none();
        let has_edge = self.scene.owner(Edge::Left).is_some();
        let glyph = match self.scene.lattice {
            Lattice::Lines if is_outside => ' ',
            Lattice::Squares if is_outside && has_edge => ' ',
            lattice => self.glyphs.between(lattice),
        };
        Ink { glyph, part: Part::Frame }
    }

    fn point(&self, spot: &Spot) -> Ink {
        let spec = self.scene.setup.spec;
        let glyph = match (spot.piece, spot.ghost) {
            (Some(piece), _) => self.glyphs.piece(spec, piece),
            (None, Some(ghost)) => self.glyphs.ghost(spec, ghost),
            (None, None) if let Some(weighed) = spot.weighed => char::from(b'0' + weighed.heat),
            (None, None) if spot.marks.contains(Mark::Legal) => self.glyphs.legal,
            (None, None) => self.glyphs.empty(self.scene.lattice, self.scene.size(), spot.at),
        };
        Ink { glyph, part: Part::Point(spot.at) }
    }
}

fn inked(glyphs: impl Iterator<Item = char>, part: Part) -> impl Iterator<Item = Ink> {
    glyphs.map(move |glyph| Ink { glyph, part })
}
