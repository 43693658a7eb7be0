//! One position on the fast rules and on the literal ones.

use std::collections::BTreeSet;

use konoba_reference::Literal;
use konoba_rules::{AnyPosition, Grid, Move, Piece, Point, Points, Position, Rules, Side, Visitor};

/// How many points to ask about. The literal rules take their time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// All of them, and whether there are any legal ones.
    Whole,
    /// A few, others on each move.
    Sample,
}

/// Asks that the two say the same of everything that can be asked of them both.
pub(crate) fn check(fast: &AnyPosition, literal: &Literal, extent: Extent) {
    let pieces = Piece::BOTH.map(|piece| literal.board().points_of(piece));
    assert_eq!(fast.pieces().map(set), pieces, "pieces");
    assert_eq!(fast.to_move(), literal.to_move(), "side to move");
    assert_eq!(fast.winner(), literal.winner(), "winner");
    for side in Side::BOTH {
        match extent {
            Extent::Whole => check_moves(fast, literal, side),
            Extent::Sample => check_some_points(fast, literal, side),
        }
    }
    let lines = literal.open_lines().into_iter().map(BTreeSet::from_iter).collect::<BTreeSet<_>>();
    assert_eq!(
        fast.open_lines().into_iter().map(set).collect::<BTreeSet<_>>(),
        lines,
        "open lines"
    );
    let winning = fast.winner().map_or(Vec::new(), |_| literal.witnesses());
    check_witness(&set(fast.witness()), &winning);
    fast.visit(CheckKey);
}

/// The points as the literal rules hold them.
pub(crate) fn set(points: Points) -> BTreeSet<Point> {
    points.iter().collect()
}

fn check_moves(fast: &AnyPosition, literal: &Literal, side: Side) {
    let legal = literal.legal(side);
    let points = legal.iter().map(|(at, _)| *at).collect::<BTreeSet<_>>();
    assert_eq!(set(fast.legal_points(side)), points, "where {side:?} may place");
    for at in Point::all(fast.setup().size) {
        check_judge(fast, side, at, points.contains(&at));
    }

    let choice = fast.setup().spec.choice;
    let placements = legal.iter().map(|(at, piece)| Move::placement(choice, *piece, *at));
    let is_turn = side == fast.to_move();
    let swap = (is_turn && fast.swap_is_offered()).then_some(Move::Swap);
    let pass = (legal.is_empty() && fast.winner().is_none()).then_some(Move::Pass);
    let mut expected = placements.chain(swap).chain(pass).collect::<Vec<_>>();
    let mut moves = fast.moves_of(side);
    expected.sort();
    moves.sort();
    assert_eq!(moves, expected, "moves of {side:?}");
    assert!(!is_turn || fast.must_pass() == pass.is_some(), "forced pass");
}

fn check_some_points(fast: &AnyPosition, literal: &Literal, side: Side) {
    let size = fast.setup().size;
    let stride = (usize::from(size).pow(2) / 4).max(1);
    let legal = fast.legal_points(side);
    for at in Point::all(size).skip(usize::from(fast.ply()) % stride).step_by(stride) {
        let is_legal = fast.winner().is_none() && literal.faults(side, at, side.piece()).is_empty();
        assert_eq!(legal.contains(at), is_legal, "whether {side:?} may place on {at}");
        check_judge(fast, side, at, is_legal);
    }
}

/// What is said of all points at once may be right where the judge of a single one is wrong.
fn check_judge(fast: &AnyPosition, side: Side, at: Point, is_legal: bool) {
    if side == fast.to_move() {
        let mv = Move::placement(fast.setup().spec.choice, side.piece(), at);
        assert_eq!({ *fast }.play(mv).is_ok(), is_legal, "whether {side:?} can play {mv:?}");
    }
}

/// What is shown of a win is one winning chain or line, or several where one move completed them.
fn check_witness(shown: &BTreeSet<Point>, winning: &[BTreeSet<Point>]) {
    let whole = winning.iter().filter(|one| one.is_subset(shown)).flatten().copied();
    assert_eq!(whole.collect::<BTreeSet<_>>(), *shown, "a part of {winning:?}");
    assert_eq!(shown.is_empty(), winning.is_empty(), "{winning:?}");
}

/// The key that was kept up to date is the one that would be made from nothing.
struct CheckKey;

impl Visitor for CheckKey {
    type Output = ();

    fn visit<R: Rules>(self, position: &Position<R>) {
        assert_eq!(position.key(), position.rebuilt_key(), "key");
    }
}
