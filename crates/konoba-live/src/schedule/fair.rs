//! Whose turn it is: addresses take turns, and the people of an address take turns among themselves.
//!
//! Each requester is charged for the time that its work has taken, and the one that has used the least
//! is next (start-time fair queueing). A requester that comes back after a pause begins where the
//! others are: pauses save up no time. One that has used more than the others and leaves still has
//! that debt on coming back, as long as there are others. Nothing here knows a clock or a thread.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::time::Duration;

use konoba_store::GuestId;

use super::requester::{Group, Requester};

/// By which something in a queue is known.
pub(super) type Ticket = u64;

/// What is counted apart: a table asks for a move by itself, people ask for everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// The move of an engine at a table.
    Move,
    /// What a client has asked for.
    Asked,
}

/// How many wait, of each class.
type Waiting = [usize; 2];

/// Everything that waits, in the order of turns.
pub(super) struct FairQueue<T> {
    groups: Turns<Group, Turns<Option<GuestId>, VecDeque<Entry<T>>>>,
    places: HashMap<Ticket, (Requester, Class)>,
}

struct Entry<T> {
    ticket: Ticket,
    item: T,
}

/// Among how many the time is shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crowd {
    /// Addresses for which something waits or runs.
    pub(super) groups: usize,
    /// People of this address for whom something waits or runs.
    pub(super) people: usize,
    /// What waits and runs for this person.
    pub(super) own: usize,
}

impl<T> FairQueue<T> {
    pub(super) fn new() -> Self {
        Self { groups: Turns::default(), places: HashMap::new() }
    }

    /// How much of a class waits in all.
    pub(super) fn waiting(&self, class: Class) -> usize {
        self.groups.waiting[class as usize]
    }

    /// The same for an address, and for one of its people.
    pub(super) fn waiting_of(&self, who: Requester, class: Class) -> (usize, usize) {
        let Some(group) = self.groups.members.get(&who.group) else { return (0, 0) };
        let person = group.inner.members.get(&who.person);
        let own = person.map_or(0, |person| person.waiting[class as usize]);
        (group.waiting[class as usize], own)
    }

    /// With how many others a requester shares the time.
    pub(super) fn crowd(&self, who: Requester) -> Crowd {
        let group = self.groups.members.get(&who.group);
        let person = group.and_then(|group| group.inner.members.get(&who.person));
        let own = person.map_or(0, |person| person.waiting.iter().sum::<usize>() + person.running);
        let people = group.map_or(0, |group| group.inner.active);
        Crowd { groups: self.groups.active.max(1), people: people.max(1), own: own.max(1) }
    }

    /// Adds something at the end of what the person waits for.
    pub(super) fn push(&mut self, ticket: Ticket, who: Requester, class: Class, item: T) {
        self.places.insert(ticket, (who, class));
        let group = self.groups.enter(who.group, class);
        group.inner.enter(who.person, class).inner.push_back(Entry { ticket, item });
    }

    /// What is next, if anything waits, of those addresses for which less runs than this.
    pub(super) fn next(&self, running: usize) -> Option<Ticket> {
        let group = self.groups.next(running)?;
        Some(group.inner.next(usize::MAX)?.inner.front()?.ticket)
    }

    /// Takes something that waits, which begins now and is charged with an estimate until it ends.
    pub(super) fn begin(&mut self, ticket: Ticket, estimate: Duration) -> Option<T> {
        let (who, class) = self.places.remove(&ticket)?;
        let group = self.groups.begin(who.group, class, estimate)?;
        take(group.inner.begin(who.person, class, estimate)?, ticket)
    }

    /// Something that had begun has ended after this time.
    pub(super) fn end(&mut self, who: Requester, estimate: Duration, used: Duration) {
        if let Some(group) = self.groups.members.get_mut(&who.group) {
            group.inner.end(who.person, estimate, used);
        }
        self.groups.end(who.group, estimate, used);
    }

    /// Takes something out that has not begun.
    pub(super) fn remove(&mut self, ticket: Ticket) -> Option<T> {
        let (who, class) = self.places.remove(&ticket)?;
        let group = self.groups.members.get_mut(&who.group)?;
        let item = take(group.inner.members.get_mut(&who.person)?, ticket);
        group.inner.leave(who.person, class);
        self.groups.leave(who.group, class);
        item
    }
}

fn take<T>(person: &mut Member<VecDeque<Entry<T>>>, ticket: Ticket) -> Option<T> {
    let place = person.inner.iter().position(|entry| entry.ticket == ticket)?;
    person.inner.remove(place).map(|entry| entry.item)
}

/// Members that take turns.
struct Turns<K, V> {
    members: HashMap<K, Member<V>>,
    waiting: Waiting,
    /// How many members have something waiting or running.
    active: usize,
    /// What the member had used whose turn came last. No member that comes begins before it.
    now: u64,
    /// Counts turns, so that of two who have used the same the one comes first who has waited longer.
    turns: u64,
}

struct Member<V> {
    /// In microseconds, from wherever the counting began.
    used: u64,
    since: u64,
    waiting: Waiting,
    running: usize,
    inner: V,
}

impl<V> Member<V> {
    fn is_idle(&self) -> bool {
        self.running == 0 && self.waiting == [0, 0]
    }
}

impl<K, V> Default for Turns<K, V> {
    fn default() -> Self {
        Self { members: HashMap::new(), waiting: [0, 0], active: 0, now: 0, turns: 0 }
    }
}

/// How many members without anything to do are kept for their debts before they are looked through.
const DEBTORS: usize = 64;

impl<K: Copy + Eq + Hash, V: Default> Turns<K, V> {
    fn enter(&mut self, key: K, class: Class) -> &mut Member<V> {
        self.turns += 1;
        let (now, since) = (self.now, self.turns);
        let new = || Member { used: now, since, waiting: [0, 0], running: 0, inner: V::default() };
        let member = self.members.entry(key).or_insert_with(new);
        if member.is_idle() {
            self.active += 1;
            member.used = member.used.max(now);
            member.since = since;
        }
        member.waiting[class as usize] += 1;
        self.waiting[class as usize] += 1;
        member
    }

    fn next(&self, running: usize) -> Option<&Member<V>> {
        let can_begin = |member: &&Member<V>| member.waiting != [0, 0] && member.running < running;
        self.members.values().filter(can_begin).min_by_key(|member| (member.used, member.since))
    }

    fn begin(&mut self, key: K, class: Class, estimate: Duration) -> Option<&mut Member<V>> {
        let member = self.members.get(&key)?;
        self.now = self.now.max(member.used);
        self.turns += 1;
        if self.members.len() > 2 * self.active + DEBTORS {
            self.members.retain(|_, member| !member.is_idle() || member.used > self.now);
        }
        let member = self.members.get_mut(&key)?;
        member.used += micros(estimate);
        member.since = self.turns;
        member.waiting[class as usize] -= 1;
        self.waiting[class as usize] -= 1;
        member.running += 1;
        Some(member)
    }

    fn end(&mut self, key: K, estimate: Duration, used: Duration) {
        let Some(member) = self.members.get_mut(&key) else { return };
        member.running -= 1;
        member.used = (member.used + micros(used)).saturating_sub(micros(estimate));
        self.settle(key);
    }

    fn leave(&mut self, key: K, class: Class) {
        let Some(member) = self.members.get_mut(&key) else { return };
        member.waiting[class as usize] -= 1;
        self.waiting[class as usize] -= 1;
        self.settle(key);
    }

    /// Forgets a member that has nothing to do and no debt. When no members are left, all debts are dropped.
    fn settle(&mut self, key: K) {
        let Some(member) = self.members.get(&key).filter(|member| member.is_idle()) else { return };
        let has_debt = member.used > self.now;
        self.active -= 1;
        if self.active == 0 {
            self.members.clear();
        } else if !has_debt {
            self.members.remove(&key);
        }
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX / 4).min(u64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATE: Duration = Duration::from_millis(10);

    fn at(address: u8, person: i64) -> Requester {
        let address = [127, 0, 0, address].into();
        Requester::new(Some(address), Some(GuestId(person)))
    }

    /// A queue with one worker, which does everything in so many milliseconds.
    struct Worked {
        queue: FairQueue<&'static str>,
        tickets: Ticket,
        who: HashMap<Ticket, Requester>,
    }

    impl Worked {
        fn new() -> Self {
            Self { queue: FairQueue::new(), tickets: 0, who: HashMap::new() }
        }

        fn add(&mut self, count: usize, who: Requester, item: &'static str) {
            for _ in 0..count {
                self.tickets += 1;
                self.who.insert(self.tickets, who);
                self.queue.push(self.tickets, who, Class::Asked, item);
            }
        }

        /// Does the next thing, and says what it was.
        fn step(&mut self, millis: impl Fn(&str) -> u64) -> Option<&'static str> {
            let ticket = self.queue.next(1)?;
            let item = self.queue.begin(ticket, ESTIMATE).unwrap();
            self.queue.end(self.who[&ticket], ESTIMATE, Duration::from_millis(millis(item)));
            Some(item)
        }

        fn steps(&mut self, count: usize, millis: impl Fn(&str) -> u64) -> Vec<&'static str> {
            (0..count).map_while(|_| self.step(&millis)).collect()
        }
    }

    #[test]
    fn addresses_take_turns_however_much_one_asks_for() {
        let mut worked = Worked::new();
        worked.add(50, at(1, 1), "a");
        worked.add(3, at(2, 2), "b");
        let done = worked.steps(8, |_| 10);
        assert_eq!(done, ["a", "b", "a", "b", "a", "b", "a", "a"]);
    }

    #[test]
    fn people_of_an_address_take_turns_and_count_as_one_address() {
        let mut worked = Worked::new();
        worked.add(9, at(1, 1), "a");
        worked.add(9, at(1, 2), "b");
        worked.add(9, at(2, 3), "c");
        let done = worked.steps(8, |_| 10);
        assert_eq!(done.iter().filter(|item| **item == "c").count(), 4, "{done:?}");
        assert_eq!(done.iter().filter(|item| **item == "a").count(), 2, "{done:?}");
    }

    #[test]
    fn time_is_what_counts_and_not_number() {
        let mut worked = Worked::new();
        worked.add(100, at(1, 1), "short");
        worked.add(100, at(2, 2), "long");
        let done = worked.steps(60, |item| if item == "long" { 50 } else { 10 });
        let long = done.iter().filter(|item| **item == "long").count();
        assert!((9..=11).contains(&long), "{long} of 60");
    }

    #[test]
    fn a_requester_with_one_job_at_a_time_gets_half_too() {
        let mut worked = Worked::new();
        worked.add(100, at(1, 1), "many");
        let mut one = 0;
        for _ in 0..40 {
            if worked.queue.waiting_of(at(2, 2), Class::Asked) == (0, 0) {
                worked.add(1, at(2, 2), "one");
            }
            one += usize::from(worked.step(|_| 10) == Some("one"));
        }
        assert!((18..=22).contains(&one), "{one} of 40");
    }

    #[test]
    fn pauses_save_no_time_and_an_idle_house_costs_nothing() {
        let mut worked = Worked::new();
        // There was no other requester: what was used costs nothing.
        worked.add(20, at(1, 1), "a");
        worked.steps(20, |_| 1000);
        worked.add(20, at(1, 1), "a");
        worked.add(20, at(2, 2), "b");
        assert_eq!(worked.steps(4, |_| 10), ["a", "b", "a", "b"]);
        // A requester that comes late has no claim on what the others have used before.
        worked.add(20, at(3, 3), "c");
        let done = worked.steps(9, |_| 10);
        assert_eq!(done.iter().filter(|item| **item == "c").count(), 3, "{done:?}");
    }

    #[test]
    fn a_debt_outlives_a_pause() {
        let mut worked = Worked::new();
        worked.add(50, at(2, 2), "b");
        worked.add(1, at(1, 1), "a");
        worked.steps(2, |item| if item == "a" { 1000 } else { 10 });
        worked.add(1, at(1, 1), "a");
        let done = worked.steps(40, |_| 10);
        assert!(done.iter().all(|item| *item == "b"), "a has used a hundred times as much");
    }

    #[test]
    fn what_is_taken_out_leaves_no_trace() {
        let mut worked = Worked::new();
        worked.add(3, at(1, 1), "a");
        worked.add(1, at(2, 2), "b");
        assert_eq!(worked.queue.crowd(at(1, 1)), Crowd { groups: 2, people: 1, own: 3 });
        for ticket in 1..=3 {
            assert_eq!(worked.queue.remove(ticket), Some("a"));
            assert_eq!(worked.queue.remove(ticket), None);
        }
        assert_eq!(worked.queue.crowd(at(2, 2)), Crowd { groups: 1, people: 1, own: 1 });
        assert_eq!(worked.steps(9, |_| 10), ["b"]);
        assert_eq!(worked.queue.waiting(Class::Asked), 0);
        assert!(worked.queue.groups.members.is_empty() && worked.queue.places.is_empty());
    }

    #[test]
    fn an_address_for_which_enough_runs_waits() {
        let mut worked = Worked::new();
        worked.add(3, at(1, 1), "a");
        worked.add(1, at(2, 2), "b");
        assert_eq!(worked.queue.begin(1, ESTIMATE), Some("a"));
        assert_eq!(worked.queue.next(1), Some(4));
        assert_eq!(worked.queue.begin(4, ESTIMATE), Some("b"));
        assert_eq!(worked.queue.next(1), None);
        assert_eq!(worked.queue.next(2), Some(2));
    }

    #[test]
    fn debts_of_many_who_came_once_are_forgotten() {
        let mut worked = Worked::new();
        worked.add(5000, at(1, 1), "a");
        for number in 0..2000 {
            worked.add(1, at(2, number), "b");
            let person = Requester::new(None, Some(GuestId(number)));
            worked.add(1, person, "c");
            worked.steps(3, |_| 10);
        }
        assert!(worked.queue.groups.members.len() < 500);
    }
}
