//! What the solution says of a position in play.

use konoba_rules::games::OrderAndChaos;
use konoba_rules::grid::Grid;
use konoba_rules::{Move, Piece, Point, Position, Rules, Side};

use super::centre::{self, Board, Game};
use super::lines::{LASTING_FIVE, LINES};
use super::pairs::{Pair, Pairing};

/// A move that the solution wants, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TheoryMove {
    /// Answer in the other cell of the pair.
    Pair {
        /// The answer.
        mv: Move,
        /// The cell that is answered.
        answered: Point,
    },
    /// Go on towards a four in the centre.
    Four(Move),
    /// Any move that touches nothing that matters, as this one.
    Wait(Move),
}

/// The solution, with what has been found out about the centre on the way.
pub(super) struct Theory {
    order: Pairing,
    chaos: Pairing,
    centre: Game,
    /// The central lines that the centre is solved for.
    lines: Vec<u16>,
}

/// How the cells of a pair are filled.
enum Filled {
    None,
    /// One cell, which is answered by the move.
    Half(Point, Move),
    Answered,
    Wrongly,
}

impl Theory {
    pub(super) fn new() -> Self {
        let (order, chaos) = (Pairing::of_order(), Pairing::of_chaos());
        Self { order, chaos, centre: Game::new([]), lines: Vec::new() }
    }

    /// Which side wins a variant from the empty board.
    pub(super) const fn winner(variant: u8) -> Side {
        if variant == LASTING_FIVE { Side::Second } else { Side::First }
    }

    /// What the winning side, which is to move, is to play, if the solution still holds.
    pub(super) fn advice(&mut self, position: &Position<OrderAndChaos>) -> Option<TheoryMove> {
        match Self::winner(position.setup().variant) {
            side if side != position.to_move() => None,
            Side::First => self.advice_for_order(position.rules()),
            Side::Second => self.advice_for_chaos(position.rules()),
        }
    }

    /// Whether the side to move has lost, since the solution holds for the other side.
    pub(super) fn is_lost(&mut self, position: &Position<OrderAndChaos>) -> bool {
        let rules = position.rules();
        match Self::winner(position.setup().variant) {
            side if side == position.to_move() => false,
            Side::First => match self.ends(rules) {
                Ends { half: None, is_lost: false } => self.centre.is_won(central(rules), false),
                _ => false,
            },
            Side::Second => self.guards(rules).is_some_and(|half| half.is_none()),
        }
    }

    fn advice_for_order(&mut self, rules: &OrderAndChaos) -> Option<TheoryMove> {
        let ends = self.ends(rules);
        let board = central(rules);
        if ends.is_lost {
            return None;
        }
        if let Some((answered, mv)) = ends.half {
            return self.centre.is_won(board, false).then_some(TheoryMove::Pair { mv, answered });
        }
        // A four between empty ends wins at once; this is for what comes before.
        let (piece, cell) = self.centre.winning_move(board)?;
        Some(TheoryMove::Four(Move::PlacePiece(piece, centre::point(cell))))
    }

    fn advice_for_chaos(&self, rules: &OrderAndChaos) -> Option<TheoryMove> {
        if let Some((answered, mv)) = self.guards(rules)? {
            return Some(TheoryMove::Pair { mv, answered });
        }
        let open = open_lines(rules);
        let is_free = |at: &Point| rules.pieces().iter().all(|own| !own.contains(*at));
        let guards_nothing =
            |at: &Point| self.chaos.partner(*at).is_some_and(|(pair, _)| !guards_any(&pair, &open));
        let mut idle = Point::all(rules.size()).filter(is_free).filter(guards_nothing);
        idle.next().map(|at| TheoryMove::Wait(Move::PlacePiece(Piece::First, at)))
    }

    /// Looks at the ends of the central lines, and solves the centre for the lines whose ends are
    /// not spoilt.
    fn ends(&mut self, rules: &OrderAndChaos) -> Ends {
        let mut ends = Ends { half: None, is_lost: false };
        let mut lines = Vec::new();
        for (pair, (_, middle)) in self.order.0.iter().zip(centre::lines()) {
            match filled(pair, rules) {
                Filled::None | Filled::Answered => lines.push(middle),
                Filled::Wrongly => {}
                Filled::Half(at, mv) => {
                    lines.push(middle);
                    ends.is_lost |= ends.half.is_some();
                    ends.half = Some((at, mv));
                }
            }
        }
        if lines != self.lines {
            self.centre = Game::new(lines.iter().copied());
            self.lines = lines;
        }
        ends
    }

    /// Whether each open line is guarded by its pair: `None` if one is not, else the one pair that
    /// is to be answered, if there is one.
    fn guards(&self, rules: &OrderAndChaos) -> Option<Option<(Point, Move)>> {
        let open = open_lines(rules);
        let mut half = None;
        for pair in self.chaos.0.iter().filter(|pair| guards_any(pair, &open)) {
            match filled(pair, rules) {
                Filled::None | Filled::Answered => {}
                Filled::Half(at, mv) if half.is_none() => half = Some((at, mv)),
                Filled::Half(..) | Filled::Wrongly => return None,
            }
        }
        Some(half)
    }
}

/// How the ends of the central lines are filled.
struct Ends {
    /// The cell to be answered, and the answer.
    half: Option<(Point, Move)>,
    /// Whether more than one is to be answered, which cannot be done.
    is_lost: bool,
}

fn central(rules: &OrderAndChaos) -> Board {
    Board::of(rules.pieces().map(|own| move |at: Point| own.contains(at)))
}

fn filled(pair: &Pair, rules: &OrderAndChaos) -> Filled {
    let holds = |at: Point| {
        Piece::BOTH.into_iter().find(|piece| rules.pieces()[piece.index()].contains(at))
    };
    let [first, second] = pair.cells;
    let half = |at, piece, other| Filled::Half(at, Move::PlacePiece(pair.reply(piece), other));
    match [holds(first), holds(second)] {
        [None, None] => Filled::None,
        [Some(piece), None] => half(first, piece, second),
        [None, Some(piece)] => half(second, piece, first),
        [Some(one), Some(other)] if pair.reply(one) == other => Filled::Answered,
        _ => Filled::Wrongly,
    }
}

fn open_lines(rules: &OrderAndChaos) -> Vec<&'static Vec<Point>> {
    let mut open = Vec::new();
    rules.open_lines(&mut |line| {
        open.extend(LINES.iter().filter(|cells| cells.iter().all(|at| line.contains(*at))));
    });
    open
}

/// Whether both cells of a pair are on one of these lines.
fn guards_any(pair: &Pair, lines: &[&Vec<Point>]) -> bool {
    lines.iter().any(|line| pair.cells.iter().all(|at| line.contains(at)))
}
