//! The Go Text Protocol, version 2 (Farnebäck, draft 2 of 2002), for every game there is.
//!
//! Columns are lettered as that standard says, with I skipped, in all that comes in and all that
//! goes out: a point is `j4` here and `i4` everywhere else.

mod analysis;
mod arguments;
mod clock;
mod commands;
mod conversation;
mod failure;
mod game;
mod judging;
mod records;
mod response;
mod session;
mod thinking;
mod vertex;

pub use conversation::converse;
pub use failure::Failure;
pub use response::Response;
pub use session::Session;
pub use thinking::MakePlayer;
pub use vertex::{read as read_vertex, written as vertex};

pub use crate::{Files, NoFiles};
