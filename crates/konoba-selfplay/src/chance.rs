//! Numbers drawn by chance, of the distributions that searches need.

use konoba_rules::playout::{Dice, WyRand};

/// A number above 0 and below 1.
pub fn uniform(dice: &mut WyRand) -> f32 {
    (dice.below(1 << 23) as f32 + 0.5) / (1 << 23) as f32
}

/// A number of the standard Gumbel distribution.
pub fn gumbel(dice: &mut WyRand) -> f32 {
    -(-uniform(dice).ln()).ln()
}

/// So many numbers that sum to 1, of the symmetric Dirichlet distribution whose parameters sum to
/// `total`; a parameter of more than 1 counts as 1, so that few numbers differ too.
pub fn dirichlet(total: f32, count: usize, dice: &mut WyRand) -> Vec<f32> {
    let shape = (total / count as f32).min(1.0);
    let mut numbers = (0..count).map(|_| gamma(shape, dice)).collect::<Vec<_>>();
    let sum = numbers.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    numbers.iter_mut().for_each(|number| *number /= sum);
    numbers
}

/// A number of the gamma distribution of a shape up to 1 (Ahrens and Dieter, "Computer methods for
/// sampling from gamma, beta, Poisson and binomial distributions", 1974, algorithm GS).
fn gamma(shape: f32, dice: &mut WyRand) -> f32 {
    let whole = 1.0 + shape / std::f32::consts::E;
    loop {
        let place = whole * uniform(dice);
        let (number, chance) = if place <= 1.0 {
            let number = place.powf(1.0 / shape);
            (number, (-number).exp())
        } else {
            let number = -((whole - place) / shape).ln();
            (number, number.powf(shape - 1.0))
        };
        if uniform(dice) <= chance {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_numbers_have_its_mean_and_variance() {
        let mut dice = WyRand::new(1);
        for shape in [0.1_f32, 0.4, 1.0] {
            let draws = 40_000;
            let numbers = (0..draws).map(|_| gamma(shape, &mut dice)).collect::<Vec<_>>();
            let mean = numbers.iter().sum::<f32>() / draws as f32;
            let squares = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f32>();
            // Mean and variance of this distribution are its shape.
            assert!((mean / shape - 1.0).abs() < 0.1, "{shape}: mean {mean}");
            let variance = squares / draws as f32;
            assert!((variance / shape - 1.0).abs() < 0.2, "{shape}: variance {variance}");
        }
    }

    #[test]
    fn dirichlet_numbers_sum_to_one() {
        let mut dice = WyRand::new(1);
        for count in [1, 5, 121] {
            let numbers = dirichlet(10.83, count, &mut dice);
            assert_eq!(numbers.len(), count);
            assert!((numbers.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{count}");
        }
    }
}
