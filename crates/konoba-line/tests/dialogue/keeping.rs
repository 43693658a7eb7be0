//! Games that are kept although they were not saved, and files that are not replaced without a word.

use konoba_line::Files;
use konoba_line::dialogue::{Config, Dialogue};
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
        Ok(Some(format!("/state/{name}")))
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
    let path = format!("/state/{file}");
    let how = format!("Your game is kept. To go on: konoba play konobi --load {path}\n");
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
