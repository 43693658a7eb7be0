//! Listening: who is let in, and how many at once.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};

use konoba_live::{House, Pass};
use konoba_session::{FULL, Session, Visitor, accept, prepare};

use crate::server_status::ServerStatus;
use crate::wire::Wire;
use crate::{Config, to_wire};

/// Lets people in until the house closes, and returns when all of them have been told.
pub async fn serve(house: House, listener: TcpListener, config: Config) {
    let gate = house.gate("telnet", &config.limits);
    let config = Arc::new(config);
    let since = house.now().as_millis() / 1000;
    let status = ServerStatus { since, people: config.people.clone() };
    let attended = |stream: TcpStream, from| match gate.enter(from) {
        Ok(pass) => {
            let client = (stream, from, status.clone());
            Some(attend(house.clone(), client, pass, config.clone()))
        }
        Err(_) => {
            // Do not wait for a client that is not let in.
            let _ = SockRef::from(&stream).send(&to_wire(FULL));
            None
        }
    };
    accept(&house, listener, attended).await;
}

/// A connection, from where it comes, and what the server says of itself to it.
type Connected = (TcpStream, IpAddr, ServerStatus);

async fn attend(house: House, (stream, from, status): Connected, _pass: Pass, config: Arc<Config>) {
    match prepare_for_telnet(&stream) {
        Ok(()) => {
            let client = Wire::new(stream, &config, status);
            Session::new(house, client, Visitor::from(from), config).run().await;
        }
        Err(error) => tracing::debug!(%error, "a connection cannot be used"),
    }
}

/// What is urgent stays where it is among the rest, as Telnet wants it.
fn prepare_for_telnet(stream: &TcpStream) -> io::Result<()> {
    SockRef::from(stream).set_out_of_band_inline(true)?;
    prepare(stream)
}
