//! The socket of a table, and what of its messages is of interest.

use std::net::SocketAddr;

use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// What of a message is of interest. The rest is read over.
#[derive(Deserialize)]
pub(crate) struct Heard<'a> {
    #[serde(rename = "type", borrow)]
    pub(crate) kind: &'a str,
    /// The number of the order that is answered.
    pub(crate) re: Option<u64>,
    #[serde(borrow)]
    pub(crate) table: Option<TableHeard<'a>>,
}

#[derive(Deserialize)]
pub(crate) struct TableHeard<'a> {
    pub(crate) version: u64,
    pub(crate) to_move: Option<usize>,
    #[serde(borrow)]
    pub(crate) legal: Vec<&'a str>,
}

impl Heard<'_> {
    /// Whether an order was carried out and is kept for good.
    pub(crate) fn is_done(&self) -> bool {
        self.kind == "done"
    }
}

/// Opens a socket at a path of a node. The buffers are small, since there are many sockets.
pub(crate) async fn open(node: SocketAddr, path: &str, cookie: &str) -> anyhow::Result<Socket> {
    let mut request = format!("ws://{node}{path}").into_client_request()?;
    if !cookie.is_empty() {
        request.headers_mut().insert("Cookie", HeaderValue::from_str(cookie)?);
    }
    let stream = TcpStream::connect(node).await?;
    stream.set_nodelay(true)?;
    let config = tokio_tungstenite::tungstenite::protocol::WebSocketConfig::default()
        .read_buffer_size(4 << 10)
        .write_buffer_size(0);
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    Ok(socket)
}

/// An order with its number, which is its name too, and the version that it goes by.
pub(crate) fn order(number: u64, what: &str, mv: Option<&str>, seen: u64) -> Message {
    let id = number.to_string();
    let order = json!({ "re": number, "do": what, "move": mv, "seen": seen, "id": id });
    Message::text(order.to_string())
}
