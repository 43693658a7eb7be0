//! The socket of a table, and what of its messages is of interest.

use std::net::SocketAddr;

use fastrand::Rng;
use serde::Deserialize;
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

/// A table, or what is different at it.
#[derive(Deserialize)]
pub(crate) struct TableHeard<'a> {
    pub(crate) version: u64,
    /// How many points the board has on a side; told with the whole table only.
    pub(crate) size: Option<usize>,
    pub(crate) to_move: Option<usize>,
    /// The legal points as bits, for those who may place.
    #[serde(borrow, default)]
    pub(crate) legal: &'a str,
}

/// One of the points that are told as bits, on a board of this size, chosen by dice; none if there is
/// none.
pub(crate) fn random_point(bits: &str, size: usize, dice: &mut Rng) -> Option<String> {
    let digits = || bits.chars().map(|digit| digit.to_digit(16).unwrap_or_default());
    let count: u32 = digits().map(u32::count_ones).sum();
    let mut left = if count == 0 { return None } else { dice.u32(..count) };
    for (place, mut digit) in digits().enumerate() {
        while digit > 0 {
            let index = 4 * place + digit.trailing_zeros() as usize;
            if left == 0 {
                let column = char::from(b'a' + (index % size) as u8);
                return Some(format!("{column}{}", index / size + 1));
            }
            (left, digit) = (left - 1, digit & (digit - 1));
        }
    }
    None
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
    let mv = mv.map_or_else(String::new, |mv| format!(r#""move":"{mv}","#));
    Message::text(format!(r#"{{"re":{number},"do":"{what}",{mv}"seen":{seen},"id":"{number}"}}"#))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_point_is_found() {
        let mut dice = Rng::with_seed(1);
        assert_eq!(random_point("", 3, &mut dice), None);
        assert_eq!(random_point("000", 3, &mut dice), None);
        let mut found: Vec<String> =
            (0..100).filter_map(|_| random_point("a11", 3, &mut dice)).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, ["a2", "b1", "b2", "c3"]);
    }

    #[test]
    fn an_order_is_json() {
        let read = |message: Message| {
            serde_json::from_str::<serde_json::Value>(message.to_text().unwrap()).unwrap()
        };
        let played = read(order(7, "play", Some("c4"), 2));
        assert_eq!(
            played,
            serde_json::json!({ "re": 7, "do": "play", "move": "c4", "seen": 2, "id": "7" })
        );
        assert_eq!(read(order(8, "resign", None, 3))["move"], serde_json::Value::Null);
    }
}
