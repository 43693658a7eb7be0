//! Listening: who is let in, and how many at once.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

use konoba_live::{House, Pass};
use konoba_session::{FULL, Session, Visitor};

use crate::server_status::ServerStatus;
use crate::wire::Wire;
use crate::{Config, to_wire};

/// How long a connection may be silent before its client is asked whether it is still there, and
/// how long after that it is taken for gone.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(60), Duration::from_secs(15), 4);
/// How long to wait after accepting a connection has failed, for want of file descriptors perhaps.
const RECOVERY: Duration = Duration::from_millis(100);

/// Lets people in until the house closes, and returns when all of them have been told.
pub async fn serve(house: House, listener: TcpListener, config: Config) {
    let gate = house.gate("telnet", &config.limits);
    let config = Arc::new(config);
    let since = house.now().as_millis() / 1000;
    let status = ServerStatus { since, people: config.people.clone() };
    let mut sessions = JoinSet::new();
    loop {
        tokio::select! {
            () = house.closing() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => match gate.enter(address.ip()) {
                    Ok(pass) => {
                        let (house, config) = (house.clone(), config.clone());
                        let client = (stream, address.ip(), status.clone());
                        sessions.spawn(attend(house, client, pass, config));
                    }
                    // Do not wait for a client that is not let in.
                    Err(_) => drop(SockRef::from(&stream).send(&to_wire(FULL))),
                },
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections");
                    sleep(RECOVERY).await;
                }
            },
            Some(ended) = sessions.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(%error, "a telnet session has failed");
                }
            }
        }
    }
    drop(listener);
    while sessions.join_next().await.is_some() {}
}

/// A connection, from where it comes, and what the server says of itself to it.
type Connected = (TcpStream, IpAddr, ServerStatus);

async fn attend(house: House, (stream, from, status): Connected, _pass: Pass, config: Arc<Config>) {
    match prepare(&stream) {
        Ok(()) => {
            let client = Wire::new(stream, &config, status);
            Session::new(house, client, Visitor::from(from), config).run().await;
        }
        Err(error) => tracing::debug!(%error, "a connection cannot be used"),
    }
}

/// Sets a connection up for Telnet: what is urgent stays where it is among the rest, short texts
/// are sent at once, and a client that has vanished is noticed.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    let (idle, interval, retries) = KEEPALIVE;
    let keepalive = TcpKeepalive::new().with_time(idle).with_interval(interval);
    let socket = SockRef::from(stream);
    socket.set_out_of_band_inline(true)?;
    socket.set_tcp_keepalive(&keepalive.with_retries(retries))?;
    stream.set_nodelay(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client whose machine has lost its power says nothing ever again; the kernel has to ask, and
    /// gives the connection up about two minutes after the last word.
    #[tokio::test]
    async fn the_kernel_probes_a_silent_client() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (_client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (stream, _) = accepted.unwrap();
        prepare(&stream).unwrap();
        let socket = SockRef::from(&stream);
        assert!(socket.keepalive().unwrap());
        let idle = socket.tcp_keepalive_time().unwrap();
        let asking =
            socket.tcp_keepalive_interval().unwrap() * socket.tcp_keepalive_retries().unwrap();
        assert_eq!(idle + asking, Duration::from_secs(120));
    }
}
