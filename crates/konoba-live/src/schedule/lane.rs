//! A lane: what waits for one kind of worker, what its workers do, and how long a thought may last.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::fair::{Class, FairQueue, Ticket};
use super::overload::{Overload, Scope};
use super::{Interrupt, Requester, Work, WorkKind};

/// The lanes. What waits in one is not held up by what waits in another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LaneName {
    /// For the threads that think.
    Think,
    /// For the threads that do everything short.
    Short,
    /// For a permit to have other nodes think.
    Away,
}

impl LaneName {
    pub(super) const COUNT: usize = 3;

    /// Where a kind of work waits for a thread of this node.
    pub(super) const fn of(kind: WorkKind) -> Self {
        match kind {
            WorkKind::Move | WorkKind::Hint | WorkKind::Analysis => Self::Think,
            WorkKind::Study
            | WorkKind::Record
            | WorkKind::Picture
            | WorkKind::QrCode
            | WorkKind::Proof => Self::Short,
        }
    }
}

/// How much may wait.
#[derive(Clone, Copy)]
struct Bounds {
    of_person: usize,
    of_address: usize,
    in_all: usize,
}

/// A table asks for one move at a time, so that these are bounds on tables at which an engine is to
/// move. A table that is refused asks again after a moment.
const MOVES: Bounds = Bounds { of_person: 64, of_address: 512, in_all: 8192 };
/// What people ask for themselves. A page asks for one thing after the other.
const ASKED: Bounds = Bounds { of_person: 6, of_address: 16, in_all: 128 };

/// The least time for a thought, however many wait: enough to look at every move once.
const LEAST: Duration = Duration::from_millis(20);
/// A move takes this part of the time that is left on its clock, waiting included.
const SHARE_OF_CLOCK: u32 = 20;
/// So much of a clock is left untouched, for the time between the end of a thought and the stop of the clock.
const RESERVE: Duration = Duration::from_secs(2);

/// Something to be done.
pub(super) struct QueuedWork<T> {
    pub(super) work: Work,
    pub(super) queued: Instant,
    pub(super) interrupt: Arc<Interrupt>,
    pub(super) task: T,
}

impl<T> QueuedWork<T> {
    pub(super) fn new(work: Work, queued: Instant, task: T) -> Self {
        let interrupt = Arc::new(Interrupt::new(queued));
        Self { work, queued, interrupt, task }
    }

    const fn class(&self) -> Class {
        match self.work.kind {
            WorkKind::Move => Class::Move,
            _ => Class::Asked,
        }
    }

    /// What may be taken off a clock for this move, waiting included.
    fn clock_share(&self) -> Option<Duration> {
        self.work.clock.map(|left| left.saturating_sub(RESERVE) / SHARE_OF_CLOCK)
    }

    /// The most time that it may take if it begins now, however many others wait.
    fn most(&self, now: Instant) -> Duration {
        let waited = now.saturating_duration_since(self.queued);
        let share = self.clock_share().map(|share| share.saturating_sub(waited).max(LEAST));
        share.map_or(self.work.most, |share| share.min(self.work.most))
    }
}

/// Something that is being done.
struct Running {
    ticket: Ticket,
    who: Requester,
    kind: WorkKind,
    class: Class,
    begun: Instant,
    /// What it was charged with on beginning.
    estimate: Duration,
    /// How long it would be if no other work waited.
    full: Duration,
    /// The most time that it may take.
    most: Duration,
    has_clock: bool,
    interrupt: Arc<Interrupt>,
}

/// A job that begins.
pub(super) struct Begun<T> {
    pub(super) ticket: Ticket,
    pub(super) job: QueuedWork<T>,
}

/// Something that has ended.
pub(super) struct Ended {
    pub(super) kind: WorkKind,
    pub(super) used: Duration,
    pub(super) is_cancelled: bool,
}

/// What waits for one kind of worker, and what its workers do.
pub(super) struct Lane<T> {
    name: LaneName,
    queue: FairQueue<QueuedWork<T>>,
    /// Moves on a clock that wait, by the moment at which the clock runs out, with the moment from
    /// which they are overdue.
    clocked: BTreeMap<(Instant, Ticket), Instant>,
    running: Vec<Running>,
    /// How much is done at once, and how much of that for one address.
    slots: usize,
    of_address: usize,
    /// How long its work has taken lately.
    mean: Duration,
}

impl<T> Lane<T> {
    pub(super) fn new(name: LaneName, slots: usize) -> Self {
        Self {
            name,
            queue: FairQueue::new(),
            clocked: BTreeMap::new(),
            running: Vec::new(),
            slots,
            of_address: match name {
                // A thought ends soon when other work comes. Short work runs to its end, and so one
                // address never gets the last thread.
                LaneName::Short => slots.saturating_sub(1).max(1),
                LaneName::Think | LaneName::Away => usize::MAX,
            },
            mean: match name {
                LaneName::Think | LaneName::Away => Duration::from_millis(500),
                LaneName::Short => Duration::from_millis(5),
            },
        }
    }

    pub(super) const fn set_slots(&mut self, slots: usize) {
        self.slots = slots;
    }

    /// Adds a job, unless there are too many.
    pub(super) fn add(&mut self, ticket: Ticket, job: QueuedWork<T>) -> Result<(), Overload> {
        let (who, class) = (job.work.who, job.class());
        let bounds = if class == Class::Move { MOVES } else { ASKED };
        let (of_address, of_person) = self.queue.waiting_of(who, class);
        // Clients without a name cannot be told apart, so only their address is limited.
        let is_full = [
            (Scope::Person, who.person.is_some() && of_person >= bounds.of_person),
            (Scope::Address, of_address >= bounds.of_address),
        ];
        if let Some((scope, _)) = is_full.into_iter().find(|(_, is_full)| *is_full) {
            return Err(Overload::new(scope, self.wait_for(of_address, who)));
        }
        if self.queue.waiting(class) >= bounds.in_all {
            return Err(self.overload());
        }
        if let Some(due) = due(&job) {
            let deadline = job.queued + job.work.clock.unwrap_or_default();
            self.clocked.insert((deadline, ticket), due);
        }
        self.queue.push(ticket, who, class, job);
        Ok(())
    }

    /// The refusal when this lane is full, with the time until it may have room.
    pub(super) fn overload(&self) -> Overload {
        let waiting = self.queue.waiting(Class::Asked) + self.queue.waiting(Class::Move);
        Overload::new(Scope::House, self.mean * clamp(waiting) / clamp(self.slots))
    }

    /// How long it takes to do so many jobs of one requester, in turn with all others.
    fn wait_for(&self, count: usize, who: Requester) -> Duration {
        let turns = count.saturating_mul(self.queue.crowd(who).groups);
        self.mean * clamp(turns) / clamp(self.slots)
    }

    /// Begins what is next, if there is anything and room for it.
    ///
    /// A move that would lose too much of its clock by waiting comes before all others, and gets no
    /// more time than it takes to have a move at all: those whose turn it would be pay for it.
    pub(super) fn begin(&mut self, now: Instant) -> Option<Begun<T>> {
        if self.running.len() >= self.slots {
            return None;
        }
        let fair = self.queue.next(self.of_address)?;
        let overdue = self.clocked.iter().find(|(_, due)| **due <= now);
        let ticket = overdue.map_or(fair, |((_, ticket), _)| *ticket);
        let job = self.queue.begin(ticket, self.mean)?;
        self.forget_clock(ticket, &job);
        let most = if ticket == fair { job.most(now) } else { LEAST };
        job.interrupt.begin(most);
        self.running.push(Running {
            ticket,
            who: job.work.who,
            kind: job.work.kind,
            class: job.class(),
            begun: now,
            estimate: self.mean,
            full: job.work.most,
            most,
            has_clock: job.work.clock.is_some(),
            interrupt: job.interrupt.clone(),
        });
        self.allot();
        Some(Begun { ticket, job })
    }

    /// Takes a job out that has not begun.
    pub(super) fn remove(&mut self, ticket: Ticket) -> Option<QueuedWork<T>> {
        let job = self.queue.remove(ticket)?;
        self.forget_clock(ticket, &job);
        Some(job)
    }

    /// A job that had begun has ended.
    pub(super) fn end(&mut self, ticket: Ticket, now: Instant) -> Option<Ended> {
        let place = self.running.iter().position(|running| running.ticket == ticket)?;
        let Running { who, kind, begun, estimate, interrupt, .. } = self.running.swap_remove(place);
        let used = now.saturating_duration_since(begun);
        self.queue.end(who, estimate, used);
        self.mean = (self.mean * 7 + used) / 8;
        Some(Ended { kind, used, is_cancelled: interrupt.is_cancelled() })
    }

    /// Tells every thought that runs how long it may last, now that others have come or gone.
    ///
    /// The time is shared among the addresses that wait, at an address among its people, and the games
    /// of one person share what that person has. A move on a clock that is about to be overdue ends the
    /// thoughts before it.
    pub(super) fn allot(&mut self) {
        if self.name != LaneName::Think {
            return;
        }
        let due = self.clocked.values().min().copied();
        for running in &self.running {
            let crowd = self.queue.crowd(running.who);
            let own = if running.class == Class::Move { crowd.own } else { 1 };
            let parts = crowd.groups.saturating_mul(crowd.people).saturating_mul(own);
            let part = running.full * clamp(self.slots) / clamp(parts);
            let end = running.begun + part.max(LEAST).min(running.most);
            let end = match due.filter(|_| !running.has_clock) {
                Some(due) => end.min(due.max(running.begun + LEAST)),
                None => end,
            };
            running.interrupt.end_at(end);
        }
    }

    fn forget_clock(&mut self, ticket: Ticket, job: &QueuedWork<T>) {
        if let Some(left) = job.work.clock {
            self.clocked.remove(&(job.queued + left, ticket));
        }
    }
}

/// From when on a move has waited too long for its clock: half of what it may take is for thinking.
fn due<T>(job: &QueuedWork<T>) -> Option<Instant> {
    job.clock_share().map(|share| job.queued + share / 2)
}

/// A number of things as a factor, at least one.
fn clamp(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use konoba_store::GuestId;

    const FULL: Duration = Duration::from_secs(5);

    /// A lane with one thread that thinks, at moments that the test names.
    struct Thinking {
        lane: Lane<()>,
        start: Instant,
        tickets: Ticket,
    }

    fn at(address: u8) -> Requester {
        Requester::new(Some([127, 0, 0, address].into()), Some(GuestId(1)))
    }

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    impl Thinking {
        fn new() -> Self {
            Self { lane: Lane::new(LaneName::Think, 1), start: Instant::now(), tickets: 0 }
        }

        fn add(
            &mut self,
            who: Requester,
            kind: WorkKind,
            clock: Option<Duration>,
            after: Duration,
        ) -> Result<Ticket, Overload> {
            self.tickets += 1;
            let work = Work { who, kind, most: FULL, clock };
            self.lane.add(self.tickets, QueuedWork::new(work, self.start + after, ()))?;
            self.lane.allot();
            Ok(self.tickets)
        }

        fn begin(&mut self, after: Duration) -> Begun<()> {
            self.lane.begin(self.start + after).expect("something waits")
        }
    }

    #[test]
    fn a_thought_ends_sooner_the_more_others_wait() {
        let mut own = Thinking::new();
        own.add(at(1), WorkKind::Move, None, millis(0)).unwrap();
        let Begun { job, ticket } = own.begin(millis(0));
        assert_eq!((job.interrupt.most(), job.interrupt.end()), (FULL, FULL));
        // The games of one person share the time of that person.
        for _ in 0..49 {
            own.add(at(1), WorkKind::Move, None, millis(0)).unwrap();
        }
        assert_eq!(job.interrupt.end(), FULL / 50);
        // A second requester gets half, however many jobs the first has.
        let theirs = own.add(at(2), WorkKind::Move, None, millis(0)).unwrap();
        assert_eq!(job.interrupt.end(), FULL / 100);
        own.lane.end(ticket, own.start + FULL / 100);
        let begun = own.begin(FULL / 100);
        assert_eq!(begun.ticket, theirs);
        assert_eq!(begun.job.interrupt.end(), FULL / 100 + FULL / 2);
        // With many more each thought still gets the least that makes one.
        for address in 3..200 {
            own.add(at(address), WorkKind::Hint, None, millis(0)).ok();
        }
        assert_eq!(begun.job.interrupt.end().as_millis(), (FULL / 100 + FULL / 130).as_millis());
        for _ in 0..2 {
            for address in 3..200 {
                own.add(at(address), WorkKind::Move, None, millis(0)).ok();
            }
        }
        assert!(begun.job.interrupt.end() >= FULL / 100 + LEAST);
    }

    #[test]
    fn what_one_asks_for_is_not_shorter_because_one_asks_for_more() {
        let mut own = Thinking::new();
        for address in [1, 1, 1, 2] {
            own.add(at(address), WorkKind::Analysis, None, millis(0)).unwrap();
        }
        assert_eq!(own.begin(millis(0)).job.interrupt.end(), FULL / 2);
    }

    #[test]
    fn waiting_is_bounded_for_a_person_for_an_address_and_in_all() {
        let mut own = Thinking::new();
        let scope = |refused: Result<Ticket, Overload>| refused.unwrap_err().scope;
        for _ in 0..ASKED.of_person {
            own.add(at(1), WorkKind::Hint, None, millis(0)).unwrap();
        }
        assert_eq!(scope(own.add(at(1), WorkKind::Hint, None, millis(0))), Scope::Person);
        // Moves are counted apart, and those without a name by their address alone.
        own.add(at(1), WorkKind::Move, None, millis(0)).unwrap();
        let address = Some([127, 0, 0, 1].into());
        for _ in ASKED.of_person..ASKED.of_address {
            own.add(Requester::new(address, None), WorkKind::Hint, None, millis(0)).unwrap();
        }
        let other = Requester::new(address, Some(GuestId(2)));
        assert_eq!(scope(own.add(other, WorkKind::Hint, None, millis(0))), Scope::Address);
        for place in ASKED.of_address..ASKED.in_all {
            own.add(at(u8::try_from(place).unwrap()), WorkKind::Hint, None, millis(0)).unwrap();
        }
        assert_eq!(scope(own.add(at(255), WorkKind::Hint, None, millis(0))), Scope::House);
    }

    #[test]
    fn a_move_takes_a_part_of_its_clock_and_waiting_counts() {
        let mut own = Thinking::new();
        let minute = Some(Duration::from_secs(62));
        own.add(at(1), WorkKind::Move, minute, millis(0)).unwrap();
        let begun = own.begin(millis(1000));
        assert_eq!(begun.job.interrupt.most(), millis(2000));
        own.lane.end(begun.ticket, own.start + millis(1000));
        // With hardly anything left, it moves at once.
        own.add(at(1), WorkKind::Move, Some(millis(900)), millis(1000)).unwrap();
        assert_eq!(own.begin(millis(1000)).job.interrupt.most(), LEAST);
    }

    #[test]
    fn a_move_that_waits_too_long_for_its_clock_comes_first_and_is_short() {
        let mut own = Thinking::new();
        // Address 1 has used more than its share, so that it would come last.
        own.add(at(1), WorkKind::Move, None, millis(0)).unwrap();
        for address in [2, 3] {
            own.add(at(address), WorkKind::Move, None, millis(0)).unwrap();
        }
        let first = own.begin(millis(0));
        own.lane.end(first.ticket, own.start + millis(10_000));
        let fair = own.begin(millis(10_000));
        assert_eq!(fair.job.work.who, at(2));
        let left = Some(Duration::from_secs(42));
        let urgent = own.add(at(1), WorkKind::Move, left, millis(10_000)).unwrap();
        // It may take two seconds, half of them waiting. The thought before it ends by then.
        assert_eq!(fair.job.interrupt.end(), millis(11_000));
        own.lane.end(fair.ticket, own.start + millis(10_500));
        let next = own.begin(millis(10_500));
        assert_eq!(next.job.work.who, at(3), "there is time yet");
        own.lane.end(next.ticket, own.start + millis(11_000));
        own.add(at(4), WorkKind::Move, None, millis(11_000)).unwrap();
        let begun = own.begin(millis(11_000));
        assert_eq!((begun.ticket, begun.job.interrupt.most()), (urgent, LEAST));
    }
}
