//! Convolutions in whole numbers of 8 bits, which processors multiply several times as fast as others, and
//! whose sums do not depend on the order of adding.

use konoba_kernels::{self as kernels, Number, Quads, QuadsBatch, Weight};

use super::file::{GROUP, Map};

/// A group of channels of a point.
pub(super) type Group = [f32; GROUP];

/// The largest whole number that stands for a number of a layer.
pub(super) const HIGHEST: u8 = 127;

/// Numbers from 0 on as whole numbers, for each point of a board and of a border of zeros around it,
/// the channels of a point together, in fours.
#[derive(Clone, Debug)]
pub(super) struct Whole {
    pub(super) size: usize,
    /// How many points a row has with its border, which is one point on the left and at least one on the right.
    pub(super) width: usize,
    pub(super) quads: usize,
    pub(super) numbers: Vec<[Number; 4]>,
    /// What a whole 1 stands for.
    pub(super) unit: f32,
}

/// A convolution whose weights are whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    quads: usize,
    /// It reads so many rows of so many points.
    side: usize,
    groups: usize,
    /// The weights by group of outputs, row and column of points, and four inputs.
    weights: Vec<Line>,
    /// What a whole 1 among the weights of each output stands for.
    units: Vec<Group>,
    bias: Vec<Group>,
}

/// For each output of a group its weights of four inputs. They fill a line of the processor's cache and
/// begin with it, since loading halves of two lines takes twice as long.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([Weight; 4 * GROUP]);

impl Convolution {
    /// The map in whole numbers, those of each output scaled by the largest of them.
    pub(super) fn new(map: &Map) -> Self {
        let &Map { inputs, outputs, taps, .. } = map;
        let (quads, groups) = (inputs / 4, outputs / GROUP);
        let mut weights = vec![Line([0; 4 * GROUP]); taps * quads * groups];
        let mut units = vec![[0.0; GROUP]; groups];
        for (output, row) in map.weights.chunks_exact(inputs * taps).enumerate() {
            let (row, unit) = whole_weights(row);
            units[output / GROUP][output % GROUP] = unit;
            for (place, weight) in row.enumerate() {
                let (input, tap) = (place / taps, place % taps);
                let entry = (output / GROUP * taps + tap) * quads + input / 4;
                let place = kernels::place(output % GROUP, input % 4);
                weights[entry].0[place] = kernels::as_weight(weight);
            }
        }
        let (bias, _) = map.bias.as_chunks();
        Self { quads, side: taps.isqrt(), groups, weights, units, bias: bias.to_vec() }
    }

    /// How many groups of channels it gives for each point.
    pub(super) const fn groups(&self) -> usize {
        self.groups
    }

    /// Computes the groups of every point of the board, row by row.
    pub(super) fn apply(&self, input: &Whole, output: &mut [Group]) {
        assert_eq!(
            (self.quads, self.groups * input.size * input.size),
            (input.quads, output.len())
        );
        kernels::run_quads(Application { convolution: self, input, output });
    }
}

/// The weights of an output as whole numbers, the largest of them as 127, and what a whole 1 stands for.
pub(super) fn whole_weights(weights: &[f32]) -> (impl Iterator<Item = i8>, f32) {
    let largest = weights.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
    let scale = if largest == 0.0 { 1.0 } else { f32::from(i8::MAX) / largest };
    (weights.iter().map(move |weight| (weight * scale).round() as i8), 1.0 / scale)
}

struct Application<'a> {
    convolution: &'a Convolution,
    input: &'a Whole,
    output: &'a mut [Group],
}

impl QuadsBatch for Application<'_> {
    type Output = ();

    #[inline(always)]
    fn run<Q: Quads>(mut self, quads: Q) {
        // As many points and groups at once as there are registers for their sums.
        let groups = self.convolution.groups;
        match Q::FIT {
            18.. if groups.is_multiple_of(2) => self.tiles::<Q, 2, 9>(quads),
            24.. if groups.is_multiple_of(3) => self.tiles::<Q, 3, 8>(quads),
            5.. => self.tiles::<Q, 1, 5>(quads),
            2.. => self.tiles::<Q, 1, 2>(quads),
            _ => self.tiles::<Q, 1, 1>(quads),
        }
    }
}

impl Application<'_> {
    /// Computes `GROUPS` groups of `POINTS` points at once.
    #[inline(always)]
    fn tiles<Q: Quads, const GROUPS: usize, const POINTS: usize>(&mut self, quads: Q) {
        let &mut Self {
            convolution: &Convolution { groups, ref units, ref bias, .. }, input, ..
        } = self;
        let places = input.size * input.size;
        for group in (0..groups).step_by(GROUPS) {
            let units: [_; GROUPS] =
                std::array::from_fn(|i| units[group + i].map(|unit| unit * input.unit));
            let bias: [_; GROUPS] = std::array::from_fn(|i| bias[group + i]);
            for first in (0..places).step_by(POINTS) {
                // The last points stand in for those that the last tile is short of.
                let at: [usize; POINTS] = std::array::from_fn(|i| (first + i).min(places - 1));
                let sums = self.sums::<Q, GROUPS, POINTS>(quads, group, at);
                for (at, sums) in at.iter().zip(&sums) {
                    let output = &mut self.output[at * groups + group..][..GROUPS];
                    for i in 0..GROUPS {
                        let (sums, units, bias) = (quads.numbers(sums[i]), &units[i], &bias[i]);
                        output[i] = std::array::from_fn(|i| sums[i] as f32 * units[i] + bias[i]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn sums<Q: Quads, const GROUPS: usize, const POINTS: usize>(
        &self,
        quads: Q,
        group: usize,
        at: [usize; POINTS],
    ) -> [[Q::Sums; GROUPS]; POINTS] {
        let &Self { convolution: &Convolution { side, ref weights, .. }, input, .. } = self;
        let width = input.width;
        let border = if side == 1 { width + 1 } else { 0 };
        let starts =
            at.map(|at| (at / input.size * width + at % input.size + border) * input.quads);
        // A row of points lies in one piece, and so do its weights.
        let count = side * input.quads;
        let mut sums = [[quads.zero(); GROUPS]; POINTS];
        for row in 0..side {
            let inputs =
                starts.map(|start| &input.numbers[start + row * width * input.quads..][..count]);
            let weights: [_; GROUPS] =
                std::array::from_fn(|i| &weights[((group + i) * side + row) * count..][..count]);
            for quad in 0..count {
                for (sums, inputs) in sums.iter_mut().zip(inputs) {
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = quads.add(*sum, inputs[quad], &weights[quad].0);
                    }
                }
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::super::tiled::{TILE, TiledConvolution};
    use super::*;
    use konoba_kernels::Instructions;
    use konoba_rules::playout::{Dice, WyRand};

    fn random(dice: &mut WyRand) -> f32 {
        dice.below(2001) as f32 / 1000.0 - 1.0
    }

    fn random_map(inputs: usize, outputs: usize, taps: usize, dice: &mut WyRand) -> Map {
        let weights = (0..inputs * outputs * taps).map(|_| random(dice)).collect();
        let bias = (0..outputs).map(|_| random(dice)).collect();
        Map { inputs, outputs, taps, weights, bias }
    }

    fn random_input(size: usize, quads: usize, dice: &mut WyRand) -> Whole {
        let width = size.next_multiple_of(TILE) + 2;
        let mut numbers = vec![[0; 4]; width * width * quads];
        for place in 0..size * size {
            let point = (place / size + 1) * width + place % size + 1;
            for quad in &mut numbers[point * quads..][..quads] {
                *quad = [(); 4].map(|()| dice.below(u32::from(HIGHEST) + 1) as Number);
            }
        }
        Whole { size, width, quads, numbers, unit: 0.5 }
    }

    #[test]
    fn every_processor_gives_the_same_sums_and_they_are_right() {
        let mut dice = WyRand::new(7);
        for (size, inputs, outputs, taps) in [
            (5, 4, 16, 9),
            (7, 32, 32, 9),
            (6, 16, 48, 9),
            (9, 64, 64, 9),
            (8, 224, 16, 9),
            (5, 64, 32, 1),
        ] {
            let map = random_map(inputs, outputs, taps, &mut dice);
            let convolution = Convolution::new(&map);
            let input = random_input(size, inputs / 4, &mut dice);
            let nothing = vec![[0.0; GROUP]; size * size * outputs / GROUP];
            let mut fast = nothing.clone();
            convolution.apply(&input, &mut fast);
            for instructions in Instructions::ALL {
                let mut same = nothing.clone();
                let work =
                    Application { convolution: &convolution, input: &input, output: &mut same };
                kernels::run_quads_with(instructions, work);
                assert_eq!(same, fast, "{instructions:?}");
            }
            if TiledConvolution::takes(&map) {
                let mut same = nothing.clone();
                TiledConvolution::new(&map).apply(&input, &mut same);
                assert_eq!(same, fast, "in tiles");
            }
            for at in 0..size * size {
                for output in 0..outputs {
                    let found = fast[at * outputs / GROUP + output / GROUP][output % GROUP];
                    let (sum, of_sizes) = literal(&map, &input, at, output);
                    assert!((found - sum).abs() < of_sizes / 100.0, "{found} is not {sum}");
                }
            }
        }
    }

    /// An output of a point, and the sum of the sizes of what was added.
    fn literal(map: &Map, input: &Whole, at: usize, output: usize) -> (f32, f32) {
        let (size, width) = (input.size, input.width);
        let mut sums = (map.bias[output], 1.0);
        for tap in 0..map.taps {
            let (dy, dx) = if map.taps == 1 { (1, 1) } else { (tap / 3, tap % 3) };
            let point = (at / size + dy) * width + at % size + dx;
            for channel in 0..map.inputs {
                let whole = input.numbers[point * input.quads + channel / 4][channel % 4];
                let weight = map.weights[(output * map.inputs + channel) * map.taps + tap];
                let product = weight * f32::from(whole) * input.unit;
                sums = (sums.0 + product, sums.1 + product.abs());
            }
        }
        sums
    }
}
