//! A player below full strength.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Grid, Move, PieceChoice, Points, Side};

use super::rungs::Rung;
use crate::search::{self, Weights};
use crate::{Config, Engine, Limits, Player, Thought, Watch};

/// What the solver may take, at the levels that have one.
const SOLVER_MEMORY: usize = 8 << 20;

/// How many playouts stand for an evaluation in a game without a net.
const PLAYOUTS: u64 = 16;

/// A player that looks at little and chooses unsurely among what it saw.
#[derive(Debug)]
pub(super) struct Weakened {
    name: String,
    rung: Rung,
    config: Config,
    dice: WyRand,
}

impl Weakened {
    /// The player of a rung, with a name, and the net and the chance of this configuration.
    pub(super) fn new(name: String, rung: Rung, config: Config) -> Self {
        let dice = WyRand::new(config.seed);
        // One thread, so that chance decides alone and not the machine; a solver only near the top, or it would be perfect at the end.
        let solves = rung.solves >= 1.0;
        let config = Config {
            threads: 1,
            solver: if solves { SOLVER_MEMORY } else { 0 },
            solver_nodes: rung.solves as u64,
            weights: Weights::PLAIN,
            ..config
        };
        Self { name, rung, config, dice }
    }

    /// A number from 0 to 1.
    fn chance(&mut self) -> f32 {
        (self.dice.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// Huddles: of a few moves it takes the one that is nearest to its own edges and stones, where there is
    /// the least to be won.
    fn huddle(&mut self, position: &AnyPosition) -> Move {
        let side = position.to_move();
        let moves = position.moves_of(side);
        let own = position.pieces()[side.piece().index()];
        let last = i16::from(position.setup().size) - 1;
        let comfort = |mv: Move| {
            let at = mv.point()?;
            let neighbours = (Points::single(at).beside_or_diagonal() & own).count();
            let along = if side == Side::First { at.y } else { at.x };
            let from_middle = (2 * i16::from(along) - last).unsigned_abs();
            Some(u32::from(from_middle) + neighbours)
        };
        let mut any = || moves[self.dice.below(moves.len() as u32) as usize];
        let drawn: Vec<_> = (0..4).map(|_| any()).collect();
        drawn.into_iter().max_by_key(|mv| comfort(*mv)).expect("some were drawn")
    }

    /// Draws one of the moves by how much it saw in them.
    fn draw(&mut self, thought: &Thought) -> Move {
        // A move that was never tried is worth what it seemed at first sight, which is less than one visit.
        let even = 1.0 / thought.candidates.len() as f32;
        let worth = |visits: u64, prior: Option<f32>| visits as f32 + prior.unwrap_or(even);
        let worths = thought.candidates.iter().map(|one| worth(one.visits, one.prior));
        let most = worths.clone().fold(0.0, f32::max);
        let weights: Vec<_> = worths
            .map(|worth| {
                let is_plausible = worth >= self.rung.plausible * most;
                if is_plausible { libm::powf(worth / most, 1.0 / self.rung.wavering) } else { 0.0 }
            })
            .collect();
        let mut left = self.chance() * weights.iter().sum::<f32>();
        for (one, weight) in thought.candidates.iter().zip(weights) {
            left -= weight;
            if left < 0.0 {
                return one.mv;
            }
        }
        thought.best
    }
}

impl Player for Weakened {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought {
        if self.chance() < self.rung.huddles {
            let sees = self.chance() < self.rung.sees_wins;
            let win = if sees { win_at_once(position) } else { None };
            return Thought::only(win.unwrap_or_else(|| self.huddle(position)));
        }
        let own = match self.config.evaluator {
            Some(_) => self.rung.visits,
            None => self.rung.visits * PLAYOUTS,
        };
        let visits = limits.visits.map_or(own, |most| most.min(own));
        let limits = Limits { visits: Some(visits), ..limits };
        // It remembers nothing from one move to the next, or it would be stronger than its level.
        // And unless the caller has less, its tree has room for all that it looks at, or its last visits would tell it nothing.
        let memory = search::bytes_of(visits, most_moves(position)).min(self.config.memory);
        let mut config = Config { seed: self.dice.bits(), memory, ..self.config.clone() };
        let is_masterly = self.rung.masterly > 0.0 && self.chance() < self.rung.masterly;
        if is_masterly {
            config.weights = Weights::default();
        }
        let mut thought = Engine::new(config).think(position, limits, watch);
        let is_clear = thought.candidates.is_empty() || wins_at_once(position, thought.best);
        if !is_masterly && !is_clear {
            thought.best = self.draw(&thought);
        }
        thought
    }
}

/// No position of the game has more moves.
fn most_moves(position: &AnyPosition) -> u32 {
    let setup = position.setup();
    let pieces = if setup.spec.choice == PieceChoice::Either { 2 } else { 1 };
    // And a swap.
    u32::from(setup.size).pow(2) * pieces + 1
}

/// Whether a move ends the game in favour of the side to move.
fn wins_at_once(position: &AnyPosition, mv: Move) -> bool {
    let mut next = *position;
    next.play(mv).is_ok() && next.winner() == Some(position.to_move())
}

/// A move that ends the game in favour of the side to move, if there is one.
fn win_at_once(position: &AnyPosition) -> Option<Move> {
    position.moves_of(position.to_move()).into_iter().find(|mv| wins_at_once(position, *mv))
}

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;
    use konoba_rules::{Level, Setup};

    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::levels::spacing;
    use crate::net::tests::kept;
    use crate::{Evaluation, Evaluator, Seen, Unwatched};

    /// Finds every position even and every move alike, and counts them.
    #[derive(Debug, Default)]
    struct Counting(AtomicU64);

    impl Evaluator for Counting {
        fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation> {
            self.0.fetch_add(positions.len() as u64, Ordering::Relaxed);
            let even = |seen: &Seen| {
                let logits = vec![0.0; usize::from(seen.size).pow(2)];
                Evaluation { win_rate: 0.5, logits }
            };
            positions.iter().map(even).collect()
        }
    }

    #[test]
    fn the_tree_has_room_for_all_that_is_looked_at() {
        for setup in ["konobi:11,nopie", "konobi:19,nopie", "quentin:9,nopie"] {
            let counting = Arc::new(Counting::default());
            let config = Config { evaluator: Some(counting.clone()), ..Config::full() };
            let rung: Rung = "visits=6400".parse().unwrap();
            let mut player = Weakened::new("it".to_owned(), rung, config);
            let position = AnyPosition::start(setup.parse().unwrap());
            player.think(&position, Limits::default(), &Unwatched);
            // But for the few boards that several orders of moves lead to.
            let seen = counting.0.load(Ordering::Relaxed);
            assert!((6_000..=6_400).contains(&seen), "{setup}: {seen}");
        }
    }

    /// A game needs no expert of its own, not even one in which either side places either piece.
    #[test]
    fn every_level_plays_every_game_to_its_end_without_an_expert() {
        for &spec in REGISTER {
            let size = spec.sizes.min.max(4).min(spec.sizes.max);
            let setup = Setup::default_of(spec).with_size(size).unwrap();
            let net = kept(spec.id).map(|net| Arc::new(net) as Arc<dyn Evaluator>);
            for level in Level::all() {
                let Some(rung) = spacing::rung(level, setup) else { continue };
                let rung = Rung { visits: rung.visits.min(10), ..rung };
                let evaluator = net.clone();
                let config = Config { evaluator, ..Config::full() };
                let mut player = Weakened::new(level.to_string(), rung, config);
                let mut position = AnyPosition::start(setup);
                while position.winner().is_none() {
                    let thought = player.think(&position, Limits::default(), &Unwatched);
                    position.play(thought.best).unwrap();
                }
            }
        }
    }
}
