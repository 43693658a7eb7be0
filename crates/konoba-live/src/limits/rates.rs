//! How often clients may do something, counted by address.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::DefaultKeyedRateLimiter;

use super::{Rate, counted};

/// Up to so many addresses are remembered without looking for old ones.
const FEW: usize = 10_000;
/// How many are let pass between two looks at how many are remembered.
const STEP: usize = 1_000;

/// Counts by address how often something is done.
///
/// Addresses that have not come for a while are forgotten. That takes a look at all of them, which is
/// done when twice as many have come as were left the last time: however many there are, one more costs
/// the same.
///
/// ```
/// use konoba_live::{Rate, Rates};
/// let rates = Rates::new(Rate { per_second: 1, burst: 2 });
/// let (one, other) = ("192.0.2.1".parse().unwrap(), "192.0.2.2".parse().unwrap());
/// assert_eq!([(); 3].map(|()| rates.allow(one)), [true, true, false]);
/// assert!(rates.allow(other));
/// ```
#[derive(Debug)]
pub struct Rates {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    /// How often it was asked.
    asked: AtomicUsize,
    /// With so many addresses those are forgotten that can be.
    most: AtomicUsize,
}

impl Rates {
    /// Counts with this rate for each address.
    pub fn new(rate: Rate) -> Self {
        let limiter = DefaultKeyedRateLimiter::keyed(rate.quota());
        Self { limiter, asked: AtomicUsize::new(0), most: AtomicUsize::new(FEW) }
    }

    /// Whether an address may do it once more, now.
    pub fn allow(&self, address: IpAddr) -> bool {
        if self.asked.fetch_add(1, Ordering::Relaxed) % STEP == STEP - 1 {
            self.forget_old();
        }
        self.limiter.check_key(&counted(address)).is_ok()
    }

    fn forget_old(&self) {
        if self.limiter.len() < self.most.load(Ordering::Relaxed) {
            return;
        }
        self.limiter.retain_recent();
        let most = FEW.max(2 * self.limiter.len());
        self.most.store(most, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses that are all still remembered are looked at a few times, not at every one that comes.
    #[test]
    fn many_addresses_are_looked_at_seldom() {
        let rates = Rates::new(Rate { per_second: 1, burst: 1_000_000 });
        let mut looks = 0;
        for number in 0..50_000_u32 {
            let before = rates.most.load(Ordering::Relaxed);
            // Two each, so that none is as good as new and can be forgotten at once.
            let address = IpAddr::from(number.to_be_bytes());
            assert!(rates.allow(address) && rates.allow(address));
            looks += u32::from(rates.most.load(Ordering::Relaxed) != before);
        }
        assert!((1..=4).contains(&looks), "{looks}");
        assert!(rates.limiter.len() <= 50_000);
    }
}
