//! What is drawn where.

mod board;
mod frame;
mod game;
mod help;
mod home;
mod panel;
mod words;

pub(crate) use game::{draw as game, point_at};
pub(crate) use help::draw as help;
pub(crate) use home::{draw as home, row_at as home_row_at};
