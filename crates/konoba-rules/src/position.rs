//! A position: the pieces of a game together with the house's turn, pie rule and key.

use std::iter::repeat_n;

use crate::key;
use crate::{Grid, Illegal, Move, PieceChoice, Placed, Rules, Setup, Side, Symmetry};

/// A position of one game on one width of board: a small value that is copied, never undone.
///
/// ```
/// use konoba_rules::{Move, Position, Side, games::Konobi, grid::Small};
/// let mut position = Position::<Konobi<Small>>::start("konobi:5".parse().unwrap());
/// position.play(Move::Place("c3".parse().unwrap())).unwrap();
/// assert_eq!(position.to_move(), Side::Second);
/// assert!(position.swap_is_offered());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R> {
    rules: R,
    setup: Setup,
    key: u64,
    ply: u16,
    to_move: Side,
    winner: Option<Side>,
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<G> {
    /// Who moved.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// What was filled by it, by kind of piece.
    pub fills: [G; 2],
}

impl<R: Rules> Position<R> {
    /// The empty board, the first side to move.
    ///
    /// # Panics
    /// If the set-up is of another game or does not fit the width of the board: the caller that chooses
    /// the type chooses it by the set-up.
    pub fn start(setup: Setup) -> Self {
        let rules = R::with_pieces(&setup, [R::Grid::EMPTY; 2]);
        Self::with(setup, rules, Side::First, 0)
    }

    /// A position in the middle of a game, in which the swap is no longer offered.
    pub fn standing(setup: Setup, rules: R, to_move: Side) -> Self {
        Self::with(setup.without_pie(), rules, to_move, 0)
    }

    fn with(setup: Setup, rules: R, to_move: Side, ply: u16) -> Self {
        assert!(setup.spec.id == R::SPEC.id && setup.size <= R::Grid::MAX, "the set-up fits");
        let mut position = Self { rules, setup, key: 0, ply, to_move, winner: None };
        position.key = position.rebuilt_key();
        position
    }

    /// What is on the board.
    #[inline(always)]
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// How the game was set up.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// Whose turn it is; after the end, whose it would have been.
    #[inline(always)]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// How many moves were played, swap and passes included.
    pub const fn ply(&self) -> u16 {
        self.ply
    }

    /// Who has won.
    #[inline(always)]
    pub const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// A hash of the pieces, the side to move and an offered swap, kept up to date by each move.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key computed from nothing, which must be equal to [`Position::key`].
    pub fn rebuilt_key(&self) -> u64 {
        let pieces = self.rules.pieces();
        let board = crate::Piece::BOTH
            .into_iter()
            .flat_map(|piece| pieces[piece.index()].iter().map(move |at| key::of(piece, at)))
            .fold(0, |all, one| all ^ one);
        board ^ key::of_turn(self.to_move, self.swap_is_offered())
    }

    /// Points without a piece.
    #[inline(always)]
    pub fn empty_points(&self) -> R::Grid {
        let [first, second] = self.rules.pieces();
        R::Grid::board(self.rules.size()) & !(first | second)
    }

    /// Whether the side to move may swap instead of placing.
    #[inline(always)]
    pub const fn swap_is_offered(&self) -> bool {
        self.setup.pie && self.ply == 1 && self.winner.is_none()
    }

    /// Where a side may place, were it to move; no point after the end.
    #[inline(never)]
    pub fn legal_points(&self, side: Side) -> R::Grid {
        self.legal_points_inlined(side)
    }

    /// The same, inlined into a caller that is compiled for better instructions than every processor
    /// has. The judge is inlined too, which takes long to compile: have few such callers.
    #[inline(always)]
    pub fn legal_points_inlined(&self, side: Side) -> R::Grid {
        if self.winner.is_some() {
            return R::Grid::EMPTY;
        }
        let sieve = self.rules.sieve(side);
        let mut legal = sieve.sure;
        for at in sieve.doubt.iter() {
            if self.rules.accepts(side, at, side.piece()) {
                legal.insert(at);
            }
        }
        legal
    }

    /// Whether a side has a legal placement.
    #[inline(never)]
    pub fn can_place(&self, side: Side) -> bool {
        if self.winner.is_some() {
            return false;
        }
        let sieve = self.rules.sieve(side);
        let mut doubt = sieve.doubt.iter();
        !sieve.sure.is_empty() || doubt.any(|at| self.rules.accepts(side, at, side.piece()))
    }

    /// Whether the side to move has nothing but a pass.
    pub fn must_pass(&self) -> bool {
        self.winner.is_none() && !self.can_place(self.to_move)
    }

    /// Every legal move of the side to move, in no promised order; a forced pass is one. None
    /// after the end.
    pub fn moves(&self) -> impl Iterator<Item = Move> + use<R> {
        self.moves_of(self.to_move)
    }

    /// Every legal move that a side would have, were it to move.
    pub fn moves_of(&self, side: Side) -> impl Iterator<Item = Move> + use<R> {
        let points = self.legal_points(side);
        // As options of a move these make LLVM 22 crash in optimised builds.
        let passes = usize::from(self.winner.is_none() && points.is_empty());
        let swaps = usize::from(self.swap_is_offered() && side == self.to_move);
        let choice = R::SPEC.choice;
        let pieces = match choice {
            PieceChoice::Own => &crate::Piece::BOTH[..1],
            PieceChoice::Either => &crate::Piece::BOTH[..],
        };
        let placements = points
            .iter()
            .flat_map(move |at| pieces.iter().map(move |&kind| Move::placement(choice, kind, at)));
        placements.chain(repeat_n(Move::Swap, swaps)).chain(repeat_n(Move::Pass, passes))
    }

    /// Plays a move of the side to move, or says why it cannot be played and changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<Played<R::Grid>, Illegal> {
        self.try_play(mv).ok_or_else(|| {
            self.why_not(self.to_move, mv).expect("what cannot be played has a reason")
        })
    }

    /// Plays a move of the side to move if it is legal.
    // Playouts have their own, shorter way; this is compiled once for each game and width.
    #[inline(never)]
    pub fn try_play(&mut self, mv: Move) -> Option<Played<R::Grid>> {
        if self.winner.is_some() {
            return None;
        }
        let side = self.to_move;
        let piece = match (mv, R::SPEC.choice) {
            (Move::Place(_), PieceChoice::Own) => Some(side.piece()),
            (Move::PlacePiece(piece, _), PieceChoice::Either) => Some(piece),
            (Move::Swap, _) if self.swap_is_offered() => None,
            (Move::Pass, _) if self.must_pass() => None,
            _ => return None,
        };
        let turn = key::of_turn(side, self.swap_is_offered());
        let mut fills = [R::Grid::EMPTY; 2];
        if let (Some(at), Some(piece)) = (mv.point(), piece) {
            if !at.is_on(self.rules.size()) {
                return None;
            }
            let placed = self.rules.place(side, at, piece)?;
            self.key ^= Self::key_of(&placed);
            self.winner = self.rules.winner(&placed);
            fills = placed.fills;
        }
        self.ply += 1;
        // The swap exchanges the people; the side that swapped is still to move.
        if mv != Move::Swap {
            self.to_move = side.other();
        }
        self.key ^= turn ^ key::of_turn(self.to_move, self.swap_is_offered());
        Some(Played { side, mv, fills })
    }

    #[inline(always)]
    fn key_of(placed: &Placed<R::Grid>) -> u64 {
        let mut key = key::of(placed.piece, placed.at);
        for piece in crate::Piece::BOTH {
            placed.fills[piece.index()].iter().for_each(|at| key ^= key::of(piece, at));
        }
        key
    }

    /// Why a side could not play a move, were it to ask now; `None` if it could. Of several
    /// reasons it is the first in the order of [`Illegal`].
    pub fn why_not(&self, side: Side, mv: Move) -> Option<Illegal> {
        if let Some(illegal) = self.why_not_here(side, mv) {
            return Some(illegal);
        }
        if side != self.to_move {
            Some(Illegal::NotYourTurn)
        } else if self.winner.is_some() {
            Some(Illegal::GameOver)
        } else {
            None
        }
    }

    fn why_not_here(&self, side: Side, mv: Move) -> Option<Illegal> {
        let at = match mv {
            Move::Swap => return (!self.swap_is_offered()).then_some(Illegal::NoSwap),
            Move::Pass => {
                let is_free = self.winner.is_some() || self.can_place(side);
                return is_free.then_some(Illegal::NoPass);
            }
            Move::Place(at) | Move::PlacePiece(_, at) => at,
        };
        if !at.is_on(self.rules.size()) {
            return Some(Illegal::OffBoard(at));
        }
        if !self.empty_points().contains(at) {
            return Some(Illegal::Occupied(at));
        }
        let piece = match mv {
            Move::PlacePiece(piece, _) if R::SPEC.choice == PieceChoice::Either => piece,
            _ => side.piece(),
        };
        if let Some(broken) = self.rules.why_not(side, at, piece) {
            return Some(Illegal::Rule(at, broken.to_points()));
        }
        match (mv, R::SPEC.choice) {
            (Move::Place(_), PieceChoice::Either) => Some(Illegal::PieceNeeded(at)),
            (Move::PlacePiece(..), PieceChoice::Own) => Some(Illegal::NoPieceChoice(at)),
            _ => None,
        }
    }

    /// The position as a symmetry shows it.
    ///
    /// # Panics
    /// If the symmetry is not one of the game's.
    pub fn seen_by(&self, symmetry: Symmetry) -> Self {
        assert!(R::SPEC.symmetries.contains(&symmetry), "the game has this symmetry");
        let pieces = symmetry.pieces(self.rules.pieces(), self.rules.size());
        let mut seen = Self { to_move: symmetry.side(self.to_move), ..*self };
        seen.winner = self.winner.map(|side| symmetry.side(side));
        seen.rules = R::with_pieces(&self.setup, pieces);
        seen.key = seen.rebuilt_key();
        seen
    }
}
