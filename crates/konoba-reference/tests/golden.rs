//! The literal implementation replays the games that other implementations played and judged.

use konoba_golden::{Clause, Event, Expect, Game, Recorded, written};
use konoba_reference::{Fills, Literal};
use konoba_rules::{Move, Piece, Point, Setup, Side, Spec};

#[test]
fn open_games() {
    let games = konoba_golden::open_games();
    let count = |id| games.iter().filter(|game| game.setup.spec.id == id).count();
    assert_eq!(["konobi", "quentin", "order-and-chaos"].map(count), [69, 61, 60]);
    games.iter().for_each(check_game);
}

#[test]
fn disputed_passes() {
    let Some(games) = konoba_golden::disputed() else { return };
    assert_eq!(games.len(), 11);
    games.iter().for_each(check_game);
}

#[test]
fn clauses() {
    let clauses = konoba_golden::clauses();
    assert_eq!(clauses.len(), 25);
    clauses.iter().for_each(check_clause);
}

#[test]
fn recorded_matches() {
    let Some(matches) = konoba_golden::recorded() else { return };
    assert_eq!(matches.len(), 6);
    matches.iter().for_each(check_recorded);
}

fn check_game(game: &Game) {
    let mut position = Literal::new(&game.setup);
    for (ply, number) in game.plies.iter().zip(1..) {
        let at = format!("{}, ply {number}", game.source);
        assert_eq!(position.winner(), None, "{at}");
        assert_eq!(position.witnesses(), [], "{at}");
        assert_eq!(position.to_move(), ply.side, "{at}");
        assert_eq!(legal(&position, &game.setup, ply.side), ply.legal, "{at}");
        assert_eq!(position.must_pass(), ply.mv == "pass", "{at}");
        play(&mut position, game.setup.spec, &ply.mv);
        assert_eq!(listed(position.fills()), ply.fills, "{at}");
        assert_eq!(position.open_lines().len(), ply.open_lines.unwrap_or(0), "{at}");
    }
    let source = &game.source;
    assert_eq!(position.winner(), Some(game.winner), "{source}");
    assert_eq!(position.rows(), game.final_rows, "{source}");
    assert_eq!(position.legal(position.to_move()), [], "{source}");
    check_witnesses(&position, game);
}

/// A witness holds one kind of piece, and is either a chain from edge to edge or a line of five.
fn check_witnesses(position: &Literal, game: &Game) {
    let source = &game.source;
    let won_by_chaos = game.setup.spec.id == "order-and-chaos" && game.winner == Side::Second;
    assert_eq!(position.witnesses().is_empty(), won_by_chaos, "{source}");
    for witness in position.witnesses() {
        let pieces: Vec<Piece> = witness.iter().map(|point| position.cells()[point]).collect();
        assert!(pieces.iter().all(|piece| *piece == pieces[0]), "{source}");
        if game.setup.spec.has_edges {
            assert_eq!(pieces[0], game.winner.piece(), "{source}");
            assert!(position.board().touches_both_edges(&witness, game.winner), "{source}");
        } else {
            assert_eq!(witness.len(), 5, "{source}");
        }
    }
}

fn check_clause(clause: &Clause) {
    let Clause { id, setup, side, .. } = clause;
    let mut position = Literal::new(setup);
    for mv in &clause.moves {
        play(&mut position, setup.spec, mv);
    }
    assert_eq!(position.rows(), clause.rows, "{id}");
    assert_eq!(position.to_move(), *side, "{id}");
    assert_eq!(position.winner(), None, "{id}");
    let is_legal = legal(&position, setup, *side).contains(&clause.mv);
    assert_eq!(is_legal, !matches!(clause.expect, Expect::Illegal | Expect::OnlyPass), "{id}");
    assert_eq!(position.must_pass(), clause.expect == Expect::OnlyPass, "{id}");
    if clause.expect == Expect::Illegal {
        return;
    }
    play(&mut position, setup.spec, &clause.mv);
    let winner = match clause.expect {
        Expect::Legal => position.winner(),
        // Order wins by a five that Chaos makes, too.
        Expect::Win if setup.spec.id == "order-and-chaos" => Some(Side::First),
        Expect::Win => Some(*side),
        Expect::WinForNonMover => Some(side.other()),
        Expect::Illegal | Expect::NoWin | Expect::OnlyPass => None,
    };
    assert_eq!(position.winner(), winner, "{id}");
    if let Some(fills) = &clause.fills {
        assert_eq!(&listed(position.fills()), fills, "{id}");
    }
}

fn check_recorded(recorded: &Recorded) {
    let Recorded { source, setup, .. } = recorded;
    let mut position = Literal::new(setup);
    for (event, number) in recorded.events.iter().zip(1..) {
        let at = format!("{source}, event {number}");
        match event {
            Event::Move { side, legal: expected, mv } => {
                assert_eq!(position.to_move(), *side, "{at}");
                assert_eq!(&legal(&position, setup, *side), expected, "{at}");
                play(&mut position, setup.spec, mv);
            }
            // The swap exchanges the people; neither the board nor the side to move changes.
            Event::Swap => assert_eq!(position.cells().len(), 1, "{at}"),
            Event::Pass { side } => {
                assert_eq!(position.to_move(), *side, "{at}");
                play(&mut position, setup.spec, "pass");
            }
            Event::Rejected { side, mv, why } => {
                assert_eq!(position.to_move(), *side, "{at}");
                let point: Point = mv.parse().expect("every move that was refused is a point");
                let faults = position.faults(*side, point, side.piece());
                let id = if why == "outside" { "off-board" } else { why };
                assert!(faults.iter().any(|fault| fault.id() == id), "{at}: {faults:?}");
            }
        }
    }
    assert_eq!(position.winner(), recorded.winner.as_ref().map(|(side, _)| *side), "{source}");
    assert_eq!(position.rows(), recorded.final_rows, "{source}");
}

/// The legal placements as the transcripts write and sort them.
fn legal(position: &Literal, setup: &Setup, side: Side) -> Vec<String> {
    let placements = position.legal(side).into_iter();
    let mut moves: Vec<String> =
        placements.map(|(at, piece)| written(setup.spec, at, piece)).collect();
    moves.sort();
    moves
}

fn play(position: &mut Literal, spec: &Spec, text: &str) {
    let side = position.to_move();
    match Move::read(text, spec).expect("the transcripts write moves") {
        Move::Place(at) => position.play(at, side.piece()).expect("the move is legal"),
        Move::PlacePiece(piece, at) => position.play(at, piece).expect("the move is legal"),
        Move::Pass => position.pass().expect("the pass is forced"),
        Move::Swap => unreachable!("a swap is an event of its own"),
    }
}

fn listed(fills: &Fills) -> [Vec<Point>; 2] {
    fills.each_ref().map(|points| points.iter().copied().collect())
}
