//! Nets as evaluators: [`view`] is what a net sees of a position, and [`Net`] asks it. What a net is and how it is computed
//! is `konoba-net`'s.

pub mod view;

use std::fmt::Debug;
use std::sync::OnceLock;

use konoba_rules::{MAX_SIZE, Point, Points};

pub use konoba_net::{Canvas, MAX_BYTES, NetError, NetOutput, file, half, quantised, reference};

use crate::{Evaluation, Evaluator, Seen};
use quantised::Quantised;
use view::{PLANES, Views};

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
    use konoba_rules::{AnyPosition, Grid, Move, Position, Rules, Setup, Symmetry, Visitor};
    use konoba_rules::{games::Konobi, grid::Small};
    use view::VIEWS;

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

    fn unpacked(views: &Views, bytes: &[u8], plane: usize) -> Vec<usize> {
        let bits = &bytes[plane * views.plane_bytes()..][..views.plane_bytes()];
        (0..views.points()).filter(|place| bits[place / 8] >> (place % 8) & 1 == 1).collect()
    }

    #[test]
    fn the_side_to_move_joins_top_and_bottom_in_every_view() {
        let mut position = Position::<Konobi<Small>>::start("konobi:5,nopie".parse().unwrap());
        let views = Views::new(5);
        for name in ["a1", "e1", "a2"] {
            position.play(Move::Place(name.parse().unwrap())).unwrap();
        }
        // The second side is to move and holds e1, a corner at its own (right) edge.
        let legal = position.legal_points(position.to_move());
        let mut corners = Vec::new();
        for number in 0..VIEWS {
            let view = views.of(position.to_move(), number);
            let mut bytes = Vec::new();
            view.pack(Seen::of(&position).planes(), &mut bytes);
            assert_eq!(bytes.len(), views.bytes());
            corners.extend(unpacked(&views, &bytes, 0));
            // The first side's two stones stood above each other and now stand side by side.
            let others = unpacked(&views, &bytes, 1);
            assert_eq!((others.len(), others[1] - others[0]), (2, 1));
            assert_eq!(others, {
                let mut places = ["a1", "a2"].map(|name| view.place(name.parse().unwrap()));
                places.sort_unstable();
                places
            });
            assert_eq!(unpacked(&views, &bytes, 2).len(), legal.count() as usize);
        }
        corners.sort_unstable();
        assert_eq!(corners, [0, 4, 20, 24]);
    }
}
