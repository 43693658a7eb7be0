//! The register of the games. A new game is a file beside the others and a line here.

mod joining;
mod konobi;
mod order_and_chaos;
mod quentin;

pub use konobi::Konobi;
pub use order_and_chaos::OrderAndChaos;
pub use quentin::Quentin;

use crate::any::{Game, OnAnyWidth, Play, Visitor};
use crate::{Flaw, Points, Setup, Side, Spec};

macro_rules! register {
    ($($name:ident: $game:ty),* $(,)?) => {
        /// Every game there is.
        pub const GAMES: &[&Spec] = &[$(<$game as Game>::SPEC),*];

        /// A position of any game on any size. What it can be asked is told by [`Play`], to which
        /// it dereferences.
        ///
        /// ```
        /// use konoba_rules::{AnyPosition, Move};
        /// let mut position = AnyPosition::start("order-and-chaos".parse().unwrap());
        /// let spec = position.setup().spec;
        /// position.play(Move::read("Xc4", spec).unwrap()).unwrap();
        /// assert_eq!(position.ply(), 1);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct AnyPosition(AnyGame);

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum AnyGame {
            $($name(OnAnyWidth<$game>)),*
        }

        impl AnyPosition {
            /// The empty board, the first side to move.
            pub fn start(setup: Setup) -> Self {
                $(if setup.spec.id == <$game as Game>::SPEC.id {
                    return Self(AnyGame::$name(OnAnyWidth::start(setup)));
                })*
                unreachable!("a set-up is of a game in the register")
            }

            /// A position in the middle of a game, or why it cannot stand.
            pub fn standing(
                setup: Setup,
                pieces: [Points; 2],
                to_move: Side,
            ) -> Result<Self, Flaw> {
                match Self::start(setup).0 {
                    $(AnyGame::$name(start) => {
                        Ok(Self(AnyGame::$name(start.standing(pieces, to_move)?)))
                    })*
                }
            }

            /// Does something for which the game and the width must be known.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match &self.0 {
                    $(AnyGame::$name(position) => position.visit(visitor)),*
                }
            }

            pub(crate) fn as_play(&self) -> &(dyn Play + 'static) {
                match &self.0 {
                    $(AnyGame::$name(position) => position.as_play()),*
                }
            }

            pub(crate) fn as_play_mut(&mut self) -> &mut (dyn Play + 'static) {
                match &mut self.0 {
                    $(AnyGame::$name(position) => position.as_play_mut()),*
                }
            }
        }
    };
}

register! {
    Konobi: konobi::Family,
    Quentin: quentin::Family,
    OrderAndChaos: order_and_chaos::Family,
}
