//! What programs say to each other over a real connection.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use socket2::SockRef;

use crate::client::{Door, PATIENCE};

/// All bytes that come until these do.
fn read_until(stream: &mut TcpStream, end: &[u8]) -> Vec<u8> {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut read = Vec::new();
    // What ends with nothing ends with the first piece.
    let is_whole = |read: &[u8]| match end.len() {
        0 => !read.is_empty(),
        length => read.windows(length).any(|window| window == end),
    };
    while !is_whole(&read) {
        let mut bytes = [0; 1024];
        match stream.read(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("{error} after: {}", read.escape_ascii()),
            Ok(0) => panic!("the connection has ended after: {}", read.escape_ascii()),
            Ok(length) => read.extend_from_slice(&bytes[..length]),
        }
    }
    read
}

#[test]
fn the_greeting_holds_no_telnet_commands() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    let welcome = read_until(&mut stream, b"you get one)\r\n");
    assert!(welcome.is_ascii(), "{}", welcome.escape_ascii());
}

/// A person with a bare socket, whose lines end with a line feed, is shown text and nothing else, in lines of at most 80 columns.
#[test]
fn a_bare_socket_sees_nothing_but_text() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    stream.write_all(b"Ana\nhelp\nmatch engine 1 konobi:5\nquit\n").unwrap();
    let told = String::from_utf8(read_until(&mut stream, b"Goodbye.\r\n")).unwrap();
    assert!(told.contains("match engine 3"), "{told}");
    let longest = told.lines().map(|line| line.chars().count()).max();
    assert!((60..=80).contains(&longest.unwrap()), "{told}");
}

/// A screen reader says so by MTTS, and is spoken to in words; a program that wants data gets every event.
#[test]
fn a_screen_reader_gets_words_and_a_program_gets_data() {
    let door = Door::open();
    let mut ana = Wire::to(&door);
    ana.until(b"you get one)\r\n");
    ana.send(b"Ana\r\n");
    ana.until(b"\xff\xfd\x18");
    ana.send(b"\xff\xfb\x18");
    ana.until(b"\xff\xfa\x18\x01\xff\xf0");
    ana.send(b"\xff\xfa\x18\x00MTTS 69\xff\xf0\xff\xfd\xc9\xff\xfd\x46\xff\xfd\x19");
    ana.until(b"\x01NAME\x02Konoba");
    ana.until(b"\x01UPTIME\x02");
    ana.send(b"seek konobi:3,nopie\r\n");
    ana.until(b"Waiting for an opponent.");
    let mut luka = door.enter("Luka");
    luka.say("");
    luka.hear("is to move");
    ana.until(b"Move, such as");
    ana.until(b"Konoba.Table {");
    ana.send(b"b2\r\n");
    let told = ana.until(b"Konoba.Event {");
    let event = ana.until(b"\xff\xf0");
    assert!(told.contains("You play b2."), "{told}");
    assert!(!told.contains('|') && !told.contains('\u{25cf}'), "a board is drawn: {told}");
    assert!(event.contains(r#""move":"b2""#) && event.contains(r#""seat":1"#), "{event}");
    ana.send(b"read row 2\r\n");
    let told = ana.until(b"\xff\xef");
    assert!(told.contains("Row 2: b2 black stone; the rest is empty.\r\n"), "{told}");
}

/// A connection of which every byte is looked at once.
struct Wire {
    stream: TcpStream,
    heard: Vec<u8>,
}

impl Wire {
    fn to(door: &Door) -> Self {
        let stream = TcpStream::connect(door.address).unwrap();
        Self { stream, heard: Vec::new() }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// All that comes up to the end of these bytes; signs that are no text are shown as such.
    fn until(&mut self, end: &[u8]) -> String {
        loop {
            if let Some(at) = self.heard.windows(end.len()).position(|window| window == end) {
                let rest = self.heard.split_off(at + end.len());
                let heard = std::mem::replace(&mut self.heard, rest);
                return String::from_utf8_lossy(&heard).into_owned();
            }
            let more = read_until(&mut self.stream, b"");
            self.heard.extend(more);
        }
    }
}

/// Who presses an arrow key and Enter has not asked to play.
#[test]
fn an_arrow_key_seats_no_one() {
    let door = Door::open();
    let mut ana = door.enter("Ana");
    ana.say("seek konobi:3");
    ana.hear("Waiting");
    let mut luka = door.enter("Luka");
    luka.say("\x1b[A");
    luka.hear("That key does nothing here.");
    assert_eq!(ana.hear_to_here(), "");
}

#[test]
fn what_a_client_offers_is_declined_and_its_window_is_kept() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    // As PuTTY begins, with a window of 24 columns.
    stream.write_all(b"\xff\xfb\x1f\xff\xfb\x18\xff\xfd\x01\xff\xfb\x03\xff\xfd\x03").unwrap();
    let answered = read_until(&mut stream, b"\xff\xfc\x03");
    let declined = b"\xff\xfc\x01\xff\xfe\x03\xff\xfc\x03";
    assert!(answered.ends_with(declined), "{}", answered.escape_ascii());
    stream
        .write_all(b"\xff\xfa\x1f\x00\x18\x00\x50\xff\xf0Ana\r\0rules konobi\r\0who\r\0")
        .unwrap();
    let told = read_until(&mut stream, b"Ana is free.\r\n");
    let told = String::from_utf8_lossy(&told);
    let (_, rules) = told.split_once("Press").unwrap();
    let longest = rules.lines().map(|line| line.chars().count()).max();
    assert!((20..=24).contains(&longest.unwrap()), "{rules}");
}

/// A client that interrupts sends a mark that overtakes the rest, by means of TCP. It must not be
/// lost, or what follows it would be taken for text.
#[test]
fn what_is_urgent_stays_where_it_is() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    read_until(&mut stream, b"Your name?");
    stream.write_all(b"Zoran\xff\xf4\xff").unwrap();
    SockRef::from(&stream).send_out_of_band(b"\xf2").unwrap();
    stream.write_all(b"\xff\xfd\x06Ana\r\n").unwrap();
    let told = read_until(&mut stream, b"Hello, Ana.");
    let mark = b"\xff\xfc\x06";
    assert!(told.windows(3).any(|window| window == mark), "{}", told.escape_ascii());
}
