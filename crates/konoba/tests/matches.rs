//! `konoba match` and `konoba analyse` from outside.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn konoba(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_konoba")).args(arguments).output().expect("the binary runs")
}

fn report(arguments: &[&str]) -> (Value, String) {
    let output = konoba(&[&["match"], arguments, &["--json"]].concat());
    let told = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{told}");
    (serde_json::from_slice(&output.stdout).expect("one JSON object"), told)
}

#[test]
fn a_match_is_played_counted_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let players = ["uct:200", "random", "--game", "konobi:5,nopie", "--games", "5", "--jobs", "2"];
    let (result, _) = report(&[&players[..], &["--save", path]].concat());
    assert_eq!(result["games"], 6, "games come in pairs");
    assert_eq!(result["won"].as_u64().unwrap() + result["lost"].as_u64().unwrap(), 6);
    assert!(result["won"].as_u64() >= Some(5), "{result}");
    let saved: Vec<_> = fs::read_dir(path).expect("the folder").collect();
    assert_eq!(saved.len(), 6);
    let first = folder.path().join("00001.sgf");
    let first = first.to_str().expect("a plain path");
    let shown = konoba(&["show", first]);
    assert!(shown.status.success());

    let graph = folder.path().join("graph.svg");
    let arguments = ["analyse", first, "--visits", "8", "--sgf", first, "--svg"];
    let analysed = konoba(&[&arguments[..], &[graph.to_str().expect("a plain path")]].concat());
    let told = String::from_utf8(analysed.stdout).expect("text");
    assert!(analysed.status.success() && told.contains("Black:"), "{told}");
    assert!(fs::read_to_string(graph).expect("the graph").contains("<polyline"));
    assert!(fs::read_to_string(first).expect("the game").contains("SBKV["));
    assert!(konoba(&["show", first]).status.success(), "what was saved can be read");
}

#[test]
fn a_program_behind_a_pipe_plays_or_loses_with_a_reason() {
    let game = ["--game", "konobi:4", "--games", "2", "--visits", "20"];
    let ours = format!("gtp:{} gtp konobi:4 --visits 20", env!("CARGO_BIN_EXE_konoba"));
    let (result, told) = report(&[&[&ours, "uct:50"], &game[..]].concat());
    assert_eq!(result["faults"], serde_json::json!([0, 0]), "{told}");

    let dies =
        r#"gtp:while read line; do case $line in genmove*) exit 3;; esac; printf '=\n\n'; done"#;
    let (result, told) = report(&[&[dies, "random"], &game[..]].concat());
    assert_eq!((&result["won"], &result["faults"][0]), (&0.into(), &2.into()));
    assert!(told.contains("ended instead of answering `genmove`"), "{told}");

    let liar = r#"gtp:while read line; do printf '= a1\n\n'; done"#;
    let (result, told) = report(&[&["random", liar], &game[..]].concat());
    assert_eq!((&result["won"], &result["faults"][1]), (&2.into(), &2.into()));
    assert!(told.contains("which is illegal"), "{told}");
}

#[test]
fn a_program_that_writes_without_end_loses() {
    let game = ["--game", "konobi:5,nopie", "--games", "2", "--time", "0.1"];
    let endless =
        r#"gtp:while read line; do case $line in genmove*) exec yes;; esac; printf '=\n\n'; done"#;
    let (result, told) = report(&[&["random", endless], &game[..]].concat());
    assert_eq!((&result["won"], &result["faults"][1]), (&2.into(), &2.into()));
    assert!(told.contains("answered `genmove` without end"), "{told}");
}

/// No game is played with a program that cannot begin one, and a program that hangs costs three games at most.
#[test]
fn a_match_with_a_program_that_does_not_work_is_given_up() {
    let refused = |player: &str, games: &str, reason: &str| {
        let game = ["--game", "konobi:4", "--games", games, "--time", "0.001", "--patience", "0.2"];
        let output = konoba(&[&["match", player, "random"], &game[..]].concat());
        let told = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(reason), "{told}");
        String::from_utf8(output.stdout).expect("text")
    };
    refused("gtp:exit 3", "1000", "`boardsize`; no game was played");
    refused("gtp:konoba-no-such-program", "1000", "`boardsize`; no game was played");
    refused("gtp:yes", "1000", "gtp:yes answered `boardsize` without end; no game was played");
    refused("gtp:sleep 60", "1000", "did not answer `boardsize` within 0.2 s; no game was played");
    let hangs = r#"gtp:while read line; do case $line in genmove*) exec sleep 60;; esac; printf '=\n\n'; done"#;
    let result =
        refused(hangs, "1000", "did not answer in 3 games in a row; the match is given up");
    assert!(
        result.contains(": 0-4, 0.0 %") && result.contains("lost 4 games by a fault"),
        "{result}"
    );
}

#[test]
fn a_match_that_is_stopped_tells_the_result_so_far() {
    // The last is what a terminal that goes away sends.
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        stop(signal);
    }
}

fn stop(signal: Signal) {
    let mut game = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["match", "random", "random", "--game", "konobi:4", "--games", "1000000"])
        .args(["--json", "--progress"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut told = BufReader::new(game.stderr.take().expect("a pipe"));
    told.read_line(&mut String::new()).expect("the first pair");
    kill_process(Pid::from_child(&game), signal).expect("it runs");
    // What is told until the end, so that the program need not wait for a reader.
    std::io::copy(&mut told, &mut std::io::sink()).expect("text");
    let output = game.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(128 + signal.as_raw()));
    let result: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert!(result["games"].as_u64() >= Some(2), "{result}");
}

/// A move is called as the program wrote it, whose letters leave out I: that is what its log has.
#[test]
fn an_illegal_move_is_told_as_it_was_written() {
    let program = "gtp:while read line; do printf '= J3\\n\\n'; done";
    let game = ["--game", "konobi:9", "--games", "2"];
    let (_, told) = report(&[&[program, "random"], &game[..]].concat());
    assert!(told.contains("played J3, which is illegal (occupied)"), "{told}");
}

/// What a program answers is shown with nothing in it that a terminal obeys.
#[test]
fn an_answer_that_is_no_move_is_escaped() {
    let painter = r"gtp:while read line; do printf '= \033[2J\n\n'; done";
    let game = ["--game", "konobi:4", "--games", "2"];
    let (result, told) = report(&[&[painter, "random"], &game[..]].concat());
    assert_eq!(result["faults"][0], 2);
    assert!(told.contains(r"answered `genmove` with '\u{1b}[2J'"), "{told}");
    assert!(!told.contains('\x1b'), "{told}");
}

#[test]
fn a_program_that_resigns_loses_without_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let coward = r"gtp:while read line; do printf '= resign\n\n'; done";
    let game = ["--game", "konobi:4,nopie", "--games", "2", "--opening", "0", "--save", path];
    let (result, told) = report(&[&["random", coward], &game[..]].concat());
    assert_eq!((&result["won"], &result["faults"]), (&2.into(), &serde_json::json!([0, 0])));
    assert_eq!(told, "");
    for (name, ending) in [("00001.sgf", "RE[B+R]"), ("00002.sgf", "RE[W+R]")] {
        let saved = fs::read_to_string(folder.path().join(name)).expect("a game");
        assert!(saved.contains(ending), "{saved}");
    }
}

/// Programs of others know the sides as colours, and not every one knows a clock.
#[test]
fn a_program_is_told_colours_and_may_know_no_clock() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = folder.path().join("told");
    let program = format!(
        r#"gtp:while read line; do echo "$line" >> '{}'; case $line in
            time_settings*) printf '? unknown command\n\n';; *) printf '= resign\n\n';; esac; done"#,
        told.display()
    );
    let game = ["--game", "order-and-chaos", "--games", "2", "--time", "1"];
    let (result, said) = report(&[&["random", &program], &game[..]].concat());
    assert_eq!((&result["won"], &result["faults"]), (&2.into(), &serde_json::json!([0, 0])));
    assert_eq!(said, "");
    let told = fs::read_to_string(told).expect("what was told");
    for command in ["time_settings 0 1 1", "play black ", "play white ", "genmove black"] {
        assert!(told.lines().any(|line| line.starts_with(command)), "{command}: {told}");
    }
    assert!(!told.contains("order") && !told.contains("chaos"), "{told}");
}

/// Two matches may begin in one folder at the same time. The second to save a game is told so, and the first loses none.
#[test]
fn games_of_another_match_are_not_saved_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (tried, game) = (path("tried"), path("games/00001.sgf"));
    // The program is tried out once before the folder is looked at; then it is another match.
    let play = format!("exec {} gtp konobi:3 --visits 2", env!("CARGO_BIN_EXE_konoba"));
    let other = format!("gtp:test -e {tried} && echo kept > {game}; touch {tried}; {play}");
    let games = path("games");
    let played = konoba(&[
        "match", &other, "random", "--game", "konobi:3", "--games", "2", "--save", &games,
    ]);
    let told = String::from_utf8_lossy(&played.stderr);
    assert_eq!(played.status.code(), Some(1), "{told}");
    assert!(told.contains("another match has saved a game"), "{told}");
    assert_eq!(fs::read_to_string(game).expect("the game of the other match"), "kept\n");
}

#[test]
fn games_are_never_saved_among_older_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("a plain path");
    let older = folder.path().join("00001.SGF");
    let game = ["--game", "konobi:3", "--games", "2", "--save", path];
    fs::write(folder.path().join("notes.txt"), "not a game").expect("a file");
    report(&[&["random", "random"], &game[..]].concat());
    fs::remove_file(folder.path().join("00001.sgf")).expect("a game");
    fs::remove_file(folder.path().join("00002.sgf")).expect("a game");
    fs::write(&older, "old").expect("a file");
    let refused = konoba(&[&["match", "random", "random"], &game[..]].concat());
    let told = String::from_utf8(refused.stderr).expect("text");
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("there are games in"), "{told}");
    assert_eq!(fs::read_dir(path).expect("the folder").count(), 2);
    assert_eq!(fs::read_to_string(&older).expect("the file"), "old");
}

/// Whatever a program has started would say so here if it were still alive.
#[test]
fn a_match_that_is_stopped_takes_its_programs_along() {
    let program = "gtp:(sleep 1; echo alive >&2) & echo started >&2; wait";
    let mut game = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["match", program, "random", "--game", "konobi:4", "--games", "2"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut told = BufReader::new(game.stderr.take().expect("a pipe"));
    let mut line = String::new();
    told.read_line(&mut line).expect("a line");
    assert_eq!(line, "started\n");
    kill_process(Pid::from_child(&game), Signal::TERM).expect("it runs");
    told.read_to_string(&mut line).expect("text");
    assert_eq!(line, "started\n");
    assert_eq!(game.wait().expect("it ends").code(), Some(128 + Signal::TERM.as_raw()));
}

/// A net for Konobi.
const KONOBI: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../train/weights/konobi-6x64.bin");

#[test]
fn a_net_from_a_file_plays_in_its_own_game_and_nothing_begins_elsewhere() {
    let engine = format!("engine,net={KONOBI},solver=off");
    let game = ["--games", "2", "--visits", "16", "--game"];
    let (result, told) = report(&[&[&engine, "random"], &game[..], &["konobi:5,nopie"]].concat());
    assert_eq!(result["games"], 2);
    assert_eq!(result["faults"], serde_json::json!([0, 0]), "{told}");
    for (setup, reason) in
        [("quentin:5", "the net is for konobi"), ("order-and-chaos", "the net is for konobi")]
    {
        let refused = konoba(&[&["match", "random", &engine], &game[..], &[setup]].concat());
        let told = String::from_utf8(refused.stderr).expect("text");
        assert_eq!(refused.status.code(), Some(2), "{setup}: {told}");
        assert!(told.contains(reason) && refused.stdout.is_empty(), "{setup}: {told}");
    }
}

#[test]
fn blunders_are_those_of_the_net_that_was_asked_for() {
    let rate = |player: &str| {
        let options = ["--game", "konobi:4", "--visits", "2", "--positions", "30", "--json"];
        let output = konoba(&[&["blunders", player], &options[..]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let counted: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        counted["rate"].as_f64().expect("a rate")
    };
    let [built_in, same, without] = [
        "engine,solver=off",
        &format!("engine,net={KONOBI},solver=off"),
        "engine,net=off,solver=off",
    ]
    .map(rate);
    assert_eq!(same, built_in);
    assert!(same < without, "{same} with the net, {without} without");
}

#[test]
fn wrong_usage_is_told() {
    for arguments in [
        &["match", "11", "1", "--game", "konobi", "--games", "2"][..],
        &["match", "1", "2", "--game", "konobi", "--games", "0"],
        &["match", "1", "2", "--game", "konobi", "--games", "2", "--sprt", "5"],
        &["match", "1", "2", "--game", "konobi", "--games", "2", "--sprt", "0,inf"],
        &["match", "1", "2", "--game", "konobi", "--games", "2", "--time", "-1"],
        &["match", "1", "2", "--game", "konobi", "--games", "2", "--time", "2e18"],
        &["match", "1", "2", "--game", "konobi", "--games", "2", "--patience", "1e18"],
        &["match", "engine,threads=0", "2", "--game", "konobi", "--games", "2"],
        &["blunders", "engine,memory=0", "--game", "konobi:4"],
        &["blunders", "random", "--game", "konobi:4", "--positions", "0"],
        &["bot", "http://127.0.0.1:9", "--", "cat"],
        &["blunders", "random", "--game", "konobi:6"],
        &["blunders", "random", "--game", "order-and-chaos"],
        &["openings", "order-and-chaos"],
    ] {
        assert_eq!(konoba(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
