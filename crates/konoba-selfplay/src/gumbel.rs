//! The moves of the root by Gumbel AlphaZero (Danihelka, Guez, Schrittwieser and Silver, "Policy
//! improvement by planning with Gumbel", 2022), which improves the policy even with few
//! simulations.

use crate::tree::Edge;

/// The paper's c_visit: how many visits a value is trusted as if it had, beside those it has.
const TRUST_VISITS: f32 = 50.0;

/// The paper's c_scale, for values from 0 to 1: how many nats a visit's value weighs.
const TRUST_SCALE: f32 = 0.5;

/// What is known of the root's moves, each a number by the place of its edge.
#[derive(Clone, Debug, Default)]
pub struct GumbelRoot {
    /// How often the move of each simulation must have been tried before.
    schedule: Vec<u16>,
    /// The logarithm of the net's prior.
    logits: Vec<f32>,
    /// The logits with noise, by which moves are considered.
    noisy: Vec<f32>,
    /// What each move is thought to add to its logit.
    advantages: Vec<f32>,
}

impl GumbelRoot {
    /// Takes the root's moves, of which so many are considered, with Gumbel noise from `noise` (0
    /// for none).
    pub fn new(
        edges: &[Edge],
        considered: usize,
        simulations: usize,
        mut noise: impl FnMut() -> f32,
    ) -> Self {
        let schedule = halving_schedule(considered.min(edges.len()), simulations);
        let logits = edges.iter().map(|edge| edge.prior.max(1e-9).ln()).collect::<Vec<_>>();
        let noisy = logits.iter().map(|logit| logit + noise()).collect();
        Self { schedule, logits, noisy, advantages: vec![0.0; edges.len()] }
    }

    /// Judges the moves by the values found until now; `root_value` is what the net said of the
    /// root. Moves that are lost for certain are out of the question.
    pub fn judge(&mut self, root_value: f32, edges: &[Edge], is_lost: impl Fn(&Edge) -> bool) {
        let (mut visits, mut most, mut prior, mut weighted) = (0.0, 0.0_f32, 0.0, 0.0);
        for edge in edges.iter().filter(|edge| edge.visits > 0) {
            let tries = f32::from(edge.visits);
            visits += tries;
            most = most.max(tries);
            prior += edge.prior;
            weighted += edge.prior * (edge.sum / tries);
        }
        // A move that was not tried is as good as the position is thought to be now.
        let untried = match visits {
            0.0 => root_value,
            _ => (root_value + visits * weighted / prior.max(1e-9)) / (1.0 + visits),
        };
        let scale = (TRUST_VISITS + most) * TRUST_SCALE / 2.0;
        for (edge, advantage) in edges.iter().zip(&mut self.advantages) {
            let value = edge.value_or(untried);
            *advantage = if is_lost(edge) { f32::NEG_INFINITY } else { scale * value };
        }
    }

    /// The move that simulation `number` tries.
    pub fn to_try(&self, edges: &[Edge], number: usize) -> usize {
        self.best_tried(edges, self.schedule[number])
    }

    /// The move to play: the best of those tried most often.
    pub fn choice(&self, edges: &[Edge]) -> usize {
        let can_be_played = |&(_, &advantage): &(&Edge, &f32)| advantage > f32::NEG_INFINITY;
        let playable = edges.iter().zip(&self.advantages).filter(can_be_played);
        let most = playable.map(|(edge, _)| edge.visits).max();
        self.best_tried(edges, most.unwrap_or(0))
    }

    /// The improved policy, which the net shall learn: probabilities that sum to 1.
    pub fn improved_policy(&self, policy: &mut Vec<f32>) {
        policy.clear();
        policy.extend(self.logits.iter().zip(&self.advantages).map(|(logit, more)| logit + more));
        let highest = policy.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        policy.iter_mut().for_each(|number| *number = (*number - highest).exp());
        let sum = policy.iter().sum::<f32>();
        policy.iter_mut().for_each(|number| *number /= sum);
    }

    /// The best move among those tried so often; if all of these are lost, the best of all.
    fn best_tried(&self, edges: &[Edge], visits: u16) -> usize {
        let mut best = (0, f32::NEG_INFINITY);
        let mut fallback = best;
        for (index, edge) in edges.iter().enumerate() {
            let score = self.noisy[index] + self.advantages[index];
            if edge.visits == visits && score > best.1 {
                best = (index, score);
            }
            if score > fallback.1 {
                fallback = (index, score);
            }
        }
        if best.1 > f32::NEG_INFINITY { best.0 } else { fallback.0 }
    }
}

/// For each simulation, how often the move to try must have been tried before, so that the
/// simulations halve the considered moves again and again (sequential halving).
fn halving_schedule(considered: usize, simulations: usize) -> Vec<u16> {
    if considered <= 1 {
        return (0..simulations as u16).collect();
    }
    let rounds = considered.next_power_of_two().ilog2() as usize;
    // The moves still considered have all been tried equally often.
    let (mut left, mut tried) = (considered, 0);
    let mut schedule = Vec::new();
    while schedule.len() < simulations {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            schedule.extend(std::iter::repeat_n(tried, left));
            tried += 1;
        }
        left = (left / 2).max(2);
    }
    schedule.truncate(simulations);
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schedule_halves() {
        let rows: [(usize, usize, &[u16]); 4] = [
            (1, 3, &[0, 1, 2]),
            (4, 8, &[0, 0, 0, 0, 1, 1, 2, 2]),
            (4, 4, &[0, 0, 0, 0]),
            (3, 7, &[0, 0, 0, 1, 1, 2, 2]),
        ];
        for (considered, simulations, expected) in rows {
            let schedule = halving_schedule(considered, simulations);
            assert_eq!(schedule, expected, "{considered} moves, {simulations} simulations");
        }
    }
}
