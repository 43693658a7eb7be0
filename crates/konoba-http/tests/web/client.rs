//! A client as simple as the protocol allows.

#[path = "view.rs"]
pub(crate) mod view;

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

use view::see;

/// A client of the server.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    /// Headers that are sent with everything.
    pub(crate) headers: Vec<(String, String)>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or(Value::Null)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, headers: Vec::new() }
    }

    /// The same with another header.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut own = self.clone();
        own.headers.push((name.to_owned(), value.to_owned()));
        own
    }

    pub(crate) fn call_me(&mut self, name: &str) {
        let reply = self.post("/api/me", &serde_json::json!({ "name": name }).to_string());
        assert_eq!(reply.status, 200, "{reply:?}");
        let cookie = reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        self.headers.push(("Cookie".to_owned(), cookie));
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.request("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Reply {
        self.request("POST", path, body)
    }

    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !self.headers.iter().any(|(name, _)| name == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for (name, value) in &self.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            head.push_str("Content-Type: application/json\r\n");
        }
        head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", body.len()));
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // A server that has refused the head does not read the body.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
        // Pictures are no text.
        let reply = String::from_utf8_lossy(&reply);
        let (head, body) = reply.split_once("\r\n\r\n").unwrap_or((&reply, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Reply { status: status.unwrap_or_default(), head: head.to_owned(), body: body.to_owned() }
    }

    /// Opens a socket, or tells the status with which it was refused.
    pub(crate) fn socket(&self, path: &str) -> Result<Socket, u16> {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        for (name, value) in &self.headers {
            let name: tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(reply))) => {
                Err(reply.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// A socket on which JSON is spoken.
pub(crate) struct Socket(pub(crate) WebSocket<TcpStream>);

impl Socket {
    pub(crate) fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    /// What is said next; none once the socket is closed.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                // Where reading has a time limit a signal ends it, such as that of a child that ends.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Listens until the view has come to a version.
    pub(crate) fn follow(&mut self, view: &mut Value, version: u64) {
        while view["version"].as_u64() < Some(version) {
            see(view, &self.hear().expect("the socket is open"));
        }
    }

    /// What is said next of a kind.
    pub(crate) fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().expect("the socket is open");
            if message["type"] == kind {
                return message;
            }
        }
    }
}
