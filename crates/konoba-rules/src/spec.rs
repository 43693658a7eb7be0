//! What a game says of itself, declared once and used by every interface.

use crate::{Piece, Side, Symmetry};

/// Everything about a game that is not the judging of moves.
#[derive(Debug)]
pub struct Spec {
    /// The id that people type: `konobi`.
    pub id: &'static str,
    /// The name that people read: `Konobi`.
    pub name: &'static str,
    /// Who made it and when.
    pub origin: &'static str,
    /// Grows when a change of the rules would judge an old record differently.
    pub version: u16,
    /// What to do, in one sentence.
    pub summary: &'static str,
    /// The rules for people, a paragraph each.
    pub rulebook: &'static [&'static str],
    /// The texts with an example for each of its rules, which [`crate::rulebook`] reads; a text may be
    /// of several games. Empty where there are none yet.
    pub examples: &'static [&'static str],
    /// The text with its lessons, which [`crate::lesson`] reads; empty where it has none.
    pub lessons: &'static str,
    /// The two sides, the one that moves first before the other.
    pub sides: [SideSpec; 2],
    /// The two kinds of piece.
    pub pieces: [PieceSpec; 2],
    /// Whether a side has a colour of its own or places either piece.
    pub choice: PieceChoice,
    /// The sizes it can be played on.
    pub sizes: Sizes,
    /// Whether the second side may swap on its first turn, unless that is switched off.
    pub has_pie: bool,
    /// Whether people say which side they want before the game.
    pub has_roles: bool,
    /// The variants, the default first; empty where there are none.
    pub variants: &'static [Variant],
    /// Whether a placement can fill other points.
    pub has_fills: bool,
    /// How the board is customarily drawn.
    pub lattice: Lattice,
    /// Whether the edges of the board belong to sides: top and bottom to the first.
    pub has_edges: bool,
    /// The rules that a placement can break, in the order in which they are judged.
    pub rules: &'static [&'static Rule],
    /// What leaves the game as it is.
    pub symmetries: &'static [Symmetry],
}

/// A side of a game.
#[derive(Debug)]
pub struct SideSpec {
    /// The id that people type: `black`.
    pub id: &'static str,
    /// The name that people read: `Black`.
    pub name: &'static str,
    /// What this side must do, as it is told to: `connect top and bottom`.
    pub goal: &'static str,
    /// The same once it is done, after "wins by": `connecting top and bottom`.
    pub won_by: &'static str,
}

/// A kind of piece.
#[derive(Debug)]
pub struct PieceSpec {
    /// How position texts write it: `B`.
    pub letter: char,
    /// What it is called: `black stone`.
    pub name: &'static str,
    /// What several are called: `black stones`.
    pub plural: &'static str,
}

/// Which pieces a side places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceChoice {
    /// Each side has a colour of its own, and a move is a point.
    Own,
    /// Both sides place either piece, and a move is a piece and a point.
    Either,
}

/// The sizes that a game is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The smallest.
    pub min: u8,
    /// The largest.
    pub max: u8,
    /// The one that is taken where no size is given.
    pub default: u8,
}

impl Sizes {
    /// The one size of a game that has no other.
    pub const fn only(size: u8) -> Self {
        Self { min: size, max: size, default: size }
    }

    /// Whether there is nothing to choose.
    pub const fn is_fixed(self) -> bool {
        self.min == self.max
    }

    /// Whether the game can be played on this size.
    pub const fn contains(self, size: u8) -> bool {
        self.min <= size && size <= self.max
    }
}

/// One of several ways to play a game.
#[derive(Debug)]
pub struct Variant {
    /// The id that people type: `exact-five`.
    pub id: &'static str,
    /// The name that people read: `Exactly five`.
    pub name: &'static str,
    /// What it means, in one sentence.
    pub summary: &'static str,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lattice {
    /// Stones stand on the crossings of lines.
    Lines,
    /// Pieces lie in squares.
    Squares,
}

/// A rule that a placement can break.
#[derive(Debug)]
pub struct Rule {
    /// Its stable id: `weak-connection`.
    pub id: &'static str,
    /// The roles of the cells to blame, in the order in which a reason names them.
    pub roles: &'static [&'static str],
    /// The roles of cells that the text names beside those to blame: where a stone would help.
    pub helpers: &'static [&'static str],
    /// What is said when it is broken, with holes `{p}` for the point that was tried and `{role}`
    /// for each other cell. It begins with a hole, so that it can follow "then", and its last full stop
    /// is left out. It is true in every position in which the rule is broken.
    pub text: &'static str,
}

impl Spec {
    /// What the game says of a side.
    pub const fn side(&self, side: Side) -> &SideSpec {
        &self.sides[side.index()]
    }

    /// What the game says of a piece.
    pub const fn piece(&self, piece: Piece) -> &PieceSpec {
        &self.pieces[piece.index()]
    }

    /// The side with this id, in any case; `b` and `w` stand for the first and the second.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        let colours = [["b", "black"], ["w", "white"]];
        Side::BOTH.into_iter().find(|side| {
            name.eq_ignore_ascii_case(self.side(*side).id)
                || colours[side.index()].iter().any(|colour| name.eq_ignore_ascii_case(colour))
        })
    }

    /// The piece with this letter, in any case.
    pub fn piece_lettered(&self, letter: char) -> Option<Piece> {
        Piece::BOTH
            .into_iter()
            .find(|piece| self.piece(*piece).letter.eq_ignore_ascii_case(&letter))
    }

    /// The number of the variant with this id.
    pub fn variant_named(&self, id: &str) -> Option<u8> {
        self.variants.iter().position(|variant| variant.id == id).map(|number| number as u8)
    }

    /// The game's rule with this id.
    pub fn rule(&self, id: &str) -> Option<&'static Rule> {
        self.rules.iter().copied().find(|rule| rule.id == id)
    }
}
