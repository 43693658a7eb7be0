//! What a net means: every number computed by itself, in the order of the description in
//! `train/README.md`. Far too slow to play with; the yardstick of [`super::quantised`].

use super::file::{Block, Map, Weights};
use super::{Canvas, NetOutput};

/// Channels of the points of a board, row by row, those of a point together.
struct Field {
    size: usize,
    channels: usize,
    numbers: Vec<f32>,
}

/// What the net says of a canvas.
pub fn answer(net: &Weights, canvas: &Canvas) -> NetOutput {
    let width = canvas.size() + 2;
    let numbers = canvas.points().iter().flatten().map(|&bit| f32::from(bit)).collect();
    let seen = Field { size: width, channels: net.stem.inputs, numbers };
    // The first convolution reads the border that is there and gives a field without one.
    let stem = convolved(&net.stem, &seen).inner().map(relu);
    let trunk = net.blocks.iter().fold(stem, through);

    let hint = mapped(&net.policy_pool, &pooled(&trunk));
    let policy = convolved(&net.policy, &trunk).plus(&hint).map(relu);
    let value = convolved(&net.value, &trunk).map(relu);
    let hidden = mapped(&net.value_hidden, &pooled(&value)).into_iter().map(relu);
    NetOutput {
        policy: convolved(&net.policy_out, &policy).numbers,
        win: mapped(&net.value_out, &hidden.collect::<Vec<_>>())[0],
    }
}

fn relu(number: f32) -> f32 {
    number.max(0.0)
}

fn through(field: Field, block: &Block) -> Field {
    let hidden = convolved(&block.first, &field).map(relu);
    let mut change = convolved(&block.second, &hidden);
    if let Some(pool) = &block.pool {
        change = change.plus(&mapped(pool, &pooled(&hidden)));
    }
    let numbers = change.numbers.iter().zip(&field.numbers).map(|(change, old)| change + old);
    Field { numbers: numbers.collect(), ..field }.map(relu)
}

/// A convolution that finds zeros outside the field.
fn convolved(map: &Map, field: &Field) -> Field {
    let &Field { size, channels, .. } = field;
    assert_eq!(channels, map.inputs);
    let reach = if map.taps == 9 { 1 } else { 0 };
    let mut numbers = Vec::with_capacity(size * size * map.outputs);
    for place in 0..size * size {
        for output in 0..map.outputs {
            let mut sum = map.bias[output];
            for tap in 0..map.taps {
                let y = (place / size + tap / 3).wrapping_sub(reach);
                let x = (place % size + tap % 3).wrapping_sub(reach);
                if y < size && x < size {
                    for input in 0..channels {
                        let weight = map.weights[(output * channels + input) * map.taps + tap];
                        sum += weight * field.numbers[(y * size + x) * channels + input];
                    }
                }
            }
            numbers.push(sum);
        }
    }
    Field { size, channels: map.outputs, numbers }
}

/// A linear map of numbers.
fn mapped(map: &Map, numbers: &[f32]) -> Vec<f32> {
    let rows = map.weights.chunks_exact(map.inputs).zip(&map.bias);
    rows.map(|(row, bias)| {
        bias + row.iter().zip(numbers).map(|(weight, number)| weight * number).sum::<f32>()
    })
    .collect()
}

/// The mean of each channel over the board, then the maximum of each.
fn pooled(field: &Field) -> Vec<f32> {
    let &Field { size, channels, ref numbers } = field;
    let column = |channel| numbers.iter().skip(channel).step_by(channels);
    let means = (0..channels).map(|channel| column(channel).sum::<f32>() / (size * size) as f32);
    let highest = |channel| column(channel).copied().fold(f32::NEG_INFINITY, f32::max);
    means.chain((0..channels).map(highest)).collect()
}

impl Field {
    fn map(mut self, change: impl Fn(f32) -> f32) -> Self {
        self.numbers.iter_mut().for_each(|number| *number = change(*number));
        self
    }

    /// The same numbers added at every point.
    fn plus(mut self, more: &[f32]) -> Self {
        for point in self.numbers.chunks_exact_mut(self.channels) {
            point.iter_mut().zip(more).for_each(|(number, more)| *number += more);
        }
        self
    }

    /// The field without its border.
    fn inner(self) -> Self {
        let Self { size, channels, numbers } = self;
        let rows = numbers.chunks_exact(size * channels).skip(1).take(size - 2);
        let inner = rows.flat_map(|row| &row[channels..(size - 1) * channels]).copied();
        Self { size: size - 2, channels, numbers: inner.collect() }
    }
}
