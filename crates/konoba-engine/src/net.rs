//! The learned evaluation: a small residual net for each game of joining edges, evaluated on the processor.
//!
//! [`view`] is what a net sees of a position, [`mod@file`] what it is read from, [`mod@reference`] says what it
//! means, one number after the other, and [`quantised`] computes the same, faster and a little coarser.
//! Nets are trained by the programs in `train/`, which also store what each net must answer.

mod canvas;
mod convolution;
pub mod file;
pub mod half;
mod linear;
pub mod quantised;
pub mod reference;
mod sealed;
pub mod view;

use std::fmt::Debug;
use std::sync::OnceLock;

use konoba_rules::{MAX_SIZE, Point, Points};

use crate::{Evaluation, Evaluator, Seen};
pub use canvas::Canvas;
use quantised::Quantised;
pub use sealed::{MAX_BYTES, NetError};
use view::{PLANES, Views};

/// What a net says of a view of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct NetOutput {
    /// A logit for each point of the view, row by row, legal or not.
    pub policy: Vec<f32>,
    /// The logit of winning, for the side to move.
    pub win: f32,
}

/// What computes the answers of a net: this program, or another to which positions are handed packed.
pub trait Backend: Send + Sync + Debug {
    /// The answer to a position that [`view::View::pack`] has packed, on a board of this size.
    fn answer(&self, packed: &[u8], size: u8) -> NetOutput;
}

impl Backend for Box<Quantised> {
    fn answer(&self, packed: &[u8], size: u8) -> NetOutput {
        Quantised::answer(self, &Canvas::of_packed(packed, size))
    }
}

/// A net, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Net<B = Box<Quantised>> {
    backend: B,
    /// The views of each size, made when they are first needed.
    views: [OnceLock<Views>; MAX_SIZE as usize + 1],
}

impl Net {
    /// Reads a net for the game with this id.
    pub fn read(bytes: &[u8], game: &str) -> Result<Self, NetError> {
        Ok(Self::by(Box::new(Quantised::new(&file::read(bytes, game)?))))
    }
}

impl<B: Backend> Net<B> {
    /// A net whose answers are computed by this.
    pub fn by(backend: B) -> Self {
        Self { backend, views: Default::default() }
    }
}

impl Seen {
    /// The planes that a net sees: the stones of the side to move, those of its opponent, and where each of
    /// the two may place.
    fn planes(&self) -> [Points; PLANES] {
        let sides = [self.to_move, self.to_move.other()];
        let [own, other] = sides.map(|side| self.pieces[side.piece().index()]);
        let [may, other_may] = sides.map(|side| self.legal[side.index()]);
        [own, other, may, other_may]
    }
}

impl<B: Backend> Evaluator for Net<B> {
    fn evaluate(&self, positions: &[Seen]) -> Vec<Evaluation> {
        let Some(first) = positions.first() else { return Vec::new() };
        let views = self.views[usize::from(first.size)].get_or_init(|| Views::new(first.size));
        let mut packed = Vec::with_capacity(views.bytes());
        let mut evaluation = |seen: &Seen| {
            let view = views.of(seen.to_move, 0);
            packed.clear();
            view.pack(seen.planes(), &mut packed);
            let NetOutput { policy, win } = self.backend.answer(&packed, seen.size);
            Evaluation {
                win_rate: 1.0 / (1.0 + libm::expf(-win)),
                logits: Point::all(seen.size).map(|at| policy[view.place(at)]).collect(),
            }
        };
        positions.iter().map(&mut evaluation).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use konoba_rules::playout::{Dice, WyRand};
    use konoba_rules::{AnyPosition, Position, Rules, Setup, Symmetry, Visitor};

    /// The net for a game that is kept in this repository, if there is one.
    pub(crate) fn kept(game: &str) -> Option<Net> {
        let bytes: &[u8] = match game {
            "konobi" => include_bytes!("../../../train/weights/konobi-6x64.bin"),
            "quentin" => include_bytes!("../../../train/weights/quentin-6x64.bin"),
            _ => return None,
        };
        Some(Net::read(bytes, game).expect("a net that is kept is whole"))
    }

    /// What is seen after so many random moves.
    struct After(u32);

    impl Visitor for After {
        type Output = Seen;
        fn visit<R: Rules>(self, start: &Position<R>) -> Seen {
            let mut dice = WyRand::new(u64::from(self.0));
            let mut position = *start;
            for _ in 0..self.0 {
                let moves = position.moves().collect::<Vec<_>>();
                position.play(moves[dice.below(moves.len() as u32) as usize]).unwrap();
            }
            Seen::of(&position)
        }
    }

    /// The same with the sides exchanged and the board turned over its diagonal.
    fn exchanged(seen: &Seen, symmetry: Symmetry) -> Seen {
        let [first, second] = seen.legal.map(|legal| symmetry.grid(legal, seen.size));
        Seen {
            size: seen.size,
            to_move: seen.to_move.other(),
            pieces: symmetry.pieces(seen.pieces, seen.size),
            legal: [second, first],
        }
    }

    #[test]
    fn a_net_thinks_the_same_of_a_position_with_sides_exchanged() {
        let mut symmetries = Symmetry::OF_JOINING_EDGES.into_iter();
        let turned =
            |one: &Symmetry| one.exchanges_sides && !one.mirrors_rows && !one.mirrors_columns;
        let symmetry = symmetries.find(turned).unwrap();
        for setup in ["konobi:7,nopie", "quentin:6,nopie"] {
            let setup: Setup = setup.parse().unwrap();
            let net = kept(setup.spec.id).unwrap();
            let seen = AnyPosition::start(setup).visit(After(9));
            let twin = exchanged(&seen, symmetry);
            assert_ne!(seen, twin);
            let [one, other]: [_; 2] = net.evaluate(&[seen, twin]).try_into().unwrap();
            assert_eq!(one.win_rate, other.win_rate);
            assert_ne!(one.win_rate, 0.5);
            let size = usize::from(setup.size);
            for (place, logit) in one.logits.iter().enumerate() {
                assert_eq!(*logit, other.logits[place % size * size + place / size]);
            }
        }
    }
}
