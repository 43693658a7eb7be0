//! Measuring what shall be compared, in turns and by the clock on the wall: what the machine does beside
//! then disturbs all of it alike.

use std::time::{Duration, Instant};

use super::{BatchResult, Speed};

/// Something to measure. It does the same every time.
pub(super) type Repeatable<'a> = &'a dyn Fn() -> BatchResult;

/// Takes turns until each had so much time and counts the best turn of each, as [`super::measure`] does.
pub(super) fn measure<const N: usize>(time: Duration, turns: [Repeatable<'_>; N]) -> [Speed; N] {
    let mut speeds = turns.map(|_| Speed { per_second: 0.0, checksum: 0 });
    let start = Instant::now();
    while start.elapsed() < time * N as u32 || speeds[0].per_second == 0.0 {
        for (turn, speed) in turns.iter().zip(&mut speeds) {
            let start = Instant::now();
            let BatchResult { count, checksum } = turn();
            let per_second = count as f64 / start.elapsed().as_secs_f64();
            *speed = Speed { per_second: speed.per_second.max(per_second), checksum };
        }
    }
    speeds
}
