//! Several keepers of one table, as on several nodes, with a store that fails at random: what was
//! acknowledged is kept, once, and all keepers come to agree.

use std::collections::HashMap;

use fastrand::Rng;
use konoba_live::Order;
use konoba_live::keeper::{Keeper, Output};
use konoba_table::{Action, Seat, TimeControl, Wish};

use crate::store::{Fate, TestStore, ask, named, play, settle};

/// Random choices, the same for the same seed.
struct Dice(Rng);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides)
    }

    fn fate(&mut self) -> Fate {
        match self.roll(12) {
            0 => Fate::Fails,
            1 => Fate::Lies,
            2 => Fate::Busy,
            _ => Fate::Works,
        }
    }
}

/// A keeper on a node, and what it has asked of the store.
struct Node {
    keeper: Keeper,
    asked: Vec<Output>,
}

struct World {
    dice: Dice,
    store: TestStore,
    nodes: Vec<Node>,
    sent: HashMap<u64, (Seat, Order)>,
    /// The names of orders that were acknowledged, and the versions that were told.
    acknowledged: HashMap<String, u64>,
    tickets: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        let store = TestStore::new(TimeControl::None);
        let nodes = (0..3).map(|_| Node { keeper: store.keeper(), asked: Vec::new() }).collect();
        Self {
            dice: Dice(Rng::with_seed(seed)),
            store,
            nodes,
            sent: HashMap::new(),
            acknowledged: HashMap::new(),
            tickets: 0,
        }
    }

    fn step(&mut self) {
        let number = self.dice.roll(self.nodes.len());
        match self.dice.roll(20) {
            // A node dies, and its keeper knows no more than the store.
            0 => self.nodes[number] = Node { keeper: self.store.keeper(), asked: Vec::new() },
            1..=8 => self.send(number),
            _ => self.answer_store(number),
        }
    }

    /// A client sends a node a new order, or repeats the one before.
    fn send(&mut self, number: usize) {
        self.tickets += 1;
        let table = self.nodes[number].keeper.table().unwrap().clone();
        let again = self.dice.roll(4) == 0 && !self.sent.is_empty();
        let (seat, order) = if again {
            let old = 1 + self.dice.roll(self.tickets as usize) as u64;
            match self.sent.get(&old) {
                Some(sent) => sent.clone(),
                None => return,
            }
        } else {
            let seat = if self.dice.roll(2) == 0 { Seat::One } else { Seat::Two };
            let moves = table.position().moves_of(table.position().to_move());
            let action = match self.dice.roll(10) {
                0 => Action::Ask(Wish::Undo),
                1 => Action::Accept(Wish::Undo),
                _ if moves.is_empty() => return,
                _ => Action::Play(moves[self.dice.roll(moves.len())]),
            };
            let seen = Some(table.version()).filter(|_| self.dice.roll(2) == 0);
            (seat, Order { seen, ..named(action, &format!("order-{}", self.tickets)) })
        };
        self.sent.insert(self.tickets, (seat, order.clone()));
        let outputs = self.nodes[number].keeper.ask(ask(self.tickets, seat, self.tickets, order));
        self.take(number, outputs);
    }

    /// The store gets round to what a node has asked.
    fn answer_store(&mut self, number: usize) {
        if self.nodes[number].asked.is_empty() {
            return;
        }
        let fate = self.dice.fate();
        let outputs = match self.nodes[number].asked.remove(0) {
            Output::Append(append) => {
                let answer = self.store.append(&append, fate);
                self.nodes[number].keeper.appended(answer)
            }
            Output::Read(after) => {
                let answer = self.store.read(after, fate);
                self.nodes[number].keeper.read(answer)
            }
            Output::Answer(..)
            | Output::News(_)
            | Output::Written { .. }
            | Output::Lost { .. }
            | Output::Gone => {
                unreachable!("those are taken at once")
            }
        };
        self.take(number, outputs);
    }

    fn take(&mut self, number: usize, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Answer(ticket, Ok(done)) => {
                    let (_, order) = &self.sent[&ticket];
                    let id = order.id.as_ref().unwrap().as_str().to_owned();
                    let before = self.acknowledged.insert(id, done.version);
                    assert!(before.is_none_or(|before| before == done.version));
                    self.check();
                }
                Output::Answer(_, Err(_)) | Output::News(_) | Output::Written { .. } => {}
                Output::Lost { .. } | Output::Gone => panic!("this store loses nothing"),
                ask => self.nodes[number].asked.push(ask),
            }
        }
    }

    /// Everything that was acknowledged is kept, at the version that was told, once.
    fn check(&self) {
        for (id, version) in &self.acknowledged {
            let kept = self.store.kept.events.iter();
            let of_id = |kept: &&konoba_store::KeptEvent| {
                kept.origin.as_ref().is_some_and(|origin| origin.id.as_str() == id)
            };
            let versions: Vec<_> = kept.filter(of_id).map(|kept| kept.event.version).collect();
            assert_eq!(versions, [*version], "{id}");
        }
    }

    /// All is well again, and every keeper sees what there is to see.
    fn heal(mut self) -> u64 {
        let table = self.store.table();
        assert!(table.frozen().is_none());
        for node in &mut self.nodes {
            let asked = std::mem::take(&mut node.asked);
            settle(&mut node.keeper, asked, &mut self.store, &[]);
            let outputs = node.keeper.look_again();
            settle(&mut node.keeper, outputs, &mut self.store, &[]);
        }
        let table = self.store.table();
        for node in &mut self.nodes {
            let outputs = node.keeper.look_again();
            settle(&mut node.keeper, outputs, &mut self.store, &[]);
            assert_eq!(node.keeper.table().unwrap().as_ref(), &table);
        }
        self.check();
        self.acknowledged.len() as u64
    }
}

#[test]
fn what_is_acknowledged_is_kept_once_at_whatever_node() {
    let mut acknowledged = 0;
    for seed in 0..200 {
        let mut world = World::new(seed);
        (0..400).for_each(|_| world.step());
        acknowledged += world.heal();
    }
    assert!(acknowledged > 4_000, "the world is not idle: {acknowledged}");
}

/// What another node wrote is read when its notice comes, once, however often the notice comes.
#[test]
fn what_is_heard_of_is_read_once() {
    let mut store = TestStore::new(TimeControl::None);
    let [mut here, mut there] = [store.keeper(), store.keeper()];
    let outputs = here.ask(ask(1, Seat::One, 1, named(play("c3"), "one")));
    settle(&mut here, outputs, &mut store, &[]);
    assert!(here.heard(2).is_empty(), "its own move is no news");
    let outputs = there.heard(2);
    assert!(matches!(outputs[..], [Output::Read(0)]), "its last event is read too: {outputs:?}");
    // It is heard of again while the store is being read, and that answer may be too old.
    assert!(there.heard(2).is_empty());
    let came = settle(&mut there, outputs, &mut store, &[]);
    assert_eq!(came.news.len(), 1);
    assert!(there.heard(2).is_empty() && there.heard(1).is_empty());
}

/// An order that has seen more than the keeper makes the keeper read again; one that has seen more
/// than the store holds is refused.
#[test]
fn an_order_that_has_seen_more_makes_the_keeper_read() {
    let mut store = TestStore::new(TimeControl::None);
    let [mut here, mut there] = [store.keeper(), store.keeper()];
    let outputs = here.ask(ask(1, Seat::One, 1, named(play("c3"), "one")));
    settle(&mut here, outputs, &mut store, &[]);
    let seeing = |seen| Order { seen: Some(seen), ..named(play("b2"), "two") };
    let outputs = there.ask(ask(1, Seat::Two, 2, seeing(2)));
    let done = settle(&mut there, outputs, &mut store, &[]).only().unwrap();
    assert_eq!(done.version, 3);
    let liar = Order { seen: Some(99), ..named(play("d4"), "three") };
    let outputs = there.ask(ask(2, Seat::One, 3, liar));
    let refused = settle(&mut there, outputs, &mut store, &[]).only().unwrap_err();
    assert_eq!(refused.id(), "ahead");
}
