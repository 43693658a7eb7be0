//! A solver that is plain enough to be believed: it plays every move, remembers who wins, and knows nothing but the rules.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use konoba_rules::{Move, Piece, Point, Position, Rules, Side};

/// The solver would have had to look at more positions than it may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooHard;

/// Finds out who wins positions of one game, and how soon, by trying everything.
pub struct Plain<R: Rules> {
    /// Whether the side to move wins.
    values: HashMap<Board<R>, bool, Fast>,
    /// Whether a side wins within so many plies.
    within: HashMap<(Board<R>, Side, u8), bool, Fast>,
    /// How often a placement has won, by side, piece and point. What has won before is tried first.
    wins: Vec<u32>,
    looked_at: u64,
    limit: u64,
}

/// The pieces and whose turn it is: all that decides who wins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Board<R: Rules> {
    pieces: [R::Grid; 2],
    to_move: Side,
}

impl<R: Rules> Hash for Board<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.pieces, self.to_move).hash(state);
    }
}

impl<R: Rules> Board<R> {
    fn of(position: &Position<R>) -> Self {
        Self { pieces: position.rules().pieces(), to_move: position.to_move() }
    }
}

impl<R: Rules> Plain<R> {
    /// A solver that looks at so many positions at most.
    pub fn new(limit: u64) -> Self {
        let wins = vec![0; 4 * usize::from(konoba_rules::MAX_SIZE).pow(2)];
        Self { values: HashMap::default(), within: HashMap::default(), wins, looked_at: 0, limit }
    }

    /// How many positions it has looked at.
    pub const fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Who wins a position with best play. There is no swap.
    pub fn winner(&mut self, position: &Position<R>) -> Result<Side, TooHard> {
        if let Some(winner) = position.winner() {
            return Ok(winner);
        }
        let (board, side) = (Board::of(position), position.to_move());
        let wins = match self.values.get(&board) {
            Some(wins) => *wins,
            None => {
                let wins = self.mover_wins(position)?;
                self.values.insert(board, wins);
                wins
            }
        };
        Ok(if wins { side } else { side.other() })
    }

    fn mover_wins(&mut self, position: &Position<R>) -> Result<bool, TooHard> {
        self.look()?;
        let side = position.to_move();
        let mut next: Vec<(u32, Move, Position<R>)> = children(position)
            .map(|(mv, child)| (place(side, mv).map_or(0, |place| self.wins[place]), mv, child))
            .collect();
        if next.iter().any(|(_, _, child)| child.winner() == Some(side)) {
            return Ok(true);
        }
        next.sort_by_key(|(wins, ..)| std::cmp::Reverse(*wins));
        for (_, mv, child) in next {
            if self.winner(&child)? == side {
                if let Some(place) = place(side, mv) {
                    self.wins[place] += 1;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// In how many plies a side wins if it hurries and the other side holds out as long as it can; `None` if that takes more
    /// than the given number, or is never.
    pub fn plies_to_win(
        &mut self,
        position: &Position<R>,
        side: Side,
        most: u8,
    ) -> Result<Option<u8>, TooHard> {
        for plies in 0..=most {
            if self.wins_within(position, side, plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    fn wins_within(
        &mut self,
        position: &Position<R>,
        side: Side,
        plies: u8,
    ) -> Result<bool, TooHard> {
        if let Some(winner) = position.winner() {
            return Ok(winner == side);
        }
        let board = Board::of(position);
        let is_mover = position.to_move() == side;
        if plies == 0 || self.values.get(&board).is_some_and(|wins| *wins != is_mover) {
            return Ok(false);
        }
        if let Some(known) = self.within.get(&(board, side, plies)) {
            return Ok(*known);
        }
        self.look()?;
        // What does not win at all does not win soon: to know that spares looking at all there is within the plies.
        let mut wins = plies < 3 || self.winner(position)? == side;
        if wins {
            wins = !is_mover;
            for (_, child) in children(position) {
                if self.wins_within(&child, side, plies - 1)? == is_mover {
                    wins = is_mover;
                    break;
                }
            }
        }
        self.within.insert((board, side, plies), wins);
        Ok(wins)
    }

    fn look(&mut self) -> Result<(), TooHard> {
        self.looked_at += 1;
        if self.looked_at > self.limit { Err(TooHard) } else { Ok(()) }
    }
}

fn children<R: Rules>(position: &Position<R>) -> impl Iterator<Item = (Move, Position<R>)> {
    let position = *position;
    position.moves().map(move |mv| {
        let mut next = position;
        next.try_play(mv).expect("the move is legal");
        (mv, next)
    })
}

/// The place of a placement among all, by side, piece and point.
fn place(side: Side, mv: Move) -> Option<usize> {
    let piece = match mv {
        Move::PlacePiece(piece, _) => piece,
        _ => Piece::First,
    };
    let at: Point = mv.point()?;
    let board = usize::from(konoba_rules::MAX_SIZE).pow(2);
    Some((side.index() * 2 + piece.index()) * board + at.index())
}

/// Words are mixed by a multiplication each. The boards are compared whole, so a weak hash costs time and no truth.
type Fast = BuildHasherDefault<Mixer>;

#[derive(Clone, Copy, Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}
