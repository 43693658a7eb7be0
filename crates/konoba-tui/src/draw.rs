//! What is drawn where.

mod board;
mod frame;
mod game;
mod help;
mod home;
mod lesson;
mod panel;
mod words;

pub(crate) use game::{draw as game, key_at as game_key_at, point_at};
pub(crate) use help::draw as help;
pub(crate) use home::{draw as home, key_at as home_key_at, row_at as home_row_at};
pub(crate) use lesson::{draw as lesson, key_at as lesson_key_at, point_at as lesson_point_at};
