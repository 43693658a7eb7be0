//! The fuzz targets, one test each: two things that must agree, held together on any bytes.
//!
//! `cargo test` gives each target a second of random bytes, after every input on which it has ever
//! failed (kept in `__fuzz__` beside this file). `cargo xtask fuzz` goes on until it is stopped and
//! lets the coverage of the code guide it. A failure shows the input; to see it again, keep the
//! file that it names, or set `BOLERO_RANDOM_SEED` as it says, and run
//! `cargo test --package konoba-fuzz TARGET`.

mod agreement;
mod bytes;
mod frames;
mod line;
mod notation;
mod play;
mod record;
mod sgf;
mod telnet;
mod text;

/// What reads moves, points and set-ups against what writes them.
#[test]
fn notation() {
    bolero::check!().with_max_len(64).for_each(|bytes: &[u8]| notation::check(bytes));
}

/// The fast rules against the literal ones, move by move.
#[test]
fn play() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| play::check(bytes));
}

/// What reads positions against what writes them, and what it lets stand against the literal rules.
#[test]
fn text() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| text::check(bytes));
}

/// What reads SGF files against what writes them, and against another reader of them.
#[test]
fn sgf() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| sgf::check(bytes));
}

/// What reads games in one line against what writes them.
#[test]
fn line() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| line::check(bytes));
}

/// The Telnet machine on bytes in one piece against the same bytes in many, and what it hears
/// against what was typed.
#[test]
fn telnet() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| telnet::check(bytes));
}

/// The reader of messages on a socket against what their fields say, and frames in one piece against
/// the same frames in many.
#[test]
fn frames() {
    bolero::check!().with_max_len(400).for_each(|bytes: &[u8]| frames::check(bytes));
}
