//! Listening, as every door does that people talk through: connections come until the house closes.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use konoba_live::House;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How long a connection may be silent before its client is asked whether it is still there, and
/// how long after that it is taken for gone.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(60), Duration::from_secs(15), 4);
/// How long to wait after accepting a connection has failed, for want of file descriptors perhaps.
const RECOVERY: Duration = Duration::from_millis(100);

/// Accepts connections until the house closes, and returns when all of them have ended. `attend` turns away those
/// that are not let in, and says how the others are attended to.
pub async fn accept<F: Future<Output = ()> + Send + 'static>(
    house: &House,
    listener: TcpListener,
    mut attend: impl FnMut(TcpStream, IpAddr) -> Option<F>,
) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = house.closing() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    if let Some(attended) = attend(stream, address.ip()) {
                        connections.spawn(attended);
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections");
                    sleep(RECOVERY).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(%error, "a connection has failed");
                }
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

/// Sets a connection up for people: short texts are sent at once, and a client that has vanished is noticed.
pub fn prepare(stream: &TcpStream) -> io::Result<()> {
    let (idle, interval, retries) = KEEPALIVE;
    let keepalive = TcpKeepalive::new().with_time(idle).with_interval(interval);
    let socket = SockRef::from(stream);
    // Not every system can be told how often to ask before it gives a client up.
    let counted = socket.set_tcp_keepalive(&keepalive.clone().with_retries(retries));
    counted.or_else(|_| socket.set_tcp_keepalive(&keepalive))?;
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
