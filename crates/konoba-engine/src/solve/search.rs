//! Depth-first proof-number search (Nagai, 2002) over positions that symmetry does not tell apart.

use konoba_rules::grid::Grid;
use konoba_rules::{Move, Piece, PieceChoice, Placed, Point, Position, Rules, Setup, Side};

use super::Effort;
use super::codes::{Codes, Sums};
use super::estimate::{Estimate, Lacking};
use super::learned::Learned;
use super::table::{Entry, Numbers, ProofTable};

/// What is certain about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Who wins.
    pub winner: Side,
    /// In at most so many moves of both sides together.
    pub within: u16,
    /// The move to play: one that wins, or if none does, one that lasts; `None` after the end.
    pub best: Option<Move>,
}

// What takes long to compile is never inlined: so the crates that solve too take it from this one instead of compiling it
// again for each game and width.

/// How often a solver learns from each position that it is told of. There are far fewer of them than it proves itself in
/// the same work.
const LESSONS: usize = 6;

/// Finds out who wins positions of one game on one board, and remembers what it has found out. There
/// is no swap.
pub struct Solver<R: Rules, E = Lacking> {
    setup: Setup,
    pub(super) codes: Codes,
    pub(super) table: ProofTable,
    estimates: E,
    _rules: std::marker::PhantomData<R>,
}

/// A board with whose turn it is.
#[derive(Clone, Copy)]
pub(super) struct Node<R> {
    rules: R,
    pub(super) to_move: Side,
    pub(super) sums: Sums,
}

/// A move and what is known of where it leads.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub(super) mv: Move,
    pub(super) code: u64,
    /// From the view of the opponent, who is then to move.
    pub(super) numbers: Numbers,
}

/// What came of searching a node: its numbers, and if they are a proof, the move behind it.
pub(super) struct Found {
    pub(super) numbers: Numbers,
    mv: Move,
}

/// How far the numbers of a node may grow before it is left for another. A node that is open never reaches
/// [`Numbers::NEVER`], so even one whose numbers are the largest that are told apart can be searched on.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Bounds {
    /// Until it is proved who wins: what is open never comes to so much.
    pub(super) const NONE: Self = Self { win: Numbers::NEVER, loss: Numbers::NEVER };

    /// What a child may come to before another one is better, or before its parent, of which the
    /// numbers are given, is worse than these bounds allow.
    #[inline(always)]
    pub(super) fn of_child(self, child: &Child, parent: Numbers, second: u32) -> Self {
        // A fifth more spares going to and fro.
        let ahead = second.saturating_add(second / 5).saturating_add(1);
        let rest = parent.loss.saturating_sub(child.numbers.win);
        Self { win: self.loss.saturating_sub(rest), loss: self.win.min(ahead).min(Numbers::NEVER) }
    }

    /// Bounds that leave a child room to grow by half, even if others look better: it was chosen because
    /// threads are at work there.
    pub(super) fn beyond(self, child: &Child) -> Self {
        let grown = |number: u32| number.saturating_add(number / 2 + 1).min(Numbers::NEVER);
        let Numbers { win, loss, .. } = child.numbers;
        Self { win: self.win.max(grown(win)), loss: self.loss.max(grown(loss)) }
    }
}

impl<R: Rules> Solver<R> {
    /// A solver that remembers as much as fits this many bytes.
    pub fn new(setup: Setup, bytes: usize) -> Self {
        Self::with_estimates(setup, bytes, 1, Lacking)
    }
}

impl<R: Rules> Solver<R, Learned> {
    /// A solver for long work on small boards, which learns from what it proves, for so many threads. They also make the
    /// table: that of many gigabytes takes long.
    pub fn learning(setup: Setup, bytes: usize, threads: usize) -> Self {
        Self::with_estimates(setup, bytes, threads, Learned::new::<R>(setup.size, threads))
    }
}

impl<R: Rules, E: Estimate<R>> Solver<R, E> {
    fn with_estimates(setup: Setup, bytes: usize, threads: usize, estimates: E) -> Self {
        let codes = Codes::new::<R>(setup.size);
        let table = ProofTable::new(bytes, threads);
        Self { setup, codes, table, estimates, _rules: std::marker::PhantomData }
    }

    /// Finds out who wins, or `None` if the effort does not suffice. What was found on the way is
    /// kept, so that the next effort goes on from there.
    ///
    /// # Panics
    /// If the position is one of another game, size or variant.
    pub fn solve(&self, position: &Position<R>, effort: &mut Effort<'_>) -> Option<Solved> {
        if let Some(winner) = position.winner() {
            return Some(Solved { winner, within: 0, best: None });
        }
        let node = self.node(position);
        let Found { numbers, mv } = self.search(&node, Bounds::NONE, effort)?;
        let side = node.to_move;
        numbers.is_proved().then(|| Solved {
            winner: if numbers.win == 0 { side } else { side.other() },
            within: numbers.within,
            best: Some(mv),
        })
    }

    pub(super) fn node(&self, position: &Position<R>) -> Node<R> {
        let setup = position.setup();
        assert!(
            (setup.spec.id, setup.size, setup.variant)
                == (self.setup.spec.id, self.setup.size, self.setup.variant),
            "the position is one of the solver's game",
        );
        Node {
            rules: *position.rules(),
            to_move: position.to_move(),
            sums: self.codes.sums(position.rules()),
        }
    }

    /// What was found out, in no order; other threads may be adding to it.
    pub fn findings(&self) -> impl Iterator<Item = Entry> {
        self.table.entries()
    }

    /// Goes on from what was found out elsewhere about the same game on the same board, and learns from what is proved there.
    pub fn remember(&self, findings: &[Entry]) {
        findings.iter().for_each(|entry| self.table.keep(*entry));
        let lessons = || {
            let proved = findings.iter().filter(|entry| entry.is_proved());
            proved.filter_map(|entry| Some((self.codes.pieces(entry.code())?, entry.numbers())))
        };
        for _ in 0..LESSONS {
            for (pieces, numbers) in lessons() {
                let rules = R::with_pieces(&self.setup, pieces);
                self.estimates.hear(&rules, Side::First, numbers.win == 0);
            }
        }
    }

    /// Searches until a number of the node reaches its bound, or `None` if the effort has come to its
    /// end before.
    #[inline(never)]
    pub(super) fn search(
        &self,
        node: &Node<R>,
        bounds: Bounds,
        effort: &mut Effort<'_>,
    ) -> Option<Found> {
        if !effort.spend() {
            return None;
        }
        let code = self.codes.code(&node.sums, node.to_move);
        let before = effort.spent();
        let mut children = match self.children(node) {
            Ok(children) => children,
            Err(mv) => {
                let numbers = Numbers::won(1);
                self.table.put(code, numbers, 1);
                return Some(Found { numbers, mv });
            }
        };
        loop {
            let sum = Sum::of::<R>(&children);
            let numbers = sum.numbers;
            let best = children[sum.best];
            if numbers.win >= bounds.win || numbers.loss >= bounds.loss || effort.is_stopped() {
                self.table.put(code, numbers, effort.spent() - before + 1);
                if numbers.is_proved() && self.estimates.hears_of(code) {
                    self.estimates.hear(&node.rules, node.to_move, numbers.win == 0);
                }
                return Some(Found { numbers, mv: best.mv });
            }
            let bounds = bounds.of_child(&best, numbers, sum.second);
            if let Some(found) = self.search(&self.next(node, best.mv), bounds, effort) {
                children[sum.best].numbers = found.numbers;
            }
        }
    }

    /// Every move of a node with what is known of it; or, if one of them wins at once, that one.
    #[inline(never)]
    pub(super) fn children(&self, node: &Node<R>) -> Result<Vec<Child>, Move> {
        let side = node.to_move;
        let mut children: Vec<(Child, R)> = Vec::with_capacity(36);
        for at in candidates(&node.rules, side).iter() {
            for &piece in pieces::<R>(side) {
                let mut rules = node.rules;
                let Some(placed) = rules.place(side, at, piece) else { continue };
                let mv = Move::placement(R::SPEC.choice, piece, at);
                let numbers = match rules.winner(&placed) {
                    Some(winner) if winner == side => return Err(mv),
                    Some(_) => Numbers::won(0),
                    None => Numbers::open(1, 1),
                };
                let sums = self.codes.with(&node.sums, &placed);
                let code = self.codes.code(&sums, side.other());
                children.push((Child { mv, code, numbers }, rules));
            }
        }
        if children.is_empty() {
            let code = self.codes.code(&node.sums, side.other());
            let child = Child { mv: Move::Pass, code, numbers: Numbers::open(1, 1) };
            children.push((child, node.rules));
        }
        self.table.fetch(children.iter().map(|(child, _)| child.code));
        let threats = threats(&node.rules, side.other());
        let mut seen = None;
        for (child, rules) in children.iter_mut().filter(|(child, _)| !child.numbers.is_proved()) {
            let is_beaten =
                || threats.iter().any(|(at, piece)| wins(rules, side.other(), *at, *piece));
            if let Some(known) = self.table.get(child.code) {
                child.numbers = known;
            } else if is_beaten() {
                child.numbers = Numbers::won(1);
            } else {
                let seen =
                    seen.get_or_insert_with(|| self.estimates.see(&node.rules, side.other()));
                let [win, loss] = self.estimates.efforts(seen, rules, side.other());
                child.numbers = Numbers::open(win, loss);
            }
        }
        Ok(children.into_iter().map(|(child, _)| child).collect())
    }

    #[inline(never)]
    pub(super) fn next(&self, node: &Node<R>, mv: Move) -> Node<R> {
        let mut next = Node { to_move: node.to_move.other(), ..*node };
        let piece = match mv {
            Move::PlacePiece(piece, _) => piece,
            _ => node.to_move.piece(),
        };
        if let Some(at) = mv.point() {
            let placed = next.rules.place(node.to_move, at, piece).expect("the move is legal");
            next.sums = self.codes.with(&node.sums, &placed);
        }
        next
    }
}

/// What the numbers of all children come to.
pub(super) struct Sum {
    pub(super) numbers: Numbers,
    /// The child to look at next; of a proved node, the one that wins soonest or lasts longest.
    best: usize,
    /// How hard it is to win by the next best one.
    second: u32,
}

impl Sum {
    pub(super) fn of<R: Rules>(children: &[Child]) -> Self {
        let (mut best, mut least, mut second) = (0, Numbers::NEVER, Numbers::NEVER);
        let (mut hardest, mut all_open, mut open) = (0, 0u32, 0u32);
        for (place, Child { numbers, .. }) in children.iter().enumerate() {
            if numbers.loss < least {
                (best, second, least) = (place, least, numbers.loss);
            } else if numbers.loss < second {
                second = numbers.loss;
            }
            if numbers.win > 0 {
                open += 1;
                hardest = hardest.max(numbers.win);
                all_open = all_open.saturating_add(numbers.win);
            }
        }
        // All have to be proved. Where estimates do not tell them apart they share most of their descendants, and the hardest
        // one stands for all.
        let effort = if R::SPEC.has_edges { all_open } else { hardest };
        let loss = effort.saturating_add(open.saturating_sub(1)).min(Numbers::MOST);
        let within = |place: &usize| children[*place].numbers.within;
        let all = 0..children.len();
        let (best, numbers) = if least == 0 {
            let soonest = all.filter(|place| children[*place].numbers.loss == 0).min_by_key(within);
            let soonest = soonest.expect("a child is lost for the opponent");
            (soonest, Numbers::won(within(&soonest).saturating_add(1)))
        } else if open == 0 {
            let latest = all.max_by_key(within).expect("a node has children");
            (latest, Numbers::lost(within(&latest).saturating_add(1)))
        } else {
            (best, Numbers::open(least, loss))
        };
        Self { numbers, best, second }
    }
}

/// The placements by which a side would win at once, were it to move.
fn threats<R: Rules>(rules: &R, side: Side) -> Vec<(Point, Piece)> {
    let points = candidates(rules, side).iter();
    let all = points.flat_map(|at| pieces::<R>(side).iter().map(move |piece| (at, *piece)));
    all.filter(|(at, piece)| wins(rules, side, *at, *piece)).collect()
}

/// Where a side may be able to place.
#[inline(always)]
fn candidates<R: Rules>(rules: &R, side: Side) -> R::Grid {
    let sieve = rules.sieve(side);
    sieve.sure | sieve.doubt
}

/// Whether a placement wins for the side at once.
#[inline(always)]
fn wins<R: Rules>(rules: &R, side: Side, at: Point, piece: Piece) -> bool {
    let mut rules = *rules;
    let placed: Option<Placed<R::Grid>> = rules.place(side, at, piece);
    placed.is_some_and(|placed| rules.winner(&placed) == Some(side))
}

/// The pieces that a side chooses from.
#[inline(always)]
fn pieces<R: Rules>(side: Side) -> &'static [Piece] {
    match R::SPEC.choice {
        PieceChoice::Either => &Piece::BOTH,
        PieceChoice::Own => std::slice::from_ref(&Piece::BOTH[side.index()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hardest_positions_are_searched_on() {
        for (win, loss) in [(1, Numbers::MOST), (Numbers::MOST, 1), (Numbers::MOST, Numbers::MOST)]
        {
            let numbers = Numbers::open(win, loss);
            let child = Child { mv: Move::Pass, code: 0, numbers };
            for second in [1, Numbers::MOST, Numbers::NEVER] {
                // Of the parent it is the best child, so the next best one is no easier to beat.
                let second = second.max(loss);
                let parent = Numbers::open(loss, Numbers::MOST);
                for bounds in [
                    Bounds::NONE.of_child(&child, parent, second),
                    Bounds { win: 1, loss: 1 }.beyond(&child),
                ] {
                    assert!(bounds.win > win && bounds.loss > loss, "{win} {loss} {second}");
                }
            }
        }
    }
}
