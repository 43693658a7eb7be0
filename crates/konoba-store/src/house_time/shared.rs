//! House time of nodes that share a database.
//!
//! They take its clock for the time of day and share one [`ClockMark`]. When the time of a node no longer
//! fits the mark, either the clock of the database was set or the steady clock of this node stood still,
//! as that of a machine which sleeps. One node cannot tell these apart, but the others can: the clock of
//! the database is wrong for all of them, a steady clock for one. So every node renews the mark as long
//! as its own time fits, and a node whose time does not fit waits. If the mark is renewed meanwhile, this
//! node was wrong and follows it. If it is not, the database's clock was set, and this node corrects the
//! mark for all.

use std::time::Duration;

use konoba_table::Moment;

use super::{ClockMark, ClockReading, HouseTime, STEP, between};

/// How old a mark may become before it is renewed: less than nodes wait between two looks.
const RENEWED: Duration = Duration::from_secs(4);
/// How long a node waits for another to renew a mark that does not fit: nearly three looks.
const DOUBT: Duration = Duration::from_secs(14);
/// How long the time of a node must have run on without a correction before the node renews the mark. A
/// node that began after a step has not seen it; by now another node has corrected the mark.
const WITNESS: Duration = Duration::from_secs(40);

/// House time as it runs in one of several nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SharedTime {
    time: HouseTime,
    /// Since when it has run on without a correction, by the steady clock.
    since: Duration,
    doubt: Option<Doubt>,
}

/// A mark does not fit.
#[derive(Clone, Copy, Debug)]
struct Doubt {
    /// When the mark had last been renewed.
    renewed: Moment,
    /// Since when, by the steady clock.
    since: Duration,
}

/// What a look at the clocks has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SharedLook {
    /// Nothing is to be done.
    Same,
    /// This node's time fits the mark, and this is to be kept instead to say so.
    Fits(ClockMark),
    /// This node's time was wrong by so many milliseconds. It is what the other nodes have now.
    Followed(i64),
    /// The clock of the database was set, and this has to be kept instead.
    Stepped(ClockMark),
}

impl SharedTime {
    /// Goes on where the database left off.
    pub(crate) fn begin(mark: ClockMark, reading: ClockReading) -> Self {
        let time = HouseTime::begin(mark, reading);
        Self { time, since: reading.steady, doubt: None }
    }

    /// What it shows.
    pub(crate) fn now(&self, steady: Duration) -> Moment {
        self.time.now(steady)
    }

    /// Compares the clocks, given the mark that the database holds now. Whether what comes of it was
    /// written is seen at the next look.
    pub(crate) fn look(&mut self, kept: ClockMark, reading: ClockReading) -> SharedLook {
        let steady = reading.steady;
        let before = std::mem::replace(&mut self.time.mark, kept);
        let is_corrected = kept.ahead != before.ahead;
        let is_witness = steady.saturating_sub(self.since) >= WITNESS;
        let now = self.now(steady);
        let off = self.time.off(kept, reading);
        if off.abs() <= STEP {
            self.doubt = None;
            if is_corrected {
                self.since = steady;
            }
            self.time.slew(off, steady);
            return if is_witness && !is_corrected && now.since(kept.at) >= RENEWED {
                SharedLook::Fits(ClockMark { at: now, ..kept })
            } else {
                SharedLook::Same
            };
        }
        let begun = Doubt { renewed: kept.at, since: steady };
        let doubt = *self.doubt.get_or_insert(begun);
        // A correction is followed at once, except by a node that knows that there was nothing to correct:
        // it was cut off when it could have said so, or the database has lost the last correction.
        let is_mistaken = is_witness && self.time.off(before, reading).abs() <= STEP;
        if (is_corrected && !is_mistaken) || kept.at > doubt.renewed {
            *self = Self { time: HouseTime::at(kept, reading), since: steady, doubt: None };
            return SharedLook::Followed(off);
        }
        if steady.saturating_sub(doubt.since) < DOUBT {
            return SharedLook::Same;
        }
        SharedLook::Stepped(ClockMark { ahead: between(reading.wall, now), at: now })
    }
}

#[cfg(test)]
mod tests {
    use super::super::later;
    use super::*;

    const HOUR: i64 = 3_600_000;
    const NOON: u64 = 1_700_000_000_000;

    /// A database and nodes that look at its clock every five seconds, one after another.
    struct Nodes {
        /// The true time, in milliseconds.
        now: u64,
        /// How far the database's clock is ahead of it.
        database: i64,
        mark: ClockMark,
        nodes: Vec<Node>,
    }

    struct Node {
        time: SharedTime,
        /// For how long its steady clock stood still.
        slept: u64,
        is_cut_off: bool,
        /// How often it corrected the mark.
        corrections: u32,
    }

    impl Nodes {
        /// So many nodes that have run for a while.
        fn new(count: usize) -> Self {
            let mark = ClockMark { ahead: 0, at: Moment::from_millis(NOON) };
            let mut nodes = Self { now: NOON, database: 0, mark, nodes: Vec::new() };
            (0..count).for_each(|_| nodes.join());
            nodes.run(100);
            nodes
        }

        fn reading(&self, slept: u64) -> ClockReading {
            let wall = later(Moment::from_millis(self.now), self.database);
            ClockReading { wall, steady: Duration::from_millis(self.now - NOON + 77 - slept) }
        }

        fn join(&mut self) {
            let time = SharedTime::begin(self.mark, self.reading(0));
            self.nodes.push(Node { time, slept: 0, is_cut_off: false, corrections: 0 });
        }

        /// Lets a second go by at a time.
        fn run(&mut self, seconds: u64) {
            for _ in 0..seconds {
                self.now += 1000;
                for index in 0..self.nodes.len() {
                    if (self.now / 1000 + index as u64).is_multiple_of(5) {
                        self.look(index);
                    }
                }
            }
        }

        fn look(&mut self, index: usize) {
            let (reading, kept) = (self.reading(self.nodes[index].slept), self.mark);
            let node = &mut self.nodes[index];
            if node.is_cut_off {
                return;
            }
            match node.time.look(kept, reading) {
                SharedLook::Same | SharedLook::Followed(_) => {}
                SharedLook::Fits(mark) => self.mark = mark,
                SharedLook::Stepped(mark) => {
                    node.corrections += 1;
                    self.mark = mark;
                }
            }
        }

        /// A node's machine sleeps, while the others go on.
        fn sleep(&mut self, index: usize, seconds: u64) {
            self.nodes[index].is_cut_off = true;
            self.run(seconds);
            self.nodes[index].is_cut_off = false;
            self.nodes[index].slept += seconds * 1000;
        }

        /// How far the time of each node is ahead of the true time.
        fn off(&self) -> Vec<i64> {
            let off = |node: &Node| {
                let shown = node.time.now(self.reading(node.slept).steady);
                between(Moment::from_millis(self.now), shown)
            };
            self.nodes.iter().map(off).collect()
        }

        fn corrections(&self) -> u32 {
            self.nodes.iter().map(|node| node.corrections).sum()
        }
    }

    #[test]
    fn a_node_that_slept_follows_the_others_and_leaves_the_mark_alone() {
        for seconds in [1, 3, 20, 7200] {
            let mut nodes = Nodes::new(3);
            nodes.sleep(0, seconds);
            for _ in 0..60 {
                nodes.run(1);
                assert_eq!([nodes.off()[1], nodes.off()[2]], [0, 0], "{seconds} s");
            }
            assert_eq!((nodes.off(), nodes.corrections()), (vec![0; 3], 0), "{seconds} s");
            assert_eq!(nodes.mark.ahead, 0);
        }
    }

    #[test]
    fn two_nodes_that_slept_follow_the_third() {
        let mut nodes = Nodes::new(3);
        nodes.nodes[0].slept = 20_000;
        nodes.nodes[1].slept = 20_000;
        nodes.run(20);
        assert_eq!((nodes.off(), nodes.corrections()), (vec![0; 3], 0));
    }

    #[test]
    fn a_steady_clock_that_ran_off_corrects_no_other_node() {
        let mut nodes = Nodes::new(2);
        nodes.nodes[1].time.time.at = later(nodes.nodes[1].time.time.at, 9_000);
        nodes.run(20);
        assert_eq!((nodes.off(), nodes.corrections()), (vec![0; 2], 0));
    }

    #[test]
    fn while_the_only_node_sleeps_clocks_stand_still() {
        let mut nodes = Nodes::new(1);
        nodes.sleep(0, 20);
        nodes.run(60);
        assert_eq!((nodes.off(), nodes.corrections()), (vec![-20_000], 1));
        nodes.join();
        assert_eq!(nodes.off(), [-20_000; 2]);
    }

    #[test]
    fn a_step_of_the_databases_clock_moves_no_node() {
        for (by, count) in [HOUR, -HOUR, 2_000, -2_000].into_iter().zip([1, 2, 3, 4]) {
            let mut nodes = Nodes::new(count);
            nodes.database = by;
            for _ in 0..100 {
                nodes.run(1);
                assert_eq!(nodes.off(), vec![0; count], "{by}");
            }
            assert_eq!((nodes.mark.ahead, nodes.corrections()), (-by, 1));
            nodes.join();
            assert_eq!(nodes.off()[count], 0);
        }
    }

    /// A node that comes after a step and before the correction has the wrong time for some seconds, and
    /// no other follows it.
    #[test]
    fn a_node_that_begins_after_a_step_does_not_confirm_it() {
        let mut nodes = Nodes::new(2);
        nodes.database = HOUR;
        nodes.join();
        assert_eq!(nodes.off(), [0, 0, HOUR]);
        for _ in 0..25 {
            nodes.run(1);
            assert_eq!(nodes.off()[..2], [0, 0]);
        }
        assert_eq!((nodes.off(), nodes.mark.ahead), (vec![0; 3], -HOUR));
    }

    #[test]
    fn a_correction_that_could_not_be_written_is_tried_again() {
        let mut nodes = Nodes::new(1);
        nodes.database = HOUR;
        for _ in 0..30 {
            let kept = nodes.mark;
            nodes.run(1);
            nodes.mark = kept;
            assert_eq!(nodes.off(), [0]);
        }
        nodes.run(5);
        assert_eq!((nodes.off(), nodes.mark.ahead), (vec![0], -HOUR));
    }

    #[test]
    fn a_step_that_is_taken_back_corrects_nothing() {
        let mut nodes = Nodes::new(2);
        nodes.database = HOUR;
        nodes.run(9);
        nodes.database = 0;
        nodes.run(60);
        assert_eq!((nodes.off(), nodes.corrections()), (vec![0; 2], 0));
    }

    #[test]
    fn a_node_that_was_cut_off_is_not_set_back_by_one_that_slept() {
        let mut nodes = Nodes::new(2);
        nodes.nodes[1].is_cut_off = true;
        nodes.nodes[0].slept = 20_000;
        nodes.run(20);
        assert_eq!(nodes.mark.ahead, -20_000);
        nodes.nodes[1].is_cut_off = false;
        for _ in 0..100 {
            nodes.run(1);
            assert_eq!(nodes.off()[1], 0);
        }
        assert_eq!((nodes.off(), nodes.mark.ahead), (vec![0; 2], 0));
    }

    #[test]
    fn nodes_that_disagree_for_long_agree_again() {
        let mut nodes = Nodes::new(2);
        nodes.nodes[1].is_cut_off = true;
        nodes.nodes[0].slept = 20_000;
        nodes.run(200);
        nodes.nodes[1].is_cut_off = false;
        nodes.run(30);
        assert_eq!(nodes.off(), [-20_000; 2]);
    }

    #[test]
    fn a_correction_that_a_failover_lost_is_made_again() {
        let mut nodes = Nodes::new(2);
        nodes.database = HOUR;
        nodes.run(100);
        nodes.mark.ahead = 0;
        for _ in 0..30 {
            nodes.run(1);
            assert_eq!(nodes.off(), [0, 0]);
        }
        assert_eq!(nodes.mark.ahead, -HOUR);
    }
}
