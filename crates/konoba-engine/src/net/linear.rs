//! Linear maps of few numbers, in single precision. Their order of adding does not depend on the processor.

use super::convolution::Group;
use super::file::{GROUP, Map};

/// A linear map of few numbers, its weights by input and group of outputs. The last group is filled
/// up with zeros.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    weights: Vec<Group>,
    bias: Vec<Group>,
}

/// A linear map to one number.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    weights: Vec<Group>,
    bias: f32,
}

/// Makes negative numbers zero and says which is the highest.
#[inline(always)]
pub(super) fn rectify(field: &mut [Group]) -> f32 {
    let mut highest = [0.0_f32; GROUP];
    for group in field {
        for (number, highest) in group.iter_mut().zip(&mut highest) {
            *number = number.max(0.0);
            *highest = highest.max(*number);
        }
    }
    highest.into_iter().fold(0.0, f32::max)
}

impl Linear {
    pub(super) fn new(map: &Map) -> Self {
        let groups = map.outputs.div_ceil(GROUP);
        let mut weights = vec![[0.0; GROUP]; map.inputs * groups];
        for (place, &weight) in map.weights.iter().enumerate() {
            let (output, input) = (place / map.inputs, place % map.inputs);
            weights[input * groups + output / GROUP][output % GROUP] = weight;
        }
        let mut bias = vec![[0.0; GROUP]; groups];
        bias.as_flattened_mut()[..map.outputs].copy_from_slice(&map.bias);
        Self { weights, bias }
    }

    #[inline(always)]
    pub(super) fn of(&self, numbers: &[Group]) -> Vec<Group> {
        let numbers = numbers.as_flattened();
        let groups = self.bias.len();
        let mut sums = Vec::with_capacity(groups);
        // As many groups at once as there are registers for their sums.
        while sums.len() < groups {
            match groups - sums.len() {
                4.. => sums.extend(self.tile::<4>(numbers, sums.len())),
                2.. => sums.extend(self.tile::<2>(numbers, sums.len())),
                _ => sums.extend(self.tile::<1>(numbers, sums.len())),
            }
        }
        sums
    }

    /// The sums of some groups of outputs from `first` on.
    #[inline(always)]
    fn tile<const GROUPS: usize>(&self, numbers: &[f32], first: usize) -> [Group; GROUPS] {
        let mut sums: [Group; GROUPS] = std::array::from_fn(|i| self.bias[first + i]);
        for (number, row) in numbers.iter().zip(self.weights.chunks_exact(self.bias.len())) {
            for (sum, weights) in sums.iter_mut().zip(&row[first..][..GROUPS]) {
                for i in 0..GROUP {
                    sum[i] += number * weights[i];
                }
            }
        }
        sums
    }
}

impl Dot {
    pub(super) fn new(map: &Map) -> Self {
        Self { weights: map.weights.as_chunks().0.to_vec(), bias: map.bias[0] }
    }

    #[inline(always)]
    pub(super) fn of(&self, numbers: &[Group]) -> f32 {
        let mut sums = [0.0; GROUP];
        for (numbers, weights) in numbers.iter().zip(&self.weights) {
            for i in 0..GROUP {
                sums[i] += numbers[i] * weights[i];
            }
        }
        sums.iter().sum::<f32>() + self.bias
    }
}
