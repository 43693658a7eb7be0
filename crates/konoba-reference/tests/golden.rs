//! The literal implementation replays the games that other implementations played and judged.

use konoba_golden::{Game, RulesUnderTest};
use konoba_reference::Literal;
use konoba_rules::{Move, Piece, Point, Setup, Side};

#[test]
fn open_games() {
    konoba_golden::replay_open_games().iter().for_each(check_witnesses);
}

#[test]
fn disputed_passes() {
    konoba_golden::replay_disputed_passes().iter().for_each(check_witnesses);
}

#[test]
fn clauses() {
    konoba_golden::judge_clauses::<Judging>();
}

#[test]
fn recorded_matches() {
    konoba_golden::replay_recorded_matches::<Judging>();
}

/// A witness holds one kind of piece, and is either a chain from edge to edge or a line of five.
fn check_witnesses((game, Judging(position)): &(Game, Judging)) {
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

/// The rulebook, taken literally.
struct Judging(Literal);

impl RulesUnderTest for Judging {
    fn start(setup: &Setup) -> Self {
        Self(Literal::new(setup))
    }

    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    /// Before the end there are no winning cells.
    fn winner(&self) -> Option<Side> {
        let winner = self.0.winner();
        assert!(winner.is_some() || self.0.witnesses().is_empty());
        winner
    }

    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    fn placements(&self) -> Vec<(Point, Piece)> {
        self.0.legal(self.0.to_move())
    }

    fn open_lines(&self) -> usize {
        self.0.open_lines().len()
    }

    fn rows(&self) -> Vec<String> {
        self.0.rows()
    }

    fn broken(&self, side: Side, mv: Move) -> Vec<&'static str> {
        let (at, piece) = match mv {
            Move::Place(at) => (at, side.piece()),
            Move::PlacePiece(piece, at) => (at, piece),
            Move::Swap | Move::Pass => return Vec::new(),
        };
        self.0.faults(side, at, piece).iter().map(|fault| fault.id()).collect()
    }

    fn play(&mut self, mv: Move) -> [Vec<Point>; 2] {
        let side = self.0.to_move();
        match mv {
            Move::Place(at) => self.0.play(at, side.piece()).expect("the move is legal"),
            Move::PlacePiece(piece, at) => self.0.play(at, piece).expect("the move is legal"),
            Move::Pass => self.0.pass().expect("the pass is forced"),
            // The swap exchanges the people; neither the board nor the side to move changes.
            Move::Swap => assert_eq!(self.0.cells().len(), 1),
        }
        self.0.fills().each_ref().map(|points| points.iter().copied().collect())
    }
}
