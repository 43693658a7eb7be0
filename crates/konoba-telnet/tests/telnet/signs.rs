//! What programs say to each other over a real connection.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use socket2::SockRef;

use crate::client::{Door, PATIENCE};

/// All bytes that come until these do.
fn read_until(stream: &mut TcpStream, end: &[u8]) -> Vec<u8> {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut read = Vec::new();
    while !read.windows(end.len()).any(|window| window == end) {
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
fn nobody_is_greeted_with_signs() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    let welcome = read_until(&mut stream, b"you get one)\r\n");
    assert!(welcome.is_ascii(), "{}", welcome.escape_ascii());
}

#[test]
fn what_a_client_offers_is_declined_and_its_window_is_kept() {
    let door = Door::open();
    let mut stream = TcpStream::connect(door.address).unwrap();
    // As PuTTY begins, with a window of 24 columns.
    stream.write_all(b"\xff\xfb\x1f\xff\xfb\x18\xff\xfd\x01\xff\xfb\x03\xff\xfd\x03").unwrap();
    let answered = read_until(&mut stream, b"\xff\xfc\x03");
    let declined = b"\xff\xfd\x1f\xff\xfe\x18\xff\xfc\x01\xff\xfe\x03\xff\xfc\x03";
    assert!(answered.ends_with(declined), "{}", answered.escape_ascii());
    stream
        .write_all(b"\xff\xfa\x1f\x00\x18\x00\x50\xff\xf0Ana\r\0rules konobi\r\0who\r\0")
        .unwrap();
    let told = String::from_utf8(read_until(&mut stream, b"Ana is free.\r\n")).unwrap();
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
    stream.write_all(b"Nobody\xff\xf4\xff").unwrap();
    SockRef::from(&stream).send_out_of_band(b"\xf2").unwrap();
    stream.write_all(b"\xff\xfd\x06Ana\r\n").unwrap();
    let told = read_until(&mut stream, b"Hello, Ana.");
    let mark = b"\xff\xfc\x06";
    assert!(told.windows(3).any(|window| window == mark), "{}", told.escape_ascii());
}
