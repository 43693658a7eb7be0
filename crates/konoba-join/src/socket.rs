//! A socket on which the house tells what happens.

use std::error::Error;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use konoba_http::ServerMessage;
use tungstenite::client::IntoClientRequest;
use tungstenite::handshake::client::Request;
use tungstenite::{Message, WebSocket};

use crate::heard::Heard;
use crate::http::Proof;
use crate::stream::{Connector, SILENCE, Stream};

/// How long it may take until it is open.
const OPENING: Duration = Duration::from_secs(10);

/// A socket that is listened to on a thread of its own. It is closed when this is dropped.
pub(crate) struct Socket {
    /// By which what was said on it is told from what was said on one before.
    pub(crate) number: u64,
    handle: Arc<Mutex<Handle>>,
}

enum Handle {
    Connecting,
    Open(TcpStream),
    Closed,
}

impl Socket {
    /// Opens a socket, and lets the agent know what is said on it.
    pub(crate) fn open(
        number: u64,
        connector: Connector,
        proof: Proof,
        path: String,
        agent: Sender<Heard>,
    ) -> Self {
        let handle = Arc::new(Mutex::new(Handle::Connecting));
        let own = handle.clone();
        thread::spawn(move || {
            // Why it ended does not matter: the agent opens another one if it still wants to hear.
            let _ = listen(number, &connector, &proof, &path, &agent, &own);
            let _ = agent.send(Heard::Lost(number));
        });
        Self { number, handle }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let mut handle = self.handle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Handle::Open(stream) = std::mem::replace(&mut *handle, Handle::Closed) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// Opens a socket that the caller reads itself.
pub fn open_socket(
    connector: &Connector,
    proof: &Proof,
    path: &str,
) -> Result<WebSocket<Stream>, Box<dyn Error>> {
    let request = request(connector, proof, path)?;
    let (stream, _) = connector.patient().connect()?;
    let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
    Ok(socket)
}

fn request(connector: &Connector, proof: &Proof, path: &str) -> Result<Request, Box<dyn Error>> {
    let scheme = if connector.address.is_secure { "wss" } else { "ws" };
    let url = format!("{scheme}://{}{path}", connector.address.authority());
    let mut request = url.into_client_request()?;
    for (name, value) in proof.headers() {
        request.headers_mut().insert(name, value.parse()?);
    }
    Ok(request)
}

fn listen(
    number: u64,
    connector: &Connector,
    proof: &Proof,
    path: &str,
    agent: &Sender<Heard>,
    own: &Mutex<Handle>,
) -> Result<(), Box<dyn Error>> {
    let request = request(connector, proof, path)?;
    let (stream, handle) = connector.connect()?;
    handle.set_read_timeout(Some(OPENING))?;
    let patience = handle.try_clone()?;
    {
        let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*own, Handle::Closed) {
            return Ok(());
        }
        *own = Handle::Open(handle);
    }
    let (mut socket, _) =
        tungstenite::client(request, stream).map_err(|error| error.to_string())?;
    patience.set_read_timeout(Some(SILENCE))?;
    agent.send(Heard::Connected(number))?;
    loop {
        // Pings are answered by the library.
        match socket.read()? {
            Message::Text(text) => {
                // A later house may say something that this program does not know.
                if let Ok(message) = serde_json::from_str::<ServerMessage>(&text) {
                    agent.send(Heard::Said(number, Box::new(message)))?;
                }
            }
            Message::Close(_) => return Ok(()),
            _ => {}
        }
    }
}
