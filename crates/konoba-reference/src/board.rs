//! A map of cells.

use std::collections::{BTreeMap, BTreeSet};

use konoba_rules::{Piece, Point, Side};

/// A square board and the pieces on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The number of columns, and of rows.
    pub size: u8,
    /// The pieces; a point that is not in the map is empty.
    pub cells: BTreeMap<Point, Piece>,
}

impl Board {
    /// The piece at a point, if it is not empty.
    pub fn at(&self, point: Point) -> Option<Piece> {
        self.cells.get(&point).copied()
    }

    /// The board with one more piece on it.
    pub fn with(&self, point: Point, piece: Piece) -> Self {
        let mut board = self.clone();
        board.cells.insert(point, piece);
        board
    }

    /// The points without a piece.
    pub fn empty_points(&self) -> BTreeSet<Point> {
        Point::all(self.size).filter(|point| self.at(*point).is_none()).collect()
    }

    /// The points that hold this kind of piece.
    pub fn points_of(&self, piece: Piece) -> BTreeSet<Point> {
        let like = self.cells.iter().filter(|(_, other)| **other == piece);
        like.map(|(point, _)| *point).collect()
    }

    /// The points orthogonally adjacent to a point.
    pub fn orthogonal(&self, point: Point) -> Vec<Point> {
        self.neighbours(point, [(0, 1), (1, 0), (0, -1), (-1, 0)])
    }

    /// The points diagonally adjacent to a point.
    pub fn diagonal(&self, point: Point) -> Vec<Point> {
        self.neighbours(point, [(1, 1), (1, -1), (-1, -1), (-1, 1)])
    }

    fn neighbours(&self, point: Point, steps: [(i8, i8); 4]) -> Vec<Point> {
        steps.into_iter().filter_map(|(dx, dy)| point.offset(dx, dy, self.size)).collect()
    }

    /// Whether the points touch both edges of a side: the top and bottom edges are the first
    /// side's, the left and right ones the second's.
    pub fn touches_both_edges(&self, points: &BTreeSet<Point>, side: Side) -> bool {
        let distance = |point: &Point| match side {
            Side::First => point.y,
            Side::Second => point.x,
        };
        let touches = |edge: u8| points.iter().any(|point| distance(point) == edge);
        touches(0) && touches(self.size - 1)
    }
}

/// The two common orthogonal neighbours of two diagonally adjacent points.
pub(crate) fn common_neighbours(one: Point, other: Point) -> [Point; 2] {
    [Point::new(one.x, other.y), Point::new(other.x, one.y)]
}

/// The maximal connected sets that the points fall into. `joined` lists the points that a point
/// is connected to; those that are not among `points` do not matter.
pub(crate) fn connected_sets(
    mut points: BTreeSet<Point>,
    joined: impl Fn(Point) -> Vec<Point>,
) -> Vec<BTreeSet<Point>> {
    let mut sets = Vec::new();
    while let Some(start) = points.pop_first() {
        let mut set = BTreeSet::from([start]);
        let mut unvisited = vec![start];
        while let Some(point) = unvisited.pop() {
            for neighbour in joined(point) {
                if points.remove(&neighbour) {
                    set.insert(neighbour);
                    unvisited.push(neighbour);
                }
            }
        }
        sets.push(set);
    }
    sets
}
