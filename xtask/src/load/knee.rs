//! The highest rate that holds.

use anyhow::Result;

/// Where a rate that holds and one that does not are so near to each other, the search ends.
const FINE: f64 = 1.1;
/// A cluster that does not hold this rate holds none.
const LEAST: u32 = 5;

/// The highest rate that holds, found by doubling and halving from a first guess; none where not even
/// the least does.
pub(super) fn search(
    first: u32,
    mut holds: impl FnMut(u32) -> Result<bool>,
) -> Result<Option<u32>> {
    let (mut low, mut high): (Option<u32>, Option<u32>) = (None, None);
    let mut rate = first.max(LEAST);
    loop {
        if holds(rate)? {
            low = Some(rate);
        } else {
            high = Some(rate);
        }
        rate = match (low, high) {
            (Some(low), None) => low.saturating_mul(2),
            (None, Some(high)) if high <= LEAST => return Ok(None),
            (None, Some(high)) => (high / 2).max(LEAST),
            (Some(low), Some(high)) if f64::from(high) <= f64::from(low) * FINE => {
                return Ok(Some(low));
            }
            (Some(low), Some(high)) => (f64::from(low) * f64::from(high)).sqrt() as u32,
            (None, None) => rate,
        };
        if Some(rate) == low {
            return Ok(low);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_knee_is_found_from_either_side() {
        for (first, knee) in [(100, 1234), (4000, 1234), (100, 107), (5, 5), (64, 9), (9, 1)] {
            let mut tried = 0;
            let found = search(first, |rate| {
                tried += 1;
                Ok(rate <= knee)
            });
            let found = found.unwrap();
            let is_near = |found: u32| found <= knee && f64::from(found) * 1.25 >= f64::from(knee);
            assert_eq!(found.is_some(), knee >= LEAST, "{first} {knee}");
            assert!(found.is_none_or(is_near), "{first} {knee} {found:?}");
            assert!(tried < 12, "{first} {knee} {tried}");
        }
    }
}
