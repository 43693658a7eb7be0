//! Listening: who is let in, and how many at once.

use std::io;
use std::net::{IpAddr, Shutdown};
use std::sync::Arc;
use std::time::Duration;

use konoba_live::{House, Pass};
use konoba_session::Config;
use russh::server::run_stream;
use russh::{MethodKind, MethodSet};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::HostKey;
use crate::connection::{Connection, Progress};

/// How long a client may take from connecting to talking; a person may have to type a passphrase meanwhile.
const LOGIN: Duration = Duration::from_secs(60);
/// How long a client has to close a connection over which nothing more is said.
const CLOSING: Duration = Duration::from_secs(2);
/// How long a connection may be silent before its client is asked whether it is still there, and
/// how long after that it is taken for gone.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(60), Duration::from_secs(15), 4);
/// How long to wait after accepting a connection has failed, for want of file descriptors perhaps.
const RECOVERY: Duration = Duration::from_millis(100);
/// How many bytes a client may send before they are read. It is typed by hand, or a file of moves.
const WINDOW: u32 = 16 * 1024;
/// How many pieces of that may wait, beside those that the kernel holds.
const BUFFERED: usize = 8;

/// Lets people in until the house closes, and returns when all of them have been told.
pub async fn serve(house: House, listener: TcpListener, key: HostKey, config: Config) {
    // Whether this process itself may use colours says nothing of the terminals of others.
    crossterm::style::force_color_output(true);
    let gate = house.gate("ssh", &config.limits);
    let (server, config) = (Arc::new(server(key)), Arc::new(config));
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = house.closing() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => {
                    // A client that is not let in is disconnected: there is no word for it before a session.
                    let Ok(pass) = gate.enter(address.ip()) else { continue };
                    let (house, server, config) = (house.clone(), server.clone(), config.clone());
                    connections.spawn(attend(house, stream, address.ip(), pass, server, config));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept connections");
                    sleep(RECOVERY).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(%error, "an ssh connection has failed");
                }
            }
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

fn server(key: HostKey) -> russh::server::Config {
    russh::server::Config {
        // OpenSSH tries `none` first. Once that were accepted no key would ever be offered.
        methods: MethodSet::from(&[MethodKind::PublicKey, MethodKind::KeyboardInteractive][..]),
        auth_rejection_time_initial: Some(Duration::ZERO),
        keys: vec![key.0],
        window_size: WINDOW,
        channel_buffer_size: BUFFERED,
        // The conversation knows how long it waits for people.
        inactivity_timeout: None,
        ..russh::server::Config::default()
    }
}

async fn attend(
    house: House,
    stream: TcpStream,
    from: IpAddr,
    _pass: Pass,
    server: Arc<russh::server::Config>,
    config: Arc<Config>,
) {
    let socket = match prepare(&stream) {
        Ok(socket) => socket,
        Err(error) => return tracing::debug!(%error, "a connection cannot be used"),
    };
    let (progress, mut watching) = watch::channel(Progress::Arriving);
    let connection = Connection::new(house.clone(), config, from, progress);
    let Ok(Ok(mut running)) = timeout(LOGIN, run_stream(server, stream, connection)).await else {
        return tracing::debug!("a client has not spoken the protocol");
    };
    tokio::select! {
        // The client is gone; the conversation notices by itself.
        _ = &mut running => {}
        () = is_over(&house, &mut watching) => {
            let _ = timeout(CLOSING, &mut running).await;
        }
    }
    // Whatever is still read or written fails now, so that nothing is left of the connection.
    let _ = socket.shutdown(Shutdown::Both);
    // It fails where there never was a conversation.
    let _ = watching.wait_for(|progress| *progress != Progress::Talking).await;
}

/// Waits until nothing more is to be said: the conversation has ended, or never began.
async fn is_over(house: &House, watching: &mut watch::Receiver<Progress>) {
    let began = timeout(LOGIN, watching.wait_for(|progress| *progress != Progress::Arriving));
    tokio::select! {
        _ = began => {}
        () = house.closing() => {}
    }
    let has_begun = *watching.borrow() != Progress::Arriving;
    if has_begun {
        let _ = watching.wait_for(|progress| *progress == Progress::Done).await;
    }
}

/// Sets a connection up: short texts are sent at once, and a client that has vanished is noticed. Returns a handle
/// by which the connection can be ended, whatever it is doing.
fn prepare(stream: &TcpStream) -> io::Result<socket2::Socket> {
    let (idle, interval, retries) = KEEPALIVE;
    let keepalive = TcpKeepalive::new().with_time(idle).with_interval(interval);
    let socket = SockRef::from(stream);
    socket.set_tcp_keepalive(&keepalive.with_retries(retries))?;
    stream.set_nodelay(true)?;
    socket.try_clone()
}
