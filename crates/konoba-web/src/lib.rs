//! Rules, drawing and search for the page: a question as JSON in, an answer as JSON out.
//!
//! [`Session`] answers; it needs a [`Page`] for what it cannot do itself, which is to tell the time and to ask the net. The
//! file `exports.rs` is the session as a WebAssembly module, which a worker of the page runs. Until it has arrived, the server
//! answers in its place what is asked about the game in the page ([`PageQuestion`]).

#[cfg(target_family = "wasm")]
mod exports;
mod failed;
mod game;
#[cfg(not(target_family = "wasm"))]
mod in_place;
mod page;
mod question;
mod session;
mod table;
mod thinking;

#[cfg(not(target_family = "wasm"))]
pub use in_place::PageQuestion;
pub use page::Page;
pub use session::Session;
