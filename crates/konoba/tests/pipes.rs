//! Output into a closed pipe, and output into files.

use std::fs;
use std::io::{self, Write};
use std::process::{Command, Stdio};

fn konoba() -> Command {
    Command::new(env!("CARGO_BIN_EXE_konoba"))
}

/// The reader has gone before anything is written, as in `konoba perft ... | true`.
#[test]
fn a_broken_pipe_is_success() {
    let perft = ["perft", "konobi:3", "--depth", "3"];
    let show = ["show", "konobi:3", "--svg", "-"];
    for arguments in [&[][..], &["bench", "--quick"], &perft, &show, &["gtp", "konobi:3"]] {
        let (reader, writer) = io::pipe().expect("there are pipes");
        drop(reader);
        let mut child = konoba()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut input = child.stdin.take().expect("the input is a pipe");
        // The child may have ended already, which is as good.
        let _ = input.write_all(b"name\nname\n");
        drop(input);
        let output = child.wait_with_output().expect("the child ends");
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

/// A file that is another command's input or output is written to and not replaced: `--certificate >(check)`, or into the log
/// in which all of it stands.
#[cfg(target_os = "linux")]
#[test]
fn what_is_open_already_is_written_to() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let log = folder.path().join("log");
    let solve = "\"$0\" solve konobi:2 --certificate";
    for (script, expected) in [
        (format!("(echo before; {solve} /dev/stdout; echo after) > log"), "before\nkonoba-"),
        (format!("(echo before; {solve} /dev/fd/1; echo after) | cat > log"), "before\nkonoba-"),
        (format!("({solve} /dev/fd/3 3>&1 >&2) | cat > log; echo after >> log"), "konoba-"),
    ] {
        let mut command = Command::new("sh");
        command.current_dir(folder.path()).args(["-c", &script, env!("CARGO_BIN_EXE_konoba")]);
        let output = command.output().expect("there is a shell");
        let told = fs::read_to_string(&log).expect("there is a log");
        assert!(told.starts_with(expected) && told.ends_with("after\n"), "{output:?}\n{told}");
        assert_eq!(told.contains("\nvalue white\n"), script.starts_with("(echo"), "{told}");
    }
}

/// Nothing is read without end, and two do not write one file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_of_puzzles_is_one_and_is_written_once() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let run = |arguments: &str| {
        let mut command = konoba();
        command.current_dir(folder.path()).args(arguments.split(' '));
        let output = command.output().expect("the binary runs");
        assert_eq!(output.status.code(), Some(1), "{arguments}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for arguments in
        ["check /dev/zero", "make konobi --out /dev/full", "pick konobi /dev/zero --out x"]
    {
        let told = run(&format!("puzzles {arguments}"));
        assert!(told.contains(": it has more than "), "{told}");
    }
    let lock = fs::File::create(folder.path().join("made.txt.lock")).expect("there is room");
    lock.lock().expect("it can be locked");
    let told = run("puzzles make konobi --out made.txt --games 1 --sizes 5");
    assert!(told.contains("another `konoba puzzles make` is writing it"), "{told}");
}

/// Help that was asked for and could not be told is a failure as anything else would be.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_success() {
    for arguments in [&[][..], &["--version"], &["--help"], &["help", "gtp"], &["gtp", "--help"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("there is one");
        let mut command = konoba();
        command.args(arguments).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
        let child = command.spawn().expect("the binary runs");
        let output = child.wait_with_output().expect("the child ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains("konoba: ") && told.lines().count() == 1, "{arguments:?}: {told}");
    }
}

/// As in `konoba analyse game.sgf --svg graph.svg | head -1`.
#[test]
fn files_are_written_although_the_reader_has_gone() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let game = "1~konobi~3~c3.swap";
    for (arguments, files) in [
        (
            vec!["analyse", game, "--visits", "1"],
            &[("--svg", "graph.svg"), ("--sgf", "noted.sgf")][..],
        ),
        (vec!["openings", "konobi:3", "--visits", "1"], &[("--svg", "board.svg")]),
    ] {
        let (reader, writer) = io::pipe().expect("there are pipes");
        drop(reader);
        let mut command = konoba();
        command.current_dir(folder.path()).args(&arguments).stdout(writer);
        for (option, file) in files {
            command.args([option, file]);
        }
        assert!(command.status().expect("the binary runs").success(), "{arguments:?}");
        for (_, file) in files {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}

/// As in `konoba check first second | head -1`.
#[test]
fn a_certificate_that_proves_nothing_is_a_failure_although_the_reader_has_gone() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    for name in ["first", "second"] {
        fs::write(folder.path().join(name), "no certificate\n").expect("the folder is ours");
    }
    let (reader, writer) = io::pipe().expect("there are pipes");
    drop(reader);
    let mut check = konoba();
    check.current_dir(folder.path()).args(["check", "first", "second"]).stdout(writer);
    let output = check.stderr(Stdio::piped()).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("2 of 2 certificates do not prove what they say"), "{said}");
}

#[test]
fn a_picture_does_not_replace_the_game() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let game = "(;SU[konobi:3];B[b2])";
    fs::write(folder.path().join("game.sgf"), game).expect("the folder is ours");
    let show = |options: &[&str]| {
        let mut show = konoba();
        show.current_dir(folder.path()).args(["show", "game.sgf"]).args(options);
        show.output().expect("the binary runs")
    };
    let replacing = show(&["--svg", "./game.sgf"]);
    assert_eq!(replacing.status.code(), Some(2));
    let said = String::from_utf8_lossy(&replacing.stderr);
    assert!(said.contains("--svg would replace the game in game.sgf"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("game.sgf")).expect("it is there"), game);
    // A program that reads one document cannot read two.
    let both = show(&["--svg", "-", "--text"]);
    assert_eq!((both.status.code(), both.stdout.is_empty()), (Some(2), true));
    let beside = show(&["--svg", "board.svg", "--text"]);
    assert!(beside.status.success() && !beside.stdout.is_empty());
}

#[test]
fn an_engine_does_not_play_without_the_net_that_was_asked_for() {
    let mut gtp = konoba();
    let gtp = gtp.args(["gtp", "konobi:3", "--net", "gone.net"]).stdin(Stdio::null());
    let output = gtp.output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("gone.net"), "{said}");
}

#[test]
fn pictures_and_records_go_into_files() {
    let folder = std::env::temp_dir().join(format!("konoba-test-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is a folder for temporary files");
    let shown = konoba()
        .current_dir(&folder)
        .args(["show", "konobi:3", "--moves", "b2", "--svg", "board.svg"])
        .output()
        .expect("the binary runs");
    assert!(shown.status.success() && shown.stdout.is_empty());
    let picture = fs::read_to_string(folder.join("board.svg")).expect("the picture is there");
    assert!(picture.starts_with("<svg"), "{picture}");

    let mut child = konoba()
        .current_dir(&folder)
        .args(["gtp", "konobi:3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input
        .write_all(
            b"play black b2\nprintsgf game.sgf\nclear_board\nloadsgf game.sgf\nkonoba-legal\n",
        )
        .expect("the child listens");
    drop(input);
    let answers = child.wait_with_output().expect("the child ends").stdout;
    let answers = String::from_utf8(answers).expect("answers are text");
    assert!(answers.ends_with("= a1 a2 a3 b1 b3 c1 c2 c3 swap\n\n"), "{answers}");
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
