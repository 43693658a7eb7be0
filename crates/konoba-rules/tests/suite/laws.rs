//! The laws, one function each.

use std::collections::BTreeSet;

use konoba_rules::{Grid, Illegal, Move, Piece, PieceChoice, Point, Position, Rules, Setup, Side};

/// What is true of every position.
pub(super) fn hold_at<R: Rules>(position: &Position<R>) {
    assert_eq!(position.key(), position.rebuilt_key(), "the key kept is the key rebuilt");
    what_is_kept_is_what_is_rebuilt(position);
    mask_judge_and_explanation_agree(position);
    a_side_can_move(position);
    chains_part_the_pieces(position);
    moves_are_listed_once_and_can_be_played(position);
    for symmetry in R::SPEC.symmetries {
        let seen = position.seen_by(*symmetry);
        assert_eq!(seen.seen_by(symmetry.inverse()), *position, "a symmetry can be taken back");
        for side in Side::BOTH {
            let legal = symmetry.grid(position.legal_points(side), R::size(position.rules()));
            assert_eq!(legal, seen.legal_points(symmetry.side(side)), "legality is symmetric");
        }
    }
}

fn what_is_kept_is_what_is_rebuilt<R: Rules>(position: &Position<R>) {
    let rebuilt = R::with_pieces(&position.setup(), position.rules().pieces());
    assert_eq!(rebuilt, *position.rules(), "what a game keeps follows from the pieces");
    let has_flaw = position.rules().flaw().is_some();
    assert_eq!(has_flaw, position.winner().is_some(), "what was played can stand until it is won");
}

/// A chain is of one kind of piece, and all of its pieces name the same chain. A game has chains or has none.
fn chains_part_the_pieces<R: Rules>(position: &Position<R>) {
    let pieces = position.rules().pieces();
    let [first, second] = pieces;
    let has_chains = (first | second).iter().any(|at| !position.rules().chain(at).is_empty());
    for at in Point::all(R::size(position.rules())) {
        let chain = position.rules().chain(at);
        let kind = pieces.into_iter().find(|kind| kind.contains(at));
        assert_eq!(!chain.is_empty(), has_chains && kind.is_some(), "{at} in {position:?}");
        for of in kind.into_iter().filter(|_| has_chains) {
            assert!(chain.contains(at) && (chain & !of).is_empty(), "{at} in {position:?}");
            assert!(chain.iter().all(|other| position.rules().chain(other) == chain));
        }
    }
}

fn mask_judge_and_explanation_agree<R: Rules>(position: &Position<R>) {
    let pieces = match R::SPEC.choice {
        PieceChoice::Own => &[Piece::First][..],
        PieceChoice::Either => &Piece::BOTH[..],
    };
    for side in Side::BOTH {
        let mask = position.legal_points(side);
        assert_eq!(position.can_place(side), !mask.is_empty());
        for at in Point::all(R::size(position.rules())) {
            for &kind in pieces {
                let piece = if pieces.len() == 1 { side.piece() } else { kind };
                let mv = Move::placement(R::SPEC.choice, piece, at);
                let reason = position.why_not(side, mv);
                let is_legal = mask.contains(at);
                let context = || format!("{side:?} {mv:?} in {position:?}");
                match reason {
                    None => assert!(is_legal && side == position.to_move(), "{}", context()),
                    Some(Illegal::NotYourTurn) => {
                        assert!(side != position.to_move(), "{}", context());
                    }
                    Some(Illegal::GameOver) => assert!(position.winner().is_some()),
                    Some(_) => assert!(!is_legal, "{}", context()),
                }
                if position.winner().is_none() {
                    let accepted = { *position.rules() }.place(side, at, piece).is_some();
                    assert_eq!(accepted, is_legal, "{}", context());
                }
            }
        }
    }
}

fn a_side_can_move<R: Rules>(position: &Position<R>) {
    let is_stuck = !Side::BOTH.into_iter().any(|side| position.can_place(side));
    assert_eq!(
        is_stuck,
        position.winner().is_some(),
        "a side can move until the end: {position:?}"
    );
    let pass = position.why_not(position.to_move(), Move::Pass);
    assert_eq!(pass.is_none(), position.must_pass(), "a pass is legal just where it is forced");
}

fn moves_are_listed_once_and_can_be_played<R: Rules>(position: &Position<R>) {
    let moves: Vec<Move> = position.moves().collect();
    assert_eq!(moves.is_empty(), position.winner().is_some());
    assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), moves.len());
    for mv in moves {
        assert!(position.why_not(position.to_move(), mv).is_none());
        let mut after = *position;
        let played = after.play(mv).expect("a listed move can be played");
        let [first, second] = played.fills;
        assert!((first & second).is_empty(), "nothing is filled with both colours");
        assert!(((first | second) & !position.empty_points()).is_empty(), "fills were empty");
        assert_eq!(after.to_move() == position.to_move(), mv == Move::Swap, "turns alternate");
    }
}

/// What is true of every move.
pub(super) fn hold_over<R: Rules>(position: &Position<R>, mv: Move) {
    let size = R::size(position.rules());
    for symmetry in R::SPEC.symmetries {
        let mut after = *position;
        after.play(mv).expect("the move is legal");
        let mut seen = position.seen_by(*symmetry);
        seen.play(symmetry.mv(mv, size)).expect("the move is legal in the mirror");
        assert_eq!(seen, after.seen_by(*symmetry), "playing and mirroring can change places");
    }
    let mut refused = *position;
    for illegal in
        [Move::Place(Point::new(size, 0)), Move::PlacePiece(Piece::First, Point::new(0, size))]
    {
        assert!(refused.play(illegal).is_err());
        assert_eq!(refused, *position, "a refused move changes nothing");
    }
}

/// What is true when a side has won.
pub(super) fn hold_at_the_end<R: Rules>(position: &Position<R>) {
    let winner = position.winner().expect("the game is over");
    assert!(position.rules().witness(winner.other()).is_empty(), "never two winners");
    let [first, second] = position.rules().pieces();
    let witness = position.rules().witness(winner);
    assert!((witness & !(first | second)).is_empty(), "a chain or line is of pieces");
    for at in witness.iter() {
        let rest = position.rules().chain(at) & !witness;
        assert!(rest.is_empty(), "a winning chain is shown whole: {position:?}");
    }
    let mut after = *position;
    for at in Point::all(R::size(position.rules())) {
        assert!(after.play(Move::placement(R::SPEC.choice, Piece::First, at)).is_err());
    }
    assert_eq!(after, *position, "nothing happens after the end");
}

/// Set-up and moves give the same position again.
pub(super) fn replays<R: Rules>(position: &Position<R>, setup: Setup, played: &[Move]) {
    let mut again = Position::<R>::start(setup);
    played.iter().for_each(|mv| {
        again.play(*mv).expect("what was played can be played again");
    });
    assert_eq!(again, *position);
}
