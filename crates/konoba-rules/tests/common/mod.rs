//! One position on the fast rules and on the literal ones, which must agree in everything.

use std::collections::{BTreeMap, BTreeSet};

use konoba_reference::{Fault, Literal, konobi, quentin};
use konoba_rules::text::{self, TextError};
use konoba_rules::{
    AnyPosition, Grid, Illegal, Move, Piece, PieceChoice, Point, Points, Setup, Side,
};

/// A position and its literal twin.
#[derive(Clone, Debug)]
pub(crate) struct Twins {
    pub(crate) fast: AnyPosition,
    pub(crate) literal: Literal,
}

impl Twins {
    /// The empty board.
    pub(crate) fn start(setup: Setup) -> Self {
        Self { fast: AnyPosition::start(setup), literal: Literal::new(&setup) }
    }

    /// A position from its text. Both must find that it can stand, or that it cannot.
    pub(crate) fn read(setup: Setup, position: &str) -> Result<Self, TextError> {
        let literal = read_literally(setup, position);
        let read = text::read(setup, position);
        assert_eq!(read.is_ok(), stands(&literal), "{position}: {read:?}");
        Ok(Self { fast: read?, literal })
    }

    /// Plays a legal move on both and compares what became of it.
    pub(crate) fn play(&mut self, mv: Move) {
        let before = text::write(&self.fast);
        let side = self.fast.to_move();
        let played = self.fast.play(mv);
        let played = played.unwrap_or_else(|illegal| panic!("{before} {mv:?}: {illegal:?}"));
        assert_eq!((played.side, played.mv), (side, mv), "{before}");
        let literally = match mv {
            Move::Place(at) => self.literal.play(at, side.piece()),
            Move::PlacePiece(piece, at) => self.literal.play(at, piece),
            Move::Pass => self.literal.pass().map_err(|fault| vec![fault]),
            // The swap exchanges the people, of whom the literal rules know nothing.
            Move::Swap => Ok(()),
        };
        assert_eq!(literally, Ok(()), "{before} {mv:?}");
        if mv != Move::Swap {
            assert_eq!(&played.fills.map(set), self.literal.fills(), "{before} {mv:?}");
        }
        self.check_outcome();
    }

    /// Compares all that is told of the position.
    pub(crate) fn check(&self) {
        self.check_outcome();
        self.check_points(&Point::all(self.fast.setup().size).collect::<Vec<_>>());
    }

    /// Compares the board, the turn and the end of the game.
    fn check_outcome(&self) {
        let Self { fast, literal } = self;
        let at = text::write(fast);
        let pieces = Piece::BOTH.map(|piece| literal.board().points_of(piece));
        assert_eq!(fast.pieces().map(set), pieces, "{at}");
        assert_eq!(fast.to_move(), literal.to_move(), "{at}");
        assert_eq!(fast.winner(), literal.winner(), "{at}");
        let open: BTreeSet<_> = fast.open_lines().into_iter().map(set).collect();
        let literally = literal.open_lines().into_iter().map(BTreeSet::from_iter).collect();
        assert_eq!(open, literally, "{at}");
        // Where one turn completes several chains or lines, any of them may be shown.
        let (witness, witnesses) = (set(fast.witness()), literal.witnesses());
        let is_whole = witnesses.iter().any(|chain| chain.is_subset(&witness));
        assert!(is_whole || witnesses.is_empty(), "{at}: {witness:?}");
        let shown = witnesses.iter().flatten().copied().collect();
        assert!(witness.is_subset(&shown), "{at}: {witness:?}");
        let is_of_winner =
            |cell: &Point| literal.board().at(*cell) == fast.winner().map(Side::piece);
        assert!(
            !fast.setup().spec.has_edges || shown.iter().all(is_of_winner),
            "{at}: two winners"
        );
    }

    /// Compares, for both sides, what is told of placing on these points.
    pub(crate) fn check_points(&self, points: &[Point]) {
        let must_pass = self.fast.must_pass();
        for side in Side::BOTH {
            let legal = self.fast.legal_points(side);
            let is_blocked = legal.is_empty() && self.fast.winner().is_none();
            assert!(side != self.fast.to_move() || is_blocked == must_pass, "{:?}", self.fast);
            for at in points {
                self.check_placements(side, *at, legal);
            }
        }
    }

    fn check_placements(&self, side: Side, at: Point, legal: Points) {
        let choice = self.fast.setup().spec.choice;
        let pieces = match choice {
            PieceChoice::Own => vec![side.piece()],
            PieceChoice::Either => Piece::BOTH.to_vec(),
        };
        for piece in pieces {
            let faults = self.literal.faults(side, at, piece);
            let mv = Move::placement(choice, piece, at);
            let why_not = self.fast.why_not(side, mv);
            let context = || format!("{} {side:?} {at}: {why_not:?}", text::write(&self.fast));
            let is_legal = faults.is_empty() && self.fast.winner().is_none();
            assert_eq!(legal.contains(at), is_legal, "{}, literally {faults:?}", context());
            if side == self.fast.to_move() {
                assert_eq!({ self.fast }.play(mv).is_ok(), is_legal, "{}", context());
            }
            match why_not {
                Some(illegal @ (Illegal::Occupied(_) | Illegal::Rule(..))) => {
                    self.check_reason(side, &faults, illegal);
                }
                Some(Illegal::NotYourTurn) => assert_ne!(side, self.fast.to_move()),
                Some(Illegal::GameOver) => assert!(self.fast.winner().is_some()),
                Some(_) => panic!("{}", context()),
                None => assert!(is_legal && side == self.fast.to_move(), "{}", context()),
            }
        }
    }

    /// A reason is given where the literal rules find a fault, and is one of what they find: of
    /// the rule that is to be named first, with the cells in their roles.
    fn check_reason(&self, side: Side, faults: &[Fault], illegal: Illegal) {
        let given = match illegal {
            Illegal::Occupied(at) => Fault::Occupied(at),
            Illegal::Rule(at, broken) => {
                if self.fast.setup().spec.id == "quentin" {
                    let (_, fills) = quentin::turn(self.literal.board(), side, at);
                    assert_eq!(broken.fills.map(set), fills, "{:?}", self.fast);
                }
                let cells: Vec<_> = broken.flaw.named_cells().collect();
                fault(broken.flaw.rule.id, at, &cells)
            }
            _ => unreachable!("only placements have faults"),
        };
        let context = || format!("{} {side:?}: {illegal:?}", text::write(&self.fast));
        assert_eq!(faults.first().map(Fault::id), Some(given.id()), "{}", context());
        assert!(faults.contains(&given), "{}, literally {faults:?}", context());
    }
}

/// A broken rule and its cells in the words of the literal rules.
fn fault(rule: &str, placed: Point, cells: &[(&str, Point)]) -> Fault {
    match (rule, cells) {
        ("crosscut", &[("p", p), ("stone", stone), ("left", left), ("right", right)]) => {
            assert_eq!(p, placed);
            assert_eq!((p.x.abs_diff(stone.x), p.y.abs_diff(stone.y)), (1, 1));
            Fault::Crosscut(sorted([p, stone, left, right]))
        }
        ("weak-connection", &[("stone", stone), ("clean", clean)]) => {
            Fault::WeakConnection { stone, clean }
        }
        (
            "diagonal",
            &[("stone", stone), ("diagonal", diagonal), ("one", one), ("other", other)],
        ) => {
            // A stone would help on the two points that are beside both.
            let corners =
                [Point { x: stone.x, y: diagonal.y }, Point { x: diagonal.x, y: stone.y }];
            assert_eq!(sorted([one, other]), sorted(corners));
            Fault::Diagonal(sorted([stone, diagonal]))
        }
        _ => panic!("no rule {rule} with {cells:?} is known here"),
    }
}

fn sorted<const COUNT: usize>(mut points: [Point; COUNT]) -> [Point; COUNT] {
    points.sort();
    points
}

/// The points as the literal rules hold them.
pub(crate) fn set(points: Points) -> BTreeSet<Point> {
    points.iter().collect()
}

fn read_literally(setup: Setup, position: &str) -> Literal {
    let (rows, side) = position.split_once(' ').expect("a position ends with the side to move");
    let size = rows.split('/').count() as u8;
    let mut cells = BTreeMap::new();
    for (row, y) in rows.split('/').zip((0..size).rev()) {
        for (letter, x) in row.chars().zip(0..) {
            cells.extend(setup.spec.piece_lettered(letter).map(|piece| (Point::new(x, y), piece)));
        }
    }
    let to_move = setup.spec.side_named(side).expect("the game has the side");
    let setup = setup.with_size(size).expect("the game is played on that size");
    Literal::with_cells(&setup, cells, to_move)
}

/// Whether a turn could have left the board like this and the game go on.
fn stands(literal: &Literal) -> bool {
    let board = literal.board();
    let mut stones = board.cells.iter();
    let is_sound = match literal.setup().spec.id {
        "konobi" => stones.all(|(p, colour)| konobi::crosscuts(board, *p, *colour).is_empty()),
        "quentin" => {
            quentin::bad_diagonals(board).is_empty() && quentin::territories(board).is_empty()
        }
        _ => true,
    };
    is_sound && literal.winner().is_none()
}
