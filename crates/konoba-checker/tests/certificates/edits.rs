//! Random edits of certificates: each is refused, or is still a proof by the literal rules.

use konoba_checker::{Wrong, check};
use konoba_rules::playout::{Dice, WyRand};
use konoba_rules::text;

use crate::brute::certificate;
use crate::replay::{Proved, replay};

/// What is edited: games from their start and from the middle, won by either side, with passes.
const ORIGINALS: &[(&str, &str)] = &[
    ("konobi:1,nopie", ". black"),
    ("konobi:2,nopie", "../.. black"),
    ("konobi:2,nopie", "../.. white"),
    ("konobi:3,nopie", ".../.../... black"),
    ("konobi:3,nopie", ".../.../..B white"),
    ("quentin:2,nopie", "../.. black"),
    ("quentin:3,nopie", ".../.../... black"),
    ("quentin:3,nopie", ".../.B./... white"),
    ("konobi:4,nopie", ".B../.W.B/W.../..B. white"),
    ("quentin:4,nopie", "..W./.B../.BW./.... black"),
    ("order-and-chaos", "XXXX../OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXX.. order"),
    ("order-and-chaos:five-or-six", "XXXX../OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXXO. chaos"),
];

/// What a heading may be made to say.
const FIELDS: &[&str] = &[
    "game konobi:19,nopie",
    "game konobi:4,nopie",
    "game konobi:3,nopie",
    "game konobi:2,nopie",
    "game konobi:3",
    "game konobi",
    "game quentin:3,nopie",
    "game quentin:2,nopie",
    "game quentin:5",
    "game order-and-chaos",
    "game order-and-chaos:lasting-five",
    "start ../.. black",
    "start ../.. white",
    "start .../.../... black",
    "start .../.../... white",
    "start .../.B./... white",
    "start ..../..../..../.... black",
    "start B../BW./.W. black",
    "start XXXX../OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXX.. order",
    "winner black",
    "winner white",
    "winner order",
    "winner chaos",
    "konoba-certificate 1",
    "konoba-certificate 2",
    "pass",
    "swap",
    "",
];

/// Headings that hold together, and of which the replies know nothing.
const HEADINGS: &[&str] = &[
    "game konobi:4,nopie\nstart ..../..../..../.... black\nwinner white",
    "game konobi:5,nopie\nstart ...../...../...../...../..... black\nwinner black",
    "game konobi:3,nopie\nstart .../.../... white\nwinner white",
    "game konobi:2,nopie\nstart ../.. white\nwinner black",
    "game quentin:3,nopie\nstart .../.../... black\nwinner black",
    "game quentin:3,nopie\nstart .../.../... black\nwinner white",
    "game quentin:2,nopie\nstart ../.. black\nwinner black",
    "game order-and-chaos:five-or-six\n\
     start XXXX../OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXXO. order\nwinner order",
];

const BYTES: &[u8] = b"abcdefBWXO.123456789 /\n\r:,kqw\x00\xc3";

struct Editor {
    dice: WyRand,
    originals: Vec<String>,
}

/// How many edited certificates were accepted and how many refused.
#[derive(Default, Debug)]
struct Counts {
    accepted: u64,
    refused: u64,
}

impl Editor {
    fn new(seed: u64) -> Self {
        let original = |(game, start): &(&str, &str)| certificate(game, start, seed);
        Self { dice: WyRand::new(seed), originals: ORIGINALS.iter().map(original).collect() }
    }

    fn below(&mut self, count: usize) -> usize {
        self.dice.below(count.max(1) as u32) as usize
    }

    fn choose<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// A certificate after one to three edits.
    fn edited(&mut self) -> String {
        let chosen = self.below(self.originals.len());
        let mut text = self.originals[chosen].clone();
        for _ in 0..=self.below(3) {
            text = match self.below(3) {
                0 => self.with_bytes_changed(text),
                _ => self.with_lines_changed(&text),
            };
        }
        text
    }

    fn with_bytes_changed(&mut self, text: String) -> String {
        let mut bytes = text.into_bytes();
        let at = self.below(bytes.len());
        let byte = BYTES[self.below(BYTES.len())];
        match self.below(3) {
            0 if !bytes.is_empty() => bytes[at] = byte,
            1 if !bytes.is_empty() => _ = bytes.remove(at),
            _ => bytes.insert(at, byte),
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn with_lines_changed(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.lines().collect();
        let count = lines.len();
        let [one, other] = [self.below(count), self.below(count)];
        let another = self.below(self.originals.len());
        let another = self.originals[another].clone();
        let point;
        match self.below(9) {
            _ if count < 5 => lines.push(self.choose(FIELDS)),
            0 => _ = lines.remove(one),
            1 => lines.insert(other, lines[one]),
            2 => lines.swap(one, other),
            3 => lines.truncate(one),
            4 => lines[self.below(4)] = self.choose(FIELDS),
            5 => {
                lines.splice(1..4, self.choose(HEADINGS).lines());
            }
            6 => {
                lines.truncate(one);
                lines.extend(another.lines().skip(one));
            }
            7 => lines.push(self.choose(FIELDS)),
            // Another reply, which may be as good.
            _ => {
                let [x, y] = [self.below(4) as u8, self.below(4) as u8];
                point = format!("{}{}", char::from(b'a' + x), y + 1);
                lines[4 + self.below(count - 4)] = &point;
            }
        }
        lines.join("\n") + "\n"
    }
}

fn check_edits(count: u64, seed: u64) -> Counts {
    let mut editor = Editor::new(seed);
    let mut counts = Counts::default();
    for number in 0..count {
        let text = editor.edited();
        let proved = replay(&text);
        match check(text.lines()) {
            Ok(checked) => {
                let (game, start) = (checked.start.setup(), text::write(&checked.start));
                let told = Proved {
                    game: &game.to_string(),
                    start: &start,
                    winner: game.spec.side(checked.winner).id,
                    replies: checked.replies,
                };
                assert_eq!(Some(told), proved, "edit {number} of seed {seed}:\n{text}");
                counts.accepted += 1;
            }
            Err(wrong) => {
                // The literal rules do not say whether the position can stand.
                let is_about_start = matches!(wrong, Wrong::Line { number: 3, .. });
                let is_refused = proved.is_none() || is_about_start;
                assert!(is_refused, "edit {number} of seed {seed}: {wrong}\n{text}");
                counts.refused += 1;
            }
        }
    }
    counts
}

#[test]
fn the_originals_are_proofs() {
    for text in Editor::new(1).originals {
        let proved = replay(&text).unwrap();
        assert_eq!(check(text.lines()).unwrap().replies, proved.replies, "{text}");
    }
}

#[test]
fn an_edited_certificate_is_refused_or_still_a_proof() {
    let counts = check_edits(3_000, 1);
    assert!(counts.accepted > 20 && counts.refused > 2_000, "{counts:?}");
}

/// `cargo test -p konoba-checker -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_edits() {
    println!("{:?}", check_edits(100_000, 2));
}
