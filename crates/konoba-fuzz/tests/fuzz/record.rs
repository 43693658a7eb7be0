//! Records of any kind: with variations, comments, clocks, players and outcomes.

use std::time::Duration;

use konoba_rules::record::{How, NodeId, Outcome};
use konoba_rules::{Record, Side};

use crate::bytes::Bytes;

/// What is likely to be misread in some form of a record.
const WORDS: &[&str] = &[
    "a", "Ana", " ", "  ", "]", "[", "\\", "\\\\", ":", ";", "(", ")", "~", ".", "_", "-", "f1",
    "\n", "\r\n", "\n\r", "\t", "\u{0}", "\u{7f}", "é", "\u{2028}", "\u{feff}", "🎲", "%41", "R",
    "?",
];

/// Makes a record of what the bytes say, step by step.
pub(crate) fn make(bytes: &mut Bytes<'_>) -> Record {
    let mut record = Record::new(bytes.setup());
    let [first, second] = [bytes.words(WORDS), bytes.words(WORDS)];
    record = record.with_players([&first, &second]);
    let mut here = NodeId::ROOT;
    for _ in 0..bytes.next() % 64 {
        match bytes.next() {
            0xf8.. => {
                let nodes = record.walk().collect::<Vec<_>>();
                here = nodes[bytes.below(nodes.len())];
            }
            0xf0.. => {
                let words = bytes.words(WORDS);
                record.annotate(here, &words).expect("there is room for a few words");
            }
            0xe8.. => {
                let left = Duration::from_millis(bytes.below(0x1_0000) as u64 * 999);
                record.stamp(here, bytes.choose(&Side::BOTH), left);
            }
            0xe4.. => conclude(&mut record, bytes),
            // A record that starts where this one has come to, unless that is the end of a game.
            0xe3 => {
                if let Ok(later) = Record::from_position(&record.position_at(here)) {
                    (record, here) = (later, NodeId::ROOT);
                }
            }
            _ => here = play(&mut record, here, bytes),
        }
    }
    record
}

/// Plays any legal move, if there is one.
fn play(record: &mut Record, here: NodeId, bytes: &mut Bytes<'_>) -> NodeId {
    let position = record.position_at(here);
    let moves = position.moves_of(position.to_move());
    match moves.get(bytes.below(moves.len())) {
        Some(mv) => record.play(here, *mv).expect("the move is legal"),
        None => here,
    }
}

/// Gives the game an outcome, which the board may contradict.
fn conclude(record: &mut Record, bytes: &mut Bytes<'_>) {
    let winner = bytes.choose(&Side::BOTH);
    let words = bytes.words(WORDS);
    let outcome = match bytes.next() % 8 {
        0 => Outcome::Other(words),
        1 => Outcome::Won { winner, how: How::Other(words) },
        2 => Outcome::Won { winner, how: How::Time },
        3 => Outcome::Won { winner, how: How::Board },
        _ => Outcome::Won { winner, how: How::Resignation },
    };
    let before = record.clone();
    let is_refused = record.conclude(outcome).is_err();
    assert!(!is_refused || *record == before, "a refused outcome changed the record");
}
