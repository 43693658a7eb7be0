//! The dialogue through the real binary: what ends it, and what is on the disk then.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

fn play(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_konoba"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

/// What comes of an input that ends.
fn played(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = play(arguments);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let input = input.to_vec();
    // The child may end before it has read everything, which is as good.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().expect("the child ends");
    writer.join().expect("writing does not panic");
    output
}

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("konoba-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("there is a folder for temporary files");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("the folder has a plain name").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("the folder is ours");
    }
}

#[test]
fn hostile_input_ends_cleanly() {
    let long = [b"Ana\nLuka\n".to_vec(), vec![b'a'; 10 << 20], b"\na1\n".to_vec()].concat();
    let junk: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    let check = |input: &[u8], ending: &str| {
        let output = played(&["konobi:1"], input);
        let said = String::from_utf8(output.stdout).expect("what is said is text");
        assert!(output.status.success(), "{}: {said}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(said.trim_end().ends_with(ending), "{said}");
    };
    check(b"", "Goodbye.");
    check(b"Ana", "Goodbye.");
    check(b"Ana\nLuka\n", "Goodbye.");
    check(&junk, "Goodbye.");
    check(&long, "by connecting top and bottom");
    check(b"Ana\nLuka\na1\ny\nwhat\n", "by connecting top and bottom");
}

#[test]
fn a_closed_output_is_a_clean_end() {
    let mut child = play(&["konobi:3"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let _ = stdin.write_all(b"Ana\nLuka\n");
    drop(stdin);
    let output = child.wait_with_output().expect("the child ends");
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_record_is_there_when_the_input_ends() {
    let folder = Folder::new("ended");
    let file = folder.file("game.sgf");
    let flags = ["konobi:3", "--names", "Ana,Luka", "--save", &file];
    assert!(played(&flags, b"b2\nn\na1\n").status.success());
    let record = fs::read_to_string(&file).expect("the record is there");
    assert!(record.contains(";B[b2];W[a1]"), "{record}");
    // And it goes on from there, into the same file. Nothing else is left behind.
    let more = ["konobi", "--load", &file, "--save", &file];
    let output = played(&more, b"b1\n");
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).expect("what is said is text");
    assert!(said.contains("Ana (Black) plays b1."), "{said}");
    let record = fs::read_to_string(&file).expect("the record is there");
    assert!(record.contains(";B[b2];W[a1];B[b1]"), "{record}");
    assert_eq!(fs::read_dir(&folder.0).expect("the folder is there").count(), 1);
    // A record of something else than was asked for.
    let output = played(&["konobi:5", "--load", &file], b"");
    assert_eq!(output.status.code(), Some(1));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(why, "konoba: the record is one of konobi:3, not of konobi:5\n");
}

/// A program cannot catch this signal, so it stands for every other way to be ended.
#[test]
fn a_killed_program_has_saved_every_move() {
    let folder = Folder::new("killed");
    let file = folder.file("game.sgf");
    let mut child = play(&["konobi:3", "--names", "Ana,Luka", "--save", &file]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    stdin.write_all(b"b2\nn\na1\n").expect("the child listens");
    let said = BufReader::new(child.stdout.take().expect("the output is a pipe")).lines();
    let mut said = said.map(|line| line.expect("what is said is text"));
    // What is told has been saved, once the next question is asked.
    assert!(said.any(|line| line.contains("plays a1")) && said.any(|line| line.contains("Move,")));
    child.kill().expect("the child is ours");
    child.wait().expect("the child ends");
    let record = fs::read_to_string(&file).expect("the record is there");
    assert!(record.contains(";B[b2];W[a1]"), "{record}");
}

#[test]
fn a_record_that_cannot_be_kept_is_a_failure() {
    let folder = Folder::new("unsaved");
    let file = folder.file("no/game.sgf");
    let output = played(&["konobi:3", "--names", "Ana,Luka", "--save", &file], b"b2\n");
    assert_eq!(output.status.code(), Some(1));
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(why.starts_with("konoba: The game could not be saved as "), "{why}");
    assert_eq!(why.lines().count(), 1);
}

/// On the real clock: a clock runs out though no more input comes.
#[test]
fn a_clock_runs_out_by_itself() {
    let mut child = play(&["konobi:3,nopie", "--names", "Ana,Luka", "--clock", "0.5s+0"]);
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    stdin.write_all(b"b2\n").expect("the child listens");
    // The input is still open when the dialogue ends.
    let output = child.wait_with_output().expect("the child ends");
    drop(stdin);
    let said = String::from_utf8(output.stdout).expect("what is said is text");
    assert!(output.status.success(), "{said}");
    assert!(
        said.ends_with("Winner: Ana (Black), because Luka (White) ran out of time\n"),
        "{said}"
    );
}

/// With `--again` the same people play on, the one who moved second now first.
#[test]
fn again_is_asked_only_where_it_should_be() {
    let said = |flags: &[&str]| {
        let output = played(flags, b"a1\ny\na1\nn\n");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("what is said is text")
    };
    let once = said(&["konobi:1", "--names", "Ana,Luka"]);
    assert_eq!((once.matches("again?").count(), once.matches("Winner: Ana").count()), (0, 1));
    let twice = said(&["konobi:1", "--names", "Ana,Luka", "--again"]);
    assert_eq!((twice.matches("again?").count(), twice.matches("Winner: Luka").count()), (2, 1));
}

/// A game that was saved goes on against its engine, or against another one if that is wanted.
#[test]
fn a_saved_game_goes_on_against_its_engine() {
    let folder = Folder::new("engine");
    let file = folder.file("game.sgf");
    let said = |flags: &[&str], input: &[u8]| {
        let output = played(flags, input);
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("what is said is text")
    };
    let begun = said(&["konobi:5,nopie", "--engine", "1", "--save", &file], b"Ana\nc3\n");
    assert!(begun.contains("Computer 1 (White) plays "), "{begun}");
    let record = fs::read(&file).expect("the record is there");
    let record = konoba_rules::Record::from_sgf(&record).expect("a record");
    let legal = record.position_at(record.last()).moves_of(konoba_rules::Side::First);
    let line = format!("{}\n", legal[0].written(record.setup().spec));
    let same = said(&["konobi", "--load", &file], line.as_bytes());
    assert!(same.contains("You play ") && same.contains("Computer 1 (White) plays "), "{same}");
    assert!(same.ends_with("Goodbye.\n"), "{same}");
    let other = said(&["konobi", "--load", &file, "--engine", "2"], line.as_bytes());
    assert!(other.matches("Computer 2 (White) plays ").count() == 2, "{other}");
    // A player who takes the engine's side is asked for a name, and the engine is to move at once.
    let flags = ["konobi", "--load", &file, "--engine", "2", "--as", "white"];
    let exchanged = said(&flags, b"Luka\n");
    assert!(exchanged.contains("You play White"), "{exchanged}");
    assert!(exchanged.contains("Computer 2 (Black) plays "), "{exchanged}");
}
