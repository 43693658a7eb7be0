//! Requests to the house, one connection each.

use std::io::{self, ErrorKind, Read, Write};

use konoba_http::ErrorView;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::stream::Connector;

/// How every answer begins.
const HTTP: &[u8] = b"HTTP/";
/// The longest answer that is read.
const MAX_ANSWER: u64 = 1 << 22;

/// What is said where something else answers, and where an answer is none that this program knows.
const NO_SERVER: &str = "There is no Konoba server at this address.";
const OTHER_VERSION: &str = "The server's answer cannot be read. It may be of another version.";
const CUT_OFF: &str = "The connection broke in the middle of an answer.";
/// Refusals that are answered with 429 and do not pass: a player has as many games as one can have.
const LIMITS: [&str; 2] = ["too-many-tables", "opponent-has-too-many-tables"];

/// Who asks: the cookie of the guest, and the code of a seat.
#[derive(Clone, Default, Debug)]
pub struct Proof {
    /// The cookie by which the house knows the guest.
    pub cookie: Option<String>,
    /// The code of a seat.
    pub code: Option<String>,
}

impl Proof {
    /// The headers that show it.
    pub(crate) fn headers(&self) -> impl Iterator<Item = (&'static str, String)> {
        let cookie = self.cookie.clone().map(|cookie| ("Cookie", cookie));
        let code = self.code.as_ref().map(|code| ("Authorization", format!("Bearer {code}")));
        cookie.into_iter().chain(code)
    }
}

/// Why a request came to nothing.
#[derive(Debug)]
pub enum Trouble {
    /// There is no connection, or no house behind it: whether it was done is not known, and it can be tried again.
    Offline(String),
    /// The house refuses.
    Refused {
        /// The number of the answer.
        status: u16,
        /// The stable id of the reason.
        id: String,
        /// Why, in a sentence.
        says: String,
    },
}

impl Trouble {
    pub(crate) fn says(&self) -> String {
        match self {
            Self::Offline(_) => "No connection. Nothing is lost; try again in a moment.".to_owned(),
            Self::Refused { says, .. } => says.clone(),
        }
    }

    /// Whether the house cannot do it now and may do it later: it has too much to do, or troubles of its own.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Offline(_) => false,
            Self::Refused { status, id, .. } => {
                *status >= 500 || *status == 429 && !LIMITS.contains(&id.as_str())
            }
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Offline(reason(&error).to_owned())
    }
}

/// Why there is no connection, in words for a person.
fn reason(error: &io::Error) -> &'static str {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    match (error.kind(), tls) {
        (_, Some(rustls::Error::InvalidCertificate(_))) => {
            "The certificate of the server is not trusted on this machine."
        }
        (_, Some(_)) => NO_SERVER,
        (ErrorKind::ConnectionRefused, _) => {
            "No server answers at this address. It may be stopped, or its port is another one."
        }
        (ErrorKind::NotFound, _) => "There is no host of this name. Check the address.",
        (ErrorKind::TimedOut | ErrorKind::WouldBlock, _) => {
            "The server does not answer. Try again later."
        }
        (ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::UnexpectedEof, _) => {
            CUT_OFF
        }
        _ => "There is no connection to the server. Check your network.",
    }
}

/// What the house answers.
#[derive(Debug)]
pub struct Response {
    status: u16,
    body: String,
    /// A new cookie, where there is one.
    pub cookie: Option<String>,
}

impl Response {
    /// What the answer says, if the house has done what was asked.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Trouble> {
        serde_json::from_str(if self.body.is_empty() { "null" } else { &self.body })
            .map_err(|_| Trouble::Offline(OTHER_VERSION.to_owned()))
    }
}

/// Asks the house for something.
pub fn ask(
    connector: &Connector,
    proof: &Proof,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<Response, Trouble> {
    let (mut stream, _) = connector.connect()?;
    // Of the version in which an answer is never cut into pieces.
    let mut request =
        format!("{method} {path} HTTP/1.0\r\nHost: {}\r\n", connector.address().authority());
    for (name, value) in proof.headers() {
        request += &format!("{name}: {value}\r\n");
    }
    let body = body.map(Value::to_string);
    if let Some(body) = &body {
        request += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    request += "\r\n";
    request += body.as_deref().unwrap_or_default();
    stream.write_all(request.as_bytes())?;
    stream.flush()?;
    let offline = |why: &str| Trouble::Offline(why.to_owned());
    let mut bytes = Vec::new();
    // What is no such server, as one for telnet, may greet and then wait for ever.
    gather(&mut stream, HTTP.len() as u64, &mut bytes)?;
    if bytes != HTTP {
        return Err(offline(NO_SERVER));
    }
    gather(&mut stream, MAX_ANSWER, &mut bytes)?;
    let answer = read(&bytes).ok_or_else(|| offline(CUT_OFF))?;
    match answer.status {
        200..300 => Ok(answer),
        status => Err(refusal(status, &answer.body)),
    }
}

/// Reads at most so much more.
fn gather(stream: &mut impl Read, most: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    match stream.take(most).read_to_end(bytes) {
        // Not every server says goodbye before it hangs up; the length tells whether the answer is whole.
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(()),
        read => read.map(drop),
    }
}

/// Why the house refuses. What stands before it, such as a proxy, answers in words of its own, which are not told.
fn refusal(status: u16, body: &str) -> Trouble {
    match serde_json::from_str::<ErrorView>(body) {
        Ok(error) => Trouble::Refused { status, id: error.id, says: error.says },
        Err(_) if status >= 500 || status == 429 => {
            let says = format!("The server has a problem ({status}). Try again later.");
            Trouble::Refused { status, id: "no-house".to_owned(), says }
        }
        Err(_) => Trouble::Offline(NO_SERVER.to_owned()),
    }
}

/// An answer, unless it is cut off.
fn read(bytes: &[u8]) -> Option<Response> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers: Vec<_> = lines.filter_map(|line| line.split_once(':')).collect();
    let header = |wanted: &str| {
        let found = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.map(|(_, value)| value.trim()).collect::<Vec<_>>()
    };
    if let Some(length) = header("content-length").first()
        && length.parse() != Ok(body.len())
    {
        return None;
    }
    // A cookie with an empty value deletes an earlier one, and is none to keep.
    let mut pairs = header("set-cookie").into_iter().filter_map(|cookie| cookie.split(';').next());
    let cookie = pairs.rfind(|pair| !pair.ends_with('=')).map(str::to_owned);
    Some(Response { status, body: body.to_owned(), cookie })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proxy_in_trouble_is_told_from_no_server() {
        let bad_gateway = refusal(502, "<h1>Bad Gateway</h1>");
        assert!(bad_gateway.is_passing());
        assert_eq!(bad_gateway.says(), "The server has a problem (502). Try again later.");
        assert!(
            matches!(refusal(404, "<h1>Not Found</h1>"), Trouble::Offline(why) if why == NO_SERVER)
        );
        let full =
            r#"{"id":"too-many-tables","says":"No.","blamed":[],"missed":[],"version":null}"#;
        assert!(!refusal(429, full).is_passing());
        assert!(refusal(429, &full.replace("too-many-tables", "too-often")).is_passing());
        assert!(!refusal(409, full).is_passing());
    }

    #[test]
    fn a_stopped_server_is_told_in_words() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let says = |url: &str| {
            let connector = Connector::new(url.parse().unwrap()).unwrap();
            match ask(&connector, &Proof::default(), "GET", "/", None) {
                Err(Trouble::Offline(why)) => why,
                other => panic!("{other:?}"),
            }
        };
        let stopped = says(&format!("http://{free}"));
        assert!(stopped.starts_with("No server answers at this address."), "{stopped}");
        let certificate =
            rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let refused = io::Error::new(ErrorKind::InvalidData, certificate);
        assert!(reason(&refused).contains("not trusted"));
    }

    /// A server for telnet, or for ssh, greets and waits for its guest to speak.
    #[test]
    fn what_greets_first_is_told_at_once() {
        let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", other.local_addr().unwrap());
        let connector = Connector::new(url.parse().unwrap()).unwrap();
        let asks = std::thread::spawn(move || {
            ask(&connector, &Proof::default(), "GET", "/api/me", None).map(drop)
        });
        let (mut guest, _) = other.accept().unwrap();
        guest.write_all(b"\xff\xfd\x18Welcome!\r\nYour name?").unwrap();
        let answer = asks.join().unwrap();
        assert!(matches!(&answer, Err(Trouble::Offline(why)) if why == NO_SERVER), "{answer:?}");
        drop(guest);
    }

    #[test]
    fn answers_are_read_whole_or_not_at_all() {
        let whole = b"HTTP/1.0 201 Created\r\ncontent-length: 2\r\nSet-Cookie: konoba=abc; Path=/\r\n\r\n{}";
        let answer = read(whole).unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (201, "{}"));
        assert_eq!(answer.cookie.as_deref(), Some("konoba=abc"));
        for cut in [&whole[..whole.len() - 1], &whole[..40], b"", b"SSH-2.0-x\r\n\r\n", b"\xff"] {
            assert!(read(cut).is_none(), "{cut:?}");
        }
    }
}
