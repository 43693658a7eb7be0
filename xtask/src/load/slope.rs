//! Whether something grows, told from its noise.

/// The straight line through a number of points, and how sure it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    /// The mean of the values.
    pub(super) mean: f64,
    /// By how much they grow for each unit.
    pub(super) each: f64,
    /// The standard error of that.
    pub(super) error: f64,
}

impl Slope {
    /// Least squares; none for fewer points than a line and its error take.
    pub(super) fn of(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let count = points.len() as f64;
        let sum =
            |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|(x, y)| of(*x, *y)).sum::<f64>();
        let (mid, mean) = (sum(&|x, _| x) / count, sum(&|_, y| y) / count);
        let width = sum(&|x, _| (x - mid).powi(2));
        let each = sum(&|x, y| (x - mid) * (y - mean)) / width;
        let rest = sum(&|x, y| (y - mean - each * (x - mid)).powi(2));
        Some(Self { mean, each, error: (rest / (count - 2.0) / width).sqrt() })
    }

    /// Whether it is surely below this: two standard errors are.
    pub(super) fn is_below(&self, most: f64) -> bool {
        self.each + 2.0 * self.error < most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_from_noise() {
        let noise = |minute: u32| f64::from(minute * 7919 % 11) / 10.0;
        let line = |growth: f64| -> Vec<(f64, f64)> {
            let minutes = (0..60).map(|m| (f64::from(m) / 60.0, m));
            minutes.map(|(hour, m)| (hour, 100.0 + growth * hour + noise(m))).collect()
        };
        let flat = Slope::of(&line(0.0)).unwrap();
        assert!(flat.is_below(1.0) && flat.error < 0.3, "{flat:?}");
        let grows = Slope::of(&line(10.0)).unwrap();
        assert!((grows.each - 10.0).abs() < 0.5 && !grows.is_below(5.0), "{grows:?}");
        assert!(Slope::of(&line(0.0)[..2]).is_none());
    }
}
