//! Clients that send anything at all, in any order, a great deal at once: no session breaks.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;

use fastrand::Rng;

use crate::client::{Door, PATIENCE};

const WORDS: &[&str] = &[
    "",
    "seek",
    "games",
    "join",
    "observe",
    "match",
    "leave",
    "who",
    "rematch",
    "undo",
    "resign",
    "moves",
    "board",
    "clock",
    "why",
    "rules",
    "style",
    "name",
    "back",
    "help",
    "hint",
    "save",
    "konobi:3",
    "quentin:3",
    "order-and-chaos",
    "5+3",
    "white",
    "1",
    "2",
    "3",
    "a1",
    "b2",
    "c3",
    "Xd4",
    "o",
    "swap",
    "pass",
    "y",
    "n",
    "Ana",
    "Luka",
    "Mara",
    "engine",
    "ascii",
    "unicode",
    "9999",
    "-1",
    "0000-0000-0000-0000",
    "\u{202e}",
    "\u{7f}",
    "\u{1b}[A",
    "ž",
    "\u{0}",
    "\t",
    "'; DROP",
];

/// A client that ignores what is answered, but waits for an answer.
struct Madcap<'a> {
    door: &'a Door,
    name: &'a str,
    stream: TcpStream,
    dice: Rng,
}

impl<'a> Madcap<'a> {
    fn enter(door: &'a Door, name: &'a str, seed: u64) -> Self {
        let stream = TcpStream::connect(door.address).unwrap();
        let mut madcap = Self { door, name, stream, dice: Rng::with_seed(seed) };
        madcap.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        madcap.send(format!("{name}\r\n").as_bytes());
        madcap
    }

    fn send(&mut self, bytes: &[u8]) {
        // The house may have said goodbye already, which is found out by listening.
        let _ = self.stream.write_all(bytes);
    }

    /// Says a line of a few words, or bytes that are none.
    fn say_anything(&mut self) {
        if self.dice.usize(..12) == 0 {
            let length = self.dice.usize(..40);
            let bytes: Vec<u8> = (0..length).map(|_| self.dice.u8(..)).collect();
            self.send(&bytes);
            // Whatever they began, this ends it.
            self.send(b"\xff\xf0\xff\xf0\r\n");
        } else {
            let count = self.dice.usize(..4);
            let words = (0..count).map(|_| WORDS[self.dice.usize(..WORDS.len())]);
            let line = words.collect::<Vec<_>>().join(" ");
            self.send(format!("{line}\r\n").as_bytes());
        }
    }

    /// Waits for an answer. If the random bytes have ended the session, connects again.
    fn is_answered(&mut self) {
        self.send(b"\xff\xf6");
        let mut heard = Vec::new();
        let contains = |heard: &[u8], text: &[u8]| heard.windows(text.len()).any(|at| at == text);
        while !contains(&heard, b"Yes, connected.") {
            let mut bytes = [0; 4096];
            let length = match self.stream.read(&mut bytes) {
                Ok(length) => length,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::ConnectionReset => 0,
                Err(error) => panic!("{error}: no answer for {}", self.name),
            };
            heard.extend_from_slice(&bytes[..length]);
            if length == 0 {
                assert!(contains(&heard, b"Goodbye."), "{}", String::from_utf8_lossy(&heard));
                let seed = self.dice.u64(..);
                *self = Self::enter(self.door, self.name, seed);
                return;
            }
        }
    }
}

#[test]
fn random_input_breaks_no_session() {
    let door = Door::open();
    thread::scope(|scope| {
        for (seed, name) in (0..).zip(["Ana", "Luka", "Mara"]) {
            let mut madcap = Madcap::enter(&door, name, seed);
            scope.spawn(move || {
                for _ in 0..60 {
                    (0..madcap.dice.usize(..12)).for_each(|_| madcap.say_anything());
                    madcap.is_answered();
                }
            });
        }
    });
    let mut vesna = door.enter("Vesna");
    vesna.say("who");
    vesna.hear("Vesna is free.\n");
}
