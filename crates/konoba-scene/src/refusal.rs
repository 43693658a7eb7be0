//! A move that was refused.

use konoba_rules::{AnyPosition, Illegal, Move, Piece, PieceChoice, Side};

/// Who tried which move, and why it cannot be played.
///
/// ```
/// use konoba_rules::{AnyPosition, GAMES, Move, Setup};
/// use konoba_scene::Refusal;
/// let position = AnyPosition::start(Setup::default_of(GAMES[0]));
/// let refusal = Refusal::of(&position, position.to_move(), Move::Pass).unwrap();
/// assert_eq!(refusal.why.id(), "no-pass");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Refusal {
    /// Who tried.
    pub side: Side,
    /// What was tried.
    pub mv: Move,
    /// Why not.
    pub why: Illegal,
}

impl Refusal {
    /// Asks the position about a move; `None` if the side may play it.
    pub fn of(position: &AnyPosition, side: Side, mv: Move) -> Option<Self> {
        position.why_not(side, mv).map(|why| Self { side, mv, why })
    }

    /// The piece that would have been placed, where that is known.
    pub(crate) const fn piece(&self, choice: PieceChoice) -> Option<Piece> {
        match (self.mv, choice) {
            (Move::Place(_) | Move::PlacePiece(..), PieceChoice::Own) => Some(self.side.piece()),
            (Move::PlacePiece(piece, _), PieceChoice::Either) => Some(piece),
            _ => None,
        }
    }
}
