//! The full screen of one's own terminal at the tables of a house elsewhere, over HTTP and WebSocket, with TLS or without.
//!
//! The screens are [`konoba_tui::HouseApp`], the same as through the ssh door. What they talk to here is [`JoinedHouse`]: an
//! agent on a thread of its own asks the house for everything, follows the table on a socket, and comes back by itself
//! when the connection is lost. A game is replayed from its events, which the house sends as it keeps them. An order has a name and is
//! repeated under it until it is answered, so that it is neither lost nor done twice.
//!
//! What speaks to a house without screens, as `konoba bot` does, uses the same connections: [`Connector`], [`ask`] and
//! [`open_socket`].

mod address;
mod advising;
mod agent;
mod clock;
mod game;
mod heard;
mod http;
mod joined;
mod open_orders;
mod orders;
mod requests;
mod sent_order;
mod setback;
mod socket;
mod stream;
mod tables;
mod token;
mod unanswered;

pub use address::Address;
pub use http::{Proof, Response, Trouble, ask};
pub use joined::{JoinedHouse, run};
pub use socket::open_socket;
pub use stream::{Connector, Stream};
