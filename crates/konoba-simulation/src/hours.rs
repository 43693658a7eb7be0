//! Many runs, on every core.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use crate::{Failure, Plan, Report, simulate};

/// Runs an hour for each seed, on every core, and tells what came of each as it ends.
///
/// Runs know nothing of each other, so the order in which they end does not matter. No more are begun
/// when the receiver is dropped.
///
/// ```
/// use konoba_simulation::{Report, hours};
/// let reports: Vec<Report> = hours(1..4).iter().map(Result::unwrap).collect();
/// assert_eq!(reports.len(), 3);
/// ```
pub fn hours(seeds: Range<u64>) -> mpsc::Receiver<Result<Report, Failure>> {
    let (tell, told) = mpsc::channel();
    let next = Arc::new(AtomicU64::new(seeds.start));
    for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
        let (tell, next, end) = (tell.clone(), next.clone(), seeds.end);
        thread::spawn(move || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= end || tell.send(simulate(&Plan::of_seed(seed))).is_err() {
                    return;
                }
            }
        });
    }
    told
}
