//! What the author of a game writes.

use std::fmt::Debug;

use crate::{Broken, Flaw, Grid, Piece, Point, Points, Setup, Side, Spec};

/// The pieces on a board and what a game keeps beside them, with the judgement of placements.
///
/// Turns, the pie rule, passes, keys, symmetry, notation and records are the same for all games; see
/// [`crate::Position`]. Playouts and solvers run on this alone and pay for none of that.
pub trait Rules: Copy + Eq + Debug + Send + Sync + 'static {
    /// The sets of points it works with.
    type Grid: Grid;
    /// What the game says of itself.
    const SPEC: &'static Spec;

    /// The board with these pieces on it, the two kinds apart. The sets have no point in common
    /// and none off the board.
    fn with_pieces(setup: &Setup, pieces: [Self::Grid; 2]) -> Self;

    /// Why the board cannot stand in the middle of a game, if it cannot: it breaks a rule, or a
    /// turn would never have left it so, or the game is over in it.
    fn flaw(&self) -> Option<Flaw>;

    /// The pieces on the board, the two kinds apart.
    fn pieces(&self) -> [Self::Grid; 2];

    /// The size of the board.
    fn size(&self) -> u8;

    /// Decides about many points at once, exactly: where the side may place (any piece), and
    /// where only [`Rules::place`] can tell.
    fn sieve(&self, side: Side) -> Sieve<Self::Grid>;

    /// The judge. Places the piece if that is legal; else returns `None` and changes nothing.
    /// The point is on the board and empty.
    fn place_on_empty(&mut self, side: Side, at: Point, piece: Piece)
    -> Option<Placed<Self::Grid>>;

    /// The same where the point may be occupied.
    #[inline(always)]
    fn place(&mut self, side: Side, at: Point, piece: Piece) -> Option<Placed<Self::Grid>> {
        if self.is_empty_at(at) { self.place_on_empty(side, at, piece) } else { None }
    }

    /// Whether a point of the board has no piece.
    #[inline(always)]
    fn is_empty_at(&self, at: Point) -> bool {
        let [first, second] = self.pieces();
        !first.contains(at) && !second.contains(at)
    }

    /// Whether the judge would accept a placement on an empty point. Games override it only to spare
    /// a copy.
    #[inline(always)]
    fn accepts(&self, side: Side, at: Point, piece: Piece) -> bool {
        { *self }.place_on_empty(side, at, piece).is_some()
    }

    /// Who has won by the placement that was the last one.
    fn winner(&self, last: &Placed<Self::Grid>) -> Option<Side>;

    /// Which rule of the game a placement on an empty point breaks. Cold and literal: it is
    /// computed only on request, apart from the code that judges.
    fn why_not(&self, side: Side, at: Point, piece: Piece) -> Option<Broken<Self::Grid>>;

    /// The chain or line by which the side has won, if it has.
    fn witness(&self, winner: Side) -> Self::Grid;

    /// The chain to which the piece on this point belongs; no point where there is none, and everywhere in games
    /// without chains.
    fn chain(&self, at: Point) -> Self::Grid {
        let _ = at;
        Self::Grid::EMPTY
    }

    /// The lines that are still open, where the game has such: calls `each` with every one.
    fn open_lines(&self, each: &mut dyn FnMut(Points)) {
        let _ = each;
    }
}

/// What is known of all points at once. Every other point is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sieve<G> {
    /// Points that are legal for certain.
    pub sure: G,
    /// Points that must be judged one by one.
    pub doubt: G,
}

/// What a placement did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed<G> {
    /// Where.
    pub at: Point,
    /// Which piece.
    pub piece: Piece,
    /// What was filled beside it, by kind of piece.
    pub fills: [G; 2],
}

impl<G: Grid> Placed<G> {
    /// A placement that filled nothing.
    #[inline(always)]
    pub fn alone(at: Point, piece: Piece) -> Self {
        Self { at, piece, fills: [G::EMPTY; 2] }
    }
}
