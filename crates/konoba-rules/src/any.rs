//! A position of any game on any size: one `Copy` type for the interfaces, which therefore need to
//! know no game and no width.

use std::ops::{Deref, DerefMut};

// All that plays and thinks is compiled once for each width. A module for browsers, which is sent to every visitor, has two
// widths and not three: boards of up to 7x7 are as wide as those of up to 15x15 there.
#[cfg(target_family = "wasm")]
use crate::grid::Medium as Small;
#[cfg(not(target_family = "wasm"))]
use crate::grid::Small;
use crate::grid::{Grid, Large, Medium};
use crate::{Illegal, Move, Played, Points, Position, Rules, Setup, Side, Spec};

/// A game on every width of board.
pub trait Game: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// What the game says of itself.
    const SPEC: &'static Spec;
    /// Its rules on boards that fit a grid.
    type On<G: Grid>: Rules;
}

/// What any position can be asked. [`Position`] does the same, faster, for who knows the game.
pub trait Play {
    /// How the game was set up.
    fn setup(&self) -> Setup;
    /// Whose turn it is; after the end, whose it would have been.
    fn to_move(&self) -> Side;
    /// How many moves were played, swap and passes included.
    fn ply(&self) -> u16;
    /// Who has won.
    fn winner(&self) -> Option<Side>;
    /// A hash of the pieces, the side to move and an offered swap.
    fn key(&self) -> u64;
    /// The pieces on the board, the two kinds apart.
    fn pieces(&self) -> [Points; 2];
    /// Where a side may place, were it to move.
    fn legal_points(&self, side: Side) -> Points;
    /// Every legal move that a side would have, were it to move.
    fn moves_of(&self, side: Side) -> Vec<Move>;
    /// Whether the side to move may swap.
    fn swap_is_offered(&self) -> bool;
    /// Whether the side to move has nothing but a pass.
    fn must_pass(&self) -> bool;
    /// Plays a move, or says why it cannot be played and changes nothing.
    fn play(&mut self, mv: Move) -> Result<Played<Points>, Illegal>;
    /// Why a side could not play a move; `None` if it could.
    fn why_not(&self, side: Side, mv: Move) -> Option<Illegal>;
    /// The chain or line by which the game was won; empty before the end.
    fn witness(&self) -> Points;
    /// The chains on the board, in the order of their first points; none in games without chains.
    fn chains(&self) -> Vec<Points>;
    /// The lines that are still open, where the game has such.
    fn open_lines(&self) -> Vec<Points>;
}

impl<R: Rules> Play for Position<R> {
    fn setup(&self) -> Setup {
        self.setup()
    }
    fn to_move(&self) -> Side {
        self.to_move()
    }
    fn ply(&self) -> u16 {
        self.ply()
    }
    fn winner(&self) -> Option<Side> {
        self.winner()
    }
    fn key(&self) -> u64 {
        self.key()
    }
    fn pieces(&self) -> [Points; 2] {
        self.rules().pieces().map(Grid::to_points)
    }
    fn legal_points(&self, side: Side) -> Points {
        self.legal_points(side).to_points()
    }
    fn moves_of(&self, side: Side) -> Vec<Move> {
        self.moves_of(side).collect()
    }
    fn swap_is_offered(&self) -> bool {
        self.swap_is_offered()
    }
    fn must_pass(&self) -> bool {
        self.must_pass()
    }
    fn play(&mut self, mv: Move) -> Result<Played<Points>, Illegal> {
        let Played { side, mv, fills } = self.play(mv)?;
        Ok(Played { side, mv, fills: fills.map(Grid::to_points) })
    }
    fn why_not(&self, side: Side, mv: Move) -> Option<Illegal> {
        self.why_not(side, mv)
    }
    fn witness(&self) -> Points {
        self.winner().map_or(Points::EMPTY, |side| self.rules().witness(side).to_points())
    }
    fn chains(&self) -> Vec<Points> {
        let [first, second] = self.rules().pieces();
        let (mut left, mut chains) = (first | second, Vec::new());
        while let Some(at) = left.pop() {
            let chain = self.rules().chain(at);
            left &= !chain;
            if !chain.is_empty() {
                chains.push(chain.to_points());
            }
        }
        chains
    }
    fn open_lines(&self) -> Vec<Points> {
        let mut lines = Vec::new();
        self.rules().open_lines(&mut |line| lines.push(line));
        lines
    }
}

/// Something to do with a position whose game and width have become known.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<R: Rules>(self, position: &Position<R>) -> Self::Output;
}

/// A position of one game on whichever width its size needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OnAnyWidth<F: Game> {
    Small(Position<F::On<Small>>),
    Medium(Position<F::On<Medium>>),
    Large(Position<F::On<Large>>),
}

/// Does the same on whichever width it is.
macro_rules! on_any_width {
    ($on:expr, $position:ident => $result:expr) => {
        match $on {
            OnAnyWidth::Small($position) => $result,
            OnAnyWidth::Medium($position) => $result,
            OnAnyWidth::Large($position) => $result,
        }
    };
}

impl<F: Game> OnAnyWidth<F> {
    pub(crate) fn start(setup: Setup) -> Self {
        if setup.size <= Small::MAX {
            Self::Small(Position::start(setup))
        } else if setup.size <= Medium::MAX {
            Self::Medium(Position::start(setup))
        } else {
            Self::Large(Position::start(setup))
        }
    }

    pub(crate) fn standing(&self, pieces: [Points; 2], to_move: Side) -> Result<Self, crate::Flaw> {
        fn stand<R: Rules>(
            start: &Position<R>,
            pieces: [Points; 2],
            to_move: Side,
        ) -> Result<Position<R>, crate::Flaw> {
            let rules = R::with_pieces(&start.setup(), pieces.map(Grid::from_points));
            rules.flaw().map_or_else(|| Ok(Position::standing(start.setup(), rules, to_move)), Err)
        }
        Ok(match self {
            Self::Small(start) => Self::Small(stand(start, pieces, to_move)?),
            Self::Medium(start) => Self::Medium(stand(start, pieces, to_move)?),
            Self::Large(start) => Self::Large(stand(start, pieces, to_move)?),
        })
    }

    pub(crate) fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        on_any_width!(self, position => visitor.visit(position))
    }

    pub(crate) fn as_play(&self) -> &(dyn Play + 'static) {
        on_any_width!(self, position => position)
    }

    pub(crate) fn as_play_mut(&mut self) -> &mut (dyn Play + 'static) {
        on_any_width!(self, position => position)
    }
}

impl Deref for crate::AnyPosition {
    type Target = dyn Play + 'static;
    fn deref(&self) -> &Self::Target {
        self.as_play()
    }
}

impl DerefMut for crate::AnyPosition {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.as_play_mut()
    }
}
