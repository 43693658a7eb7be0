//! What the net sees of a position, in the width of its board.

use konoba_engine::net::view::PLANES;
use konoba_rules::{Position, Rules};

/// The planes of [`konoba_engine::net::view::View::pack`]; `legal` are the legal points of the side to move.
pub fn planes<R: Rules>(position: &Position<R>, legal: R::Grid) -> [R::Grid; PLANES] {
    let side = position.to_move();
    let pieces = position.rules().pieces();
    let [own, other] = [side, side.other()].map(|side| pieces[side.piece().index()]);
    [own, other, legal, position.legal_points(side.other())]
}
