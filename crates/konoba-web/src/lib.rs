//! Rules, drawing and search for the page: a question as JSON in, an answer as JSON out.
//!
//! [`Session`] answers; it needs a [`Page`] for what it cannot do itself, which is to tell the time and to ask the net. The
//! file `exports.rs` is the session as a WebAssembly module, which a worker of the page runs.

#[cfg(target_family = "wasm")]
mod exports;
mod failed;
mod game;
mod page;
mod question;
mod session;
mod table;
mod thinking;

pub use page::Page;
pub use session::Session;
