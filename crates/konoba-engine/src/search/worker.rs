//! One thread's part in a search: visit after visit, each from the root to a new leaf and back.

use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::{Position, Rules, Side};

use super::code::{Code, CodeSet};
use super::leaves::LeafEvaluator;
use super::lessons::{Lessons, PathNode, Playout};
use super::moves::{self, Judged, precedes_swap};
use super::node::{Below, Node, NodeId, ROOT};
use super::tree::Tree;
use super::{Alarm, Config, Shared};
use crate::calls;

/// How many leaves that others are asking about a thread passes by before it waits.
const MAX_HELD: u32 = 16;

/// What a thread works with.
pub(super) struct Worker<'a, R: Rules> {
    tree: &'a Tree<R>,
    config: &'a Config,
    dice: WyRand,
    path: Vec<PathNode>,
    /// The nodes on ways that led to a leaf which another thread was asking about.
    held: Vec<NodeId>,
    moves: Vec<Judged>,
    lessons: Lessons,
    /// What evaluates leaves; none where they are played out.
    evaluator: Option<LeafEvaluator<'a>>,
    alarm: &'a Alarm,
}

/// What a visit found out.
enum Found {
    /// Who wins for certain.
    Winner(Side),
    /// How likely the first side is to win.
    WinRate(f32),
    /// Nothing: another thread is asking the evaluator about the leaf.
    Busy,
}

impl<'a, R: Rules> Worker<'a, R> {
    pub(super) fn new(shared: &'a Shared<'a, R>, seed: u64) -> Self {
        let &Shared { tree, config, ref alarm, .. } = shared;
        Self {
            tree,
            config,
            dice: WyRand::new(seed),
            path: Vec::new(),
            held: Vec::new(),
            moves: Vec::new(),
            lessons: Lessons::default(),
            evaluator: shared.leaf_evaluator(),
            alarm,
        }
    }

    /// Makes so many visits.
    pub(super) fn visit_some(&mut self, count: u32) {
        for _ in 0..count {
            self.visit();
            // A lone thread disturbs no other and knows everything at once.
            if self.config.threads <= 1 {
                self.lessons.learn(self.tree);
            }
        }
        self.lessons.learn(self.tree);
    }

    /// Visits a leaf, unless there is nothing left to find out. While another thread is asking about a
    /// leaf, the way to it counts as lost, and so the next way leads elsewhere.
    fn visit(&mut self) {
        for tries in 1.. {
            if self.tree.is_settled() || self.alarm.rings() {
                break;
            }
            self.path.clear();
            match self.descend() {
                Found::Busy => self.held.extend(self.path.iter().map(|step| step.node)),
                found => {
                    if let Found::Winner(_) = found {
                        self.prove();
                    }
                    self.back_up(found);
                    break;
                }
            }
            if tries % MAX_HELD == 0 {
                // Everything worth a visit is being asked about: an answer will come soon.
                self.let_go();
                std::thread::yield_now();
            }
        }
        self.let_go();
    }

    /// Takes back the visits that came to nothing.
    fn let_go(&mut self) {
        let pool = self.tree.pool();
        self.held.drain(..).for_each(|id| pool.node(id).withdraw());
    }

    /// Follows the most promising moves to a leaf and finds something out about it.
    fn descend(&mut self) -> Found {
        let tree = self.tree;
        let mut position = *tree.start();
        let mut id = ROOT;
        loop {
            let node = tree.pool().node(id);
            let visits = node.enter();
            let to_move = position.to_move();
            // A first move that wins playouts will be taken away by a swap.
            let learns_from_later = !precedes_swap(&position);
            self.path.push(PathNode { node: id, to_move, learns_from_later });
            if let Some(winner) = node.winner() {
                return Found::Winner(winner);
            }
            match node.below() {
                Below::Children(first, count) => {
                    let children = tree.pool().nodes(first, count);
                    let weights = &self.config.weights;
                    let index = if node.is_evaluated() {
                        weights.by_priors(to_move, node, visits, children)
                    } else {
                        weights.by_playouts(to_move, children, tree.pool().later(first, count))
                    };
                    calls::play(&mut position, children[index].code().mv(R::SPEC.choice));
                    id = first + index as NodeId;
                }
                Below::Nothing if self.is_ripe(id, visits) && node.take_on() => {
                    return self.expand(node, &position);
                }
                _ if self.evaluator.is_some() => return Found::Busy,
                _ => return self.play_out(&position),
            }
        }
    }

    /// Whether a leaf was visited often enough to be worth children.
    fn is_ripe(&self, id: NodeId, visits: u32) -> bool {
        id == ROOT || self.evaluator.is_some() || visits >= self.config.ripe_after
    }

    fn guess(&self) -> f32 {
        let parent = self.path[self.path.len().saturating_sub(2)];
        let hope = 1.0 - self.tree.pool().node(parent.node).win_rate();
        if parent.to_move == Side::First { hope } else { 1.0 - hope }
    }

    /// Adds the children of a leaf that was taken on.
    fn expand(&mut self, node: &Node, position: &Position<R>) -> Found {
        moves::find(position, &mut self.moves);
        if precedes_swap(position) {
            self.moves.retain(|judged| is_first_of_its_kind::<R>(judged.code, position));
        }
        // Moves that promise equally much are tried in any order.
        for index in (1..self.moves.len()).rev() {
            self.moves.swap(index, self.dice.below(index as u32 + 1) as usize);
        }
        let pool = self.tree.pool();
        let Some(first) = pool.allocate(self.moves.len()) else {
            node.give_up();
            return match self.evaluator {
                Some(_) => Found::WinRate(self.guess()),
                None => self.play_out(position),
            };
        };
        let children = pool.nodes(first, self.moves.len());
        for (child, judged) in children.iter().zip(&self.moves) {
            child.begin(judged.code, judged.winner);
        }
        pool.later(first, children.len()).iter().for_each(|later| later.begin((0, 0)));
        let mover = position.to_move();
        let winner = winner_by_choice(mover, children);
        if let Some(winner) = winner {
            node.prove(winner);
            node.adopt(first, children.len());
            return Found::Winner(winner);
        }
        let Some(evaluator) = self.evaluator else {
            node.adopt(first, children.len());
            return self.play_out(position);
        };
        let win_rate = evaluator.evaluate(position, children, self.config.weights.softness);
        node.set_evaluated();
        node.adopt(first, children.len());
        Found::WinRate(if mover == Side::First { win_rate } else { 1.0 - win_rate })
    }

    /// Plays the game out from the leaf at the end of the path.
    fn play_out(&mut self, position: &Position<R>) -> Found {
        let mut played = [CodeSet::EMPTY; 2];
        let winner = calls::play_out(position, &mut self.dice, |step| {
            if let Some((at, piece)) = step.placed {
                played[step.side.index()].insert(Code::placement(R::SPEC.choice, piece, at));
            }
        });
        self.lessons.add(self.tree, &self.path, Playout { winner, played });
        Found::WinRate(f32::from(winner == Side::First))
    }

    /// The end of the path is proven: so may be the nodes before it.
    fn prove(&self) {
        for step in self.path.iter().rev().skip(1) {
            let node = self.tree.pool().node(step.node);
            match winner_by_choice(step.to_move, self.tree.children_of(node)) {
                Some(winner) => node.prove(winner),
                None => return,
            }
        }
    }

    fn back_up(&mut self, found: Found) {
        let pool = self.tree.pool();
        let mut first_wins = match found {
            Found::Winner(winner) => f32::from(winner == Side::First),
            Found::WinRate(win_rate) => win_rate,
            Found::Busy => unreachable!("there is nothing to back up"),
        };
        let leave = if self.evaluator.is_some() { Node::leave_evaluated } else { Node::leave };
        for index in (0..self.path.len()).rev() {
            let step = self.path[index];
            let node = pool.node(step.node);
            if index == 0 {
                let is_first = step.to_move == Side::First;
                leave(node, if is_first { 1.0 - first_wins } else { first_wins });
                return;
            }
            let mover = self.path[index - 1].to_move;
            // Before a swap the people sat the other way round.
            if node.code() == Code::SWAP {
                first_wins = 1.0 - first_wins;
            }
            leave(node, if mover == Side::First { first_wins } else { 1.0 - first_wins });
        }
    }
}

/// Whether a placement on the empty board comes before all those that are the same but for a mirror.
fn is_first_of_its_kind<R: Rules>(code: Code, position: &Position<R>) -> bool {
    let mirrors = R::SPEC.symmetries.iter().filter(|one| !one.exchanges_sides);
    let size = position.rules().size();
    let Some(at) = code.point() else { return true };
    mirrors.map(|one| one.point(at, size)).all(|other| at <= other)
}

/// Who wins by the choice of the side to move, as far as its moves are proven: it needs one that wins,
/// and has lost if all lose.
fn winner_by_choice(mover: Side, moves: &[Node]) -> Option<Side> {
    let mut all_lose = true;
    for node in moves {
        match node.winner_before() {
            Some(winner) if winner == mover => return Some(mover),
            winner => all_lose &= winner.is_some(),
        }
    }
    all_lose.then_some(mover.other())
}
