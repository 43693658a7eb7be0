//! Self-play for learning: many games at once, each with a small search tree, their evaluations
//! gathered into batches for the process that holds the net.
//!
//! What the net sees is described in [`konoba_engine::net::view`]. A reader may begin with
//! [`evaluate`] (the seam to the net), [`effort`], [`tree`], [`root`] and [`search`] (how a move is found), and
//! then [`selfplay`] and [`contest`], which play.
//! [`wire`] is the net on the other end of a pipe; `train/README.md` describes its protocol.
//!
//! The crate is for games in which each side has a colour of its own and joins its own two edges.

pub mod chance;
pub mod contest;
pub mod effort;
pub mod evaluate;
pub mod game;
pub mod gumbel;
pub mod opening;
pub mod planes;
pub mod puct;
pub mod root;
pub mod sample;
pub mod search;
pub mod selfplay;
pub mod tree;
pub mod winning;
pub mod wire;
