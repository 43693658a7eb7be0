//! The register of the games. A new game is a file beside the others, its `mod`, and a line of `register!`.

#[cfg(not(target_family = "wasm"))]
mod crossway;
mod joining;
mod konobi;
mod order_and_chaos;
mod quentin;

pub use konobi::Konobi;
pub use order_and_chaos::OrderAndChaos;
pub use quentin::Quentin;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::any::{Game, OnAnyWidth, Play, Visitor};
use crate::{Flaw, Points, Setup, Side, Spec};

/// Whether the hidden games are on offer too.
static HIDDEN_ARE_SHOWN: AtomicBool = AtomicBool::new(false);

/// The games on offer: what people can choose, what set-ups and records can name.
pub fn games() -> &'static [&'static Spec] {
    if HIDDEN_ARE_SHOWN.load(Ordering::Relaxed) { REGISTER } else { GAMES }
}

/// Puts the hidden games on offer, from now on and in the whole process. For programs under test,
/// before they do anything else.
pub fn show_hidden_games() {
    HIDDEN_ARE_SHOWN.store(true, Ordering::Relaxed);
}

macro_rules! register {
    (
        on offer: { $($offered:ident: $offered_game:ty,)* }
        hidden: { $($(#[$when:meta])? $hidden:ident: $hidden_game:ty,)* }
    ) => {
        /// The games that are always on offer. Interfaces ask [`games`]; tests and examples that need
        /// just any game take one from here.
        pub const GAMES: &[&Spec] = &[$(<$offered_game as Game>::SPEC),*];

        /// Every game there is, hidden ones too: what tests of the games' laws go through.
        pub const REGISTER: &[&Spec] =
            &[$(<$offered_game as Game>::SPEC,)* $($(#[$when])? <$hidden_game as Game>::SPEC),*];

        any_position! {
            $($offered: $offered_game,)*
            $($(#[$when])? $hidden: $hidden_game,)*
        }
    };
}

macro_rules! any_position {
    ($($(#[$when:meta])? $name:ident: $game:ty,)*) => {
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
            $($(#[$when])? $name(OnAnyWidth<$game>)),*
        }

        impl AnyPosition {
            /// The empty board, the first side to move.
            pub fn start(setup: Setup) -> Self {
                $($(#[$when])? if setup.spec.id == <$game as Game>::SPEC.id {
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
                    $($(#[$when])? AnyGame::$name(start) => {
                        Ok(Self(AnyGame::$name(start.standing(pieces, to_move)?)))
                    })*
                }
            }

            /// Does something for which the game and the width must be known.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match &self.0 {
                    $($(#[$when])? AnyGame::$name(position) => position.visit(visitor)),*
                }
            }

            pub(crate) fn as_play(&self) -> &(dyn Play + 'static) {
                match &self.0 {
                    $($(#[$when])? AnyGame::$name(position) => position.as_play()),*
                }
            }

            pub(crate) fn as_play_mut(&mut self) -> &mut (dyn Play + 'static) {
                match &mut self.0 {
                    $($(#[$when])? AnyGame::$name(position) => position.as_play_mut()),*
                }
            }
        }
    };
}

register! {
    on offer: {
        Konobi: konobi::Family,
        Quentin: quentin::Family,
        OrderAndChaos: order_and_chaos::Family,
    }
    hidden: {
        // For tests of the program. A module for browsers would carry it to every visitor.
        #[cfg(not(target_family = "wasm"))]
        Crossway: crossway::Family,
    }
}
