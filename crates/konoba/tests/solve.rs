//! `konoba solve` and `konoba check`: a long solve that is killed goes on, and what it found can be
//! checked.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

fn konoba(folder: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command.current_dir(folder.path());
    command
}

fn run(folder: &TempDir, arguments: &str) -> Output {
    konoba(folder).args(arguments.split(' ')).output().expect("the binary runs")
}

fn first_line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().to_owned()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Each run may look at fewer positions than are needed, and yet in the end all is known.
#[test]
fn a_solve_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let alone = "solve konobi:4 --nodes 12000";
    assert_eq!(first_line(&run(&folder, alone)), "value unknown");
    let kept = format!("{alone} --checkpoint kept");
    assert_eq!(first_line(&run(&folder, &kept)), "value unknown");
    let known = (0..10).any(|_| first_line(&run(&folder, &kept)) == "value white");
    assert!(known, "{}", said(&run(&folder, &kept)));
    // What is done is not done again.
    let none = run(&folder, "solve konobi:4 --nodes 1 --checkpoint kept --threads 2");
    assert_eq!(first_line(&none), "value white");
    // Nor is the best move forgotten.
    let best = || {
        let solved = run(&folder, "solve konobi:4 --moves a1 --checkpoint a1 --json");
        let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
        solved["best"].clone()
    };
    let found = best();
    assert!(found.is_string(), "{found}");
    assert_eq!(best(), found);
}

/// A solve that goes on, which keeps what it finds out, and the first that it tells.
fn begun(folder: &TempDir) -> (Child, String) {
    let arguments = "solve konobi:5 --memory 16 --checkpoint kept --progress";
    let mut solve = konoba(folder)
        .args(arguments.split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .expect("konoba runs");
    let mut line = String::new();
    BufReader::new(solve.stderr.take().expect("it is piped"))
        .read_line(&mut line)
        .expect("it tells something");
    (solve, line)
}

#[test]
fn a_solve_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (mut solve, line) = begun(&folder);
    solve.kill().unwrap();
    solve.wait().unwrap();
    assert!(line.contains(" of 9 settled; a1 "), "{line}");
    let findings = |path: &Path| fs::read_to_string(path).unwrap().lines().count();
    let before = findings(&folder.path().join("kept"));
    assert!(before > 10, "{before}");
    let more = run(&folder, "solve konobi:5 --memory 16 --checkpoint kept --nodes 900");
    assert!(more.status.success(), "{}", said(&more));
    // A few are lost where many fall into one bucket of the small table.
    let after = findings(&folder.path().join("kept"));
    assert!(after > before / 10 * 9, "{after}, {before}");
}

/// Each of two would write over what the other has found out.
#[test]
fn a_checkpoint_serves_one_solve_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (mut solve, line) = begun(&folder);
    let refused = run(&folder, "solve konobi:5 --nodes 10 --checkpoint kept");
    solve.kill().unwrap();
    solve.wait().unwrap();
    assert_eq!(refused.status.code(), Some(1), "{line}");
    assert!(said(&refused).contains("another solve is using"), "{}", said(&refused));
    let more = run(&folder, "solve konobi:5 --nodes 10 --checkpoint kept");
    assert!(more.status.success(), "{}", said(&more));
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&folder, "solve konobi:3 --checkpoint kept").status.success());
    for arguments in ["konobi:4", "quentin:3", "konobi:3 --only a1", "konobi:3 --moves b2"] {
        let refused = run(&folder, &format!("solve {arguments} --checkpoint kept"));
        assert_eq!(refused.status.code(), Some(1), "{arguments}");
        assert!(said(&refused).contains("the checkpoint is about 'konobi:3,nopie"), "{arguments}");
    }
    fs::write(folder.path().join("kept"), "konoba-solve 1 konobi:3").unwrap();
    let refused = run(&folder, "solve konobi:3 --checkpoint kept");
    assert_eq!(refused.status.code(), Some(1));
    assert!(said(&refused).contains("damaged"), "{}", said(&refused));
}

/// A checkpoint says who won in a place that a check of its sum does not reach: nothing is proved by it.
#[test]
fn a_checkpoint_that_lies_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&folder, "solve konobi:3 --only a1 --checkpoint kept").status.success());
    let path = folder.path().join("kept");
    let text = fs::read_to_string(&path).unwrap();
    let (body, _) = text.rsplit_once("end ").unwrap();
    let (right, wrong) = ("done 0 1 ", "done 0 2 ");
    let (right, wrong) = if body.contains(right) { (right, wrong) } else { (wrong, right) };
    let body = body.replace(right, wrong);
    // FNV-1a, as checkpoints have it.
    let step = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    fs::write(&path, format!("{body}end {sum:016x}\n")).unwrap();
    let refused = run(&folder, "solve konobi:3 --only a1 --checkpoint kept --certificates all");
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("says wrongly that"), "{}", said(&refused));
    assert_eq!(fs::read_dir(folder.path().join("all")).unwrap().count(), 0, "nothing is left");
}

#[test]
fn nothing_is_written_over_something_else() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        "--checkpoint c --certificate ./c",
        "--checkpoint k --certificate k.lock",
        "--certificate a1.txt.gz --certificates .",
        "--checkpoint all/b2.txt.gz --certificates all",
    ] {
        let refused = run(&folder, &format!("solve konobi:3 {arguments}"));
        assert_eq!(refused.status.code(), Some(2), "{arguments}");
        assert!(said(&refused).contains("would be one file"), "{}", said(&refused));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_leads_to_the_checkpoint_before_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name| folder.path().join(name);
    std::os::unix::fs::symlink("real", path("link")).unwrap();
    // First moves are the same in whatever order they are named.
    for only in ["a1,b2", "b2,a1,b2"] {
        let solved = run(&folder, &format!("solve konobi:3 --only {only} --checkpoint link"));
        assert!(solved.status.success(), "{}", said(&solved));
    }
    assert!(path("real").is_file() && path("real.lock").exists());
    assert!(!path("link.lock").exists(), "there is one lock");
}

/// What a program reads on standard error while it waits.
#[test]
fn progress_is_told_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let solved = run(&folder, "solve konobi:3 --only a1,b2 --json --progress --threads 2");
    let told = said(&solved);
    let last: serde_json::Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!((&last["settled"], &last["tasks"]), (&2.into(), &2.into()), "{told}");
    assert_eq!((&last["task"], &last["value"]), (&"b2".into(), &"white".into()), "{told}");
    assert!(last["nodes"].as_u64().unwrap() > 0, "{told}");
}

#[test]
fn several_threads_find_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for setup in ["konobi:3", "quentin:4"] {
        let alone = run(&folder, &format!("solve {setup}"));
        let together = run(&folder, &format!("solve {setup} --threads 3"));
        assert_eq!(alone.stdout, together.stdout, "{setup}");
    }
}

#[test]
fn certificates_can_be_checked() {
    let folder = tempfile::tempdir().unwrap();
    let rows = [
        &["konobi:3"][..],
        &["quentin:4"],
        &["konobi:4", "--moves", "c2 b3"],
        &["quentin:4", "--threads", "3"],
        &["konobi:4", "--threads", "2", "--memory", "1"],
    ];
    for arguments in rows {
        let solve =
            konoba(&folder).arg("solve").args(arguments).args(["--certificate", "proof"]).output();
        let solved = solve.unwrap();
        assert!(solved.status.success(), "{arguments:?}: {}", said(&solved));
        let checked = run(&folder, "check proof");
        assert!(checked.status.success(), "{arguments:?}: {}", said(&checked));
        let path = folder.path().join("proof");
        let proof = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = proof.lines().collect();
        fs::write(&path, lines[..lines.len() - 1].join("\n")).unwrap();
        let refused = run(&folder, "check proof");
        assert_eq!(refused.status.code(), Some(1), "{arguments:?}");
        assert!(said(&refused).contains("there is no reply in"), "{}", said(&refused));
    }
    for nothing_to_prove in ["konobi:4 --nodes 10", "konobi:1 --moves a1"] {
        let refused = run(&folder, &format!("solve {nothing_to_prove} --certificate none"));
        assert_eq!(refused.status.code(), Some(1), "{nothing_to_prove}: {}", said(&refused));
        assert!(said(&refused).contains("so there is no certificate"), "{}", said(&refused));
        assert!(first_line(&refused).starts_with("value "), "{nothing_to_prove}");
        assert!(!folder.path().join("none").exists());
    }
}

/// Nothing is solved for hours to find out that there is no place for the certificate.
#[test]
fn a_place_for_certificates_is_tried_first() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for place in ["--certificate nowhere/proof", "--certificate .", "--certificates file"] {
        let refused = run(&folder, &format!("solve konobi:7 {place}"));
        assert_eq!(refused.status.code(), Some(1), "{place}");
        assert!(refused.stdout.is_empty(), "{place}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// What was found out is told although it could not be kept, as on a full disk.
#[cfg(unix)]
#[test]
fn an_answer_outlives_a_checkpoint_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    // The program is told that the file is too large instead of being ended by a signal.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" solve konobi:4 --checkpoint kept";
    let program = env!("CARGO_BIN_EXE_konoba");
    let mut command = Command::new("sh");
    let solved = command.current_dir(folder.path()).args(["-c", script, program]).output().unwrap();
    assert!(solved.stdout.starts_with(b"value "), "{solved:?}");
    assert!(said(&solved).starts_with("konoba: kept: "), "{solved:?}");
    assert_eq!(solved.status.code(), Some(1));
}

#[test]
fn a_first_move_without_a_certificate_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let solved = run(&folder, "solve konobi:3 --nodes 1 --certificates proofs");
    assert_eq!(first_line(&solved), "value unknown");
    let told = said(&solved);
    assert!(told.contains("there is no certificate for 4 first moves of unknown value"), "{told}");
    assert_eq!(solved.status.code(), Some(1));
}

/// Every first move has its certificate; all are checked at once, and told in order.
#[test]
fn first_moves_have_certificates_that_are_checked_together() {
    let folder = tempfile::tempdir().unwrap();
    let solved = run(&folder, "solve konobi:4 --certificates proofs");
    assert!(solved.status.success(), "{}", said(&solved));
    let mut names: Vec<String> = fs::read_dir(folder.path().join("proofs"))
        .unwrap()
        .map(|file| format!("proofs/{}", file.unwrap().file_name().into_string().unwrap()))
        .collect();
    names.sort();
    // Those that are the same by symmetry have one.
    let first_moves = String::from_utf8_lossy(&solved.stdout).lines().count() - 1;
    assert!((4..first_moves).contains(&names.len()), "{names:?}");
    let checked = konoba(&folder).args(["check", "--threads", "3"]).args(&names).output().unwrap();
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success(), "{}", said(&checked));
    assert_eq!(told.lines().count(), names.len());
    for (line, name) in told.lines().zip(&names) {
        assert!(
            line.starts_with(&format!("{name}: checked: White wins konobi:4,nopie from ")),
            "{line}"
        );
    }
    // One that is damaged is named, and the others are checked all the same.
    let damaged = folder.path().join(&names[1]);
    let bytes = fs::read(&damaged).unwrap();
    fs::write(&damaged, &bytes[..bytes.len() / 2]).unwrap();
    let refused = konoba(&folder).arg("check").args(&names).output().unwrap();
    let told = String::from_utf8_lossy(&refused.stdout).into_owned();
    assert!(!refused.status.success());
    assert!(told.lines().nth(1).unwrap().starts_with(&format!("{}: ", names[1])), "{told}");
    assert_eq!(told.matches("checked: ").count(), names.len() - 1, "{told}");
    assert!(said(&refused).contains("1 of "), "{}", said(&refused));
    // One that is not there proves nothing wrong.
    let refused = run(&folder, &format!("check {} nowhere {}", names[0], names[2]));
    assert_eq!(refused.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&refused.stdout).lines().count(), 2);
    let told = said(&refused);
    assert!(told.starts_with("konoba: nowhere: "), "{told}");
    assert!(told.ends_with("konoba: 1 of 3 files could not be read\n"), "{told}");
    let refused = run(&folder, "solve konobi:3 --position W.B/W.B/... --certificates more");
    assert!(!refused.status.success());
}

/// A certificate proves its own game, board and winner, and nothing that is written over them.
#[test]
fn a_forged_certificate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&folder, "solve konobi:4 --certificate proof").status.success());
    let proof = fs::read_to_string(folder.path().join("proof")).unwrap();
    let empty = "..../..../..../....";
    for (from, to) in [
        ("konobi:4,nopie", "konobi:19,nopie"),
        ("konobi:4,nopie", "konobi"),
        ("konobi:4,nopie", "konobi:4"),
        ("konobi:4,nopie", "quentin:4,nopie"),
        ("konobi:4,nopie", "quentin"),
        (empty, ".../.../..."),
        (empty, "..../..../.B../...."),
        ("winner white", "winner black"),
        ("winner white", "winner white\nwinner black"),
        ("\na1\n", "\na1\na1\n"),
        ("certificate 2", "certificate 1"),
    ] {
        let forged = proof.replacen(from, to, 1);
        assert_ne!(forged, proof, "{from}");
        fs::write(folder.path().join("forged"), forged).unwrap();
        let refused = run(&folder, "check forged");
        assert_eq!(refused.status.code(), Some(1), "{from} to {to}");
        assert!(refused.stdout.is_empty(), "{from} to {to}");
        assert_eq!(said(&refused).lines().count(), 1, "{}", said(&refused));
    }
    let checked = run(&folder, "check proof");
    let told = String::from_utf8_lossy(&checked.stdout).into_owned();
    let last = format!("checked: White wins konobi:4,nopie from {empty} black");
    assert_eq!(told.lines().last(), Some(last.as_str()));
    // No line is longer than a board, and what is no text is no certificate.
    for hostile in [vec![b'a'; 1 << 22], vec![0xff; 100], vec![b'\n'; 5]] {
        fs::write(folder.path().join("hostile"), hostile).unwrap();
        let refused = run(&folder, "check hostile");
        assert_eq!(refused.status.code(), Some(1));
        assert!(said(&refused).len() < 200, "{}", said(&refused));
    }
}

#[test]
fn blunders_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let count = |player: &str| {
        let counted =
            run(&folder, &format!("blunders {player} --game konobi:4 --positions 20 --json"));
        assert!(counted.status.success(), "{}", said(&counted));
        let counted: serde_json::Value = serde_json::from_slice(&counted.stdout).unwrap();
        assert_eq!(counted["positions"], 20);
        counted["blunders"].as_u64().unwrap()
    };
    let (random, uct) = (count("random"), count("uct:500"));
    assert!(uct < random && random > 4, "{uct}, {random}");
}

/// A player that thinks as long as it may is given an end.
#[test]
fn blunders_are_counted_without_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let counted = run(&folder, "blunders uct --game konobi:4 --positions 1");
    assert!(counted.status.success(), "{}", said(&counted));
}

/// Some moves that lose do not lose the game, unless the others are the same by symmetry.
#[test]
fn what_was_left_out_is_not_taken_for_lost() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, value) in [
        ("konobi:3 --only b1", "value unknown"),
        ("konobi:3 --only b1,a1", "value black"),
        ("konobi:2 --only a1", "value white"),
    ] {
        assert_eq!(first_line(&run(&folder, &format!("solve {arguments}"))), value, "{arguments}");
    }
    let refused = run(&folder, "solve konobi:3 --only b1 --certificate none");
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("so there is no certificate"), "{}", said(&refused));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn first_moves_are_named_on_the_empty_board_alone() {
    let folder = tempfile::tempdir().unwrap();
    let refused = run(&folder, "solve konobi:4,nopie --moves b2 --only c3");
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("not the empty board"), "{}", said(&refused));
}
