//! One position, searched by several threads at once.
//!
//! The threads share the table and little else. Each goes down from the position by the numbers in the
//! table, best move first, to a position on which little work has been done; searches that alone for a
//! while, which is nearly all it does; and goes back up bringing the numbers on its way up to date
//! (after Pawlewicz and Hayward, "Scalable Parallel DFPN Search", 2013). A position with threads below
//! it looks harder to the next one, so that they spread.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use konoba_rules::playout::WyRand;
use konoba_rules::{Position, Rules};

use super::estimate::{Estimate, Lacking};
use super::search::{Bounds, Child, Node, Solver, Sum};
use super::table::{Numbers, scattered};
use super::{Effort, Solved};
use crate::{Limits, Watch};

/// A position that several threads search together.
pub struct Joint<'a, R: Rules, E = Lacking> {
    solver: &'a Solver<R, E>,
    position: Position<R>,
    root: Node<R>,
    /// How many threads are below positions, by a hash of their numbers.
    busy: Vec<AtomicU32>,
    nodes: u64,
    spent: AtomicU64,
    is_proved: AtomicBool,
    is_over: AtomicBool,
}

/// A position with work of two to this power behind it is gone through rather than searched alone.
const RIPE: u64 = 12;
/// The most nodes that a thread searches before it looks up: some tens of milliseconds.
const JOB: u64 = 1 << 13;
/// More than the threads have positions on their ways.
const MARKS: usize = 1 << 12;

/// A position on the way down, and the place of the move that goes on.
struct PathEntry {
    code: u64,
    children: Vec<Child>,
    chosen: usize,
}

/// The end of a way down: what the position has come to, and how many nodes that took.
struct Bottom {
    numbers: Option<Numbers>,
    spent: u64,
}

impl<'a, R: Rules, E: Estimate<R>> Joint<'a, R, E> {
    /// A search of a position with at most so many nodes.
    ///
    /// # Panics
    /// If the position is one of another game, size or variant.
    pub fn new(solver: &'a Solver<R, E>, position: &Position<R>, nodes: u64) -> Self {
        let is_proved = position.winner().is_some();
        Self {
            solver,
            position: *position,
            root: solver.node(position),
            busy: std::iter::repeat_with(AtomicU32::default).take(MARKS).collect(),
            nodes,
            spent: AtomicU64::new(0),
            is_proved: AtomicBool::new(is_proved),
            is_over: AtomicBool::new(is_proved || nodes == 0),
        }
    }

    /// One thread's share of the work, until the search is over. The number tells threads apart.
    pub fn work(&self, number: u64, watch: &dyn Watch) {
        let watch = &Ending { is_over: &self.is_over, watch };
        let (mut dice, mut path) = (WyRand::new(number), Vec::new());
        while !watch.must_stop() {
            let bottom = self.descend(&mut path, &mut dice, watch);
            let spent = bottom.spent + path.len() as u64;
            let is_proved =
                self.climb(&mut path, &mut dice, bottom).is_some_and(Numbers::is_proved);
            let all = self.spent.fetch_add(spent, Relaxed) + spent;
            if is_proved {
                self.is_proved.store(true, Relaxed);
            }
            if is_proved || all >= self.nodes {
                self.stop();
            }
        }
        self.stop();
    }

    /// Ends the search in all threads.
    pub fn stop(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// How many nodes were counted so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Relaxed).min(self.nodes)
    }

    /// What is certain when the search is over, if anything is.
    pub fn solved(&self, watch: &dyn Watch) -> Option<Solved> {
        // The table knows what follows from each move, or finds it out again.
        let mut effort = Effort::new(Limits::default(), u64::MAX, watch);
        self.is_proved.load(Relaxed).then(|| self.solver.solve(&self.position, &mut effort))?
    }

    /// Goes down to a position on which little work has been done, and searches it.
    fn descend(&self, path: &mut Vec<PathEntry>, dice: &mut WyRand, watch: &dyn Watch) -> Bottom {
        let table = &self.solver.table;
        let longer = self.longer();
        let (mut node, mut bounds) = (self.root, Bounds::NONE);
        loop {
            let code = self.solver.codes.code(&node.sums, node.to_move);
            let work = table.work(code);
            // Where another thread is at work already, this one goes further.
            let is_shared = || self.threads_below(code) > 1;
            if work.is_none_or(|work| work < RIPE + longer && !is_shared()) {
                let left = self.nodes.saturating_sub(self.spent()).min(JOB << longer);
                let mut effort = Effort::new(Limits::default(), left, watch);
                let found = self.solver.search(&node, bounds, &mut effort);
                let (numbers, spent) = (found.map(|found| found.numbers), effort.spent());
                if let Some(numbers) = numbers {
                    table.put_more(code, numbers, work.unwrap_or(0), spent, dice);
                }
                return Bottom { numbers, spent };
            }
            let Ok(children) = self.solver.children(&node) else {
                let numbers = Numbers::won(1);
                table.put(code, numbers, 1);
                return Bottom { numbers: Some(numbers), spent: 1 };
            };
            let numbers = Sum::of::<R>(&children).numbers;
            if numbers.is_proved() {
                table.put(code, numbers, 1 << work.unwrap_or(0));
                return Bottom { numbers: Some(numbers), spent: 1 };
            }
            let (chosen, second) = self.choose(&children);
            bounds = bounds.of_child(&children[chosen], numbers, second).beyond(&children[chosen]);
            node = self.solver.next(&node, children[chosen].mv);
            self.mark(children[chosen].code).fetch_add(1, Relaxed);
            path.push(PathEntry { code, children, chosen });
        }
    }

    /// Goes back up, with what was found below and what other threads have found. What the root has
    /// come to.
    fn climb(
        &self,
        path: &mut Vec<PathEntry>,
        dice: &mut WyRand,
        bottom: Bottom,
    ) -> Option<Numbers> {
        let table = &self.solver.table;
        let Bottom { numbers: mut below, spent } = bottom;
        while let Some(PathEntry { code, mut children, chosen }) = path.pop() {
            self.mark(children[chosen].code).fetch_sub(1, Relaxed);
            for child in &mut children {
                child.numbers = table.get(child.code).unwrap_or(child.numbers);
            }
            // A table that is too small may have lost it already.
            if let Some(below) = below.filter(|_| !children[chosen].numbers.is_proved()) {
                children[chosen].numbers = below;
            }
            let numbers = Sum::of::<R>(&children).numbers;
            let work = table.work(code).unwrap_or(RIPE);
            table.put_more(code, numbers, work, spent, dice);
            below = Some(numbers);
        }
        below
    }

    /// The child to go to, and how hard the next best one looks.
    fn choose(&self, children: &[Child]) -> (usize, u32) {
        let (mut chosen, mut least, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
        let open = children.iter().enumerate().filter(|(_, child)| !child.numbers.is_proved());
        for (place, child) in open {
            let threads = self.threads_below(child.code);
            let hard = child.numbers.loss.saturating_mul(1 + threads).min(Numbers::MOST);
            if hard < least {
                (chosen, second, least) = (place, least, hard);
            } else if hard < second {
                second = hard;
            }
        }
        (chosen, second)
    }

    /// By how many powers of two a thread stays longer below. A table with too little room for the
    /// positions that are gone through would lose what is found; the fewer of them there are, the less.
    fn longer(&self) -> u64 {
        let expected = self.spent() >> (RIPE - 3);
        (expected / self.solver.table.room()).checked_ilog2().map_or(0, |log| u64::from(log) + 1)
    }

    fn threads_below(&self, code: u64) -> u32 {
        self.mark(code).load(Relaxed)
    }

    fn mark(&self, code: u64) -> &AtomicU32 {
        &self.busy[(scattered(code) % MARKS as u64) as usize]
    }
}

/// A watch that also knows when the search is over.
struct Ending<'a> {
    is_over: &'a AtomicBool,
    watch: &'a dyn Watch,
}

impl Watch for Ending<'_> {
    fn must_stop(&self) -> bool {
        self.is_over.load(Relaxed) || self.watch.must_stop()
    }
}
