//! The clauses of Order and Chaos.

use konoba_rules::{Piece, Point};

use crate::Board;

/// O2. The three variants: what a six is, and when a five is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// A run of exactly five wins at once.
    ExactFive,
    /// A run of six wins as well.
    FiveOrSix,
    /// A run of exactly five wins once it can no longer become a six.
    LastingFive,
}

impl Variant {
    /// The variant with this id.
    pub fn named(id: &str) -> Option<Self> {
        match id {
            "exact-five" => Some(Self::ExactFive),
            "five-or-six" => Some(Self::FiveOrSix),
            "lasting-five" => Some(Self::LastingFive),
            _ => None,
        }
    }
}

/// O3. The 18 lines: 6 rows, 6 columns, 2 diagonals of six cells, 4 of five; each from end to end,
/// its cells in the order of points.
pub fn lines(size: u8) -> Vec<Vec<Point>> {
    let mut lines = Vec::new();
    for start in Point::all(size) {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let begins_here = start.offset(-dx, -dy, size).is_none();
            let next = |cell: &Point| cell.offset(dx, dy, size);
            let line: Vec<Point> = std::iter::successors(Some(start), next).collect();
            if begins_here && line.len() >= 5 {
                lines.push(line);
            }
        }
    }
    lines
}

/// O2. The runs by which Order has won: maximal runs of like pieces on a line.
pub fn winning_runs(board: &Board, variant: Variant) -> Vec<Vec<Point>> {
    let mut winning = Vec::new();
    for line in lines(board.size) {
        let like = |one: &Point, next: &Point| {
            board.at(*one).is_some() && board.at(*one) == board.at(*next)
        };
        for run in line.chunk_by(like) {
            let rest_is_occupied =
                line.iter().all(|cell| run.contains(cell) || board.at(*cell).is_some());
            let wins = match variant {
                Variant::ExactFive => run.len() == 5,
                Variant::FiveOrSix => run.len() >= 5,
                // The sixth cell of the line, if it has one, holds the other piece.
                Variant::LastingFive => run.len() == 5 && rest_is_occupied,
            };
            if wins {
                winning.push(run.to_vec());
            }
        }
    }
    winning
}

/// O3. The lines that are open.
pub fn open_lines(board: &Board, variant: Variant) -> Vec<Vec<Point>> {
    let mut lines = lines(board.size);
    lines.retain(|line| is_open(board, line, variant));
    lines
}

/// O3. Whether a line is open.
pub fn is_open(board: &Board, line: &[Point], variant: Variant) -> bool {
    // A line of five is its own window. A line of six has two, each with a sixth cell.
    let windows = match line.len() {
        5 => vec![(line, None)],
        _ => vec![(&line[..5], Some(line[5])), (&line[1..], Some(line[0]))],
    };
    Piece::BOTH.into_iter().any(|k| {
        windows.iter().any(|(window, sixth)| {
            let empty_or_k = window.iter().all(|cell| board.at(*cell).is_none_or(|at| at == k));
            let sixth_is_k = sixth.is_some_and(|cell| board.at(cell) == Some(k));
            empty_or_k && (variant == Variant::FiveOrSix || !sixth_is_k)
        })
    })
}
