//! Konobi, Quentin and Order and Chaos a second time, literally: a map of cells, and the sentences
//! of the rules turned into loops over it.
//!
//! This crate was written from the text of the rules alone, apart from the games of
//! `konoba-rules`, with which it shares no more than the words: points, sides, pieces, set-ups.
//! The tests hold the fast rules against it, and `konoba bench` shows their speed beside its own.
//! Clarity comes before speed here: nothing is kept from move to move that can be worked out from
//! the map again.
//!
//! [`Literal`] is a position of any of them. Each game's module holds the clauses of its
//! rules (K1, Q1, O1 and so on) as functions of a [`Board`].

mod board;
mod fault;
pub mod konobi;
mod literal;
pub mod order_and_chaos;
pub mod quentin;

pub use board::Board;
pub use fault::Fault;
pub use literal::Literal;

use std::collections::BTreeSet;

use konoba_rules::Point;

/// The points that a turn filled beside the placed stone, by kind of piece.
pub type Fills = [BTreeSet<Point>; 2];
