//! The large form of a board, grown from the ordinary one.

use konoba_rules::{Lattice, Side};
use konoba_scene::{Ink, Part, Scene, TextStyle};

use super::{has_point, on_board};

/// The same board with twice the room: lines grow longer, squares wider.
pub(super) fn enlarged(scene: &Scene, style: TextStyle, rows: &[Vec<Ink>]) -> Vec<Vec<Ink>> {
    let is_point = |ink: &Ink| matches!(ink.part, Part::Point(_));
    let Some(first) = rows.iter().find_map(|row| row.iter().position(is_point)) else {
        return rows.to_vec();
    };
    let growth = Growth { scene, style, first };
    let mut grown: Vec<Vec<Ink>> = Vec::new();
    for row in rows {
        let wide = growth.widen(row);
        let is_below_another = has_point(&wide) && grown.last().is_some_and(|row| has_point(row));
        if is_below_another {
            grown.push(growth.between(&wide));
        }
        grown.push(wide);
    }
    grown
}

struct Growth<'a> {
    scene: &'a Scene,
    style: TextStyle,
    /// The column of the first point, before growing.
    first: usize,
}

impl Growth<'_> {
    /// Whether a column holds points, and is not one of the gaps between and around them.
    fn is_of_points(&self, column: usize) -> bool {
        (column + self.first).is_multiple_of(2)
    }

    fn widen(&self, row: &[Ink]) -> Vec<Ink> {
        let start = self.first - 1;
        let end = start + 2 * usize::from(self.scene.size());
        let edge = row.get(start).and_then(|ink| match ink.part {
            Part::Edge(side) => Some(side),
            _ => None,
        });
        let mut wide = row[..start.min(row.len())].to_vec();
        if let Some(side) = edge {
            wide.extend(self.named_edge(&row[start..], side));
            return wide;
        }
        let last = end.min(row.len().saturating_sub(1));
        for column in start..=last {
            let Some(ink) = row.get(column) else { break };
            match (self.scene.lattice, self.is_of_points(column)) {
                (Lattice::Lines, false) if column != start && column != end => {
                    wide.extend(self.long_gap(row, column));
                }
                (Lattice::Squares, true) => wide.extend(self.wide_cell(row, column)),
                (Lattice::Squares, false) if matches!(ink.part, Part::Sign(_)) => {
                    wide.push(Ink { glyph: self.upright(), part: Part::Frame });
                }
                _ => wide.push(*ink),
            }
        }
        wide.extend_from_slice(row.get(end + 1..).unwrap_or_default());
        wide
    }

    /// Three columns between two points: a sign stands beside the point that it is for.
    fn long_gap(&self, row: &[Ink], column: usize) -> [Ink; 3] {
        let ink = row[column];
        let plain = match ink.part {
            Part::Sign(_) => Ink { glyph: self.along(), part: Part::Frame },
            _ => ink,
        };
        let is_of = |other: Option<&Ink>| match (ink.part, other.map(|ink| ink.part)) {
            (Part::Sign(at), Some(Part::Point(other))) => at == other,
            _ => false,
        };
        if is_of(row.get(column + 1)) {
            [plain, plain, ink]
        } else if is_of(row.get(column - 1)) {
            [ink, plain, plain]
        } else {
            [plain; 3]
        }
    }

    /// Three columns of a square, with the signs inside.
    fn wide_cell(&self, row: &[Ink], column: usize) -> [Ink; 3] {
        let ink = row[column];
        let Part::Point(at) = ink.part else {
            // The frame above and below goes on; a letter stands alone.
            let pad = if ink.part == Part::Frame { ink.glyph } else { ' ' };
            let pad = Ink { glyph: pad, part: ink.part };
            return [pad, ink, pad];
        };
        let sign = |other: Option<&Ink>| {
            let sign = other.filter(|ink| ink.part == Part::Sign(at)).copied();
            sign.unwrap_or(Ink { glyph: ' ', part: Part::Frame })
        };
        [sign(row.get(column - 1)), ink, sign(row.get(column + 1))]
    }

    /// The row between two rows of points.
    fn between(&self, below: &[Ink]) -> Vec<Ink> {
        let frame = |glyph| Ink { glyph, part: Part::Frame };
        let gap = if self.scene.lattice == Lattice::Squares { 2 } else { 1 };
        let (left, right) = on_board(below, gap);
        let row = below.iter().enumerate().map(|(column, ink)| match ink.part {
            _ if column < left || column > right => frame(' '),
            Part::Edge(_) => *ink,
            Part::Point(_) if self.scene.lattice == Lattice::Lines => frame(self.upright()),
            _ if self.scene.lattice == Lattice::Lines => frame(' '),
            _ => frame(self.joint(column, left, right)),
        });
        row.collect()
    }

    /// A character of the line between two rows of squares.
    fn joint(&self, column: usize, left: usize, right: usize) -> char {
        let [start, cross, end] = match self.style {
            TextStyle::Unicode => ['├', '┼', '┤'],
            TextStyle::Ascii => ['+', '+', '+'],
        };
        match (column - left) % 4 {
            0 if column == left => start,
            0 if column == right => end,
            0 => cross,
            _ => match self.style {
                TextStyle::Unicode => '─',
                TextStyle::Ascii => '-',
            },
        }
    }

    /// An edge across with its name in the middle again.
    fn named_edge(&self, edge: &[Ink], side: Side) -> Vec<Ink> {
        let line = edge.first().map_or(' ', |ink| ink.glyph);
        let text: String = edge.iter().map(|ink| ink.glyph).collect();
        let label = text.trim_matches(line);
        let width = 4 * usize::from(self.scene.size()) - 1;
        let room = width.saturating_sub(label.chars().count());
        let before = std::iter::repeat_n(line, room / 2);
        let after = std::iter::repeat_n(line, room - room / 2);
        let glyphs = before.chain(label.chars()).chain(after);
        glyphs.map(|glyph| Ink { glyph, part: Part::Edge(side) }).collect()
    }

    const fn along(&self) -> char {
        match self.style {
            TextStyle::Unicode => '─',
            TextStyle::Ascii => ' ',
        }
    }

    fn upright(&self) -> char {
        match (self.style, self.scene.lattice) {
            (TextStyle::Unicode, _) => '│',
            (TextStyle::Ascii, Lattice::Lines) => ' ',
            (TextStyle::Ascii, Lattice::Squares) => '|',
        }
    }
}
