//! The command line from outside: what is printed where, and with which exit status.
//!
//! With `TRYCMD=overwrite` the files are written anew; read the diff before committing it.

use std::process::{Command, Stdio};

#[test]
fn commands_answer_as_written() {
    // The characters do not depend on where the tests run.
    let cases = trycmd::TestCases::new();
    cases.env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
    cases.case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

/// Where the locale has no other characters, nothing but ASCII is written, names included.
#[test]
fn a_locale_without_unicode_gets_ascii() {
    for arguments in [["learn", "konobi"].as_slice(), &["play", "konobi:4", "--plain"]] {
        let mut konoba = Command::new(env!("CARGO_BIN_EXE_konoba"));
        let konoba = konoba.args(arguments).env("LC_ALL", "C").env("TERM", "xterm");
        let output = konoba.stdin(Stdio::null()).output().expect("it starts");
        let said = String::from_utf8(output.stdout).expect("it is text");
        assert!(said.contains("Konobi") && said.is_ascii(), "{arguments:?}: {said}");
    }
}

/// Who does not see the board is told it by every command, and no board is drawn.
#[test]
fn words_alone_are_said_everywhere() {
    for arguments in [
        ["learn", "konobi"].as_slice(),
        &["puzzle", "konobi"],
        &["play", "konobi:4", "--names", "Ana,Luka"],
        &[],
    ] {
        let mut konoba = Command::new(env!("CARGO_BIN_EXE_konoba"));
        let konoba = konoba.args(arguments).env("KONOBA_WORDS", "1").env("LC_ALL", "C");
        let output = konoba.stdin(Stdio::null()).output().expect("it starts");
        let said = String::from_utf8(output.stdout).expect("it is text");
        let is_drawn = said.lines().any(|line| line.trim_start().starts_with("a b c d"));
        assert!(said.contains("onob") && !is_drawn, "{arguments:?}: {said}");
    }
}
