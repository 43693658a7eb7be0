//! The moves of the root by PUCT, as everywhere else in the tree, and how self-play explores with
//! it: noise, forced simulations and pruned targets (Wu, "Accelerating self-play learning in Go",
//! 2019, sections 3.2 and 5.3).

use konoba_rules::playout::WyRand;

use crate::chance::{dirichlet, gumbel, uniform};
use crate::tree::{Edge, UNTRIED_REDUCTION, exploration, promise};

/// How much of a prior is noise where the root explores.
const NOISE_SHARE: f32 = 0.25;

/// What the parameters of the noise sum to: a board of 19x19 has 0.03 a point.
const NOISE_TOTAL: f32 = 0.03 * 361.0;

/// The paper's k: how many simulations a move is forced to have, by its prior.
const FORCING: f32 = 2.0;

/// By which share chance raises priors so that no two are the same.
const TIE_BREAK: f32 = 1e-3;

/// How softly moves are drawn by their visits, at the start of a game and at its end.
const TEMPERATURES: [f32; 2] = [0.75, 0.15];

/// How softly moves are drawn at this ply: the difference to the end halves with each row that the
/// board has.
pub fn temperature(ply: u16, size: u8) -> f32 {
    let [early, late] = TEMPERATURES;
    late + (early - late) * 0.5_f32.powf(f32::from(ply) / f32::from(size))
}

/// What is known of the root's moves, each a number by the place of its edge.
#[derive(Clone, Debug, Default)]
pub struct PuctRoot {
    explores: bool,
    /// How likely each move is thought, with noise where the root explores.
    priors: Vec<f32>,
    /// How good each move is thought; a lost one is out of the question.
    values: Vec<f32>,
    /// What chance adds to the logarithm of a move's visits when the move to play is chosen.
    lots: Vec<f32>,
}

impl PuctRoot {
    /// Takes the root's moves; the one that has most simulations will be played.
    pub fn new(edges: &[Edge]) -> Self {
        let priors = edges.iter().map(|edge| edge.prior).collect();
        let zeros = vec![0.0; edges.len()];
        Self { explores: false, priors, values: zeros.clone(), lots: zeros }
    }

    /// Mixes noise into the priors, and forces simulations that are not learned from.
    #[must_use]
    pub fn exploring(mut self, dice: &mut WyRand) -> Self {
        self.explores = true;
        let noise = dirichlet(NOISE_TOTAL, self.priors.len(), dice);
        for (prior, noise) in self.priors.iter_mut().zip(noise) {
            *prior += NOISE_SHARE * (noise - *prior);
        }
        self
    }

    /// Draws the move to play by the simulations that moves have, softly by the temperature: Gumbel
    /// noise turns the highest sum into a draw.
    #[must_use]
    pub fn drawing(mut self, temperature: f32, dice: &mut WyRand) -> Self {
        self.lots.fill_with(|| temperature * gumbel(dice));
        // A net that has learned nothing finds all moves equally likely: chance says which is
        // tried first.
        self.priors.iter_mut().for_each(|prior| *prior *= 1.0 + TIE_BREAK * uniform(dice));
        self
    }

    /// Judges the moves by the values found until now; `root_value` is what the net said of the
    /// root. Moves that are lost for certain are out of the question.
    pub fn judge(&mut self, root_value: f32, edges: &[Edge], is_lost: impl Fn(&Edge) -> bool) {
        // With noise every move has its chance.
        let reduction = if self.explores { 0.0 } else { UNTRIED_REDUCTION };
        for (edge, value) in edges.iter().zip(&mut self.values) {
            let found = edge.value_or(root_value - reduction);
            *value = if is_lost(edge) { f32::NEG_INFINITY } else { found };
        }
    }

    /// The move to try next.
    pub fn to_try(&self, edges: &[Edge]) -> usize {
        let visits = visits(edges);
        let scale = exploration(visits);
        highest(edges.iter().enumerate().map(|(index, edge)| {
            let tries = f32::from(edge.visits);
            let promise = promise(self.values[index], scale, self.priors[index], tries);
            let is_forced = tries > 0.0 && tries < self.forced(index, visits);
            if is_forced && promise > f32::NEG_INFINITY { f32::INFINITY } else { promise }
        }))
    }

    /// The move to play.
    pub fn choice(&self, edges: &[Edge]) -> usize {
        let shares = self.shares(edges);
        highest(shares.iter().zip(&self.lots).map(|(share, lot)| share.ln() + lot))
    }

    /// The policy that the net shall learn: probabilities that sum to 1.
    pub fn improved_policy(&self, edges: &[Edge], policy: &mut Vec<f32>) {
        *policy = self.shares(edges);
        let sum = policy.iter().sum::<f32>();
        policy.iter_mut().for_each(|share| *share /= sum);
    }

    /// How many simulations each move has, less those that it had only because they were forced.
    /// If no move is left that was tried and is not lost, the priors of the others.
    fn shares(&self, edges: &[Edge]) -> Vec<f32> {
        let is_lost = |index: usize| self.values[index] == f32::NEG_INFINITY;
        let tries = |(index, edge): (usize, &Edge)| {
            if is_lost(index) { 0.0 } else { f32::from(edge.visits) }
        };
        let mut shares = edges.iter().enumerate().map(tries).collect::<Vec<_>>();
        if shares.iter().all(|&share| share == 0.0) {
            let prior = |(index, &prior): (usize, &f32)| if is_lost(index) { 0.0 } else { prior };
            return self.priors.iter().enumerate().map(prior).collect();
        }
        if self.explores {
            self.prune(visits(edges), &mut shares);
        }
        shares
    }

    /// Takes from each move but the one tried most often the simulations that were forced, as far
    /// as PUCT would not have made them; a move that is left with one is left with none.
    fn prune(&self, visits: u32, shares: &mut [f32]) {
        let scale = exploration(visits);
        let best = highest(shares.iter().copied());
        let bar = promise(self.values[best], scale, self.priors[best], shares[best]);
        for (index, share) in shares.iter_mut().enumerate().filter(|(index, _)| *index != best) {
            let least = (*share - self.forced(index, visits).floor()).max(0.0);
            let (value, prior) = (self.values[index], self.priors[index]);
            while *share > least && promise(value, scale, prior, *share - 1.0) < bar {
                *share -= 1.0;
            }
            if *share <= 1.0 {
                *share = 0.0;
            }
        }
    }

    /// How many of all simulations a move is forced to have once it was tried.
    fn forced(&self, index: usize, visits: u32) -> f32 {
        if self.explores { (FORCING * self.priors[index] * visits as f32).sqrt() } else { 0.0 }
    }
}

fn visits(edges: &[Edge]) -> u32 {
    edges.iter().map(|edge| u32::from(edge.visits)).sum()
}

/// The place of the highest score.
fn highest(scores: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, score) in scores.enumerate() {
        if score > best.1 {
            best = (index, score);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{ROOT, Tree};
    use konoba_rules::Position;
    use konoba_rules::games::Konobi;
    use konoba_rules::grid::Small;

    /// Moves with these visits and values, all equally likely.
    fn edges(tried: &[(u16, f32)]) -> Vec<Edge> {
        let mut tree = Tree::<Konobi<Small>>::new();
        tree.plant(Position::start("konobi:5,nopie".parse().unwrap()));
        tree.expand(0.0, |_| 0.0);
        let mut edges = tree.edges_of(ROOT)[..tried.len()].to_vec();
        for (edge, &(visits, value)) in edges.iter_mut().zip(tried) {
            edge.visits = visits;
            edge.prior = 1.0 / tried.len() as f32;
            edge.sum = value * f32::from(visits);
        }
        edges
    }

    fn root(edges: &[Edge], explores: bool) -> PuctRoot {
        let mut root = PuctRoot { explores, ..PuctRoot::new(edges) };
        root.judge(0.0, edges, |edge| edge.sum == -f32::from(edge.visits) && edge.visits > 0);
        root
    }

    #[test]
    fn a_tried_move_is_forced_up_to_its_prior() {
        // Of 40 simulations, a move of prior 1/4 shall have the root of 2 * 40 / 4: more than 4.
        let tried = edges(&[(36, 0.9), (4, -0.9), (0, 0.0), (0, 0.0)]);
        assert_eq!(root(&tried, true).to_try(&tried), 1);
        assert_eq!(root(&tried, false).to_try(&tried), 2, "who does not explore goes by promise");
        let lost = edges(&[(36, 0.9), (4, -1.0), (9, 0.0), (9, 0.0)]);
        assert_eq!(root(&lost, true).to_try(&lost), 0, "a lost move is never tried");
    }

    #[test]
    fn forced_simulations_are_not_learned() {
        let tried = edges(&[(36, 0.9), (5, -0.9), (5, 0.85), (1, 0.0), (9, -1.0)]);
        let shares = root(&tried, true).shares(&tried);
        assert_eq!(shares[0], 36.0);
        assert_eq!(shares[1], 0.0, "it had only what was forced");
        assert_eq!(shares[2], 5.0, "PUCT would have made them anyway");
        assert_eq!((shares[3], shares[4]), (0.0, 0.0), "tried once; lost");
        let untouched = root(&tried, false).shares(&tried);
        assert_eq!(untouched, [36.0, 5.0, 5.0, 1.0, 0.0]);
        let unsearched = edges(&[(0, 0.0), (3, -1.0)]);
        assert_eq!(root(&unsearched, false).shares(&unsearched), [0.5, 0.0]);
    }

    #[test]
    fn moves_are_drawn_by_their_visits() {
        let tried = edges(&[(30, 0.0), (10, 0.0)]);
        let mut dice = WyRand::new(1);
        let mut share = |temperature: f32| {
            let draws = (0..4000).filter(|_| {
                root(&tried, false).drawing(temperature, &mut dice).choice(&tried) == 1
            });
            draws.count() as f32 / 4000.0
        };
        assert!((share(1.0) - 0.25).abs() < 0.03);
        assert!((share(0.5) - 0.1).abs() < 0.02);
        assert_eq!(root(&tried, false).choice(&tried), 0);
        assert!(temperature(0, 9) > temperature(9, 9) && temperature(900, 9) > 0.1);
    }
}
