//! The moves of a record: a tree of nodes, each but the root with the move that leads to it.

use std::time::Duration;

use crate::{Move, Side};

/// The number of a node in its record.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game, before any move.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: a move and what is said about it.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) mv: Option<(Side, Move)>,
    pub(super) children: Vec<NodeId>,
    pub(super) comment: String,
    pub(super) clocks: [Option<Duration>; 2],
    pub(super) foreign: Vec<Foreign>,
}

/// A property that another program has left on a node. It is kept as it stands in the file,
/// because only its author knows what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The name, in capital letters.
    pub id: String,
    /// The values with their escapes.
    pub values: Vec<String>,
}

impl Node {
    /// The node before; none before the root.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move that leads here; none leads to the root.
    pub fn mv(&self) -> Option<Move> {
        self.mv.map(|(_, mv)| mv)
    }

    /// The side that made the move.
    pub fn side(&self) -> Option<Side> {
        self.mv.map(|(side, _)| side)
    }

    /// The nodes after, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// What is said about the move; empty where nothing is.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The time that a side has left after the move, if it is known.
    pub const fn clock(&self, side: Side) -> Option<Duration> {
        self.clocks[side.index()]
    }

    /// What other programs have left here.
    pub fn foreign(&self) -> &[Foreign] {
        &self.foreign
    }

    /// Everything but the numbers of the nodes around it, which depend on the order of making.
    fn contents(&self) -> impl PartialEq + '_ {
        (self.mv, self.children.len(), &self.comment, self.clocks, &self.foreign)
    }
}

/// All nodes of a record. A node's number is that of its place here. One that is taken out leaves an
/// empty place, to which nothing leads.
#[derive(Clone, Debug)]
pub(super) struct Tree(Vec<Node>);

impl Tree {
    pub(super) fn new() -> Self {
        Self(vec![Node::default()])
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.0[id.index()]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.0[id.index()]
    }

    /// Adds a last child.
    pub(super) fn add(&mut self, parent: NodeId, side: Side, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.len()).expect("records are bounded far below"));
        self.0.push(Node { parent: Some(parent), mv: Some((side, mv)), ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// Whether a node has this number and is still in the tree.
    pub(super) fn contains(&self, id: NodeId) -> bool {
        id.index() < self.len() && self.up_from(id).last() == Some(NodeId::ROOT)
    }

    /// Takes out a node that is not the root, with all that follows it.
    pub(super) fn remove(&mut self, id: NodeId) -> Vec<Node> {
        if let Some(parent) = self.node(id).parent {
            self.node_mut(parent).children.retain(|child| *child != id);
        }
        let ids: Vec<_> = self.walk_from(id).collect();
        ids.into_iter().map(|id| std::mem::take(self.node_mut(id))).collect()
    }

    /// Puts a node before its siblings; tells whether it was not there already.
    pub(super) fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.node(id).parent else { return false };
        let siblings = &mut self.node_mut(parent).children;
        match siblings.iter().position(|sibling| *sibling == id) {
            None | Some(0) => false,
            Some(place) => {
                siblings[..=place].rotate_right(1);
                true
            }
        }
    }

    pub(super) fn child_by(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let mut children = self.node(parent).children.iter().copied();
        children.find(|child| self.node(*child).mv() == Some(mv))
    }

    /// The node and those before it, the root last.
    pub(super) fn up_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |id| self.node(*id).parent)
    }

    /// The first children of first children, from the root on, the root left out.
    pub(super) fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        let first_child = |id: NodeId| self.node(id).children.first().copied();
        std::iter::successors(first_child(NodeId::ROOT), move |id| first_child(*id))
    }

    pub(super) fn is_on_main_line(&self, id: NodeId) -> bool {
        self.up_from(id).all(|id| {
            let parent = self.node(id).parent;
            parent.is_none_or(|parent| self.node(parent).children.first() == Some(&id))
        })
    }

    /// Every node, each before its children, and these in their order.
    pub(super) fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.walk_from(NodeId::ROOT)
    }

    fn walk_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let mut ahead = vec![id];
        std::iter::from_fn(move || {
            let id = ahead.pop()?;
            ahead.extend(self.node(id).children.iter().rev());
            Some(id)
        })
    }
}

/// The same moves with the same said about them, in whatever order they were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        // As long as nodes have equally many children, neither walk ends before the other.
        let mut pairs = self.walk().zip(other.walk());
        pairs.all(|(own, its)| self.node(own).contents() == other.node(its).contents())
    }
}

impl Eq for Tree {}
