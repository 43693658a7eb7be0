//! Evaluating a leaf, and remembering what came of it.
//!
//! The tree holds a position once for each order of moves that leads to it. Their visits are not counted
//! together, but the evaluator sees the same board once.

use std::sync::{Mutex, OnceLock, PoisonError};

use konoba_rules::{Point, Position, Rules};

use super::moves::precedes_swap;
use super::node::Node;
use crate::{Evaluation, Evaluator, Seen};

/// How many evaluations are remembered at most; on 11x11 they take some 20 megabytes.
const REMEMBERED: usize = 1 << 15;

/// Evaluations by the key of the position. A later one takes the place of an earlier one.
#[derive(Debug)]
pub(super) struct EvaluationCache {
    slots: OnceLock<Box<[Mutex<Option<Cached>>]>>,
    count: usize,
}

#[derive(Debug)]
struct Cached {
    key: u64,
    evaluation: Evaluation,
}

impl EvaluationCache {
    /// Room for as many evaluations as go with a tree of so many bytes: a small search must not spend its time on a
    /// large table.
    pub(super) fn beside(memory: usize) -> Self {
        Self { slots: OnceLock::new(), count: (memory >> 13).clamp(1, REMEMBERED) }
    }

    /// The evaluation of the position with this key, made now if it is not remembered.
    fn get_or_insert_with(&self, key: u64, evaluate: impl FnOnce() -> Evaluation) -> Evaluation {
        let slots = self.slots.get_or_init(|| (0..self.count).map(|_| Mutex::new(None)).collect());
        let slot = &slots[key as usize % self.count];
        // A thread that panicked with the lock has left a whole evaluation or none.
        let lock = || slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cached) = lock().as_ref().filter(|cached| cached.key == key) {
            return cached.evaluation.clone();
        }
        let evaluation = evaluate();
        *lock() = Some(Cached { key, evaluation: evaluation.clone() });
        evaluation
    }
}

/// The evaluator, with its evaluations so far.
#[derive(Clone, Copy)]
pub(super) struct LeafEvaluator<'a> {
    pub(super) evaluator: &'a dyn Evaluator,
    pub(super) cache: &'a EvaluationCache,
}

impl LeafEvaluator<'_> {
    /// Gives the moves of a position their priors, so much softer than they were evaluated, and says how likely the
    /// side to move is to win.
    pub(super) fn evaluate<R: Rules>(
        self,
        position: &Position<R>,
        children: &[Node],
        softness: f32,
    ) -> f32 {
        if !position.can_place(position.to_move()) {
            // What follows a forced pass is seen one move later.
            children.iter().for_each(|child| child.set_prior(1.0));
            return 0.5;
        }
        if precedes_swap(position) {
            // What a net thinks strong would be taken away: it must be searched which move is fair.
            children.iter().for_each(|child| child.set_prior(1.0 / children.len() as f32));
            return 0.5;
        }
        let Evaluation { win_rate, logits } = self.cache.get_or_insert_with(position.key(), || {
            let mut evaluations = self.evaluator.evaluate(&[Seen::of(position)]);
            evaluations.pop().expect("an evaluation of each position")
        });
        let size = usize::from(position.rules().size());
        let logit = |at: Point| logits[usize::from(at.y) * size + usize::from(at.x)] / softness;
        let placements =
            || children.iter().filter_map(|child| Some((child, child.code().point()?)));
        let highest = placements().map(|(_, at)| logit(at)).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = placements().map(|(_, at)| libm::expf(logit(at) - highest)).sum();
        // The swap is as good as the board is bad, which is known at once.
        let is_pie = position.swap_is_offered();
        let share = if is_pie { 0.5 } else { 1.0 };
        for child in children {
            let prior =
                child.code().point().map(|at| share * libm::expf(logit(at) - highest) / sum);
            child.set_prior(prior.unwrap_or(1.0 - share));
        }
        if is_pie { win_rate.max(1.0 - win_rate) } else { win_rate }
    }
}
