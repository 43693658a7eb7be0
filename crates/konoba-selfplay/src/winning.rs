//! Wins in one move.

use konoba_rules::grid::Edge;
use konoba_rules::{Grid, Position, Rules, Side};

/// The points among `legal`, the legal points of the side to move, on which it wins at once by
/// joining its own chains and edges. A win by a fill elsewhere on the board is not looked for.
pub fn winning_points<R: Rules>(position: &Position<R>, legal: R::Grid) -> R::Grid {
    let side = position.to_move();
    let size = position.rules().size();
    let own = position.rules().pieces()[side.piece().index()];
    let reached = edges(side).map(|edge| {
        let edge = R::Grid::edge(edge, size);
        flooded(edge & own, own).beside_or_diagonal() | edge
    });
    let mut winning = R::Grid::EMPTY;
    // Neighbours count diagonally, which for a game with orthogonal chains is too generous: the
    // judge decides.
    for at in (legal & reached[0] & reached[1]).iter() {
        let mut rules = *position.rules();
        let placed = rules.place(side, at, side.piece());
        if placed.is_some_and(|placed| rules.winner(&placed) == Some(side)) {
            winning.insert(at);
        }
    }
    winning
}

const fn edges(side: Side) -> [Edge; 2] {
    match side {
        Side::First => [Edge::Bottom, Edge::Top],
        Side::Second => [Edge::Left, Edge::Right],
    }
}

fn flooded<G: Grid>(mut set: G, within: G) -> G {
    loop {
        let more = set | (set.beside_or_diagonal() & within);
        if more == set {
            return set;
        }
        set = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use konoba_rules::playout::{Dice, WyRand};
    use konoba_rules::{AnyPosition, Move, Visitor};

    /// Plays a random game and compares with trying every point.
    struct Compare(u64);

    impl Visitor for Compare {
        type Output = u32;
        fn visit<R: Rules>(self, start: &Position<R>) -> u32 {
            let mut dice = WyRand::new(self.0);
            let mut position = *start;
            let mut wins = 0;
            while position.winner().is_none() {
                let legal = position.legal_points(position.to_move());
                let mut expected = R::Grid::EMPTY;
                for at in legal.iter() {
                    let mut next = position;
                    let played = next.play(Move::Place(at)).unwrap();
                    let is_filled = played.fills.iter().any(|fill| !fill.is_empty());
                    if next.winner() == Some(position.to_move()) {
                        // A win by a fill may be missed; any other may not.
                        let found = winning_points(&position, legal).contains(at);
                        assert!(found || is_filled, "{at}");
                        if found {
                            expected.insert(at);
                        }
                    }
                }
                assert_eq!(winning_points(&position, legal), expected);
                wins += expected.count();
                let moves = position.moves().collect::<Vec<_>>();
                position.play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
            }
            wins
        }
    }

    #[test]
    fn the_wins_in_one_of_random_games_are_found() {
        for setup in ["konobi:6,nopie", "konobi:9,nopie", "quentin:6,nopie", "quentin:9,nopie"] {
            let start = AnyPosition::start(setup.parse().unwrap());
            let wins = (0..20).map(|seed| start.visit(Compare(seed))).sum::<u32>();
            assert!(wins > 20, "{setup}: {wins}");
        }
    }
}
