//! The solution of the game, derived again from the rules alone.

use std::collections::HashSet;
use std::fmt;

use konoba_rules::games::OrderAndChaos;
use konoba_rules::grid::{Grid, Small};
use konoba_rules::{Piece, Point, Rules, Setup, Side};

use super::centre::{self, Board, Game};
use super::lines::{LASTING_FIVE, LINES, board, set};
use super::pairs::{Pair, Pairing};

/// Who wins, and what was looked at to know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// Who wins with best play.
    pub winner: Side,
    /// Each step of the proof.
    pub steps: Vec<CheckedClaim>,
}

/// A step of the proof that holds in every case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedClaim {
    /// What was shown.
    pub claim: &'static str,
    /// How many cases there were.
    pub cases: u64,
}

/// Why a proof fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refuted {
    /// A cell is in no pair, or in two, or in one where it should not be.
    Unpaired(Point),
    /// A line holds no pair of its own.
    Unguarded(Vec<Point>),
    /// The claim is false for a line with this content, the empty cells left out.
    Line {
        /// What was to be shown.
        claim: &'static str,
        /// The content.
        content: Vec<(Point, Piece)>,
    },
    /// Chaos can prevent a four in the centre.
    Centre,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpaired(at) => write!(f, "{at} is not in exactly one pair"),
            Self::Unguarded(line) => {
                write!(f, "the line from {} to {} holds no pair", line[0], line[line.len() - 1])
            }
            Self::Line { claim, content } => {
                write!(f, "not so: {claim}; see")?;
                let letter = |piece| OrderAndChaos::SPEC.piece(piece).letter;
                content.iter().try_for_each(|(at, piece)| write!(f, " {}{at}", letter(*piece)))
            }
            Self::Centre => f.write_str("Chaos can prevent a four in the centre"),
        }
    }
}

impl std::error::Error for Refuted {}

/// Derives who wins a variant, by the pairing that is known for it.
pub fn prove(setup: Setup) -> Result<Proven, Refuted> {
    match setup.variant {
        LASTING_FIVE => prove_pairing(setup, &Pairing::of_chaos()),
        _ => prove_centre(setup, &Pairing::of_order()),
    }
}

/// Shows that Chaos wins by answering every move in the other cell of its pair.
///
/// Whenever it is Order's turn each pair is empty or answered; after Order's move one of them is
/// half filled. If no content of any line that respects the pairs on it is a win for Order, Order
/// never wins; and if no full line is open, Chaos has won at the latest when the board is full.
pub fn prove_pairing(setup: Setup, pairing: &Pairing) -> Result<Proven, Refuted> {
    const NO_WIN: &str = "no content of a line that respects its pairs wins for Order";
    const CLOSED: &str = "no full line that respects its pairs is open";
    check_covered(pairing, |_| true)?;
    let (mut contents, mut full_lines) = (0, 0);
    for line in LINES.iter() {
        let is_on_line = |pair: &&Pair| pair.cells.iter().all(|at| line.contains(at));
        let pairs: Vec<&Pair> = pairing.0.iter().filter(is_on_line).collect();
        if pairs.is_empty() {
            return Err(Refuted::Unguarded(line.clone()));
        }
        for content in contents_of(line) {
            if !pairs.iter().all(|pair| respects(pair, &content)) {
                continue;
            }
            let rules = board(setup, content.iter().copied());
            ensure(!is_won_by_order(&rules), NO_WIN, &content)?;
            contents += 1;
            if content.len() == line.len() {
                ensure(!is_open(&rules, line), CLOSED, &content)?;
                full_lines += 1;
            }
        }
    }
    let pairs = pairing.0.len() as u64;
    let steps = vec![
        CheckedClaim { claim: "every cell is in exactly one pair", cases: 2 * pairs },
        CheckedClaim { claim: "every line holds a pair", cases: LINES.len() as u64 },
        CheckedClaim { claim: NO_WIN, cases: contents },
        CheckedClaim { claim: CLOSED, cases: full_lines },
    ];
    Ok(Proven { winner: Side::Second, steps })
}

/// Shows that Order wins by playing for four in the centre and answering moves on the border in the
/// other end of the line.
///
/// Whenever it is Chaos's turn the ends of each central line are both empty or unlike. So no central
/// line is closed by its ends; a four with unlike ends is a five; and a four with empty ends is one
/// at Order's next move at the latest. It remains that Order, moving first, can force a four.
pub fn prove_centre(setup: Setup, pairing: &Pairing) -> Result<Proven, Refuted> {
    const OPEN: &str = "a central line of one kind with paired ends is open";
    const FIVE: &str = "a central four with paired ends is five, or so at Order's next move";
    let is_central = |at: Point| centre::cell(at).is_some();
    check_covered(pairing, |at| !is_central(at))?;
    let (mut open, mut fours) = (0, 0);
    for pair in &pairing.0 {
        let is_line = |line: &&Vec<Point>| pair.cells.iter().all(|at| line.contains(at));
        let line = LINES.iter().find(is_line).ok_or(Refuted::Unpaired(pair.cells[0]))?;
        let middle: Vec<Point> = line.iter().copied().filter(|at| is_central(*at)).collect();
        for ends in contents_of(&pair.cells) {
            if ends.len() == 1 || !respects(pair, &ends) {
                continue;
            }
            for inner in contents_of(&middle) {
                if inner.iter().any(|(_, piece)| *piece != inner[0].1) {
                    continue;
                }
                let content = [&ends[..], &inner].concat();
                if inner.len() < middle.len() {
                    let rules = board(setup, content.iter().copied());
                    ensure(is_open(&rules, line), OPEN, &content)?;
                    open += 1;
                } else {
                    fours += check_four(setup, pair, &content, FIVE)?;
                }
            }
        }
    }
    let forced = force_four()?;
    let steps = vec![
        CheckedClaim { claim: "every border cell is in exactly one pair", cases: 20 },
        CheckedClaim { claim: OPEN, cases: open },
        CheckedClaim { claim: FIVE, cases: fours },
        CheckedClaim {
            claim: "Order moving first wins the centre: boards solved",
            cases: forced.solved,
        },
        CheckedClaim { claim: "boards that Order's moves can lead to", cases: forced.boards },
        CheckedClaim {
            claim: "replies of Chaos in the centre, each answered",
            cases: forced.replies,
        },
    ];
    Ok(Proven { winner: Side::First, steps })
}

/// What was looked at to see that Order can force a four.
struct Forced {
    solved: u64,
    boards: u64,
    replies: u64,
}

/// Solves the centre, then plays it: Order by the solution, Chaos in every way.
fn force_four() -> Result<Forced, Refuted> {
    let mut game = Game::new(centre::lines().map(|(_, middle)| middle));
    let start = Board::default();
    let (mut seen, mut waiting, mut replies) = (HashSet::from([start]), vec![start], 0);
    while let Some(board) = waiting.pop() {
        let (piece, cell) = game.winning_move(board).ok_or(Refuted::Centre)?;
        let board = board.with(piece, cell);
        if game.has_four(board) {
            continue;
        }
        let mut is_stuck = true;
        for (piece, cell) in board.moves() {
            is_stuck = false;
            replies += 1;
            let board = board.with(piece, cell);
            if !game.has_four(board) && seen.insert(board) {
                waiting.push(board);
            }
        }
        // A full centre without a four.
        if is_stuck {
            return Err(Refuted::Centre);
        }
    }
    Ok(Forced { solved: game.boards() as u64, boards: seen.len() as u64, replies })
}

/// A four between ends that are unlike has won. Between empty ends Order, to move, wins at either;
/// and if Chaos moves first, then whatever Chaos plays at an end, it wins or Order wins at the other.
fn check_four(
    setup: Setup,
    pair: &Pair,
    content: &[(Point, Piece)],
    claim: &'static str,
) -> Result<u64, Refuted> {
    let rules = board(setup, content.iter().copied());
    if content.len() > 4 {
        ensure(is_won_by_order(&rules), claim, content)?;
        return Ok(1);
    }
    let four = content[0].1;
    let wins = |rules: &OrderAndChaos, side, at, piece| {
        let mut rules = *rules;
        let placed = rules.place(side, at, piece).expect("the end is empty");
        (rules.winner(&placed) == Some(Side::First), rules)
    };
    for at in pair.cells {
        ensure(wins(&rules, Side::First, at, four).0, claim, content)?;
    }
    let [first, last] = pair.cells;
    for (at, other) in [(first, last), (last, first)] {
        for piece in Piece::BOTH {
            let (is_won, rules) = wins(&rules, Side::Second, at, piece);
            let is_answered = || wins(&rules, Side::First, other, pair.reply(piece)).0;
            ensure(is_won || is_answered(), claim, content)?;
        }
    }
    Ok(6)
}

/// Whether the cells that belong to a pair are in exactly one, and the others in none.
fn check_covered(pairing: &Pairing, belongs: impl Fn(Point) -> bool) -> Result<(), Refuted> {
    for at in Point::all(6) {
        let count = pairing.0.iter().flat_map(|pair| pair.cells).filter(|cell| *cell == at).count();
        if count != usize::from(belongs(at)) {
            return Err(Refuted::Unpaired(at));
        }
    }
    Ok(())
}

/// Whether a pair is empty, half filled, or filled as the answer wants it.
fn respects(pair: &Pair, content: &[(Point, Piece)]) -> bool {
    let held = pair.cells.map(|cell| content.iter().find(|(at, _)| *at == cell));
    match held {
        [Some((_, one)), Some((_, other))] => pair.reply(*one) == *other,
        _ => true,
    }
}

/// Every way to fill some of these cells.
fn contents_of(cells: &[Point]) -> impl Iterator<Item = Vec<(Point, Piece)>> {
    (0..3u32.pow(cells.len() as u32)).map(move |number| {
        let digits = (0..cells.len()).map(|digit| number / 3u32.pow(digit as u32) % 3);
        let held = cells.iter().zip(digits).filter(|(_, digit)| *digit > 0);
        held.map(|(at, digit)| (*at, Piece::BOTH[digit as usize - 1])).collect()
    })
}

fn is_won_by_order(rules: &OrderAndChaos) -> bool {
    !rules.witness(Side::First).is_empty()
}

fn is_open(rules: &OrderAndChaos, line: &[Point]) -> bool {
    let line = set(line.iter().copied());
    let mut is_open = false;
    rules.open_lines(&mut |open| is_open |= Small::from_points(open) == line);
    is_open
}

fn ensure(holds: bool, claim: &'static str, content: &[(Point, Piece)]) -> Result<(), Refuted> {
    if holds { Ok(()) } else { Err(Refuted::Line { claim, content: content.to_vec() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expert::order_and_chaos::pairs::PairReply;

    fn setup(variant: &str) -> Setup {
        format!("order-and-chaos:{variant}").parse().unwrap()
    }

    #[test]
    fn every_variant_is_proved() {
        for (variant, winner) in [
            ("exact-five", Side::First),
            ("five-or-six", Side::First),
            ("lasting-five", Side::Second),
        ] {
            let proven = prove(setup(variant)).unwrap();
            assert_eq!(proven.winner, winner, "{variant}");
            assert!(proven.steps.iter().all(|step| step.cases > 0), "{variant}: {proven:?}");
        }
    }

    /// "The same pairing loses under exact-five, where an open four is completed and judged before
    /// Chaos can answer" (O5).
    #[test]
    fn a_pairing_that_does_not_guard_every_line_is_refuted() {
        let chaos = Pairing::of_chaos();
        assert!(matches!(prove_pairing(setup("exact-five"), &chaos), Err(Refuted::Line { .. })));
        assert!(matches!(prove_pairing(setup("five-or-six"), &chaos), Err(Refuted::Line { .. })));
        let lasting = setup("lasting-five");
        for number in 0..chaos.0.len() {
            let mut wrong = chaos.clone();
            let answer = &mut wrong.0[number].answer;
            *answer =
                if *answer == PairReply::Alike { PairReply::Unlike } else { PairReply::Alike };
            assert!(
                matches!(prove_pairing(lasting, &wrong), Err(Refuted::Line { .. })),
                "{number}"
            );
            let mut wrong = chaos.clone();
            let next = (number + 1) % chaos.0.len();
            let cell = wrong.0[number].cells[1];
            wrong.0[number].cells[1] = wrong.0[next].cells[1];
            wrong.0[next].cells[1] = cell;
            assert!(prove_pairing(lasting, &wrong).is_err(), "{number} and {next}");
            wrong.0.pop();
            assert!(matches!(prove_pairing(lasting, &wrong), Err(Refuted::Unpaired(_))));
        }
    }

    #[test]
    fn ends_that_are_answered_alike_are_refuted() {
        let order = Pairing::of_order();
        for number in 0..order.0.len() {
            let mut wrong = order.clone();
            wrong.0[number].answer = PairReply::Alike;
            let refuted = prove_centre(setup("exact-five"), &wrong);
            assert!(matches!(refuted, Err(Refuted::Line { .. })), "{number}: {refuted:?}");
        }
        assert!(prove_centre(setup("lasting-five"), &order).is_err());
    }
}
