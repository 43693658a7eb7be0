//! Listening: who is let in, and how many at once.

use std::net::{IpAddr, Shutdown};
use std::sync::Arc;
use std::time::Duration;

use konoba_live::{House, Pass};
use konoba_session::{Config, accept, prepare};
use russh::server::run_stream;
use russh::{MethodKind, MethodSet};
use socket2::SockRef;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::HostKey;
use crate::connection::{Connection, Stage};

/// How long a client may take from connecting to talking; a person may have to type a passphrase meanwhile.
const LOGIN: Duration = Duration::from_secs(60);
/// How long a client has to close a connection over which nothing more is said.
const CLOSING: Duration = Duration::from_secs(2);
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
    let attended = |stream, from| {
        // A client that is not let in is disconnected: there is no word for it before a session.
        let pass = gate.enter(from).ok()?;
        Some(attend(house.clone(), stream, from, pass, server.clone(), config.clone()))
    };
    accept(&house, listener, attended).await;
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
    // By this the connection is ended, whatever it is doing.
    let socket = match prepare(&stream).and_then(|()| SockRef::from(&stream).try_clone()) {
        Ok(socket) => socket,
        Err(error) => return tracing::debug!(%error, "a connection cannot be used"),
    };
    let (stage, mut watching) = watch::channel(Stage::Arriving);
    let connection = Connection::new(house.clone(), config, from, stage);
    let greeted = timeout(LOGIN, run_stream(server, stream, connection)).await;
    let Some(mut running) = greeted.ok().and_then(Result::ok) else {
        return tracing::debug!("a client has not spoken the protocol");
    };
    tokio::select! {
        // The client is gone; the conversation notices by itself.
        _ = &mut running => {}
        () = until_over(&house, &mut watching) => {
            let _ = timeout(CLOSING, &mut running).await;
        }
    }
    // Whatever is still read or written fails now, so that nothing is left of the connection.
    let _ = socket.shutdown(Shutdown::Both);
    // It fails where there never was a conversation.
    let _ = watching.wait_for(|stage| *stage != Stage::Talking).await;
}

/// Waits until nothing more is to be said: the conversation has ended, or never began.
async fn until_over(house: &House, watching: &mut watch::Receiver<Stage>) {
    let began = timeout(LOGIN, watching.wait_for(|stage| *stage != Stage::Arriving));
    tokio::select! {
        _ = began => {}
        () = house.closing() => {}
    }
    let has_begun = *watching.borrow() != Stage::Arriving;
    if has_begun {
        let _ = watching.wait_for(|stage| *stage == Stage::Done).await;
    }
}
