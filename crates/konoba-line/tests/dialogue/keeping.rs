//! Games that are kept although they were not saved, and files that are not replaced without a word.

use konoba_line::Files;
use konoba_line::dialogue::{Config, Dialogue};
use konoba_rules::Record;
use konoba_table::Moment;

use crate::memory_files::MemoryFiles;

/// The files of a person at a terminal.
struct TerminalFiles {
    files: MemoryFiles,
    is_full: bool,
}

impl Files for TerminalFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.files.read(name)
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.files.write(name, text)
    }

    fn asks_before(&mut self, name: &str) -> bool {
        self.files.get(name).is_some()
    }

    fn keep(&mut self, name: &str, text: &str) -> Result<Option<String>, String> {
        if self.is_full {
            return Err("This game is not being saved: the disk is full.".to_owned());
        }
        self.files.put(name, text);
        Ok(Some(format!("/my state/{name}")))
    }
}

fn begun(files: &MemoryFiles, is_full: bool) -> Dialogue<TerminalFiles> {
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let config = Config::new("konobi:5,nopie".parse().expect("a set-up"));
    let config = Config { names, size_is_chosen: true, ..config };
    let mut dialogue = Dialogue::new(config, TerminalFiles { files: files.clone(), is_full });
    dialogue.open(at());
    dialogue
}

fn at() -> Moment {
    Moment::from_millis(1_700_000_000_000)
}

#[test]
fn a_game_is_kept_from_its_first_move_on() {
    let (files, file) = (MemoryFiles::default(), "1700000000000-konobi.sgf");
    let mut dialogue = begun(&files, false);
    assert_eq!(files.get(file), None);
    dialogue.answer("c3", at());
    dialogue.answer("d4", at());
    let kept = files.get(file).unwrap();
    assert!(kept.contains("DT[2023-11-14]") && kept.contains(";B[c3];W[d4]"), "{kept}");
    let said = dialogue.answer("quit", at());
    let path = format!("/my state/{file}");
    let how = format!("Your game is kept. To go on: konoba play konobi --load '{path}'\n");
    assert!(said.contains(&how), "{said}");
}

#[test]
fn that_a_game_cannot_be_kept_is_said_once() {
    let mut dialogue = begun(&MemoryFiles::default(), true);
    assert!(dialogue.answer("c3", at()).contains("not being saved: the disk is full."));
    assert!(!dialogue.answer("d4", at()).contains("not being saved"));
    assert!(!dialogue.answer("quit", at()).contains("To go on"));
}

#[test]
fn a_file_is_replaced_only_by_a_yes() {
    let files = MemoryFiles::default();
    files.put("old.sgf", "something else");
    let mut dialogue = begun(&files, false);
    dialogue.answer("c3", at());
    for no in ["n", "d4", ""] {
        let asked = dialogue.answer("save old.sgf", at());
        assert_eq!(asked, "old.sgf exists already. Overwrite it? (y/n)\n");
        assert!(dialogue.answer(no, at()).starts_with("old.sgf was left as it is.\nMove"), "{no}");
        assert_eq!(files.get("old.sgf").as_deref(), Some("something else"));
    }
    dialogue.answer("save old.sgf", at());
    assert!(dialogue.answer("y", at()).starts_with("The game is saved as old.sgf.\n"));
    assert!(files.get("old.sgf").unwrap().contains(";B[c3]"));
    assert!(dialogue.answer("save new.sgf", at()).starts_with("The game is saved as new.sgf.\n"));
}

/// Whatever comes between the question and its answer, a `y` to another question replaces nothing.
#[test]
fn a_question_about_a_file_does_not_outlive_the_game() {
    let files = MemoryFiles::default();
    files.put("old.sgf", "something else");
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let config = Config::new("konobi:5,nopie".parse().expect("a set-up"));
    let time = "1+0".parse().expect("a clock");
    let config = Config { names, time, size_is_chosen: true, asks_again: true, ..config };
    let mut dialogue =
        Dialogue::new(config, TerminalFiles { files: files.clone(), is_full: false });
    dialogue.open(at());
    dialogue.answer("c3", at());
    dialogue.answer("save old.sgf", at());
    let late = Moment::from_millis(at().as_millis() + 100_000);
    let said = dialogue.answer("y", late);
    assert!(said.starts_with("old.sgf was left as it is.\n"), "{said}");
    assert!(said.contains("again? (y/n)"), "{said}");
    dialogue.answer("y", late);
    assert_eq!(files.get("old.sgf").as_deref(), Some("something else"));
}

/// A game that goes on, with a comment, a variation, and properties of another program and of an analysis.
const STUDIED: &str = "(;SU[konobi:5,nopie]EV[Club evening]C[Before the game.]\
                       ;B[c3]C[A good start.]SBKV[51.00](;W[d4]XX[other])(;W[b2]C[Or here.];B[c4]))";

fn studied() -> Record {
    Record::read(STUDIED.as_bytes()).expect("a record")
}

/// Whether all that was said about the game is still there.
fn assert_whole(saved: &str) {
    for part in [
        "EV[Club evening]",
        "C[Before the game.]",
        "C[A good start.]",
        "SBKV[51.00]",
        "XX[other]",
        ";W[b2]C[Or here.];B[c4]",
    ] {
        assert!(saved.contains(part), "{part}: {saved}");
    }
    assert!(saved.contains("PB[Ana]") && saved.contains("PW[Luka]"), "{saved}");
}

fn game_in(saved: &str) -> String {
    let record = Record::read(saved.as_bytes()).expect("a record");
    let moves = record.moves().map(|mv| mv.written(record.setup().spec).to_string());
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_that_goes_on_keeps_its_comments_and_variations() {
    let files = MemoryFiles::default();
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let config = Config::new("konobi:5,nopie".parse().expect("a set-up"));
    let (record, save) = (Some(studied()), Some("game.sgf".to_owned()));
    let config = Config { names, record, save, ..config };
    let mut dialogue =
        Dialogue::new(config, TerminalFiles { files: files.clone(), is_full: false });
    dialogue.open(at());
    assert_whole(&files.get("game.sgf").unwrap());
    dialogue.answer("c2", at());
    let kept = files.get("1700000000000-konobi.sgf").unwrap();
    for saved in [kept, files.get("game.sgf").unwrap()] {
        assert_whole(&saved);
        assert_eq!(game_in(&saved), "c3 d4 c2");
    }
    // A move of the record that is taken back stays as a variation.
    dialogue.answer("undo", at());
    dialogue.answer("undo", at());
    dialogue.answer("e5", at());
    let saved = files.get("game.sgf").unwrap();
    assert_whole(&saved);
    assert_eq!(game_in(&saved), "c3 e5");
    dialogue.answer("resign", at());
    let saved = files.get("game.sgf").unwrap();
    assert_whole(&saved);
    assert!(saved.contains("RE[W+R]"), "{saved}");
}

#[test]
fn what_is_loaded_at_a_turn_is_saved_whole() {
    let files = MemoryFiles::default();
    files.put("old.sgf", STUDIED);
    let mut dialogue = begun(&files, false);
    dialogue.answer("a1", at());
    dialogue.answer("load old.sgf", at());
    dialogue.answer("c2", at());
    dialogue.answer("save new.sgf", at());
    let saved = files.get("new.sgf").unwrap();
    assert_whole(&saved);
    assert!(saved.contains(";B[c2]") && !saved.contains("[a1]"), "{saved}");
    // And so it is where another file is replaced.
    files.put("other.sgf", "");
    dialogue.answer("save other.sgf", at());
    dialogue.answer("y", at());
    assert_eq!(files.get("other.sgf"), Some(saved));
}

#[test]
fn another_game_has_none_of_the_comments() {
    let files = MemoryFiles::default();
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let config = Config::new("konobi:5,nopie".parse().expect("a set-up"));
    let (record, save) = (Some(studied()), Some("game.sgf".to_owned()));
    let config = Config { names, record, save, asks_again: true, ..config };
    let mut dialogue = Dialogue::new(config, files.clone());
    dialogue.open(at());
    dialogue.answer("resign", at());
    let said = dialogue.answer("moves", at());
    assert!(said.contains("Moves so far: c3 d4\nLegal moves: none\n"), "{said}");
    dialogue.answer("y", at());
    dialogue.answer("b2", at());
    assert_whole(&files.get("game.sgf").unwrap());
    let next = files.get("game-2.sgf").unwrap();
    assert!(!next.contains("C[") && next.contains(";B[b2]"), "{next}");
}

#[test]
fn another_game_leaves_files_alone_that_the_person_did_not_name() {
    let files = MemoryFiles::default();
    files.put("game-2.sgf", "something else");
    let names = Some(["Ana", "Luka"].map(|name| name.parse().expect("a name")));
    let config = Config::new("konobi:5,nopie".parse().expect("a set-up"));
    let save = Some("game.sgf".to_owned());
    let config = Config { names, save, size_is_chosen: true, asks_again: true, ..config };
    let mut dialogue =
        Dialogue::new(config, TerminalFiles { files: files.clone(), is_full: false });
    dialogue.open(at());
    dialogue.answer("resign", at());
    dialogue.answer("y", at());
    dialogue.answer("b2", at());
    assert_eq!(files.get("game-2.sgf").as_deref(), Some("something else"));
    assert!(files.get("game-3.sgf").unwrap().contains(";B[b2]"));
}
