//! The game that Order wins inside the game: four like pieces in a row on the central 4x4 cells.

use std::collections::HashMap;

use konoba_rules::{Piece, Point};

use super::lines::LINES;

/// The pieces on the central cells, X and O apart, a bit for each cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Board(pub(super) [u16; 2]);

/// The first central column and row, and how many there are of each.
const FIRST: u8 = 1;
const SIDE: u8 = 4;

impl Board {
    /// The central part of a board.
    pub(super) fn of(pieces: [impl Fn(Point) -> bool; 2]) -> Self {
        Self(pieces.map(|holds| mask(cells().filter(|at| holds(*at)))))
    }

    pub(super) const fn occupied(self) -> u16 {
        self.0[0] | self.0[1]
    }

    pub(super) const fn with(mut self, piece: Piece, cell: u32) -> Self {
        self.0[piece.index()] |= 1 << cell;
        self
    }

    /// Every board that one more piece makes of this one, with the piece and its cell.
    pub(super) fn moves(self) -> impl Iterator<Item = (Piece, u32)> {
        let free = move |cell: &u32| self.occupied() >> cell & 1 == 0;
        (0..16).filter(free).flat_map(|cell| Piece::BOTH.map(|piece| (piece, cell)))
    }
}

/// The central cells, row by row.
pub(super) fn cells() -> impl Iterator<Item = Point> {
    Point::all(SIDE).map(|at| Point::new(at.x + FIRST, at.y + FIRST))
}

/// The point of a cell.
pub(super) const fn point(cell: u32) -> Point {
    Point::new(cell as u8 % SIDE + FIRST, cell as u8 / SIDE + FIRST)
}

/// The cell at a point, if it is a central one.
pub(super) fn cell(at: Point) -> Option<u32> {
    cells().position(|central| central == at).map(|cell| cell as u32)
}

fn mask(points: impl Iterator<Item = Point>) -> u16 {
    points.filter_map(cell).fold(0, |mask, cell| mask | 1 << cell)
}

/// The lines of the board that have four central cells, each as its two ends and those cells.
pub(super) fn lines() -> impl Iterator<Item = ([Point; 2], u16)> {
    LINES.iter().filter_map(|line| {
        let [first, .., last] = line[..] else { return None };
        let middle = mask(line.iter().copied());
        (middle.count_ones() == u32::from(SIDE)).then_some(([first, last], middle))
    })
}

/// What is known of the game for four on these lines. Order wins when one of them holds four like
/// pieces, no matter who placed the last; Chaos wins when each holds both.
pub(super) struct Game {
    lines: Vec<u16>,
    known: HashMap<(Board, bool), bool>,
}

impl Game {
    /// The game on some of the central lines, given by their cells.
    pub(super) fn new(lines: impl IntoIterator<Item = u16>) -> Self {
        Self { lines: lines.into_iter().collect(), known: HashMap::new() }
    }

    /// Whether there is a four.
    pub(super) fn has_four(&self, board: Board) -> bool {
        self.lines.iter().any(|line| board.0.iter().any(|own| own & line == *line))
    }

    /// Whether Order wins this board.
    pub(super) fn is_won(&mut self, board: Board, order_moves: bool) -> bool {
        if self.has_four(board) {
            return true;
        }
        if !self.lines.iter().any(|line| board.0.iter().any(|own| own & line == 0)) {
            return false;
        }
        if let Some(known) = self.known.get(&(board, order_moves)) {
            return *known;
        }
        let is_won = if order_moves {
            self.winning_move(board).is_some()
        } else {
            board.moves().all(|(piece, cell)| self.is_won(board.with(piece, cell), true))
        };
        self.known.insert((board, order_moves), is_won);
        is_won
    }

    /// A move by which Order wins, the most promising first.
    pub(super) fn winning_move(&mut self, board: Board) -> Option<(Piece, u32)> {
        let mut moves: Vec<(Piece, u32)> = board.moves().collect();
        moves
            .sort_by_key(|&(piece, cell)| std::cmp::Reverse(self.promise(board.with(piece, cell))));
        moves.into_iter().find(|&(piece, cell)| self.is_won(board.with(piece, cell), false))
    }

    /// How near to fours a board is: a piece more on an open line counts for more than a line more.
    fn promise(&self, board: Board) -> u32 {
        let lines = self.lines.iter().flat_map(|line| {
            let [crosses, noughts] = board.0.map(|own| (own & line).count_ones());
            (crosses == 0 || noughts == 0).then_some(1 << (3 * (crosses + noughts)))
        });
        lines.sum()
    }

    /// How many boards were looked at.
    pub(super) fn boards(&self) -> usize {
        self.known.len()
    }
}
