//! Convolutions of three by three points that compute four by four points at once.
//!
//! This is Winograd's way (Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks", 2015): points and weights are
//! transformed, multiplied, and what comes of it is transformed back. That takes 36 products for 16 points instead of 144.
//! The usual fractions among the weights are left out, so that all is done in whole numbers: what comes of it is too large by
//! factors that are known, all of them 9 times a power of two, and is divided by them exactly at the end. Sums may therefore
//! leave their range meanwhile, as long as the result does not.

use std::array::from_fn;
use std::num::Wrapping;
use std::ops::{Add, Mul, Sub};

use konoba_kernels::{PairSums, PairWeights};

use super::convolution::{Group, Whole, whole_weights};
use super::file::{GROUP, Map};

/// So many points in a row are computed at once.
pub(super) const TILE: usize = 4;
/// So many points in a row are read for them.
const PATCH: usize = TILE + 2;
/// The transformed points, and the products for each of them.
const PRODUCTS: usize = PATCH * PATCH;

/// The most inputs for which no result leaves its range: 26 bits are left of it after the last division.
const MOST_INPUTS: usize = 224;
const _: () = assert!(MOST_INPUTS * 9 * 127 * 127 < 1 << 25);

/// What 9 is to be multiplied with to give 1 modulo 2^32.
const NINTH: Wrapping<i32> = Wrapping(0x38e3_8e39);
const _: () = assert!(NINTH.0.wrapping_mul(9) == 1);

/// By how many bits the results of each row or column are too large, the factor 3 aside.
const EXCESS: [usize; TILE] = [3, 2, 1, 1];

/// So many inputs are transformed together, and so many outputs back.
type Inputs = Lane<i16, 8>;
type Outputs = Lane<i32, 4>;

/// A convolution of three by three points whose weights are whole numbers.
#[derive(Clone, Debug)]
pub(super) struct TiledConvolution {
    inputs: usize,
    groups: usize,
    /// The transformed weights by group of outputs, product, and pair of inputs.
    weights: Vec<PairWeights>,
    /// What a whole 1 among the weights of each output stands for.
    units: Vec<Group>,
    bias: Vec<Group>,
}

impl TiledConvolution {
    /// Whether a map can be computed in this way.
    pub(super) const fn takes(map: &Map) -> bool {
        map.taps == 9 && map.inputs.is_multiple_of(8) && map.inputs <= MOST_INPUTS
    }

    /// The map in whole numbers, those of each output scaled by the largest of them.
    pub(super) fn new(map: &Map) -> Self {
        let &Map { inputs, outputs, .. } = map;
        let (pairs, groups) = (inputs / 2, outputs / GROUP);
        let mut weights = vec![PairWeights([[0; 2]; GROUP]); groups * PRODUCTS * pairs];
        let mut units = vec![[0.0; GROUP]; groups];
        for (output, row) in map.weights.chunks_exact(inputs * 9).enumerate() {
            let (group, place) = (output / GROUP, output % GROUP);
            let (whole, unit) = whole_weights(row);
            units[group][place] = unit;
            let whole: Vec<_> = whole.map(i16::from).collect();
            for (input, taps) in whole.as_chunks::<9>().0.iter().enumerate() {
                for (product, weight) in transformed_weights(taps).into_iter().enumerate() {
                    let entry = (group * PRODUCTS + product) * pairs + input / 2;
                    weights[entry].0[place][input % 2] = weight;
                }
            }
        }
        let (bias, _) = map.bias.as_chunks();
        Self { inputs, groups, weights, units, bias: bias.to_vec() }
    }

    /// Computes the groups of every point of the board, row by row.
    pub(super) fn apply(&self, input: &Whole, output: &mut [Group]) {
        assert_eq!(
            (self.inputs, self.groups * input.size * input.size),
            (4 * input.quads, output.len())
        );
        let across = input.size.div_ceil(TILE);
        let tiles = across * across;
        let transformed = transformed(input);
        let mut products = vec![[0; GROUP]; PRODUCTS * tiles];
        let weights = self.weights.chunks_exact(PRODUCTS * self.inputs / 2);
        for (group, weights) in weights.enumerate() {
            multiply(weights, &transformed, &mut products);
            let units = self.units[group].map(|unit| unit * input.unit);
            for tile in 0..tiles {
                for part in 0..GROUP / Outputs::COUNT {
                    let first = part * Outputs::COUNT;
                    let results = results(&products[tile..], tiles, first);
                    for (y, row) in (tile / across * TILE..input.size).zip(results) {
                        for (x, Lane(sums)) in (tile % across * TILE..input.size).zip(row) {
                            let output = &mut output[(y * input.size + x) * self.groups + group];
                            for (i, Wrapping(sum)) in sums.into_iter().enumerate() {
                                let i = first + i;
                                output[i] = sum as f32 * units[i] + self.bias[group][i];
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The weights of an output for the points around one, transformed.
fn transformed_weights(taps: &[i16; 9]) -> [i16; PRODUCTS] {
    let transform =
        |[a, b, c]: [i16; 3]| [a, -a - b - c, b - a - c, a + 2 * b + 4 * c, a - 2 * b + 4 * c, c];
    let rows: [_; 3] = from_fn(|y| transform(from_fn(|x| taps[3 * y + x])));
    let columns: [_; PATCH] = from_fn(|x| transform(from_fn(|y| rows[y][x])));
    from_fn(|product| columns[product % PATCH][product / PATCH])
}

/// What the tiles read, transformed, by product, tile and input.
fn transformed(input: &Whole) -> Vec<i16> {
    let channels = 4 * input.quads;
    let across = input.size.div_ceil(TILE);
    let mut transformed = vec![0; PRODUCTS * across * across * channels];
    let numbers = input.numbers.as_flattened();
    for tile in 0..across * across {
        let corner = tile / across * TILE * input.width + tile % across * TILE;
        for first in (0..channels).step_by(Inputs::COUNT) {
            let read = |y: usize, x: usize| {
                let start = (corner + y * input.width + x) * channels + first;
                let numbers = &numbers[start..][..Inputs::COUNT];
                Lane(from_fn(|i| Wrapping(i16::from(numbers[i]))))
            };
            let rows: [_; PATCH] = from_fn(|y| spread(from_fn(|x| read(y, x))));
            let columns: [[Inputs; PATCH]; PATCH] = from_fn(|x| spread(from_fn(|y| rows[y][x])));
            for product in 0..PRODUCTS {
                let start = (product * across * across + tile) * channels + first;
                let Lane(numbers) = columns[product % PATCH][product / PATCH];
                transformed[start..][..Inputs::COUNT]
                    .copy_from_slice(&numbers.map(|number| number.0));
            }
        }
    }
    transformed
}

/// The sums of the products of the transformed points with the transformed weights of a group, by product and tile.
fn multiply(weights: &[PairWeights], transformed: &[i16], products: &mut [[i32; GROUP]]) {
    let tiles = products.len() / PRODUCTS;
    let pairs = weights.len() / PRODUCTS;
    let (transformed, _) = transformed.as_chunks::<2>();
    let rows = weights.chunks_exact(pairs).zip(transformed.chunks_exact(tiles * pairs));
    for ((weights, numbers), products) in rows.zip(products.chunks_exact_mut(tiles)) {
        let mut first = 0;
        while first < tiles {
            let (numbers, products) = (&numbers[first * pairs..], &mut products[first..]);
            first += match tiles - first {
                3.. => sums::<3>(weights, numbers, products),
                _ => sums::<1>(weights, numbers, products),
            };
        }
    }
}

/// The sums for the first so many tiles at once. There are registers for those of three.
#[inline(always)]
fn sums<const TILES: usize>(
    weights: &[PairWeights],
    numbers: &[[i16; 2]],
    products: &mut [[i32; GROUP]],
) -> usize {
    let numbers: [_; TILES] = from_fn(|tile| &numbers[tile * weights.len()..][..weights.len()]);
    let mut sums = [PairSums::zero(); TILES];
    for (pair, weights) in weights.iter().enumerate() {
        for (sums, numbers) in sums.iter_mut().zip(numbers) {
            sums.add(numbers[pair], weights);
        }
    }
    for (products, sums) in products.iter_mut().zip(sums) {
        *products = sums.numbers();
    }
    TILES
}

/// The results of a tile, row by row, for the outputs of a group from `first` on. The products of the tile lie so far apart
/// as there are tiles.
#[inline(always)]
fn results(products: &[[i32; GROUP]], tiles: usize, first: usize) -> [[Outputs; TILE]; TILE] {
    let read = |y: usize, x: usize| {
        let products = &products[(y * PATCH + x) * tiles][first..][..Outputs::COUNT];
        Lane(from_fn(|i| Wrapping(products[i])))
    };
    let rows: [_; PATCH] = from_fn(|y| gather(from_fn(|x| read(y, x))));
    let columns: [_; TILE] = from_fn(|x| gather(from_fn(|y| rows[y][x])));
    from_fn(|y| {
        from_fn(|x| {
            let Lane(sums): Outputs = columns[x][y];
            Lane(sums.map(|sum| (sum * NINTH) >> (EXCESS[y] + EXCESS[x])))
        })
    })
}

/// Transforms a row or a column of what is read.
#[inline(always)]
fn spread([a, b, c, d, e, f]: [Inputs; PATCH]) -> [Inputs; PATCH] {
    let (even, odd) = (e - c * 4, d - b * 4);
    let (near_even, near_odd) = (e - c, (d - b) * 2);
    [
        a * 4 - c * 5 + e,
        even + odd,
        even - odd,
        near_even + near_odd,
        near_even - near_odd,
        b * 4 - d * 5 + f,
    ]
}

/// Transforms a row or a column of products back. The results are 24, 12, 6 and 6 times too large.
#[inline(always)]
fn gather([a, b, c, d, e, f]: [Outputs; PATCH]) -> [Outputs; TILE] {
    let (even, odd) = (b + c, b - c);
    let (far_even, far_odd) = (d + e, d - e);
    [a * 6 + even * 4 + far_even, odd * 2 + far_odd, even + far_even, odd + far_odd * 2 + f * 6]
}

/// Some numbers that the same is done with.
#[derive(Clone, Copy, Debug)]
struct Lane<T, const N: usize>([Wrapping<T>; N]);

impl<T, const N: usize> Lane<T, N> {
    const COUNT: usize = N;
}

impl<T: Copy, const N: usize> Add for Lane<T, N>
where
    Wrapping<T>: Add<Output = Wrapping<T>>,
{
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl<T: Copy, const N: usize> Sub for Lane<T, N>
where
    Wrapping<T>: Sub<Output = Wrapping<T>>,
{
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(from_fn(|i| self.0[i] - other.0[i]))
    }
}

impl<T: Copy, const N: usize> Mul<T> for Lane<T, N>
where
    Wrapping<T>: Mul<Output = Wrapping<T>>,
{
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: T) -> Self {
        Self(self.0.map(|number| number * Wrapping(factor)))
    }
}
