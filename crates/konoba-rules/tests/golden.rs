//! The fast rules replay the games that other implementations played and judged.

use konoba_golden::{Clause, Event, Expect, Game, Recorded, written};
use konoba_rules::{AnyPosition, Grid, Move, Piece, PieceChoice, Point, Points, Setup, Side, text};

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
    let mut position = AnyPosition::start(game.setup);
    for (ply, number) in game.plies.iter().zip(1..) {
        let at = format!("{}, ply {number}", game.source);
        assert_eq!(position.winner(), None, "{at}");
        assert_eq!(position.to_move(), ply.side, "{at}");
        assert_eq!(legal(&position), ply.legal, "{at}");
        assert_eq!(position.must_pass(), ply.mv == "pass", "{at}");
        assert_eq!(play(&mut position, &ply.mv), ply.fills, "{at}");
        assert_eq!(position.open_lines().len(), ply.open_lines.unwrap_or(0), "{at}");
    }
    assert_eq!(position.winner(), Some(game.winner), "{}", game.source);
    assert_eq!(rows(&position), game.final_rows, "{}", game.source);
    assert!(legal(&position).is_empty(), "{}", game.source);
}

fn check_clause(clause: &Clause) {
    let Clause { id, setup, side, .. } = clause;
    let mut position = AnyPosition::start(*setup);
    for mv in &clause.moves {
        play(&mut position, mv);
    }
    assert_eq!(rows(&position), clause.rows, "{id}");
    assert_eq!((position.to_move(), position.winner()), (*side, None), "{id}");
    assert_eq!(position.must_pass(), clause.expect == Expect::OnlyPass, "{id}");
    let mv = read(&clause.mv, setup);
    assert_eq!(position.why_not(*side, mv).is_some(), clause.expect == Expect::Illegal, "{id}");
    if clause.expect == Expect::Illegal {
        return;
    }
    let fills = play(&mut position, &clause.mv);
    let winner = match clause.expect {
        // Whether such a move wins is not told.
        Expect::Legal => position.winner(),
        // Order wins by a five that Chaos makes, too.
        Expect::Win if setup.spec.choice == PieceChoice::Either => Some(Side::First),
        Expect::Win => Some(*side),
        Expect::WinForNonMover => Some(side.other()),
        Expect::Illegal | Expect::NoWin | Expect::OnlyPass => None,
    };
    assert_eq!(position.winner(), winner, "{id}");
    if let Some(expected) = &clause.fills {
        assert_eq!(&fills, expected, "{id}");
    }
}

fn check_recorded(recorded: &Recorded) {
    let Recorded { source, setup, .. } = recorded;
    let mut position = AnyPosition::start(*setup);
    for (event, number) in recorded.events.iter().zip(1..) {
        let at = format!("{source}, event {number}");
        match event {
            Event::Move { side, legal: expected, mv } => {
                assert_eq!(position.to_move(), *side, "{at}");
                assert_eq!(&legal(&position), expected, "{at}");
                play(&mut position, mv);
            }
            Event::Swap => {
                assert!(position.swap_is_offered(), "{at}");
                play(&mut position, "swap");
            }
            Event::Pass { side } => {
                assert_eq!(position.to_move(), *side, "{at}");
                play(&mut position, "pass");
            }
            Event::Rejected { side, mv, why } => {
                let illegal = position.why_not(*side, read(mv, setup)).expect("it was refused");
                let id = if why == "outside" { "off-board" } else { why };
                assert_eq!(illegal.id(), id, "{at}");
            }
        }
    }
    assert_eq!(position.winner(), recorded.winner.as_ref().map(|(side, _)| *side), "{source}");
    assert_eq!(rows(&position), recorded.final_rows, "{source}");
}

/// The legal placements of the side to move as the transcripts write and sort them.
fn legal(position: &AnyPosition) -> Vec<String> {
    let spec = position.setup().spec;
    let placement = |mv: Move| match mv {
        Move::Place(at) => Some(written(spec, at, Piece::First)),
        Move::PlacePiece(piece, at) => Some(written(spec, at, piece)),
        Move::Swap | Move::Pass => None,
    };
    let moves = position.moves_of(position.to_move());
    let mut legal: Vec<String> = moves.into_iter().filter_map(placement).collect();
    legal.sort();
    legal
}

fn read(mv: &str, setup: &Setup) -> Move {
    Move::read(mv, setup.spec).expect("the transcripts write moves")
}

/// Plays a move and tells what it filled.
fn play(position: &mut AnyPosition, mv: &str) -> [Vec<Point>; 2] {
    let mv = read(mv, &position.setup());
    position.play(mv).expect("the move is legal").fills.map(listed)
}

fn listed(points: Points) -> Vec<Point> {
    let mut points: Vec<Point> = points.iter().collect();
    points.sort();
    points
}

fn rows(position: &AnyPosition) -> Vec<String> {
    let written = text::write(position);
    let (rows, _side) = written.split_once(' ').expect("the side to move stands last");
    rows.split('/').map(str::to_owned).collect()
}
