//! `konoba analyse` from outside.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use konoba_rules::record::NodeId;
use konoba_rules::{Move, Record, Setup};
use serde_json::Value;
use tempfile::TempDir;

/// A game on the disk, in a folder of its own.
struct Game {
    folder: TempDir,
}

impl Game {
    /// A game with these moves.
    fn of(setup: &str, moves: &str) -> Self {
        let setup: Setup = setup.parse().expect("a set-up");
        let mut record = Record::new(setup);
        let play = |node, mv| {
            let mv = Move::read(mv, setup.spec).expect("a move");
            record.play(node, mv).expect("a legal move")
        };
        moves.split(' ').fold(NodeId::ROOT, play);
        let game = Self { folder: tempfile::tempdir().expect("a folder") };
        fs::write(game.path("game.sgf"), record.to_sgf()).expect("a file");
        game
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn analyse(&self, options: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
        command.current_dir(&self.folder).args(["analyse", "game.sgf"]).args(options);
        command.output().expect("the binary runs")
    }

    /// The lines that are printed.
    fn told(&self, options: &[&str]) -> Vec<String> {
        let output = self.analyse(options);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
    }
}

/// The analysis may be written over the game, of which there may be no other copy.
#[cfg(unix)]
#[test]
fn a_game_is_still_there_if_its_analysis_cannot_be_written() {
    let game = Game::of("konobi:3", "c3 swap");
    let before = fs::read_to_string(game.path("game.sgf")).unwrap();
    // No file may grow, and a write fails with an error instead of a signal that kills.
    let konoba = env!("CARGO_BIN_EXE_konoba");
    let arguments = "analyse game.sgf --visits 1 --sgf game.sgf";
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {konoba} {arguments}");
    let output = Command::new("sh").args(["-c", &script]).current_dir(&game.folder).output();
    let output = output.expect("a shell");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && told.contains("game.sgf"), "{told}");
    assert_eq!(fs::read_to_string(game.path("game.sgf")).unwrap(), before);
    assert_eq!(fs::read_dir(&game.folder).unwrap().count(), 1, "no draft is left");
}

/// What is read by another program is one document, and `-` is the name of no file.
#[test]
fn one_document_is_printed() {
    let game = Game::of("konobi:3", "c3 swap");
    for options in [
        &["--json", "--svg", "-"][..],
        &["--json", "--sgf", "-"],
        &["--svg", "-", "--sgf", "-"],
        &["--json", "--svg", "-", "--sgf", "-"],
    ] {
        let output = game.analyse(&[options, &["--visits", "1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("can be printed"), "{told}");
    }
    let told = game.told(&["--visits", "1", "--sgf", "-", "--svg", "graph.svg"]);
    let record = Record::read(told.join("\n").as_bytes()).expect("a record");
    assert_eq!(record.moves().count(), 2);
    assert!(game.path("graph.svg").exists() && !game.path("-").exists());
    let konoba = env!("CARGO_BIN_EXE_konoba");
    let arguments = ["openings", "konobi:3", "--visits", "1", "--json", "--svg", "-"];
    let output = Command::new(konoba).args(arguments).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
}

#[test]
fn estimates_without_the_net_that_was_asked_for_are_none() {
    let mut openings = Command::new(env!("CARGO_BIN_EXE_konoba"));
    openings.args(["openings", "konobi:3", "--visits", "1", "--net", "gone.net"]);
    let output = openings.output().expect("the binary runs");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gone.net"));
}

#[test]
fn a_graph_does_not_replace_the_game() {
    let game = Game::of("konobi:3", "c3 swap");
    let before = fs::read_to_string(game.path("game.sgf")).unwrap();
    for options in [&["--svg", "game.sgf"][..], &["--svg", "./new", "--sgf", "new"]] {
        let output = game.analyse(&[options, &["--visits", "1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("--svg would replace the game in"), "{told}");
    }
    assert_eq!(fs::read_to_string(game.path("game.sgf")).unwrap(), before);
    assert!(!game.path("new").exists());
}

/// Minutes of thinking are not lost to a name that was mistyped.
#[test]
fn what_cannot_be_written_is_told_before_thinking() {
    let game = Game::of("konobi:3", "c3 swap");
    for options in [["--svg", "gone/graph.svg"], ["--sgf", "gone/new.sgf"]] {
        let output = game.analyse(&[&options[..], &["--visits", "1"]].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        assert!(output.stdout.is_empty(), "{options:?}");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(options[1]), "{told}");
    }
}

#[test]
fn moves_after_the_end_of_the_game_were_not_played() {
    let game = Game::of("konobi:3", "c3");
    let marked = "(;SU[konobi:3,nopie];B[b2];W[a1]KONOBAEND[W+R];B[b1];W[a2])";
    fs::write(game.path("game.sgf"), marked).unwrap();
    let told = game.told(&["--visits", "1", "--sgf", "new.sgf"]);
    assert_eq!(told.len(), 1 + 2 + 2, "{told:#?}");
    let noted = fs::read_to_string(game.path("new.sgf")).unwrap();
    let record = Record::read(noted.as_bytes()).expect("a record");
    assert_eq!(record.moves().count(), 4, "{noted}");
    assert!(noted.contains("KONOBAEND[W+R]"), "{noted}");
}

#[test]
fn a_first_move_that_ends_the_game_is_proven() {
    for setup in ["konobi:1", "quentin:1"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
        let output = command.args(["openings", setup]).output().expect("the binary runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "a1 1.000 swap proven\n", "{setup}");
    }
}

/// On 3x3 the first side wins wherever it begins beside the middle column: see `konoba solve --map`.
#[test]
fn win_rates_are_those_of_the_side_and_not_of_the_seat() {
    let told = Game::of("konobi:3", "c3 swap").told(&["--visits", "100"]);
    assert!(told[0].ends_with("win rates of Black: 100.0 % at the start"), "{told:#?}");
    assert!(told[1].ends_with("Black  c3     100.0 %"), "{told:#?}");
    assert!(told[2].ends_with("White  swap   100.0 %"), "{told:#?}");
}

/// On 5x5 it is known who wins after each first move: with b3 the first side, with c3 the second.
#[test]
fn a_choice_of_side_is_judged_like_any_other_move() {
    let verdicts = |moves: &str| {
        let told = Game::of("konobi:5", moves).told(&["--visits", "100"]);
        let verdict =
            |line: &str| line.split_once("%  ").map_or("", |(_, verdict)| verdict).to_owned();
        [&told[1], &told[2]].map(|line| verdict(line))
    };
    // Whatever is played first, the second player takes the side that wins.
    assert_eq!(verdicts("b3 swap"), ["", ""]);
    let [first, swapped] = verdicts("c3 swap");
    assert_eq!(first, "");
    assert!(swapped.starts_with("blunder; better: "), "{swapped}");
    assert!(!swapped.contains("swap"), "{swapped}");
    let [first, kept] = verdicts("b3 a1");
    assert_eq!(first, "");
    assert_eq!(kept, "blunder; better: swap");
}

/// On 7x7 nothing is solved; c4 is too good to be given away, and b1 too bad to be kept.
#[test]
fn a_first_move_is_the_better_the_nearer_it_is_to_even() {
    for (moves, turn, is_wrong) in [
        ("c4 swap", 1, true),
        ("c4 swap", 2, false),
        ("c4 a1", 2, true),
        ("b1 swap", 1, true),
        ("b1 swap", 2, true),
        ("d4 swap", 1, false),
    ] {
        let told = Game::of("konobi:7", moves).told(&["--visits", "100"]);
        assert_eq!(told[turn].contains("better"), is_wrong, "{moves}: {told:#?}");
    }
}

/// A player by solution has no win rates where the solution does not apply.
#[test]
fn what_is_unknown_is_said_to_be_unknown() {
    let game = Game::of("order-and-chaos", "Oa1 Xf6 Ob2");
    let told = game.told(&["--visits", "1", "--sgf", "noted.sgf", "--svg", "graph.svg"]);
    assert!(told[0].ends_with("100.0 % at the start"), "{told:#?}");
    assert!(told[1].ends_with("Order  Oa1    unknown"), "no verdict either: {told:#?}");
    assert!(told[2].ends_with("Chaos  Xf6    100.0 %"), "{told:#?}");
    let noted = fs::read_to_string(game.path("noted.sgf")).unwrap();
    assert_eq!(noted.matches("SBKV[").count(), 3, "{noted}");
    assert!(noted.contains(";B[Oa1];W[Xf6]SBKV[100.00]"), "{noted}");
    let graph = fs::read_to_string(game.path("graph.svg")).unwrap();
    let lines: Vec<_> = graph.lines().filter(|line| line.starts_with("<polyline")).collect();
    let points = |line: &&str| line.matches(",40.0").count();
    assert_eq!(lines.iter().map(points).collect::<Vec<_>>(), [2, 2], "a dot, a gap and a line");
}

#[test]
fn a_move_must_be_looked_at() {
    let output = Game::of("konobi:3", "c3").analyse(&["--visits", "0"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_analysis_is_one_object_for_programs() {
    let output = Game::of("konobi:5", "c3 swap").analyse(&["--visits", "100", "--json"]);
    let analysis: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        (&analysis["setup"], &analysis["moves"][0]["move"]),
        (&"konobi:5".into(), &"c3".into())
    );
    let swapped = &analysis["moves"][1];
    assert_eq!((&swapped["side"], &swapped["verdict"]), (&"white".into(), &"blunder".into()));
    assert!(swapped["better"].as_array().is_some_and(|line| !line.is_empty()), "{analysis}");
    assert_eq!(analysis["sides"][1]["blunders"], 1);
    assert!(output.stderr.is_empty(), "no bar where there is no terminal");

    let output = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["openings", "konobi:3", "--visits", "20", "--json"])
        .output()
        .expect("the binary runs");
    let openings: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(openings["openings"].as_array().map(Vec::len), Some(9), "{openings}");
    assert_eq!(openings["openings"][0]["move"], "a1");
}

#[test]
fn numbers_agree() {
    let told = Game::of("konobi:5", "c3 swap").told(&["--visits", "100"]);
    assert_eq!(told.last().map(String::as_str), Some("White: 1 blunder, 0 mistakes"), "{told:#?}");
}

/// A record comes from a file, from standard input or from the command line, as SGF or in one line.
#[test]
fn a_record_is_taken_in_either_form() {
    let game = Game::of("konobi:3", "c3 swap");
    fs::write(game.path("line.txt"), "1~konobi~3~c3.swap\n").expect("a file");
    let expected = game.told(&["--visits", "1"]);
    for file in ["line.txt", "-", "1~konobi~3~c3.swap"] {
        let output = Command::new(env!("CARGO_BIN_EXE_konoba"))
            .current_dir(&game.folder)
            .args(["analyse", file, "--visits", "1"])
            .stdin(fs::File::open(game.path("line.txt")).expect("the file"))
            .output()
            .expect("the binary runs");
        let told = String::from_utf8(output.stdout).expect("text");
        assert_eq!(told.lines().collect::<Vec<_>>(), expected, "{file}");
    }
}

#[test]
fn a_net_that_was_asked_for_and_is_not_there_is_no_analysis() {
    let game = Game::of("konobi:4,nopie", "b2 c3");
    let output = game.analyse(&["--visits", "2", "--net", "gone.net"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("gone.net"), "{said}");
}
