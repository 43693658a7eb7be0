//! The rules as the engine calls them: each function compiled once for each game and width. The judge is
//! made to be inlined into playouts; inlined wherever it is called it would take minutes to compile.

use konoba_kernels::{self as kernels, Batch};
use konoba_rules::playout::{Opening, PlayoutMove, WyRand};
use konoba_rules::{Move, Piece, Point, Position, Rules, Side};

/// The board after a placement and who has won by it, unless it is illegal.
#[inline(never)]
pub(crate) fn placed<R: Rules>(
    rules: &R,
    side: Side,
    at: Point,
    piece: Piece,
) -> Option<(R, Option<Side>)> {
    let mut after = *rules;
    let placed = after.place(side, at, piece)?;
    let winner = after.winner(&placed);
    Some((after, winner))
}

/// Plays a move that is legal.
pub(crate) fn play<R: Rules>(position: &mut Position<R>, mv: Move) {
    let played = position.try_play(mv);
    debug_assert!(played.is_some(), "a tree holds legal moves only");
}

/// Plays a random game to its end and says who wins it.
pub(crate) fn play_out<R: Rules, W: FnMut(PlayoutMove)>(
    position: &Position<R>,
    dice: &mut WyRand,
    watch: W,
) -> Side {
    kernels::run(Playout { position, dice, watch })
}

/// Where a side may place, were it to move; no point after the end.
#[inline(never)]
pub fn legal_points<R: Rules>(position: &Position<R>, side: Side) -> R::Grid {
    kernels::run(LegalPoints { position, side })
}

struct LegalPoints<'a, R: Rules> {
    position: &'a Position<R>,
    side: Side,
}

impl<R: Rules> Batch for LegalPoints<'_, R> {
    type Output = R::Grid;

    #[inline(always)]
    fn run(self) -> R::Grid {
        self.position.legal_points_inlined(self.side)
    }
}

struct Playout<'a, R, W> {
    position: &'a Position<R>,
    dice: &'a mut WyRand,
    watch: W,
}

impl<R: Rules, W: FnMut(PlayoutMove)> Batch for Playout<'_, R, W> {
    type Output = Side;

    #[inline(always)]
    fn run(self) -> Side {
        let mut rules = *self.position.rules();
        Opening::from_position(self.position).play_out(&mut rules, self.dice, self.watch).winner
    }
}
