//! Random games, played by the fast rules, or by the literal ones beside which their speed is measured.

use crate::{MAX_SIZE, Piece, PieceChoice, Point, Position, Rules, Side};

/// What a playout needs of an implementation of the rules.
pub trait PlayoutRules {
    /// Places if that is legal. The point is on the board; it may be occupied.
    fn judge(&mut self, side: Side, at: Point, piece: Piece) -> Verdict;
    /// Whether a point that was refused has no piece, so that it may be legal in a later turn.
    fn is_vacant(&self, at: Point) -> bool;
}

/// What became of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is illegal; nothing has changed.
    Refused,
    /// It was placed and the game goes on.
    GoesOn,
    /// It was placed and the side has won, no matter which side placed.
    Won(Side),
}

impl<R: Rules> PlayoutRules for R {
    #[inline(always)]
    fn judge(&mut self, side: Side, at: Point, piece: Piece) -> Verdict {
        if !self.is_vacant(at) {
            return Verdict::Refused;
        }
        match self.place_on_empty(side, at, piece) {
            None => Verdict::Refused,
            Some(placed) => self.winner(&placed).map_or(Verdict::GoesOn, Verdict::Won),
        }
    }

    #[inline(always)]
    fn is_vacant(&self, at: Point) -> bool {
        // The points drawn from are empty but for those that were filled. Whether a game fills any is asked by the
        // compiler: another crate would read it from memory at every move, which took a sixth of one in Order and Chaos.
        !const { R::SPEC.has_fills } || self.is_empty_at(at)
    }
}

/// A source of random numbers. Everything random in this crate takes one as an argument, so that
/// the same seed gives the same games everywhere.
pub trait Dice {
    /// A number below `bound`, each as likely as the next. `bound` is not 0.
    fn below(&mut self, bound: u32) -> u32;
}

/// Wyrand (Wang Yi, 2019): one multiplication a number, and good enough for games.
#[derive(Clone, Debug)]
pub struct WyRand(u64);

impl WyRand {
    /// The generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline(always)]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = self.0 as u128 * (self.0 ^ 0xe703_7ed1_a0b4_28db) as u128;
        (product >> 64) as u64 ^ product as u64
    }
}

impl Dice for WyRand {
    #[inline(always)]
    fn below(&mut self, bound: u32) -> u32 {
        // The high half of a product (Lemire, 2019); its bias, under bound / 2^32, is accepted.
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

/// Where a playout begins: whose turn it is, and the points that are empty, in any order, in a list
/// without allocation.
#[derive(Clone, Debug)]
pub struct Opening {
    to_move: Side,
    choice: PieceChoice,
    points: [Point; MAX_SIZE as usize * MAX_SIZE as usize],
    count: usize,
}

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Who won.
    pub winner: Side,
    /// How many moves it took, passes included.
    pub moves: u32,
}

/// A placement or pass in a playout, as its watcher sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutMove {
    /// Who moved.
    pub side: Side,
    /// Where and what; `None` for a pass.
    pub placed: Option<(Point, Piece)>,
}

impl Opening {
    /// Playouts from this position on.
    ///
    /// # Panics
    /// If the game is over.
    pub fn from_position<R: Rules>(position: &Position<R>) -> Self {
        assert!(position.winner().is_none(), "a playout begins before the end");
        let points = crate::Grid::iter(position.empty_points());
        Self::new(R::SPEC.choice, position.to_move(), points)
    }

    /// Playouts from these empty points on.
    pub fn new(choice: PieceChoice, to_move: Side, empty: impl IntoIterator<Item = Point>) -> Self {
        let points = [Point::new(0, 0); MAX_SIZE as usize * MAX_SIZE as usize];
        let mut opening = Self { to_move, choice, points, count: 0 };
        for at in empty {
            opening.points[opening.count] = at;
            opening.count += 1;
        }
        opening
    }

    /// Plays a random game to its end, each legal move of a side as likely as the next: draws from
    /// the empty points without replacement until the rules accept one. There is no swap. The
    /// rules stand where the opening does, and afterwards at the end of the game.
    ///
    /// The opening remembers no game, but the order in which its points lie changes with each: the
    /// same dice give the same games from a fresh opening.
    #[inline(always)]
    pub fn play_out<J: PlayoutRules, D: Dice>(
        &mut self,
        rules: &mut J,
        dice: &mut D,
        mut watch: impl FnMut(PlayoutMove),
    ) -> Ending {
        // Asked once for a whole game: in Order and Chaos a move is cheaper by a tenth for it.
        match self.choice {
            PieceChoice::Own => self.play_out_with::<1, J, D>(rules, dice, &mut watch),
            PieceChoice::Either => self.play_out_with::<2, J, D>(rules, dice, &mut watch),
        }
    }

    /// Plays a random game in which a side has this many pieces to choose from.
    #[inline(always)]
    fn play_out_with<const PIECES: usize, J: PlayoutRules, D: Dice>(
        &mut self,
        rules: &mut J,
        dice: &mut D,
        watch: &mut impl FnMut(PlayoutMove),
    ) -> Ending {
        let (to_move, mut count, mut moves) = (self.to_move, self.count, 0);
        let mut turn = |side| {
            moves += 1;
            self.draw_until_accepted::<PIECES, J, D>(&mut count, rules, dice, side, watch)
        };
        // One turn of each side at a time, so that the compiler sees which side it is.
        let mut verdict = Verdict::GoesOn;
        if to_move == Side::Second {
            verdict = turn(Side::Second);
        }
        loop {
            if let Verdict::Won(winner) = verdict {
                return Ending { winner, moves };
            }
            verdict = turn(Side::First);
            if let Verdict::GoesOn = verdict {
                verdict = turn(Side::Second);
            }
        }
    }

    /// Of the first `count` points, those that the next draws are from, the one accepted goes
    /// behind them; those refused stay among them for the next turn. If none is, it is a pass.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    fn draw_until_accepted<const PIECES: usize, J: PlayoutRules, D: Dice>(
        &mut self,
        count: &mut usize,
        rules: &mut J,
        dice: &mut D,
        side: Side,
        watch: &mut impl FnMut(PlayoutMove),
    ) -> Verdict {
        let points = &mut self.points;
        // Points from here to the count were drawn in this turn and refused.
        let mut undrawn = *count;
        while undrawn > 0 {
            let drawn = dice.below((PIECES * undrawn) as u32) as usize;
            let (index, piece) = match PIECES {
                1 => (drawn, side.piece()),
                _ if drawn.is_multiple_of(2) => (drawn / 2, Piece::First),
                _ => (drawn / 2, Piece::Second),
            };
            let at = points[index];
            undrawn -= 1;
            points.swap(index, undrawn);
            let verdict = rules.judge(side, at, piece);
            if verdict != Verdict::Refused || !rules.is_vacant(at) {
                *count -= 1;
                points.swap(undrawn, *count);
            }
            if verdict != Verdict::Refused {
                watch(PlayoutMove { side, placed: Some((at, piece)) });
                return verdict;
            }
        }
        watch(PlayoutMove { side, placed: None });
        Verdict::GoesOn
    }
}
