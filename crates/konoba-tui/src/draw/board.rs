//! The board in one of several forms, the largest that fits. Every form is made from the ink of
//! the one text painter, whose parts tell what to colour.

mod growth;

use konoba_rules::{Lattice, Point};
use konoba_scene::{Ink, Mark, Part, Scene, TextStyle, ink};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::look::Look;

/// How a board is drawn, the largest form first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Four columns and two rows for a point.
    Large,
    /// Two columns and a row for a point.
    Full,
    /// The same without the names beside it.
    Narrow,
}

impl Form {
    pub(super) const ALL: [Self; 3] = [Self::Large, Self::Full, Self::Narrow];
}

/// A board in characters, ready to be coloured.
pub(super) struct Board {
    rows: Vec<Vec<Ink>>,
    /// The columns that are on the board, as opposed to beside it.
    columns: (usize, usize),
    /// Whether the letters below are left out.
    is_cut: bool,
}

impl Board {
    pub(super) fn new(scene: &Scene, style: TextStyle, form: Form) -> Self {
        let mut rows = ink(scene, style);
        if form == Form::Narrow {
            let (start, end) = numbered(&rows);
            for row in &mut rows {
                row.truncate(end);
                row.drain(..start.min(row.len()));
            }
        }
        if form == Form::Large {
            rows = growth::enlarged(scene, style, &rows);
        }
        let pad = if form == Form::Large && scene.lattice == Lattice::Squares { 2 } else { 1 };
        let columns =
            rows.iter().find(|row| has_point(row)).map_or((0, 0), |row| on_board(row, pad));
        Self { rows, columns, is_cut: false }
    }

    pub(super) fn width(&self) -> u16 {
        self.rows.iter().map(Vec::len).max().unwrap_or_default() as u16
    }

    pub(super) fn height(&self) -> u16 {
        self.rows.len() as u16
    }

    /// The same without the letters below, where every row counts.
    pub(super) fn cut(mut self) -> Self {
        if !self.is_cut {
            self.rows.pop();
            self.is_cut = true;
        }
        self
    }

    /// The point at a place on the screen, if the board is drawn in this area.
    pub(super) fn point_at(&self, area: Rect, place: Position) -> Option<Point> {
        let column = usize::from(place.x.checked_sub(area.x)?);
        let row = self.rows.get(usize::from(place.y.checked_sub(area.y)?))?;
        // A click beside a point is meant for the nearest one.
        let point = |column: usize| match row.get(column)?.part {
            Part::Point(at) => Some(at),
            _ => None,
        };
        let near = [Some(column), column.checked_sub(1), column.checked_add(1)];
        near.into_iter().flatten().find_map(point)
    }

    /// Where a point is on the screen, if the board is drawn in this area.
    pub(super) fn place_of(&self, area: Rect, point: Point) -> Option<Position> {
        let place = |row: &Vec<Ink>| row.iter().position(|ink| ink.part == Part::Point(point));
        let (y, x) = self.rows.iter().enumerate().find_map(|(y, row)| Some((y, place(row)?)))?;
        Some(Position::new(area.x + x as u16, area.y + y as u16))
    }

    pub(super) fn draw(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        look: Look,
        scene: &Scene,
        cursor: Option<Point>,
    ) {
        let colours = look.colours;
        let last_row = self.rows.len() - usize::from(!self.is_cut);
        let (left, right) = self.columns;
        let width = (right + 1 - left) as u16;
        let ground = Rect::new(area.x + left as u16, area.y + 1, width, last_row as u16 - 1);
        buffer.set_style(ground.intersection(area), colours.board());
        for (y, row) in self.rows.iter().enumerate() {
            let is_level = (1..last_row).contains(&y);
            let is_cursor = |ink: &Ink| cursor.is_some_and(|at| ink.part == Part::Point(at));
            let cursor_column = row.iter().position(is_cursor);
            for (x, ink) in row.iter().enumerate() {
                let is_on = is_level && (left..=right).contains(&x);
                let mut style = if is_on { colours.board() } else { colours.text() };
                let mut glyph = ink.glyph;
                match ink.part {
                    Part::Coordinate => style = colours.dim(),
                    Part::Frame => style = style.patch(heat_beside(row, x, scene, look)),
                    Part::Edge(side) if is_on => style = colours.edge(side),
                    Part::Edge(_) => {}
                    Part::Point(at) => {
                        let spot = scene.spot(at);
                        let piece = spot.and_then(|spot| spot.piece.or(spot.ghost));
                        style = piece.map_or(style, |piece| colours.piece(piece));
                        if colours.fills_stones() {
                            glyph = match glyph {
                                '○' => '●',
                                '◦' => '•',
                                other => other,
                            };
                        }
                        let marks = spot.map(|spot| spot.marks).unwrap_or_default();
                        if let Some(mark) = marks.iter().next() {
                            style = style.patch(colours.mark(mark));
                        }
                        if let Some(weighed) = spot.and_then(|spot| spot.weighed) {
                            style = style.patch(colours.heat(weighed.heat));
                        }
                    }
                    Part::Sign(at) => {
                        let marks = scene.spot(at).map(|spot| spot.marks).unwrap_or_default();
                        let mark = marks.iter().find(|mark| *mark != Mark::Legal);
                        style = style.patch(mark.map_or(style, |mark| colours.mark(mark)));
                        style = style.patch(colours.sign());
                    }
                }
                let from_cursor = cursor_column.map(|column| x as isize - column as isize);
                match from_cursor {
                    Some(-1) => (glyph, style) = ('[', style.patch(colours.bracket())),
                    Some(1) => (glyph, style) = (']', style.patch(colours.bracket())),
                    _ => {}
                }
                if from_cursor.is_some_and(|distance| distance.abs() <= 1) {
                    style = style.patch(colours.cursor());
                }
                let place = Position::new(area.x + x as u16, area.y + y as u16);
                if let Some(cell) = buffer.cell_mut(place).filter(|_| area.contains(place)) {
                    cell.set_char(glyph).set_style(style);
                }
            }
        }
    }
}

/// What is between points takes part in the heat of the hotter one, so that it is seen from afar.
fn heat_beside(row: &[Ink], x: usize, scene: &Scene, look: Look) -> Style {
    let beside = [x.checked_sub(1), x.checked_add(1)].into_iter().flatten();
    let heats = beside.filter_map(|x| match row.get(x)?.part {
        Part::Point(at) => scene.spot(at).filter(|spot| spot.piece.is_none())?.weighed,
        _ => None,
    });
    let hottest = heats.map(|weighed| weighed.heat).max();
    let ground = hottest.and_then(|heat| look.colours.heat(heat).bg);
    ground.map_or_else(Style::new, |ground| Style::new().bg(ground))
}

/// The columns from the numbers on the left to those on the right; what is outside are the names of
/// edges.
fn numbered(rows: &[Vec<Ink>]) -> (usize, usize) {
    let is_number = |ink: &Ink| ink.part == Part::Coordinate;
    let Some(row) = rows.iter().find(|row| has_point(row)) else { return (0, 0) };
    let start = row.iter().position(is_number).unwrap_or_default();
    let end = row.iter().rposition(is_number).unwrap_or_default();
    (start, end + 1)
}

fn has_point(row: &[Ink]) -> bool {
    row.iter().any(|ink| matches!(ink.part, Part::Point(_)))
}

/// The first and the last column of the board in a row of points: the points, the gap around
/// them, and drawn edges.
fn on_board(row: &[Ink], gap: usize) -> (usize, usize) {
    let points = || row.iter().map(|ink| matches!(ink.part, Part::Point(_)));
    let first = points().position(|is_point| is_point).unwrap_or_default();
    let last = row.len() - 1 - points().rev().position(|is_point| is_point).unwrap_or_default();
    let is_edge = |column: usize| {
        row.get(column).is_some_and(|ink| matches!(ink.part, Part::Edge(_)) && ink.glyph != ' ')
    };
    let left = first.saturating_sub(gap);
    let right = last + gap;
    let left = if left > 0 && is_edge(left - 1) { left - 1 } else { left };
    (left, if is_edge(right + 1) { right + 1 } else { right })
}
