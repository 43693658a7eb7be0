//! Drawing: a file for each screen, and one for what all screens have.

mod board;
mod exercise;
mod frame;
mod game;
mod help;
mod home;
mod panel;
mod words;

pub(crate) use exercise::{
    draw as exercise, fits as exercise_fits, key_at as exercise_key_at,
    point_at as exercise_point_at,
};
pub(crate) use game::{draw as game, fits as game_fits, key_at as game_key_at, point_at};
pub(crate) use help::draw as help;
pub(crate) use home::{
    draw as home, fits as home_fits, key_at as home_key_at, row_at as home_row_at,
};
