//! The moves of a node, and what can be said of them without searching: which win at once, and which
//! leave the opponent a win at once (decisive and anti-decisive moves; Teytaud and Teytaud, 2010).

use konoba_rules::grid::Edge;
use konoba_rules::{Grid, Piece, PieceChoice, Point, Position, Rules, Side};

use super::code::Code;
use crate::calls::placed;

/// A legal move and who is certain to win after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Judged {
    pub(crate) code: Code,
    pub(crate) winner: Option<Side>,
}

/// Finds every legal move of the side to move and who wins after it, as far as two moves ahead tell.
/// The game is not over. What the list held before is gone.
pub(crate) fn find<R: Rules>(position: &Position<R>, moves: &mut Vec<Judged>) {
    moves.clear();
    let side = position.to_move();
    let rules = position.rules();
    placements(rules, side, &mut |at, piece, winner| {
        moves.push(Judged { code: Code::placement(R::SPEC.choice, piece, at), winner });
    });
    if moves.is_empty() {
        moves.push(Judged { code: Code::PASS, winner: None });
    }
    if moves.iter().any(|judged| judged.winner == Some(side)) {
        return add_swap(position, moves);
    }
    let mut threats = Threats::default();
    placements(rules, side.other(), &mut |at, piece, winner| {
        if winner == Some(side.other()) {
            threats.add(at, piece);
        }
    });
    if threats.count > 0 {
        let undecided = moves.iter_mut().filter(|judged| judged.winner.is_none());
        for judged in undecided {
            if threats.remain_after(rules, side, judged.code) {
                judged.winner = Some(side.other());
            }
        }
    }
    add_swap(position, moves);
}

/// Whether the opponent may swap after the next move.
pub(super) fn precedes_swap<R: Rules>(position: &Position<R>) -> bool {
    position.setup().pie && position.ply() == 0
}

/// The swap exchanges the people and leaves everything open.
fn add_swap<R: Rules>(position: &Position<R>, moves: &mut Vec<Judged>) {
    if position.swap_is_offered() {
        moves.push(Judged { code: Code::SWAP, winner: None });
    }
}

/// Calls `each` with every legal placement of a side and who has won by it.
fn placements<R: Rules>(rules: &R, side: Side, each: &mut dyn FnMut(Point, Piece, Option<Side>)) {
    let sieve = rules.sieve(side);
    let pieces = match R::SPEC.choice {
        PieceChoice::Own => [Some(side.piece()), None],
        PieceChoice::Either => Piece::BOTH.map(Some),
    };
    let may_win = may_win(rules, side);
    for piece in pieces.into_iter().flatten() {
        (sieve.sure & !may_win).iter().for_each(|at| each(at, piece, None));
        for at in ((sieve.sure & may_win) | sieve.doubt).iter() {
            if let Some((_, winner)) = placed(rules, side, at, piece) {
                each(at, piece, winner);
            }
        }
    }
}

/// The points on which a placement may decide the game, fills aside, which a sieve leaves in doubt.
fn may_win<R: Rules>(rules: &R, side: Side) -> R::Grid {
    let size = rules.size();
    if !R::SPEC.has_edges {
        return R::Grid::board(size);
    }
    let own = rules.pieces()[side.piece().index()];
    // A chain from edge to edge has a stone in every row, or in every column.
    if own.count() + 1 < u32::from(size) {
        return R::Grid::EMPTY;
    }
    let edges = match side {
        Side::First => [Edge::Bottom, Edge::Top],
        Side::Second => [Edge::Left, Edge::Right],
    };
    // Neighbours count diagonally, which for orthogonal chains is too generous: the judge decides.
    let [near, far] = edges.map(|edge| {
        let edge = R::Grid::edge(edge, size);
        let mut reached = edge & own;
        loop {
            let more = reached | (reached.beside_or_diagonal() & own);
            if more == reached {
                break reached.beside_or_diagonal() | edge;
            }
            reached = more;
        }
    });
    near & far
}

/// The wins at once that the opponent has, as far as they matter: one that remains is enough.
#[derive(Default)]
struct Threats {
    places: [Option<(Point, Piece)>; 8],
    count: usize,
}

impl Threats {
    fn add(&mut self, at: Point, piece: Piece) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = Some((at, piece));
            self.count += 1;
        }
    }

    /// Whether the opponent still wins at once after a move of the side.
    fn remain_after<R: Rules>(&self, rules: &R, side: Side, code: Code) -> bool {
        let mut after = *rules;
        if let Some(at) = code.point() {
            let piece = match R::SPEC.choice {
                PieceChoice::Own => side.piece(),
                PieceChoice::Either => Piece::BOTH[usize::from(code.0 % 2)],
            };
            match placed(rules, side, at, piece) {
                Some((board, _)) => after = board,
                None => return false,
            }
        }
        self.places.iter().flatten().any(|&(at, piece)| {
            let end = placed(&after, side.other(), at, piece);
            end.is_some_and(|(_, winner)| winner == Some(side.other()))
        })
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::playout::{Dice, WyRand};
    use konoba_rules::{AnyPosition, Visitor};

    use super::*;

    /// Plays a random game, compares with trying everything, and counts what was decided.
    struct Compare(u64);

    impl Visitor for Compare {
        type Output = [u32; 3];
        fn visit<R: Rules>(self, start: &Position<R>) -> [u32; 3] {
            let mut dice = WyRand::new(self.0);
            let mut position = *start;
            let mut found = Vec::new();
            let mut decided = [0; 3];
            while position.winner().is_none() {
                find(&position, &mut found);
                let side = position.to_move();
                let moves: Vec<_> = position.moves().collect();
                assert_eq!(moves.len(), found.len());
                let wins_at_once = |position: &Position<R>, side| {
                    let after = |mv| {
                        let mut next = *position;
                        next.play(mv).unwrap();
                        next.winner()
                    };
                    position.winner().is_none()
                        && position.moves().any(|mv| after(mv) == Some(side))
                };
                let wins = wins_at_once(&position, side);
                for &Judged { code, winner } in &found {
                    let mut next = position;
                    next.play(code.mv(R::SPEC.choice)).unwrap();
                    let lets_win = !wins && wins_at_once(&next, side.other()) && code != Code::SWAP;
                    match winner {
                        None => {
                            assert_eq!(next.winner(), None);
                            // The move itself can make a placement of the opponent's legal, or let a
                            // fill win: that was no threat before and is left to the search.
                            decided[2] += u32::from(lets_win);
                        }
                        Some(winner) if next.winner().is_some() => {
                            assert_eq!(next.winner(), Some(winner));
                            decided[0] += 1;
                        }
                        Some(winner) => {
                            assert!(lets_win && winner == side.other());
                            decided[1] += 1;
                        }
                    }
                }
                position.play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
            }
            decided
        }
    }

    #[test]
    fn what_two_moves_ahead_decides_is_found() {
        for setup in ["konobi:6", "quentin:6", "quentin:8", "order-and-chaos", "konobi:1"] {
            let start = AnyPosition::start(setup.parse().unwrap());
            let mut sum = [0; 3];
            for seed in 0..20 {
                let one = start.visit(Compare(seed));
                (0..3).for_each(|index| sum[index] += one[index]);
            }
            let [at_once, next, overlooked] = sum;
            // Where there are fills, or both sides place the same pieces, one's own move makes many a
            // placement win that was no threat before.
            let spec = start.setup().spec;
            let helps_other = spec.has_fills || spec.choice == PieceChoice::Either;
            let is_rare = overlooked <= next / 10;
            assert!(is_rare || helps_other, "{setup}: {overlooked} of {next}");
            assert!(at_once > 0 && (next > 0 || setup == "konobi:1"), "{setup}: {at_once} {next}");
        }
    }
}
