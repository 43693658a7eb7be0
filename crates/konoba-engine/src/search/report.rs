//! What the tree says, for whoever asked.

use konoba_rules::{Move, Position, Rules, Side};

use super::code::Code;
use super::node::Node;
use super::tree::Tree;
use crate::calls;
use crate::{Candidate, Proof, Thought};

/// How many moves of the best play are told.
const LINE: usize = 20;

/// What is thought of the position at the root after so many visits.
pub(super) fn thought<R: Rules>(tree: &Tree<R>, visits: u64) -> Thought {
    let side = tree.start().to_move();
    let is_judged = tree.root().is_judged();
    let mut moves: Vec<&Node> = tree.children_of(tree.root()).iter().collect();
    // The winning move that ends the game soonest comes first, the losing one that drags it out longest
    // comes first of those.
    moves.sort_by_cached_key(|node| (std::cmp::Reverse(standing(node, side)), node.code().0));
    let candidates = moves.iter().map(|node| Candidate {
        mv: node.code().mv(R::SPEC.choice),
        visits: u64::from(node.visits()),
        win_rate: match node.winner_before() {
            Some(winner) => f32::from(winner == side),
            None => node.win_rate(),
        },
        prior: is_judged.then(|| node.prior()),
        winner: node.winner_before(),
        line: line(tree, node),
    });
    let candidates: Vec<_> = candidates.collect();
    let winner = tree.root().winner();
    let within = winner.and_then(|winner| moves_until(tree, tree.root(), tree.start(), winner));
    Thought {
        best: candidates.first().map_or_else(|| any_move(tree.start()), |first| first.mv),
        win_rate: candidates.first().map(|first| first.win_rate),
        visits,
        candidates,
        proof: winner.map(|winner| Proof { winner, within }),
        idea: None,
    }
}

/// By what moves are ranked: wins before open moves before losses, then by visits.
fn standing(node: &Node, side: Side) -> (u8, u32) {
    let rank = match node.winner_before() {
        Some(winner) if winner == side => 2,
        None => 1,
        Some(_) => 0,
    };
    (rank, node.visits())
}

/// A legal move, for whoever must move before anything is known.
fn any_move<R: Rules>(position: &Position<R>) -> Move {
    position.moves().next().expect("a game that is not over has a move")
}

/// The best play from a move on.
fn line<R: Rules>(tree: &Tree<R>, first: &Node) -> Vec<Move> {
    let mut line = vec![first.code().mv(R::SPEC.choice)];
    let mut position = *tree.start();
    let mut node = first;
    while line.len() < LINE {
        calls::play(&mut position, node.code().mv(R::SPEC.choice));
        let side = position.to_move();
        let next = tree.children_of(node).iter().max_by_key(|child| standing(child, side));
        let Some(next) = next.filter(|next| next.visits() > 0 || next.winner().is_some()) else {
            break;
        };
        line.push(next.code().mv(R::SPEC.choice));
        node = next;
    }
    line
}

/// In how many moves of both sides the winner wins at most, as far as the tree shows the way.
fn moves_until<R: Rules>(
    tree: &Tree<R>,
    node: &Node,
    position: &Position<R>,
    winner: Side,
) -> Option<u16> {
    if position.winner().is_some() {
        return Some(0);
    }
    let children = tree.children_of(node);
    if children.is_empty() {
        // A move that is proven without children leaves a win at once.
        return Some(1);
    }
    let after = |child: &Node| {
        let mut next = *position;
        calls::play(&mut next, child.code().mv(R::SPEC.choice));
        let winner = if child.code() == Code::SWAP { winner.other() } else { winner };
        (child.winner() == Some(winner)).then(|| moves_until(tree, child, &next, winner))?
    };
    let moves = if position.to_move() == winner {
        children.iter().filter_map(after).min()
    } else {
        children.iter().map(after).try_fold(0, |most, one| Some(most.max(one?)))
    };
    moves.map(|moves| moves + 1)
}
