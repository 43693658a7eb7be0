//! The fast rules replay the games that other implementations played and judged.

use konoba_golden::RulesUnderTest;
use konoba_rules::{AnyPosition, Grid, Move, Piece, Point, Points, Setup, Side, text};

#[test]
fn open_games() {
    konoba_golden::replay_open_games::<Fast>();
}

#[test]
fn disputed_passes() {
    konoba_golden::replay_disputed_passes::<Fast>();
}

#[test]
fn clauses() {
    konoba_golden::judge_clauses::<Fast>();
}

#[test]
fn recorded_matches() {
    konoba_golden::replay_recorded_matches::<Fast>();
}

/// The rules that the server and the engine use.
struct Fast(AnyPosition);

impl RulesUnderTest for Fast {
    fn start(setup: &Setup) -> Self {
        Self(AnyPosition::start(*setup))
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    fn winner(&self) -> Option<Side> {
        self.0.winner()
    }

    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    fn placements(&self) -> Vec<(Point, Piece)> {
        let placement = |mv: Move| match mv {
            Move::Place(at) => Some((at, Piece::First)),
            Move::PlacePiece(piece, at) => Some((at, piece)),
            Move::Swap | Move::Pass => None,
        };
        self.0.moves_of(self.0.to_move()).into_iter().filter_map(placement).collect()
    }

    fn open_lines(&self) -> usize {
        self.0.open_lines().len()
    }

    fn rows(&self) -> Vec<String> {
        let written = text::write(&self.0);
        let (rows, _side) = written.split_once(' ').expect("the side to move stands last");
        rows.split('/').map(str::to_owned).collect()
    }

    fn broken(&self, side: Side, mv: Move) -> Vec<&'static str> {
        self.0.why_not(side, mv).iter().map(konoba_rules::Illegal::id).collect()
    }

    fn play(&mut self, mv: Move) -> [Vec<Point>; 2] {
        self.0.play(mv).expect("the move is legal").fills.map(listed)
    }
}

fn listed(points: Points) -> Vec<Point> {
    let mut points: Vec<Point> = points.iter().collect();
    points.sort();
    points
}
