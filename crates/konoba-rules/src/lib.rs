//! What Konobi, Quentin and Order and Chaos are: boards, moves, legality with reasons, outcomes,
//! notation and records. Pure: no input or output, no clock, no dependencies.
//!
//! Interfaces use [`AnyPosition`], which knows every game on every size. Playouts, solvers and
//! engines are generic over [`Rules`] and reach them through [`AnyPosition::visit`].

pub mod any;
pub mod games;
pub mod grid;
mod illegal;
mod key;
pub mod lesson;
mod level;
mod moves;
mod perft;
pub mod playout;
mod point;
mod position;
pub mod record;
pub mod rulebook;
mod rules;
mod setup;
mod side;
mod spec;
mod symmetry;
pub mod text;

pub use any::{Play, Visitor};
pub use games::{AnyPosition, GAMES, games, show_hidden_games};
pub use grid::{Grid, Points};
pub use illegal::{Broken, Flaw, Illegal, Role};
pub use level::{Level, NotALevel};
pub use moves::{Move, NotAMove, Written};
pub use perft::perft;
pub use point::{MAX_SIZE, NotAPoint, Point};
pub use position::{Played, Position};
pub use record::Record;
pub use rules::{Placed, Rules, Sieve};
pub use setup::{Setup, SetupError};
pub use side::{Piece, Side};
pub use spec::{Lattice, PieceChoice, PieceSpec, Rule, SideSpec, Sizes, Spec, Variant};
pub use symmetry::Symmetry;
