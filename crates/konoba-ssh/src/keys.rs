//! Bytes of a terminal as keys, clicks and pastes.

use crossterm::event::Event;
use terminput_crossterm::to_crossterm;

const ESCAPE: u8 = 0x1b;
/// The longest sequence that is waited for; a paste may be as long as a line.
const MAX_SEQUENCE: usize = 4096;

/// Makes events of the bytes of a terminal, however they are cut into pieces; only a lone escape at the end of a piece
/// is taken for the key, because nothing else tells it from the beginning of another.
#[derive(Default, Debug)]
pub(super) struct Keys {
    begun: Vec<u8>,
}

impl Keys {
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        for (place, byte) in bytes.iter().enumerate() {
            self.begun.push(*byte);
            let is_last = place + 1 == bytes.len();
            if self.begun == [ESCAPE] && !is_last {
                continue;
            }
            match terminput::Event::parse_from(&self.begun) {
                Ok(Some(event)) => {
                    events.extend(to_crossterm(event).ok());
                    self.begun.clear();
                }
                Ok(None) if self.begun.len() < MAX_SEQUENCE => {}
                // What means nothing is left out.
                Ok(None) | Err(_) => self.begun.clear(),
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers, MouseEventKind};

    use super::*;

    fn codes(pieces: &[&[u8]]) -> Vec<KeyCode> {
        let mut keys = Keys::default();
        let events = pieces.iter().flat_map(|piece| keys.take(piece)).collect::<Vec<_>>();
        events.iter().filter_map(|event| Some(event.as_key_event()?.code)).collect()
    }

    #[test]
    fn keys_are_read_whole() {
        use KeyCode::{Char, Down, Enter, Esc, Up};
        assert_eq!(codes(&[b"c4\r"]), [Char('c'), Char('4'), Enter]);
        assert_eq!(codes(&[b"\x1b[A\x1bOB"]), [Up, Down]);
        assert_eq!(codes(&[b"\x1b"]), [Esc]);
        assert_eq!(codes(&["ž".as_bytes()]), [Char('ž')]);
        assert_eq!(codes(&[b"\xc5", b"\xbe"]), [Char('ž')]);
        assert_eq!(codes(&[b"\x1b[", b"A"]), [Up]);
    }

    #[test]
    fn clicks_and_control_characters() {
        let mut keys = Keys::default();
        let events = keys.take(b"\x1b[<0;10;5M\x03");
        let mouse = events[0].as_mouse_event().unwrap();
        assert!(
            matches!(mouse.kind, MouseEventKind::Down(_)) && (mouse.column, mouse.row) == (9, 4)
        );
        let key = events[1].as_key_event().unwrap();
        assert_eq!((key.code, key.modifiers), (KeyCode::Char('c'), KeyModifiers::CONTROL));
    }

    /// Whatever comes, nothing breaks and nothing piles up.
    #[test]
    fn junk_does_no_harm() {
        let mut keys = Keys::default();
        let mut dice = fastrand::Rng::with_seed(7);
        for _ in 0..100_000 {
            keys.take(&[dice.u8(..)]);
            assert!(keys.begun.len() <= MAX_SEQUENCE);
        }
        keys.take(&[b"\x1b[200~".to_vec(), vec![b'x'; 3 * MAX_SEQUENCE]].concat());
        assert!(keys.begun.len() <= MAX_SEQUENCE);
    }
}
