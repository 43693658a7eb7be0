//! A person at the tables of the house by lines of text: what they may say, and what they are told.
//!
//! [`Session`] is one person, from the welcome to the goodbye. It hears lines and says text through a
//! [`Client`], which a door makes of its connection, and asks the [`House`](konoba_live::House) for
//! everything. It holds no game. [`Typing`] makes lines of bytes as they are typed.

mod client;
mod commands;
mod config;
mod data;
mod game_request;
mod leaving;
mod linking;
mod listening;
mod listing;
mod pace;
mod people;
mod place;
mod seating;
mod session;
mod solving;
mod stopped;
mod typing;
mod verb;
mod visitor;
mod words;
mod wrapping;

pub use client::{Client, Heard};
pub use config::Config;
pub use listening::{accept, prepare};
pub use pace::Pace;
pub use people::People;
pub use session::Session;
pub use typing::{Typed, Typing};
pub use visitor::Visitor;
pub use words::FULL;
pub use wrapping::wrapped;
