//! The search for one move, which stops whenever it needs an evaluation and goes on with it.
//!
//! The engine's own search (`konoba_engine::search`) would not do here. It waits for each evaluation, so it asks about one position
//! at a time: 7,900 evaluations a second on a core, and no more where several are judged in one call (`konoba bench`, rows `evaluate`), at most
//! 130,000 on 16 cores. This one lets some hundred games go on together, so that a batch of all their leaves goes to a
//! graphics processor: 1.0 to 1.3 million a second beside the same 16 cores (`train/LOG.md`), eight to ten times as many games to
//! learn from. A search that stops would cost the engine its threads, which share one tree without locks.

use konoba_rules::playout::WyRand;
use konoba_rules::{Grid, Point, Position, Rules, Side};

use crate::chance::uniform;
use crate::effort::{Effort, Noise, Root};
use crate::root::RootMoves;
use crate::tree::{Leaf, ROOT, Tree};
use crate::winning::winning_points;

/// A search for the best move in a position.
#[derive(Clone, Debug)]
pub struct Search<R: Rules> {
    tree: Tree<R>,
    effort: Effort,
    root_moves: RootMoves,
    simulated: usize,
}

impl<R: Rules> Search<R> {
    /// A search that has nothing to do yet.
    pub fn new() -> Self {
        let effort = Effort { simulations: 0, root: Root::Puct, noise: Noise::None };
        Self { tree: Tree::new(), effort, root_moves: RootMoves::default(), simulated: 0 }
    }

    /// Begins in a position whose game is not over and whose side to move can place.
    pub fn begin(&mut self, position: Position<R>, effort: Effort) {
        self.effort = effort;
        self.simulated = 0;
        self.tree.plant(position);
    }

    /// Searches until an evaluation is needed, and returns its position; `None` at the end.
    pub fn advance(&mut self) -> Option<&Leaf<R>> {
        while self.tree.leaf().is_none()
            && self.winner().is_none()
            && self.simulated < self.effort.simulations
        {
            let edge = self.root_moves.to_try(self.tree.edges_of(ROOT), self.simulated);
            self.simulated += 1;
            self.tree.descend(edge);
            if self.tree.leaf().is_none() {
                self.judge();
            }
        }
        self.tree.leaf()
    }

    /// Takes the evaluation that was needed: the value for the side to move of the position, and
    /// the logit of each point.
    pub fn answer(&mut self, value: f32, logit: impl Fn(Point) -> f32, dice: &mut WyRand) {
        let is_first = self.tree.edges_of(ROOT).is_empty();
        self.tree.expand(value, logit);
        if is_first {
            let Self { tree, effort, .. } = self;
            self.root_moves = RootMoves::new(tree.root(), tree.edges_of(ROOT), *effort, dice);
        }
        self.judge();
    }

    /// Who is proven to win, if that was found.
    pub fn winner(&self) -> Option<Side> {
        self.tree.root().winner
    }

    /// The side to move at the root.
    pub fn to_move(&self) -> Side {
        self.tree.root().position.to_move()
    }

    /// The position at the root.
    pub fn position(&self) -> &Position<R> {
        &self.tree.root().position
    }

    /// The value of the root for its side to move, after the search.
    pub fn value(&self) -> f32 {
        if let Some(winner) = self.winner() {
            return if winner == self.to_move() { 1.0 } else { -1.0 };
        }
        let edges = self.tree.edges_of(ROOT).iter();
        let (visits, sum) = edges.fold((1.0, self.tree.root().value), |(visits, sum), edge| {
            (visits + f32::from(edge.visits), sum + edge.sum)
        });
        sum / visits
    }

    /// The move to play.
    pub fn choice(&self) -> Point {
        if self.winner() == Some(self.to_move()) {
            let winning = self.winning();
            return winning.iter().next().expect("who is proven to win has a winning move");
        }
        let edges = self.tree.edges_of(ROOT);
        edges[self.root_moves.choice(edges)].at
    }

    /// A move drawn by the net's policy, made softer by a temperature above 1.
    pub fn drawn_by_policy(&self, temperature: f32, dice: &mut WyRand) -> Point {
        let edges = self.tree.edges_of(ROOT);
        let weight = |prior: f32| prior.max(1e-9).powf(1.0 / temperature);
        let sum = edges.iter().map(|edge| weight(edge.prior)).sum::<f32>();
        let mut left = uniform(dice) * sum;
        for edge in edges {
            left -= weight(edge.prior);
            if left <= 0.0 {
                return edge.at;
            }
        }
        edges[edges.len() - 1].at
    }

    /// Calls `each` with every move that the improved policy gives a probability, and with that;
    /// the probabilities sum to 1. A position proven lost teaches no move.
    pub fn improved_policy(&self, policy: &mut Vec<f32>, mut each: impl FnMut(Point, f32)) {
        match self.winner() {
            Some(winner) if winner != self.to_move() => {}
            Some(_) => {
                let winning = self.winning();
                let share = 1.0 / winning.count() as f32;
                winning.iter().for_each(|at| each(at, share));
            }
            None => {
                let edges = self.tree.edges_of(ROOT);
                self.root_moves.improved_policy(edges, policy);
                for (edge, &probability) in edges.iter().zip(&*policy) {
                    each(edge.at, probability);
                }
            }
        }
    }

    /// The moves proven to win for the side to move.
    fn winning(&self) -> R::Grid {
        let Self { tree, .. } = self;
        let position = &tree.root().position;
        let mut winning = R::Grid::EMPTY;
        for edge in tree.edges_of(ROOT) {
            if tree.winner_after(edge) == Some(position.to_move()) {
                winning.insert(edge.at);
            }
        }
        if winning.is_empty() {
            winning = winning_points(position, position.legal_points(position.to_move()));
        }
        winning
    }

    fn judge(&mut self) {
        let Self { tree, root_moves, .. } = self;
        let root = tree.root();
        let other = root.position.to_move().other();
        let is_lost = |edge: &_| tree.winner_after(edge) == Some(other);
        root_moves.judge(root.value, tree.edges_of(ROOT), is_lost);
    }
}

impl<R: Rules> Default for Search<R> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use konoba_rules::{AnyPosition, Visitor};

    const ROOTS: [Root; 3] = [Root::Gumbel { considered: 16 }, Root::Puct, Root::ExploringPuct];

    /// Searches a position with a net that knows nothing, and says what was found.
    struct Find(Effort);

    struct Found {
        winner: Option<Side>,
        choice: Point,
        policy: Vec<(Point, f32)>,
        legal: Vec<Point>,
        evaluations: u32,
    }

    impl Visitor for Find {
        type Output = Found;
        fn visit<R: Rules>(self, position: &Position<R>) -> Found {
            let mut search = Search::<R>::new();
            let mut dice = WyRand::new(1);
            search.begin(*position, self.0);
            let mut evaluations = 0;
            while search.advance().is_some() {
                search.answer(0.0, |_| 0.0, &mut dice);
                evaluations += 1;
            }
            let mut policy = Vec::new();
            search.improved_policy(&mut Vec::new(), |at, share| policy.push((at, share)));
            let legal = position.legal_points(position.to_move()).iter().collect();
            let (winner, choice) = (search.winner(), search.choice());
            Found { winner, choice, policy, legal, evaluations }
        }
    }

    /// Finds by each root in a position written row by row from the top.
    fn find(setup: &str, rows: &str, to_move: Side) -> [Found; 3] {
        let setup = setup.parse::<konoba_rules::Setup>().unwrap();
        let mut pieces = [konoba_rules::Points::EMPTY; 2];
        for (y, row) in rows.split('/').rev().enumerate() {
            for (x, letter) in row.bytes().enumerate().filter(|(_, letter)| *letter != b'.') {
                let at = Point::new(x as u8, y as u8);
                pieces[usize::from(letter == b'W')].insert(at);
            }
        }
        let position = AnyPosition::standing(setup.without_pie(), pieces, to_move).unwrap();
        ROOTS.map(|root| position.visit(Find(Effort { simulations: 64, root, noise: Noise::None })))
    }

    #[test]
    fn a_win_in_one_needs_no_evaluation() {
        for setup in ["konobi:5", "quentin:5"] {
            for found in find(setup, "..B../..B../..B../..B../W...W", Side::First) {
                assert_eq!((found.winner, found.evaluations), (Some(Side::First), 0), "{setup}");
                assert_eq!(found.choice, "c1".parse().unwrap(), "{setup}");
                assert_eq!(found.policy, [(found.choice, 1.0)]);
            }
        }
    }

    #[test]
    fn a_win_in_one_of_the_opponent_is_met_or_the_game_is_proven_lost() {
        // In Quentin d1 helps too: it makes c1 white.
        for (setup, saving) in [("konobi:5", ["c1", "c1"]), ("quentin:5", ["c1", "d1"])] {
            for found in find(setup, "..B../..B../..B../..B../WW...", Side::Second) {
                assert!(saving.contains(&&*found.choice.to_string()), "{setup}: {}", found.choice);
            }
            // Two points on which the opponent wins cannot both be met.
            for found in find(setup, "..B../..B../..B../..BB./W....", Side::Second) {
                assert_eq!((found.winner, found.evaluations), (Some(Side::First), 1), "{setup}");
                assert_eq!(found.policy, [], "a lost position teaches no move");
            }
        }
    }

    #[test]
    fn the_improved_policy_is_legal_and_sums_to_one() {
        for setup in ["konobi:6", "quentin:6"] {
            for found in find(setup, "....../..B.../.W..../....../...B../......", Side::Second) {
                let points = found.policy.iter().map(|(at, _)| *at).collect::<Vec<_>>();
                assert_eq!(points, found.legal, "{setup}");
                let sum = found.policy.iter().map(|(_, share)| share).sum::<f32>();
                assert!((sum - 1.0).abs() < 1e-4, "{setup}: {sum}");
                // The root and each simulation, unless it ended in a position that is proven.
                assert!((60..=65).contains(&found.evaluations), "{setup}: {}", found.evaluations);
            }
        }
    }
}
