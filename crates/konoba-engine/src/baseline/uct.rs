//! Plain UCT (Kocsis and Szepesvári, 2006): what every stronger search is measured by.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{AnyPosition, Move, Position, Rules, Side, Visitor};

use crate::calls;
use crate::{Candidate, Limits, Player, Thought, Watch};

/// UCB1's constant: half of the textbook's square root of 2, which is meant for the worst case. It was
/// fixed beforehand and never tuned.
const EXPLORATION: f32 = 0.7;

/// The most nodes of a tree, 400 MB of them.
const MAX_NODES: usize = 20_000_000;

/// Plays by plain UCT with uniform playouts and nothing else: no memory between moves, no priors, no
/// proofs. It is frozen: a test holds it to what it computed on its first day.
#[derive(Clone, Debug)]
pub struct Uct {
    visits: Option<u64>,
    seed: u64,
}

impl Uct {
    /// With so many visits a move, or as many as the limits allow, and chance that begins here.
    pub const fn new(visits: Option<u64>, seed: u64) -> Self {
        Self { visits, seed }
    }
}

impl Player for Uct {
    fn name(&self) -> String {
        self.visits.map_or_else(|| "uct".to_owned(), |visits| format!("uct:{visits}"))
    }

    fn think(&mut self, position: &AnyPosition, limits: Limits, watch: &dyn Watch) -> Thought {
        let limits = match self.visits {
            Some(visits) => Limits::visits(visits),
            None => limits,
        };
        self.seed = self.seed.wrapping_add(1);
        position.visit(Thinking { seed: self.seed, limits, watch })
    }
}

struct Thinking<'a> {
    seed: u64,
    limits: Limits,
    watch: &'a dyn Watch,
}

impl Visitor for Thinking<'_> {
    type Output = Thought;

    fn visit<R: Rules>(self, position: &Position<R>) -> Thought {
        let mut tree = Tree::new(*position, self.seed);
        loop {
            let left =
                self.limits.visits.map_or(u64::MAX, |most| most.saturating_sub(tree.visits()));
            let is_late = self.limits.time.is_some_and(|time| self.watch.elapsed() >= time);
            if tree.visits() > 0 && (left == 0 || is_late || self.watch.must_stop()) {
                return tree.thought();
            }
            (0..left.clamp(1, 16)).for_each(|_| tree.visit());
        }
    }
}

/// A move, how often it was visited and how often the side that plays it won.
#[derive(Clone, Copy, Debug)]
struct Node {
    mv: Move,
    visits: u32,
    wins: f32,
    first_child: u32,
    children: u32,
}

impl Node {
    const fn new(mv: Move) -> Self {
        Self { mv, visits: 0, wins: 0.0, first_child: 0, children: 0 }
    }
}

struct Tree<R: Rules> {
    start: Position<R>,
    nodes: Vec<Node>,
    dice: WyRand,
    /// The nodes from the root to the leaf, each with the side that is to move there.
    path: Vec<(usize, Side)>,
}

impl<R: Rules> Tree<R> {
    fn new(start: Position<R>, seed: u64) -> Self {
        Self {
            start,
            nodes: vec![Node::new(Move::Pass)],
            dice: WyRand::new(seed),
            path: Vec::new(),
        }
    }

    fn visits(&self) -> u64 {
        u64::from(self.nodes[0].visits)
    }

    fn visit(&mut self) {
        self.path.clear();
        let mut position = self.start;
        let mut place = 0;
        self.path.push((place, position.to_move()));
        while position.winner().is_none() && self.has_children(place, &position) {
            place = self.choose(place);
            calls::play(&mut position, self.nodes[place].mv);
            self.path.push((place, position.to_move()));
        }
        let finished = position.winner();
        let winner = finished.unwrap_or_else(|| calls::play_out(&position, &mut self.dice, |_| {}));
        self.back_up(winner);
    }

    /// Whether a node has children, which it gets on its second visit.
    fn has_children(&mut self, place: usize, position: &Position<R>) -> bool {
        let Node { children, visits, .. } = self.nodes[place];
        let is_due = place == 0 || visits > 0;
        if children == 0 && is_due && self.nodes.len() < MAX_NODES {
            let first = self.nodes.len();
            self.nodes.extend(position.moves().map(Node::new));
            for index in (first + 1..self.nodes.len()).rev() {
                let other = first + self.dice.below((index - first) as u32 + 1) as usize;
                self.nodes.swap(index, other);
            }
            self.nodes[place].first_child = first as u32;
            self.nodes[place].children = (self.nodes.len() - first) as u32;
        }
        self.nodes[place].children > 0
    }

    /// UCB1; what was never visited comes first.
    fn choose(&self, place: usize) -> usize {
        let Node { visits, first_child, children, .. } = self.nodes[place];
        let first = first_child as usize;
        let logarithm = (visits.max(1) as f32).ln();
        let (mut best, mut best_score) = (first, f32::NEG_INFINITY);
        for (index, node) in self.nodes[first..][..children as usize].iter().enumerate() {
            if node.visits == 0 {
                return first + index;
            }
            let tries = node.visits as f32;
            let score = node.wins / tries + EXPLORATION * (logarithm / tries).sqrt();
            if score > best_score {
                (best, best_score) = (first + index, score);
            }
        }
        best
    }

    fn back_up(&mut self, mut winner: Side) {
        for index in (0..self.path.len()).rev() {
            let (place, to_move) = self.path[index];
            let mover = if index == 0 { to_move.other() } else { self.path[index - 1].1 };
            // Before a swap the people sat the other way round.
            if index > 0 && self.nodes[place].mv == Move::Swap {
                winner = winner.other();
            }
            let node = &mut self.nodes[place];
            node.visits += 1;
            node.wins += f32::from(winner == mover);
        }
    }

    fn thought(&self) -> Thought {
        let Node { first_child, children, .. } = self.nodes[0];
        let moves = &self.nodes[first_child as usize..][..children as usize];
        let mut candidates: Vec<_> = moves.iter().map(candidate).collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        Thought {
            best: candidates[0].mv,
            win_rate: candidates[0].win_rate,
            visits: self.visits(),
            candidates,
            proof: None,
            idea: None,
        }
    }
}

fn candidate(node: &Node) -> Candidate {
    Candidate {
        mv: node.mv,
        visits: u64::from(node.visits),
        win_rate: (node.visits > 0).then(|| node.wins / node.visits as f32),
        prior: None,
        winner: None,
        line: vec![node.mv],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;

    /// The moves and visits of a search, as FNV-1a.
    fn checksum(setup: &str) -> u64 {
        let position = AnyPosition::start(setup.parse().unwrap());
        let thought = Uct::new(Some(3000), 1).think(&position, Limits::default(), &Unwatched);
        let spec = position.setup().spec;
        let told = thought
            .candidates
            .iter()
            .map(|one| format!("{} {} ", one.mv.written(spec), one.visits));
        told.flat_map(String::into_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[test]
    fn it_is_what_it_was() {
        let rows = [
            ("konobi:9", 0xd59e_d2de_2a1b_a79a),
            ("konobi:7,nopie", 0xa41c_86e1_675d_1e27),
            ("quentin:9", 0x820e_c558_a817_fa54),
            ("order-and-chaos", 0x7af4_fdad_6040_e001),
        ];
        let found = rows.map(|(setup, _)| (setup, checksum(setup)));
        assert_eq!(found, rows, "the yardstick has changed");
    }
}
