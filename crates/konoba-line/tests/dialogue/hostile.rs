//! Input that no person would type.

use std::io::{self, BufReader, Read, Write};
use std::time::Duration;

use fastrand::Rng;
use konoba_advice::Adviser;
use konoba_line::dialogue::{Config, Dialogue, converse};
use konoba_line::{Lines, NoFiles};
use konoba_rules::{GAMES, Setup};
use konoba_table::Moment;

use crate::memory_files::MemoryFiles;

fn held(dialogue: &mut Dialogue<NoFiles>, input: impl Read + Send) -> String {
    let mut output = Vec::new();
    // A small buffer, so that lines are met in pieces.
    let input = BufReader::with_capacity(7, input);
    converse(
        dialogue,
        Lines::new(input),
        &mut output,
        Moment::default,
        &Adviser::at_one_board(0),
        Duration::ZERO,
    )
    .expect("memory does not fail");
    String::from_utf8(output).expect("what is said is text")
}

fn dialogue(setup: &str) -> Dialogue<NoFiles> {
    let setup = setup.parse().expect("there is such a set-up");
    Dialogue::new(Config { size_is_chosen: true, ..Config::new(setup) }, NoFiles)
}

/// Each is refused with a reason and asked for again, and then the game goes on.
#[test]
fn names_are_refused_with_a_reason() {
    let check = |name: &str, reason: &str| {
        let output = held(&mut dialogue("konobi:3"), format!("{name}\nAna\nLuka\n").as_bytes());
        let expected = format!("first)\n{reason}\nFirst player's name?");
        assert!(output.contains(&expected), "{name:?}: {output}");
        assert!(output.contains("Ana plays Black"), "{name:?}: {output}");
        assert!(!output.contains('\u{1b}') && !output.contains('\u{202e}'), "{name:?}: {output}");
    };
    check("", "A name has at least one letter.");
    check("\u{1b}[2J", "A name has no control characters, and this one has U+001B.");
    check("a\0b", "A name has no control characters, and this one has U+0000.");
    check(
        "\u{202e}anA",
        "A name does not turn the direction of text, and this one does with U+202E.",
    );
    check("A\u{200b}na", "A name has nothing invisible, and this one has U+200B.");
    check(&"x".repeat(33), "A name has at most 32 characters.");
    // Letters that are written from right to left are as good as others.
    let output = held(&mut dialogue("konobi:3"), "שרה\nעלי\n".as_bytes());
    assert!(output.contains("שרה plays Black"), "{output}");
}

#[test]
fn what_is_no_text_is_refused_and_asked_again() {
    let names = &b"Ana\nLuka\n"[..];
    let long = io::repeat(b'a').take(10 << 20);
    let output = held(&mut dialogue("konobi:1"), names.chain(long).chain(&b"\na1\n"[..]));
    assert!(output.contains("\nThat line is too long.\nMove, such as a1?"), "{output}");
    assert!(output.contains("Winner: Ana (Black)") && output.len() < 4000, "{output}");

    let junk: Vec<_> = (0..=255).chain(*b"\na1\n").collect();
    let output = held(&mut dialogue("konobi:1"), names.chain(&junk[..]));
    assert!(output.contains("\nThat line is not text.\nMove, such as a1?"), "{output}");
    assert!(output.contains("Winner: Ana (Black)"), "{output}");
}

/// Noise into every game, of bytes and of words: it always ends cleanly and asks for something.
#[test]
fn noise_ends_cleanly() {
    const WORDS: &[&str] = &[
        "y",
        "n",
        "play",
        "rule",
        "Ana order",
        "Bo",
        "3",
        "19",
        "c3",
        "a1",
        "xb2",
        "O",
        "undo",
        "swap",
        "pass",
        "resign",
        "why b2",
        "why",
        "moves",
        "board",
        "help",
        "save x",
        "load x",
        "",
        " ",
        "\r",
        "é",
        "99999999999",
        "quit!",
        "b 2",
        "2,2",
        "@",
        "c4x",
        "hint",
    ];
    let mut dice = Rng::with_seed(1);
    for game in 0..300 {
        let setup = Setup::default_of(GAMES[game % GAMES.len()]);
        let config = Config { asks_again: true, ..Config::new(setup) };
        let mut dialogue = Dialogue::new(config, NoFiles);
        let mut input = Vec::new();
        for _ in 0..200 {
            match dice.u8(..8) {
                0 => input.extend((0..dice.u8(..9)).map(|_| dice.u8(..))),
                _ => input.extend_from_slice(WORDS[dice.usize(..WORDS.len())].as_bytes()),
            }
            input.push(b'\n');
        }
        let output = held(&mut dialogue, &input[..]);
        assert!(output.ends_with("Goodbye.\n"), "{output}");
        assert!(dialogue.is_over());
        assert_eq!(dialogue.answer("a1", Moment::default()), "");
    }
}

/// A writer whose reader goes away as soon as something is said.
struct Until(&'static str);

impl Write for Until {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if String::from_utf8_lossy(bytes).contains(self.0) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_output_is_a_clean_end_and_loses_nothing() {
    let files = MemoryFiles::default();
    let config = Config {
        size_is_chosen: true,
        save: Some("game.sgf".to_owned()),
        ..Config::new("konobi:3".parse().expect("there is such a set-up"))
    };
    let mut dialogue = Dialogue::new(config, files.clone());
    let input = &b"Ana\nLuka\nb2\nn\na1\nc3\n"[..];
    converse(
        &mut dialogue,
        Lines::new(input),
        Until("plays a1"),
        Moment::default,
        &Adviser::at_one_board(0),
        Duration::ZERO,
    )
    .expect("it is a clean end");
    let saved = files.get("game.sgf").expect("the game is saved");
    assert!(saved.contains(";B[b2];W[a1]") && !saved.contains("c3"), "{saved}");
}
