//! Where things are in the picture.

use konoba_rules::grid::Edge;
use konoba_rules::{Lattice, Point};

use crate::{Letters, Scene};

/// From one point to the next.
pub(super) const PITCH: i32 = 40;
/// Around the board, with the coordinates in its middle.
const MARGIN: i32 = 34;
/// The thickness of an edge that belongs to a side.
const BAR: i32 = 18;

/// The measures of one board: square, with a1 at the bottom left.
pub(super) struct Geometry {
    size: u8,
    bar: i32,
}

impl Geometry {
    pub(super) fn of(scene: &Scene) -> Self {
        let bar = if scene.owner(Edge::Top).is_some() { BAR } else { 0 };
        Self { size: scene.size(), bar }
    }

    /// The width of the picture, and its height.
    pub(super) const fn width(&self) -> i32 {
        2 * self.origin() + self.board()
    }

    /// The width of the board without its edges.
    pub(super) const fn board(&self) -> i32 {
        PITCH * self.size as i32
    }

    /// The left and the upper side of the board.
    pub(super) const fn origin(&self) -> i32 {
        MARGIN + self.bar
    }

    /// Where the board with its edges begins, and how wide that is, for pictures without coordinates.
    pub(super) const fn without_margin(&self) -> (i32, i32) {
        (MARGIN, self.width() - 2 * MARGIN)
    }

    /// The centre of a point.
    pub(super) const fn centre(&self, at: Point) -> [i32; 2] {
        let from_top = self.size as i32 - 1 - at.y as i32;
        [self.along(at.x as i32), self.along(from_top)]
    }

    /// The centre of a column counted from the left, or of a row counted from the top.
    const fn along(&self, steps: i32) -> i32 {
        self.origin() + PITCH / 2 + PITCH * steps
    }

    /// The lines through the points, or those between the squares.
    pub(super) fn lattice(&self, lattice: Lattice) -> String {
        let (lines, start, end) = match lattice {
            Lattice::Lines => {
                (i32::from(self.size), self.along(0), self.along(i32::from(self.size) - 1))
            }
            Lattice::Squares => {
                (i32::from(self.size) + 1, self.origin(), self.origin() + self.board())
            }
        };
        let mut path = String::new();
        for line in 0..lines {
            let across = start + PITCH * line;
            path.push_str(&format!("M{start} {across}H{end}M{across} {start}V{end}"));
        }
        path
    }

    /// The corners of an edge, mitred so that neighbouring edges meet in the corners of the board.
    pub(super) fn bar(&self, edge: Edge) -> String {
        let (outer, inner) = (MARGIN, self.origin());
        let (inner_far, outer_far) = (inner + self.board(), inner + self.board() + self.bar);
        let (near, far) = match edge {
            Edge::Top | Edge::Left => (outer, inner),
            Edge::Bottom | Edge::Right => (outer_far, inner_far),
        };
        let corners = [(outer, near), (outer_far, near), (inner_far, far), (inner, far)];
        let corners = corners.map(|(along, across)| match edge {
            Edge::Top | Edge::Bottom => format!("{along},{across}"),
            Edge::Left | Edge::Right => format!("{across},{along}"),
        });
        corners.join(" ")
    }

    /// The middle of an edge, turned so that a name can be written along it.
    pub(super) fn on_bar(&self, edge: Edge) -> String {
        let middle = self.width() / 2;
        let near = MARGIN + self.bar / 2;
        let far = self.width() - near;
        match edge {
            Edge::Top => format!("translate({middle} {near})"),
            Edge::Bottom => format!("translate({middle} {far})"),
            Edge::Left => format!("translate({near} {middle}) rotate(-90)"),
            Edge::Right => format!("translate({far} {middle}) rotate(90)"),
        }
    }

    /// How large letters and numbers are: on the screen alike, whatever the size of the board.
    pub(super) const fn letter(&self) -> i32 {
        let part = self.width() / 38;
        if part < 9 { 9 } else { part }
    }

    /// The star points of the boards that have them.
    pub(super) fn stars(&self) -> Vec<[i32; 2]> {
        let steps: &[i32] = match self.size {
            13 => &[3, 6, 9],
            19 => &[3, 9, 15],
            _ => &[],
        };
        let rows = steps.iter().flat_map(|y| steps.iter().map(move |x| (*x, *y)));
        rows.map(|(x, y)| [self.along(x), self.along(y)]).collect()
    }

    /// The letters and numbers on all four sides, each with the middle of its base line.
    pub(super) fn coordinates(&self, letters: Letters) -> Vec<(String, i32, i32)> {
        let (near, far) = (MARGIN / 2, self.width() - MARGIN / 2);
        // Half the height of a letter: from its middle down to its base line.
        let drop = self.letter() * 3 / 8;
        let columns = (0..self.size).flat_map(|x| {
            let [along, _] = self.centre(Point::new(x, 0));
            [near, far].map(|y| (letters.of_column(x).to_string(), along, y + drop))
        });
        let rows = (0..self.size).flat_map(|y| {
            let [_, along] = self.centre(Point::new(0, y));
            [near, far].map(|x| ((y + 1).to_string(), x, along + drop))
        });
        columns.chain(rows).collect()
    }
}
