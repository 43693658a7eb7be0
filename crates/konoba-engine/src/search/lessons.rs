//! What playouts tell of the moves that were played later in them (AMAF).
//!
//! A playout tells something of about every other move from every node on the way to it. Threads that
//! wrote this down at once would take what they read of the first nodes out of each other's caches all
//! the time; therefore several threads gather playouts and learn from some of them together.

use konoba_rules::{Rules, Side};

use super::code::CodeSet;
use super::node::{Below, NodeId};
use super::tree::Tree;

/// A node on the way from the root to a leaf.
#[derive(Clone, Copy)]
pub(super) struct PathNode {
    pub(super) node: NodeId,
    /// Whose turn it is there.
    pub(super) to_move: Side,
    /// Whether moves played later tell anything of the moves there.
    pub(super) learns_from_later: bool,
}

/// Who won a playout, and what each side played in it.
pub(super) struct Playout {
    pub(super) winner: Side,
    pub(super) played: [CodeSet; 2],
}

/// What there is to learn from some playouts.
#[derive(Default)]
pub(super) struct Lessons {
    playouts: Vec<Playout>,
    /// What learns, and the number of the playout that it learns from.
    learners: Vec<(PathNode, usize)>,
}

impl Lessons {
    /// Adds a playout from the end of a path. The moves on the path count as played in it: they are no
    /// moves from the nodes after them.
    pub(super) fn add<R: Rules>(
        &mut self,
        tree: &Tree<R>,
        path: &[PathNode],
        mut playout: Playout,
    ) {
        for pair in path.windows(2) {
            let [step, next] = [pair[0], pair[1]];
            playout.played[step.to_move.index()].insert(tree.pool().node(next.node).code());
            if step.learns_from_later {
                self.learners.push((step, self.playouts.len()));
            }
        }
        self.playouts.push(playout);
    }

    /// Writes down in the tree what there is to learn.
    pub(super) fn learn<R: Rules>(&mut self, tree: &Tree<R>) {
        // What many learners have in common is fetched from other threads once.
        self.learners.sort_unstable_by_key(|(step, _)| step.node);
        for (step, number) in self.learners.drain(..) {
            let Playout { winner, played } = &self.playouts[number];
            let played = &played[step.to_move.index()];
            let Below::Children(first, count) = tree.pool().node(step.node).below() else {
                unreachable!("the path goes on")
            };
            let moves = tree.pool().nodes(first, count).iter().zip(tree.pool().later(first, count));
            for (_, later) in moves.filter(|(node, _)| played.contains(node.code())) {
                later.add(*winner == step.to_move);
            }
        }
        self.playouts.clear();
    }
}

#[cfg(test)]
mod tests {
    use konoba_rules::playout::WyRand;
    use konoba_rules::{AnyPosition, Position, Visitor};

    use super::*;
    use crate::calls;
    use crate::search::code::Code;
    use crate::search::moves;
    use crate::search::node::{Later, ROOT};

    /// Learns from some playouts two moves below the root, one by one or together, and says what is known then
    /// of the moves from the root and of those from its first child.
    struct Learn {
        one_by_one: bool,
    }

    const PLAYOUTS: u32 = 20;

    impl Visitor for Learn {
        type Output = [Vec<(u32, u32)>; 2];

        fn visit<R: Rules>(self, start: &Position<R>) -> Self::Output {
            let tree = Tree::new(*start, 1 << 20);
            let mut position = *start;
            let mut path = Vec::new();
            let mut node = ROOT;
            let families = [(); 2].map(|()| {
                path.push(PathNode { node, to_move: position.to_move(), learns_from_later: true });
                let mut found = Vec::new();
                moves::find(&position, &mut found);
                let first = tree.pool().allocate(found.len()).unwrap();
                let children = tree.pool().nodes(first, found.len());
                for (child, judged) in children.iter().zip(&found) {
                    child.begin(judged.code, judged.winner);
                }
                tree.pool().node(node).adopt(first, found.len());
                calls::play(&mut position, found[0].code.mv(R::SPEC.choice));
                node = first;
                (first, found.len())
            });
            path.push(PathNode { node, to_move: position.to_move(), learns_from_later: true });
            let mut lessons = Lessons::default();
            let mut dice = WyRand::new(1);
            for _ in 0..PLAYOUTS {
                let mut played = [CodeSet::EMPTY; 2];
                let winner = calls::play_out(&position, &mut dice, |step| {
                    let (at, piece) = step.placed.unwrap();
                    played[step.side.index()].insert(Code::placement(R::SPEC.choice, piece, at));
                });
                lessons.add(&tree, &path, Playout { winner, played });
                if self.one_by_one {
                    lessons.learn(&tree);
                }
            }
            lessons.learn(&tree);
            families.map(|(first, count)| {
                tree.pool().later(first, count).iter().map(Later::counts).collect()
            })
        }
    }

    #[test]
    fn what_is_learned_together_is_the_same() {
        let start = AnyPosition::start("konobi:5,nopie".parse().unwrap());
        let learned = start.visit(Learn { one_by_one: false });
        assert_eq!(learned, start.visit(Learn { one_by_one: true }));
        let [root, child] = learned.map(|counts| (counts[0], counts[counts.len() - 1]));
        assert_eq!(root.0.0, PLAYOUTS, "a move on the path is played in each playout");
        assert_eq!(root.0.1 + child.0.1, PLAYOUTS, "one of the two sides has won");
        assert!((1..PLAYOUTS).contains(&root.1.0), "others are played in some: {root:?}");
    }
}
