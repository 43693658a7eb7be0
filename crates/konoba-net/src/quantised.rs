//! The net as it plays: convolutions in whole numbers, everything else in single precision.
//!
//! Each layer's numbers are scaled by the largest of them, so no numbers have to be known beforehand. All
//! is computed in an order that does not depend on the processor, so the answers do not either.

use konoba_kernels::{self as kernels, Number, Quads, QuadsBatch};

use super::convolution::{Convolution, Group, HIGHEST, Whole};
use super::file::{Block, GROUP, Weights};
use super::layer::Layer;
use super::linear::{Dot, Linear, of_rank, rank, rectified, rectify};
use super::{Canvas, NetOutput};

/// Added to a number from 0 to 255 it leaves the nearest whole number in the lowest bits, which is many
/// times as fast as asking for it, since compilers convert to bytes one by one.
const ROUNDER: f32 = 8_388_608.0;

/// A net, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Quantised {
    stem: Convolution,
    blocks: Vec<QuantisedBlock>,
    policy: Convolution,
    policy_pool: Linear,
    policy_out: Dot,
    value: Convolution,
    value_hidden: Linear,
    value_out: Dot,
}

#[derive(Clone, Debug)]
struct QuantisedBlock {
    first: Layer,
    second: Layer,
    pool: Option<Linear>,
}

impl Quantised {
    /// The net that was read, made ready.
    pub fn new(net: &Weights) -> Self {
        let block = |Block { first, second, pool }: &Block| QuantisedBlock {
            first: Layer::new(first),
            second: Layer::new(second),
            pool: pool.as_ref().map(Linear::new),
        };
        Self {
            stem: Convolution::new(&net.stem),
            blocks: net.blocks.iter().map(block).collect(),
            policy: Convolution::new(&net.policy),
            policy_pool: Linear::new(&net.policy_pool),
            policy_out: Dot::new(&net.policy_out),
            value: Convolution::new(&net.value),
            value_hidden: Linear::new(&net.value_hidden),
            value_out: Dot::new(&net.value_out),
        }
    }

    /// What the net says of a canvas.
    pub fn answer(&self, canvas: &Canvas) -> NetOutput {
        kernels::run_quads(Inference { net: self, canvas })
    }
}

struct Inference<'a> {
    net: &'a Quantised,
    canvas: &'a Canvas,
}

impl QuadsBatch for Inference<'_> {
    type Output = NetOutput;

    /// The convolutions choose their sums themselves; all between them gains from wide instructions too.
    #[inline(always)]
    fn run<Q: Quads>(self, _: Q) -> NetOutput {
        let Self { net, canvas } = self;
        let size = canvas.size();
        let field = |groups: usize| vec![[0.0; GROUP]; size * size * groups];
        let groups = net.stem.groups();
        let mut trunk = field(groups);
        let mut hidden = field(groups);
        let mut change = field(groups);
        net.stem.apply(&seen(canvas), &mut trunk);
        let mut highest = rectify(&mut trunk);
        let mut whole = Whole::new(size, groups);
        for block in &net.blocks {
            whole.take(&trunk, highest);
            block.first.apply(&whole, &mut hidden);
            let highest_hidden = rectify(&mut hidden);
            whole.take(&hidden, highest_hidden);
            block.second.apply(&whole, &mut change);
            let hint = match &block.pool {
                Some(pool) => pool.of(&pooled(&hidden, groups)),
                None => vec![[0.0; GROUP]; groups],
            };
            highest = add(&mut trunk, &change, &hint);
        }
        whole.take(&trunk, highest);

        let hint = net.policy_pool.of(&pooled(&trunk, groups));
        let mut head = field(net.policy.groups());
        net.policy.apply(&whole, &mut head);
        let mut policy = Vec::with_capacity(size * size);
        for point in head.chunks_exact_mut(hint.len()) {
            for (group, hint) in point.iter_mut().zip(&hint) {
                *group = std::array::from_fn(|i| rectified(group[i] + hint[i]));
            }
            policy.push(net.policy_out.of(point));
        }

        let mut head = field(net.value.groups());
        net.value.apply(&whole, &mut head);
        rectify(&mut head);
        let mut hidden = net.value_hidden.of(&pooled(&head, net.value.groups()));
        rectify(&mut hidden);
        NetOutput { policy, win: net.value_out.of(&hidden) }
    }
}

/// The canvas as whole numbers.
fn seen(canvas: &Canvas) -> Whole {
    let numbers = canvas.points().iter().map(|point| point.map(kernels::as_number));
    let size = canvas.size();
    Whole { size, width: size + 2, quads: 1, numbers: numbers.collect(), unit: 1.0 }
}

/// Adds a change, and a hint that is the same at every point; then [`rectify`].
#[inline(always)]
fn add(trunk: &mut [Group], change: &[Group], hint: &[Group]) -> f32 {
    let points = trunk.chunks_exact_mut(hint.len()).zip(change.chunks_exact(hint.len()));
    for (trunk, change) in points {
        for ((trunk, change), hint) in trunk.iter_mut().zip(change).zip(hint) {
            *trunk = std::array::from_fn(|i| trunk[i] + change[i] + hint[i]);
        }
    }
    rectify(trunk)
}

/// The mean of each channel over the board, then the maximum of each. The numbers are not negative.
#[inline(always)]
fn pooled(field: &[Group], groups: usize) -> Vec<Group> {
    let points = (field.len() / groups) as f32;
    let mut pooled = vec![[0.0; GROUP]; 2 * groups];
    for group in 0..groups {
        let (mut sums, mut highest) = ([0.0; GROUP], [0; GROUP]);
        for numbers in field[group..].iter().step_by(groups) {
            for i in 0..GROUP {
                sums[i] += numbers[i];
                highest[i] = rank(numbers[i]).max(highest[i]);
            }
        }
        pooled[group] = sums.map(|sum| sum / points);
        pooled[groups + group] = highest.map(of_rank);
    }
    pooled
}

impl Whole {
    fn new(size: usize, groups: usize) -> Self {
        let quads = groups * GROUP / 4;
        let width = Layer::width(size);
        Self { size, width, quads, numbers: vec![[0; 4]; width * width * quads], unit: 0.0 }
    }

    /// Takes the numbers of a field, none of them negative and none above `highest`; the border stays.
    #[inline(always)]
    fn take(&mut self, field: &[Group], highest: f32) {
        let &mut Self { size, width, quads, .. } = self;
        self.unit = highest / f32::from(HIGHEST);
        let scale = if highest > 0.0 { f32::from(HIGHEST) / highest } else { 0.0 };
        let rows = field.chunks_exact(size * quads * 4 / GROUP);
        let whole_rows = self.numbers.chunks_exact_mut(width * quads).skip(1);
        for (row, whole) in rows.zip(whole_rows) {
            let whole = whole[quads..][..size * quads].as_flattened_mut();
            for (whole, number) in whole.iter_mut().zip(row.as_flattened()) {
                *whole = (number * scale + ROUNDER).to_bits() as Number;
            }
        }
    }
}
