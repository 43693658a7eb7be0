//! A fourth game through the real program. The register has a hidden one, which nothing but its own
//! file knows, and which has no net, no expert and no lessons: whatever a person or a program can do
//! with a game must work with it as well. The full screen plays it in `terminal/games.rs`, two people
//! with browsers in the tests of the page.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

mod house;
#[path = "../serving/server.rs"]
#[allow(dead_code, reason = "these tests need no signals, nodes and workers")]
mod server;
#[path = "../serving/table.rs"]
#[allow(dead_code, reason = "these tests look into no database")]
mod table;
#[path = "../../../konoba-http/tests/web/view.rs"]
mod view;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use konoba_rules::{Record, show_hidden_games};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// What the program is told when it is to offer the hidden games.
const SHOWN: (&str, &str) = ("KONOBA_HIDDEN_GAMES", "1");
const GAME: &str = "crossway";
/// Black joins its edges by the last column. On its way it is refused b2, which would be a crosscut.
const MOVES: [&str; 9] = ["a1", "b1", "d4", "a2", "d3", "a3", "d2", "a4", "d1"];

/// What comes of arguments and an input that ends, with the hidden games on offer or without.
fn konoba(is_shown: bool, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command.args(arguments).envs(is_shown.then_some(SHOWN));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // The program may refuse its arguments and read nothing.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// What it prints, when all goes well.
fn said(arguments: &[&str], input: &str) -> String {
    let output = konoba(true, arguments, input);
    let why = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {}: {why}", output.status);
    String::from_utf8(output.stdout).expect("what is said is text")
}

/// Plays the game through the dialogue, and saves it in a folder.
fn dialogue(file: &Path) -> String {
    let answers = ["4", "Ana", "Luka", "a1", "n", "b1", "d4", "a2", "b2"];
    let answers = [&answers[..], &MOVES[4..]].concat().join("\n");
    said(&["play", GAME, "--save", file.to_str().expect("a plain path")], &answers)
}

struct Saved {
    folder: TempDir,
    record: Record,
}

impl Saved {
    fn new() -> Self {
        show_hidden_games();
        let folder = tempdir().expect("a folder");
        dialogue(&folder.path().join("game.sgf"));
        let sgf = fs::read(folder.path().join("game.sgf")).expect("the record is saved");
        Self { folder, record: Record::from_sgf(&sgf).expect("the record can be read") }
    }

    fn path(&self) -> String {
        self.folder.path().join("game.sgf").to_str().expect("a plain path").to_owned()
    }
}

#[test]
fn the_dialogue_plays_it_to_its_end() {
    let folder = tempdir().expect("a folder");
    let told = dialogue(&folder.path().join("game.sgf"));
    assert!(told.contains("Crossway"), "{told}");
    let [refused, won] = ["b2", "Winner: Ana (Black), "].map(|text| told.find(text));
    assert!(refused.is_some() && refused < won, "{told}");
}

#[test]
fn its_record_is_read_back_in_both_forms() {
    let Saved { record, folder: _folder } = Saved::new();
    let spec = record.setup().spec;
    assert_eq!(record.setup().to_string(), "crossway:4");
    assert!(record.moves().map(|mv| mv.written(spec).to_string()).eq(MOVES));
    assert!(record.outcome().is_some());
    assert_eq!(record.to_line(), "1~crossway~4~a1.b1.d4.a2.d3.a3.d2.a4.d1~black~Ana~Luka");
    assert_eq!(Record::from_line(&record.to_line()).expect("a line").to_line(), record.to_line());
    assert_eq!(Record::from_sgf(record.to_sgf().as_bytes()).expect("a file"), record);
}

#[test]
fn gtp_judges_it_and_plays_it() {
    let moves = MOVES
        .iter()
        .enumerate()
        .map(|(number, mv)| format!("play {} {mv}\n", ["black", "white"][number % 2]));
    let (first, rest): (Vec<_>, Vec<_>) = moves.enumerate().partition(|(number, _)| *number < 4);
    let text =
        |part: Vec<(usize, String)>| part.into_iter().map(|(_, line)| line).collect::<String>();
    let input = format!(
        "boardsize 4\n{}konoba-why black b2\nplay black b2\n{}konoba-winner\nfinal_score\nprintsgf\n",
        text(first),
        text(rest)
    );
    let told = said(&["gtp", GAME], &input);
    let answers: Vec<&str> = told.split("\n\n").map(str::trim).collect();
    assert!(answers[..5].iter().all(|answer| *answer == "="), "{told}");
    assert!(answers[5].starts_with("= crosscut b2 a1 a2 b1: "), "{told}");
    assert!(answers[6].starts_with("? "), "{told}");
    assert_eq!(answers[12..14], ["= black", "= B+"], "{told}");
    show_hidden_games();
    let sgf = answers[14].strip_prefix("= ").expect("a record");
    assert_eq!(Record::from_sgf(sgf.as_bytes()).expect("a record").moves().count(), MOVES.len());

    // The engine plays both sides until there is nothing left to play.
    let turns = "genmove black\ngenmove white\n".repeat(8);
    let arguments = ["gtp", "crossway:4,nopie", "--visits", "30"];
    let told = said(&arguments, &format!("{turns}konoba-winner\n"));
    assert!(told.contains("= black\n") || told.contains("= white\n"), "{told}");
}

#[test]
fn players_of_every_strength_play_it_and_the_solver_solves_it() {
    for players in [["random", "uct:30"], ["3", "oneply"], ["10", "engine,net=off"]] {
        let game = ["--game", "crossway:4", "--games", "2", "--visits", "30", "--json"];
        let told = said(&[&["match"], &players[..], &game[..]].concat(), "");
        let result: Value = serde_json::from_str(&told).expect("one JSON object");
        assert_eq!((&result["games"], &result["faults"]), (&2.into(), &serde_json::json!([0, 0])));
    }
    let against = ["play", "crossway:3,nopie", "--engine", "1"];
    let told = said(&against, "Ana\nb2\nhint\nb1\nb3\na2\nresign\n");
    assert!(told.contains("Winner: "), "{told}");
    // On a small board the side with the middle wins.
    let solved = said(&["solve", "crossway:3"], "");
    assert!(solved.starts_with("value black\n") && solved.contains("\nb2 black\n"), "{solved}");
    assert_eq!(said(&["perft", "crossway:2", "--depth", "2"], ""), "1 4\n2 12\n");
}

#[test]
fn a_saved_game_is_shown_analysed_and_continued() {
    let saved = Saved::new();
    let path = saved.path();
    assert!(said(&["show", &path], "").contains("Crossway"));
    assert!(said(&["show", &path, "--svg", "-"], "").starts_with("<svg"));
    assert!(said(&["analyse", &path, "--visits", "8"], "").lines().count() >= MOVES.len());
    assert!(said(&["play", GAME, "--load", &path], "").contains("Ana"));
    let drawn = said(&["show", GAME, "--position", "W.B/W.B/... black"], "");
    assert!(drawn.contains("Crossway"), "{drawn}");
}

#[test]
fn without_the_switch_there_is_no_trace_of_it() {
    let saved = Saved::new();
    for arguments in [&["--help"][..], &[]] {
        let [hidden, shown] = [false, true].map(|is_shown| konoba(is_shown, arguments, "").stdout);
        assert!(!String::from_utf8_lossy(&hidden).contains(GAME));
        assert!(String::from_utf8_lossy(&shown).contains(GAME));
    }
    let path = saved.path();
    for (arguments, status) in [
        (&["play", GAME][..], 2),
        (&["gtp", "crossway:4"], 2),
        (&["perft", GAME, "--depth", "1"], 2),
        (&["match", "random", "random", "--game", GAME, "--games", "2"], 2),
        (&["show", &path], 1),
        (&["analyse", &path], 1),
        (&["play", "konobi", "--load", &path], 1),
    ] {
        let output = konoba(false, arguments, "");
        let why = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {why}");
        assert!(why.contains("'crossway'"), "{arguments:?}: {why}");
    }
    // Only the one value switches them on.
    let mut help = Command::new(env!("CARGO_BIN_EXE_konoba"));
    let help = help.arg("--help").env(SHOWN.0, "0").output().expect("the binary runs");
    assert!(!String::from_utf8_lossy(&help.stdout).contains(GAME));
}
