//! The socket of a table: what a client has framed is read as it was said, however the bytes are
//! cut, and a message means what its JSON says.

use std::collections::VecDeque;
use std::io::{self, Read, Write};

use konoba_http::ClientMessage;
use konoba_live::Limits;
use serde_json::{Map, Value, json};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use crate::bytes::Bytes;

/// What may stand in a message, key by key: what is right, what is nearly so, and what is not.
const FIELDS: &[(&str, &[&str])] = &[
    (
        "do",
        &["\"play\"", "\"accept-undo\"", "\"resign\"", "\"Play\"", "\"fly\"", "1", "null", "{}"],
    ),
    ("ask", &["\"why\"", "\"lines\"", "\"time\"", "\"when\"", "true", "[]"]),
    ("code", &["\"g7k2-9fqa-0z3m-x5tw\"", "\"\"", "7", "null"]),
    ("remark", &["\"good-game\"", "\"\"", "7", "null"]),
    ("re", &["1", "18446744073709551615", "18446744073709551616", "-1", "1.5", "null", "\"1\""]),
    ("move", &["\"c3\"", "\"\"", "\"\\u0000\"", "null", "3"]),
    ("seen", &["0", "18446744073709551615", "-1", "null", "\"0\""]),
    ("latest", &["0", "1794787200000", "-1", "null", "\"0\""]),
    ("id", &["\"x-1\"", "\"\"", "null", "1"]),
    ("seat", &["1", "2", "255", "256", "-1", "null"]),
    ("else", &["1", "[[[[]]]]", "\"\\ud83c\\udc04\""]),
];

/// How frames begin.
const CONTINUED: u8 = 0;
const TEXT: u8 = 1;
const PING: u8 = 9;
const FINAL: u8 = 0x80;

/// The words of the orders and questions that there are.
const ORDERS: &[&str] = &[
    "play",
    "swap",
    "resign",
    "flag",
    "undo",
    "accept-undo",
    "decline-undo",
    "rematch",
    "accept-rematch",
    "decline-rematch",
];
const QUESTIONS: &[&str] = &["why", "lines", "time"];

pub(crate) fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    match bytes.next() % 4 {
        0 => check_text(bytes.rest()),
        1 => check_cut(bytes.next(), bytes.rest()),
        2 => check_message(&mut bytes),
        _ => check_framed(bytes),
    }
}

/// Any text at all: what is understood is understood again when it is written down.
fn check_text(text: &[u8]) {
    let Ok(read) = serde_json::from_slice::<ClientMessage>(text) else { return };
    let written = serde_json::to_value(&read).expect("a message is plain data");
    let again: ClientMessage =
        serde_json::from_value(written.clone()).expect("it was just written");
    assert_eq!(serde_json::to_value(again).ok(), Some(written), "{}", text.escape_ascii());
}

/// A message made of fields: the reader of messages against what the fields say, looked at one by one.
fn check_message(bytes: &mut Bytes<'_>) {
    let mut fields = Map::new();
    for _ in 0..bytes.next() % 6 {
        let (key, values) = bytes.choose(FIELDS);
        // A number that no reader of JSON keeps whole is no value.
        if let Ok(value) = serde_json::from_str(bytes.choose(values)) {
            fields.insert(key.to_owned(), value);
        }
    }
    let text = Value::Object(fields.clone()).to_string();
    let read = serde_json::from_str::<ClientMessage>(&text).ok();
    let read = read.map(|message| match message {
        ClientMessage::Order { re, order } => json!(["order", re, order.what, order.seen]),
        ClientMessage::Ask { re, ask, mv } => json!(["ask", re, ask, mv]),
        ClientMessage::Remark { re, remark } => json!(["remark", re, remark]),
        ClientMessage::Code { code } => json!(["code", code]),
    });
    assert_eq!(read, literally(&fields), "{text}");
    check_text(text.as_bytes());
}

/// What the fields say: an order if there is one, else a question, else a remark, else a code; nothing if a field that
/// means something has a value that means nothing.
fn literally(fields: &Map<String, Value>) -> Option<Value> {
    let given = |key: &str| fields.get(key).filter(|value| !value.is_null());
    let number = |key: &str| given(key).is_none_or(Value::is_u64);
    let text = |key: &str| given(key).is_none_or(Value::is_string);
    let word = |key: &str, words: &[&str]| {
        given(key).is_none_or(|value| value.as_str().is_some_and(|word| words.contains(&word)))
    };
    let is_seat = given("seat").is_none_or(|seat| seat.as_u64().is_some_and(|seat| seat < 256));
    let words = word("do", ORDERS) && word("ask", QUESTIONS);
    let texts = ["move", "id", "remark", "code"].into_iter().all(text);
    let numbers = ["re", "seen", "latest"].into_iter().all(number);
    if !(words && texts && numbers && is_seat) {
        return None;
    }
    let value = |key: &str| given(key).cloned().unwrap_or_default();
    match (given("do"), given("ask"), given("remark"), given("code")) {
        (Some(what), _, _, _) => Some(json!(["order", value("re"), what, value("seen")])),
        (None, Some(ask), _, _) => Some(json!(["ask", value("re"), ask, value("move")])),
        (None, None, Some(remark), _) => Some(json!(["remark", value("re"), remark])),
        (None, None, None, Some(code)) => Some(json!(["code", code])),
        (None, None, None, None) => None,
    }
}

/// Texts and pings, framed by hand as RFC 6455 says: they are read as they were said.
fn check_framed(mut bytes: Bytes<'_>) {
    let (mut framed, mut expected) = (Vec::new(), Vec::new());
    let cut = bytes.next();
    while !bytes.is_empty() {
        let text: String =
            (0..bytes.next() % 200).map(|_| bytes.choose(&['a', '"', 'ž', '🀄'])).collect();
        let parts = usize::from(bytes.next() % 4) + 1;
        let length = text.len().div_ceil(parts).max(1);
        let pieces: Vec<&[u8]> =
            if text.is_empty() { vec![b""] } else { text.as_bytes().chunks(length).collect() };
        for (index, piece) in pieces.iter().enumerate() {
            let opcode = if index == 0 { TEXT } else { CONTINUED };
            let is_last = index + 1 == pieces.len();
            frame(&mut framed, if is_last { FINAL | opcode } else { opcode }, piece, bytes.next());
            if !is_last && bytes.next().is_multiple_of(2) {
                frame(&mut framed, FINAL | PING, b"?", 0);
                expected.push(Message::Ping(b"?".as_slice().into()));
            }
        }
        expected.push(Message::text(text));
    }
    assert_eq!(heard(&framed, framed.len()), expected, "{}", framed.escape_ascii());
    check_cut(cut, &framed);
}

/// Whatever the bytes are and wherever they are cut; and nothing is longer than it may be.
fn check_cut(cut: u8, bytes: &[u8]) {
    let whole = heard(bytes, bytes.len());
    assert_eq!(heard(bytes, usize::from(cut % 7) + 1), whole, "{}", bytes.escape_ascii());
    assert!(whole.iter().all(|message| message.len() <= Limits::default().message_bytes));
}

/// A frame as clients send it: masked, and with its length in as few bytes as it needs.
fn frame(out: &mut Vec<u8>, head: u8, payload: &[u8], mask: u8) {
    const MASKED: u8 = 0x80;
    out.push(head);
    match u8::try_from(payload.len()) {
        Ok(length @ ..126) => out.push(MASKED | length),
        _ => {
            out.push(MASKED | 126);
            out.extend((payload.len() as u16).to_be_bytes());
        }
    }
    out.extend([mask; 4]);
    out.extend(payload.iter().map(|byte| byte ^ mask));
}

/// What a server hears that is sent these bytes in pieces of this length.
fn heard(bytes: &[u8], length: usize) -> Vec<Message> {
    let most = Limits::default().message_bytes;
    let config = WebSocketConfig::default()
        .max_message_size(Some(most))
        .max_frame_size(Some(most))
        .read_buffer_size(2 << 10)
        .write_buffer_size(0);
    let pieces = bytes.chunks(length.max(1)).map(<[u8]>::to_vec).collect();
    let mut socket = WebSocket::from_raw_socket(Wire(pieces), Role::Server, Some(config));
    std::iter::from_fn(|| socket.read().ok()).collect()
}

/// A connection on which pieces arrive one by one, and what is answered is lost.
struct Wire(VecDeque<Vec<u8>>);

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(mut piece) = self.0.pop_front() else { return Ok(0) };
        let length = piece.len().min(buffer.len());
        buffer[..length].copy_from_slice(&piece[..length]);
        let rest = piece.split_off(length);
        if !rest.is_empty() {
            self.0.push_front(rest);
        }
        Ok(length)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
