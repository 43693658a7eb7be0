//! A game on the fast rules and on the literal ones: the same verdict on every move, with the same
//! reason, and the same position after it.

use std::collections::BTreeSet;

use konoba_reference::{Fault, Literal, quentin};
use konoba_rules::{AnyPosition, Grid, Illegal, Move, Piece, PieceChoice, Point, Setup, Side};

use crate::agreement::{self, Extent, set};
use crate::bytes::Bytes;

/// The last position is compared whole where that does not take too long.
const SMALL: u8 = 9;

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let setup = bytes.setup();
    let mut fast = AnyPosition::start(setup);
    let mut literal = Literal::new(&setup);
    let mut moves_after_end = 0;
    while !bytes.is_empty() && moves_after_end < 4 {
        moves_after_end += u8::from(fast.winner().is_some());
        let mv = choose_move(&mut bytes, &fast);
        let expected = expect(&literal, &fast, mv);
        let before = fast;
        match (fast.play(mv), expected) {
            (Ok(played), Expected::Played) => {
                assert_eq!((played.side, played.mv), (before.to_move(), mv));
                advance(&mut literal, mv);
                assert_eq!(played.fills.map(set), *literal.fills(), "fills of {mv:?}");
                assert_eq!(fast.ply(), before.ply() + 1);
            }
            (Err(illegal), Expected::Refused(reasons)) => {
                assert_eq!(fast, before, "a refused {mv:?} changed the position");
                check_reason(illegal, &reasons, mv);
                check_would_be_fills(illegal, &literal);
            }
            (verdict, expected) => panic!("{mv:?}: fast {verdict:?}, literal {expected:?}"),
        }
        agreement::check(&fast, &literal, Extent::Sample);
    }
    if setup.size <= SMALL {
        agreement::check(&fast, &literal, Extent::Whole);
    }
}

/// Mostly a legal move, so that games get somewhere; else anything at all.
fn choose_move(bytes: &mut Bytes<'_>, position: &AnyPosition) -> Move {
    let Setup { spec, size, .. } = position.setup();
    match bytes.next() {
        0xff => Move::Pass,
        0xfe => Move::Swap,
        odd @ 0xe0.. => {
            // One column and one row too many, so that some points are off the board.
            let at = Point::new(bytes.next() % (size + 1), bytes.next() % (size + 1));
            match odd % 4 {
                0 => Move::PlacePiece(Piece::First, at),
                1 => Move::PlacePiece(Piece::Second, at),
                _ => Move::placement(spec.choice, position.to_move().piece(), at),
            }
        }
        number => {
            // Among points, not moves: the list of moves would take the slow way for nothing.
            let legal = position.legal_points(position.to_move());
            let points = legal.iter().collect::<Vec<_>>();
            let piece = Piece::BOTH[usize::from(number & 1)];
            match points.get(usize::from(number) * 3 % points.len().max(1)) {
                Some(at) => Move::placement(spec.choice, piece, *at),
                None => Move::Pass,
            }
        }
    }
}

/// The literal verdict. A refusal lists what may be given as the reason: id and cells.
#[derive(Debug)]
enum Expected {
    Played,
    Refused(Vec<(&'static str, BTreeSet<Point>)>),
}

/// Judges by the letter, in the order in which reasons are looked for. The number of the move and
/// whether the game is over are taken from the fast rules; the latter was compared before.
fn expect(literal: &Literal, position: &AnyPosition, mv: Move) -> Expected {
    let side = literal.to_move();
    let choice = literal.setup().spec.choice;
    let is_over = position.winner().is_some();
    let refused = |id| Expected::Refused(vec![(id, mv.point().into_iter().collect())]);
    let at = match mv {
        Move::Swap => {
            let is_offered = literal.setup().pie && position.ply() == 1 && !is_over;
            return if is_offered { Expected::Played } else { refused("no-swap") };
        }
        Move::Pass if literal.must_pass() => return Expected::Played,
        Move::Pass => return refused("no-pass"),
        Move::Place(at) | Move::PlacePiece(_, at) => at,
    };
    let faults = literal.faults(side, at, piece_of(mv, choice, side));
    if let Some(first) = faults.first() {
        let first = first.id();
        let reasons = faults.iter().filter(|fault| fault.id() == first);
        let reason = |fault: &Fault| (first, fault.cells().into_iter().collect());
        return Expected::Refused(reasons.map(reason).collect());
    }
    match (mv, choice) {
        (Move::Place(_), PieceChoice::Either) => refused("piece-needed"),
        (Move::PlacePiece(..), PieceChoice::Own) => refused("no-piece-choice"),
        _ if is_over => Expected::Refused(vec![("game-over", BTreeSet::new())]),
        _ => Expected::Played,
    }
}

fn piece_of(mv: Move, choice: PieceChoice, side: Side) -> Piece {
    match (mv, choice) {
        (Move::PlacePiece(piece, _), PieceChoice::Either) => piece,
        _ => side.piece(),
    }
}

/// Plays on the literal rules what they have allowed. A swap is nothing to them.
fn advance(literal: &mut Literal, mv: Move) {
    let side = literal.to_move();
    match mv {
        Move::Swap => {}
        Move::Pass => literal.pass().expect("it was allowed"),
        Move::Place(at) | Move::PlacePiece(_, at) => {
            let piece = piece_of(mv, literal.setup().spec.choice, side);
            literal.place(side, at, piece).expect("it was allowed");
        }
    }
}

fn check_reason(illegal: Illegal, reasons: &[(&'static str, BTreeSet<Point>)], mv: Move) {
    let given = (illegal.id(), illegal.cells().collect());
    assert!(reasons.contains(&given), "{mv:?}: {given:?} is none of {reasons:?}");
}

/// A refusal also says what the move would have filled.
fn check_would_be_fills(illegal: Illegal, literal: &Literal) {
    if let Illegal::Rule(at, broken) = illegal
        && broken.flaw.rule.id == "diagonal"
    {
        let (_, fills) = quentin::turn(literal.board(), literal.to_move(), at);
        assert_eq!(broken.fills.map(set), fills, "fills of the refused {at}");
    }
}
