//! What the tree says, as a thought.

use konoba_rules::{Move, Position, Rules, Side};

use super::code::Code;
use super::node::Node;
use super::tree::Tree;
use crate::calls;
use crate::{Candidate, Proof, Thought};

/// How many moves of the best play are told.
const LINE: usize = 20;

/// What is thought of the position at the root after so many visits.
pub(super) fn thought<R: Rules>(tree: &Tree<R>, visits: u64, caution: f32) -> Thought {
    let side = tree.start().to_move();
    let is_evaluated = tree.root().is_evaluated();
    let mut moves: Vec<&Node> = tree.children_of(tree.root()).iter().collect();
    // The winning move that ends the game soonest comes first, the losing one that drags it out longest
    // comes first of those.
    moves.sort_by_cached_key(|node| (std::cmp::Reverse(standing(node, side)), node.code().0));
    if is_evaluated && caution > 0.0 {
        prefer_sure(&mut moves, caution);
    }
    let candidates = moves.iter().map(|node| Candidate {
        mv: node.code().mv(R::SPEC.choice),
        visits: u64::from(node.visits()),
        win_rate: match node.winner_before() {
            Some(winner) => Some(f32::from(winner == side)),
            None => (node.visits() > 0).then(|| node.win_rate()),
        },
        prior: is_evaluated.then(|| node.prior()),
        winner: node.winner_before(),
        line: line(tree, node),
    });
    let candidates: Vec<_> = candidates.collect();
    let winner = tree.root().winner();
    let within = winner.and_then(|winner| moves_until(tree, tree.root(), tree.start(), winner));
    Thought {
        best: candidates.first().map_or_else(|| any_move(tree.start()), |first| first.mv),
        win_rate: candidates.first().and_then(|first| first.win_rate),
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

/// How many visits a move needs to be played for its win rate, as a part of those of the move with most.
const ENOUGH: f32 = 0.15;

/// Puts that move first which wins most often even if its win rate is so many standard errors too high (its lower
/// confidence bound), unless something is proven to win. Moves are in their order by visits.
fn prefer_sure(moves: &mut [&Node], caution: f32) {
    let is_open = |node: &&Node| node.winner_before().is_none();
    let Some(most) = moves.first().filter(|node| is_open(node)).map(|node| node.visits()) else {
        return;
    };
    let enough = (ENOUGH * most as f32).max(2.0);
    let bound = |node: &Node| {
        let visits = node.visits() as f32;
        // One more visit that lies 0.2 apart: a few visits that happen to agree prove little.
        let variance = (node.variance() * visits + 0.04) / (visits + 1.0);
        node.win_rate() - caution * (variance / visits).sqrt()
    };
    let known = moves.iter().take_while(|node| is_open(node));
    let known = known.enumerate().filter(|(_, node)| node.visits() as f32 >= enough);
    let surest = known.max_by(|one, other| bound(one.1).total_cmp(&bound(other.1)));
    if let Some((place, _)) = surest {
        moves[..=place].rotate_right(1);
    }
}

/// A legal move, for the case that a move is needed before anything is known.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A move with so many visits, whose results lie so far from their mean, one half above and one below.
    fn tried(code: u16, visits: u32, mean: f32, apart: f32, winner: Option<Side>) -> Node {
        let node = Node::default();
        node.begin(Code(code), winner);
        for visit in 0..visits {
            node.enter();
            node.leave_evaluated(if visit % 2 == 0 { mean + apart } else { mean - apart });
        }
        node
    }

    fn first(nodes: &[Node], caution: f32) -> u16 {
        let mut moves: Vec<_> = nodes.iter().collect();
        prefer_sure(&mut moves, caution);
        let mut codes: Vec<_> = moves.iter().map(|node| node.code().0).collect();
        let first = codes[0];
        codes.sort_unstable();
        assert!(codes.iter().copied().eq(0..nodes.len() as u16), "none is lost");
        first
    }

    #[test]
    fn what_wins_more_for_certain_is_played_before_what_was_visited_more() {
        let usual = tried(0, 100, 0.50, 0.1, None);
        let better = tried(1, 60, 0.60, 0.1, None);
        assert_eq!(first(&[usual, better], 3.0), 1);
        let unsure = tried(1, 60, 0.52, 0.2, None);
        assert_eq!(first(&[tried(0, 100, 0.50, 0.1, None), unsure], 3.0), 0);
        let rare = tried(1, 14, 0.95, 0.0, None);
        assert_eq!(first(&[tried(0, 100, 0.50, 0.1, None), rare], 3.0), 0, "visited too little");
    }

    #[test]
    fn what_is_proven_stays_where_it_is() {
        let wins = tried(0, 1, 1.0, 0.0, Some(Side::First));
        assert_eq!(first(&[wins, tried(1, 50, 0.9, 0.0, None)], 3.0), 0);
        let loses = tried(1, 90, 0.9, 0.0, Some(Side::Second));
        assert_eq!(first(&[tried(0, 50, 0.4, 0.0, None), loses], 3.0), 0);
    }
}
