//! Pairs of cells: a move in one is answered in the other.

use konoba_rules::{Move, Piece, Point, Setup};

use super::centre;
use super::lines::LASTING_FIVE;

/// Which piece answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PairReply {
    /// The same piece.
    Alike,
    /// The other piece.
    Unlike,
}

/// Two cells that are filled together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The cells.
    pub cells: [Point; 2],
    /// Which piece answers in the second what is played into the first, or the other way round.
    pub answer: PairReply,
}

impl Pair {
    /// What the answer puts beside a piece.
    pub const fn reply(&self, piece: Piece) -> Piece {
        match self.answer {
            PairReply::Alike => piece,
            PairReply::Unlike => piece.other(),
        }
    }
}

/// Cells in pairs, no cell in two of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing(pub Vec<Pair>);

/// "One such pairing (rows from the top; answer in the cell with the same letter, `=` with the same
/// piece, `#` with the other one)" (O5).
const OF_CHAOS: &str = "
    A= O# I= J= Q# A=
    G# B# B# Q# N# L#
    G# C# M# C# K# L#
    D= H# N# M# O# D=
    E= H# R# P# K# E=
    F= R# I= J= P# F=";

impl Pairing {
    /// The pairing by which a variant is won.
    pub fn of(setup: Setup) -> Self {
        match setup.variant {
            LASTING_FIVE => Self::of_chaos(),
            _ => Self::of_order(),
        }
    }

    /// The pairing by which Chaos wins where a five must last.
    pub fn of_chaos() -> Self {
        let rows: Vec<&str> = OF_CHAOS.trim().lines().collect();
        let top = rows.len() - 1;
        let cells = rows.iter().enumerate().flat_map(|(row, text)| {
            let y = (top - row) as u8;
            text.split_whitespace().enumerate().map(move |(x, sign)| (sign, Point::new(x as u8, y)))
        });
        let mut cells: Vec<(&str, Point)> = cells.collect();
        cells.sort();
        let pair = |two: &[(&str, Point)]| Pair {
            cells: [two[0].1, two[1].1],
            answer: if two[0].0.ends_with('=') { PairReply::Alike } else { PairReply::Unlike },
        };
        Self(cells.chunks_exact(2).map(pair).collect())
    }

    /// The two ends of each central row, column and diagonal, which Order keeps unlike.
    pub fn of_order() -> Self {
        let ends = centre::lines().map(|(cells, _)| Pair { cells, answer: PairReply::Unlike });
        Self(ends.collect())
    }

    /// The pair of a cell, and the other cell of it.
    pub fn partner(&self, at: Point) -> Option<(Pair, Point)> {
        self.0.iter().find_map(|pair| match pair.cells {
            [one, other] | [other, one] if one == at => Some((*pair, other)),
            _ => None,
        })
    }

    /// What answers a move into one of the pairs.
    pub fn answer(&self, mv: Move) -> Option<Move> {
        let Move::PlacePiece(piece, at) = mv else { return None };
        let (pair, partner) = self.partner(at)?;
        Some(Move::PlacePiece(pair.reply(piece), partner))
    }
}
