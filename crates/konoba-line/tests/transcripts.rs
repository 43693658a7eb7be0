//! Conversations as files: what is said and what must be answered, letter by letter.
//!
//! The format of a transcript: `; remark`, `setup GAME[:SETUP]` at the top, `file NAME TEXT` for a
//! file that lies on the disk, then `> LINE` for each line said, followed by its answer. Blank lines
//! are for the eye.

mod common;

use std::collections::BTreeMap;

use konoba_line::gtp::{Files, Session};

#[test]
fn transcripts_come_out_as_written() {
    common::check_transcripts("gtp", 12, held_again);
}

/// The transcript with the answers that are given now.
fn held_again(transcript: &str) -> String {
    let mut files = MemoryFiles::default();
    let mut session = None;
    let mut held = String::new();
    for line in transcript.lines() {
        let words: Vec<_> = line.splitn(3, ' ').collect();
        let is_remark = line.is_empty() || line.starts_with("; ");
        match (&mut session, &words[..]) {
            _ if is_remark => {}
            (None, ["setup", setup]) => {
                let setup = setup.parse().expect("a transcript has a set-up that there is");
                session = Some(Session::new(setup, std::mem::take(&mut files)));
            }
            (None, ["file", name, text]) => {
                files.0.insert((*name).to_owned(), text.as_bytes().to_vec());
            }
            (Some(session), [">", ..]) => {
                let answer = session.answer(&line[2..]).map(|answer| answer.to_string());
                let answer = answer.unwrap_or_default();
                held.push_str(&format!(
                    "{line}\n{}",
                    answer.strip_suffix('\n').unwrap_or_default()
                ));
                continue;
            }
            // The answer of then, in whose place stands that of now.
            (Some(_), _) => continue,
            (None, _) => panic!("what is '{line}'?"),
        }
        held.push_str(line);
        held.push('\n');
    }
    held
}

/// Files that live as long as their session.
#[derive(Default)]
struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl Files for MemoryFiles {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.0.get(name).cloned().ok_or_else(|| "there is no such file".to_owned())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.0.insert(name.to_owned(), text.as_bytes().to_vec());
        Ok(())
    }
}
