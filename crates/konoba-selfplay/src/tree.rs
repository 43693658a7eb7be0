//! The search tree of one game: positions, the moves between them, and who is proven to win.
//!
//! A tree is cleared and grown again for every move; its memory stays. It holds no passes: a side that
//! must pass does so in the same breath as the move before, which is why a value always says for
//! which side it is.

use konoba_rules::{Grid, Move, Point, Position, Rules, Side};

use crate::winning::winning_points;

/// How much the prior weighs against the values found (AlphaZero's c_puct, in values from -1 to 1).
const EXPLORATION: f32 = 1.1;

/// By how much a move that was never tried is thought worse than its position.
pub const UNTRIED_REDUCTION: f32 = 0.2;

/// The root's place.
pub const ROOT: usize = 0;

/// A position of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<R> {
    /// The position; its side to move can place, unless the game is over.
    pub position: Position<R>,
    /// Who is proven to win, if that is known.
    pub winner: Option<Side>,
    /// What the net said, for the side to move.
    pub value: f32,
    first_edge: u32,
    edges: u32,
}

/// A move of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Where the stone is placed.
    pub at: Point,
    /// How often the move was tried.
    pub visits: u16,
    child: u32,
    /// How likely the net thinks the move.
    pub prior: f32,
    /// The sum of the values found behind the move, for the side that plays it.
    pub sum: f32,
}

const NO_CHILD: u32 = u32::MAX;

impl Edge {
    /// The mean of the values found behind the move; what is supposed, if it was never tried.
    pub fn value_or(&self, supposed: f32) -> f32 {
        if self.visits == 0 { supposed } else { self.sum / f32::from(self.visits) }
    }
}

/// How much priors weigh in a position whose moves were tried so often in all.
pub fn exploration(visits: u32) -> f32 {
    EXPLORATION * ((visits + 1) as f32).sqrt()
}

/// How promising a move is by PUCT, given the weight of priors in its position.
pub fn promise(value: f32, exploration: f32, prior: f32, tries: f32) -> f32 {
    value + exploration * prior / (1.0 + tries)
}

/// A position whose evaluation the tree waits for.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// Where its side to move may place.
    pub legal: R::Grid,
    node: usize,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree<R: Rules> {
    nodes: Vec<Node<R>>,
    edges: Vec<Edge>,
    /// The nodes and edges from the root to the leaf that is looked at.
    path: Vec<(usize, usize)>,
    leaf: Option<Leaf<R>>,
}

impl<R: Rules> Tree<R> {
    /// An empty tree.
    pub const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), path: Vec::new(), leaf: None }
    }

    /// Forgets everything and starts again from a position whose game is not over.
    pub fn plant(&mut self, position: Position<R>) {
        self.nodes.clear();
        self.edges.clear();
        self.path.clear();
        self.leaf = None;
        self.add(position);
    }

    /// The root.
    pub fn root(&self) -> &Node<R> {
        &self.nodes[ROOT]
    }

    /// The moves from a node; none before its evaluation.
    pub fn edges_of(&self, node: usize) -> &[Edge] {
        let node = &self.nodes[node];
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    /// Who is proven to win after a move.
    pub fn winner_after(&self, edge: &Edge) -> Option<Side> {
        (edge.child != NO_CHILD).then(|| self.nodes[edge.child as usize].winner)?
    }

    /// The position that waits for its evaluation.
    pub const fn leaf(&self) -> Option<&Leaf<R>> {
        self.leaf.as_ref()
    }

    /// Follows a move of the root and then the most promising moves to a new position. If that
    /// needs an evaluation, it is the [`Tree::leaf`] now; else its proven value was backed up.
    pub fn descend(&mut self, root_edge: usize) {
        self.path.clear();
        let (mut node, mut edge) = (ROOT, self.nodes[ROOT].first_edge as usize + root_edge);
        loop {
            self.path.push((node, edge));
            let child = self.edges[edge].child;
            if child == NO_CHILD {
                let mut position = self.nodes[node].position;
                let placed = position.try_play(Move::Place(self.edges[edge].at));
                debug_assert!(placed.is_some(), "the tree holds legal moves only");
                self.edges[edge].child = self.nodes.len() as u32;
                return self.add(position);
            }
            node = child as usize;
            if let Some(winner) = self.nodes[node].winner {
                return self.back_up(winner, 1.0);
            }
            edge = self.best_edge(node);
        }
    }

    /// Takes the evaluation of the leaf: its value for its side to move, and the logit of each of
    /// its points.
    ///
    /// # Panics
    /// If there is no leaf, which the caller has asked to have evaluated.
    pub fn expand(&mut self, value: f32, logit: impl Fn(Point) -> f32) {
        let leaf = self.leaf.take().expect("an evaluation answers a question");
        let first_edge = self.edges.len();
        let mut highest = f32::NEG_INFINITY;
        for at in leaf.legal.iter() {
            let prior = logit(at);
            highest = highest.max(prior);
            self.edges.push(Edge { at, visits: 0, child: NO_CHILD, prior, sum: 0.0 });
        }
        let edges = &mut self.edges[first_edge..];
        let mut sum = 0.0;
        for edge in &mut *edges {
            edge.prior = (edge.prior - highest).exp();
            sum += edge.prior;
        }
        edges.iter_mut().for_each(|edge| edge.prior /= sum);
        let node = &mut self.nodes[leaf.node];
        node.first_edge = first_edge as u32;
        node.edges = edges.len() as u32;
        node.value = value;
        let side = node.position.to_move();
        self.back_up(side, value);
    }

    fn add(&mut self, mut position: Position<R>) {
        let mut legal = position.legal_points(position.to_move());
        if legal.is_empty() && position.winner().is_none() {
            let passed = position.try_play(Move::Pass);
            debug_assert!(passed.is_some(), "who cannot place passes");
            legal = position.legal_points(position.to_move());
        }
        let mut winner = position.winner();
        if winner.is_none() && !winning_points(&position, legal).is_empty() {
            winner = Some(position.to_move());
        }
        let node = self.nodes.len();
        self.nodes.push(Node { position, winner, value: 0.0, first_edge: 0, edges: 0 });
        match winner {
            None => self.leaf = Some(Leaf { position, legal, node }),
            Some(winner) => {
                self.prove(winner);
                self.back_up(winner, 1.0);
            }
        }
    }

    /// The end of the path is proven: so may be the nodes before it.
    fn prove(&mut self, winner: Side) {
        for &(node, _) in self.path.iter().rev() {
            let mover = self.nodes[node].position.to_move();
            let is_lost = |edge| self.winner_after(edge) == Some(mover.other());
            if winner != mover && !self.edges_of(node).iter().all(is_lost) {
                return;
            }
            self.nodes[node].winner = Some(winner);
        }
    }

    fn back_up(&mut self, side: Side, value: f32) {
        for &(node, edge) in &self.path {
            let mover = self.nodes[node].position.to_move();
            let edge = &mut self.edges[edge];
            edge.visits += 1;
            edge.sum += if mover == side { value } else { -value };
        }
    }

    /// PUCT, without the moves that are proven to lose. The node is not proven, so one is left.
    fn best_edge(&self, node: usize) -> usize {
        let Node { value, first_edge, position, .. } = self.nodes[node];
        let edges = self.edges_of(node);
        let visits = edges.iter().map(|edge| u32::from(edge.visits)).sum::<u32>();
        let scale = exploration(visits);
        let untried = value - UNTRIED_REDUCTION;
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (index, edge) in edges.iter().enumerate() {
            let score = promise(edge.value_or(untried), scale, edge.prior, f32::from(edge.visits));
            if score > best_score && self.winner_after(edge) != Some(position.to_move().other()) {
                (best, best_score) = (index, score);
            }
        }
        first_edge as usize + best
    }
}

impl<R: Rules> Default for Tree<R> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use konoba_rules::games::Konobi;
    use konoba_rules::grid::Small;

    /// The tree of a game on 5x5 after these moves, its root evaluated as even.
    fn tree_after(moves: &str) -> Tree<Konobi<Small>> {
        let mut position = Position::start("konobi:5,nopie".parse().unwrap());
        for mv in moves.split(' ') {
            position.play(Move::Place(mv.parse().unwrap())).unwrap();
        }
        let mut tree = Tree::new();
        tree.plant(position);
        tree.expand(0.0, |_| 0.0);
        tree
    }

    #[test]
    fn a_value_is_backed_up_for_the_side_that_moves() {
        let mut tree = tree_after("c3");
        tree.descend(0);
        tree.expand(0.5, |_| 0.0);
        assert_eq!(tree.edges_of(ROOT)[0].sum, -0.5, "what is good for the opponent");
        tree.descend(0);
        tree.expand(0.25, |_| 0.0);
        let Edge { visits, sum, .. } = tree.edges_of(ROOT)[0];
        assert_eq!((visits, sum), (2, -0.25));
    }

    #[test]
    fn a_move_proven_lost_is_not_tried_again() {
        // After c2 Black threatens c1. White's e3, likely as it is, loses.
        let mut tree = tree_after("c5 a1 c4 b1 c3 e5");
        let at = |name: &str| name.parse::<Point>().unwrap();
        let threat = tree.edges_of(ROOT).iter().position(|edge| edge.at == at("c2")).unwrap();
        for _ in 0..100 {
            tree.descend(threat);
            if tree.leaf().is_some() {
                tree.expand(0.0, |point| if point == at("e3") { 10.0 } else { 0.0 });
            }
        }
        let child = tree.edges_of(ROOT)[threat].child as usize;
        for edge in tree.edges_of(child) {
            assert_eq!(edge.visits > 1, edge.at == at("c1"), "{}: {} visits", edge.at, edge.visits);
        }
    }
}
