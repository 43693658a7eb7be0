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
    let mut highest = 0;
    for number in field.as_flattened_mut() {
        *number = rectified(*number);
        highest = rank(*number).max(highest);
    }
    of_rank(highest)
}

/// A number, or zero if it is negative. (`f32::max` promises more than that, and is a call of a function where no
/// instruction does so.)
#[inline(always)]
pub(super) const fn rectified(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

/// A whole number that is the higher the higher a number from 0 on is. The highest of whole numbers is found
/// several times as fast, since they may be compared in any order.
#[inline(always)]
pub(super) const fn rank(number: f32) -> i32 {
    number.to_bits().cast_signed()
}

/// The number that has this rank.
#[inline(always)]
pub(super) const fn of_rank(rank: i32) -> f32 {
    f32::from_bits(rank.cast_unsigned())
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
            let weights = row[first..][..GROUPS].as_flattened();
            for (sum, weight) in sums.as_flattened_mut().iter_mut().zip(weights) {
                *sum += number * weight;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_stays_negative_and_the_highest_is_known() {
        let mut field = [[-0.0; GROUP], [-7.0; GROUP]];
        assert_eq!(rectify(&mut field), 0.0);
        assert_eq!(field, [[0.0; GROUP]; 2]);
        field[0][3] = 1e-40;
        field[1][15] = -7.0;
        assert_eq!(rectify(&mut field), 1e-40);
        field[1][4] = 2.5;
        field[1][5] = 2.25;
        assert_eq!(rectify(&mut field), 2.5);
    }
}
