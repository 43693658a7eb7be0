//! The application without a terminal: what keys do to it and what its screens show.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod advice;
mod between_people;
mod colours;
mod home;
mod house;
mod lessons;
mod missed;
mod mouse;
mod person;
mod playing;
mod puzzles;
mod records;
mod same_lines;
mod screens;
