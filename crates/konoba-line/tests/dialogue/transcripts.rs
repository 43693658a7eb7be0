//! Dialogues as files: what is said and what must be answered, letter by letter.
//!
//! The format of a transcript: `; remark`; before the dialogue `:setup GAME[:SETUP]` and, where the
//! size is to be asked, `:ask-size`, then `:names A,B`, `:save FILE`, `:again`, and `:file NAME TEXT`
//! for a file that is there; `:open` begins. Then `> LINE` for each line said and `:end` for the end
//! of the input, each followed by what is answered, and `:show FILE` followed by what is in a file.
//! With `SNAPSHOTS=overwrite` the answers are written anew, for somebody to read.

use std::fs;
use std::path::Path;

use konoba_line::dialogue::{Config, Dialogue};
use konoba_scene::TextStyle;
use konoba_table::Moment;
use snapbox::Data;

use crate::shelf::Shelf;

#[test]
fn transcripts_come_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialogue/transcripts");
    let entries = fs::read_dir(folder).expect("the transcripts are there");
    let mut count = 0;
    for path in entries.map(|entry| entry.expect("the folder is readable").path()) {
        let transcript = fs::read_to_string(&path).expect("a transcript is text");
        let expected = Data::read_from(&path, None).raw();
        snapbox::assert_data_eq!(held_again(&transcript), expected);
        count += 1;
    }
    assert!(count >= 8, "transcripts are missing");
}

/// The transcript with the answers that are given now.
fn held_again(transcript: &str) -> String {
    let now = Moment::from_millis(0);
    let shelf = Shelf::default();
    let mut config = None;
    let mut dialogue = None;
    let mut held = String::new();
    for line in transcript.lines() {
        let words: Vec<_> = line.splitn(3, ' ').collect();
        let answer = match (&mut dialogue, &words[..]) {
            (_, [";", ..]) => String::new(),
            (None, [":file", name, text]) => {
                shelf.put(name, text);
                String::new()
            }
            (None, [":open"]) => {
                let config = config.take().expect("a transcript has a set-up");
                dialogue.insert(Dialogue::new(config, shelf.clone())).open(now)
            }
            (None, words) => {
                settle(&mut config, words);
                String::new()
            }
            (Some(dialogue), [">", ..]) => dialogue.answer(line.get(2..).unwrap_or_default(), now),
            (Some(dialogue), [":end"]) => dialogue.end(),
            (Some(_), [":show", name]) => shelf.get(name).expect("there is such a file") + "\n",
            // The answer of then, in whose place stands that of now.
            (Some(_), _) => continue,
        };
        held.push_str(&format!("{line}\n{answer}"));
    }
    held
}

fn settle(config: &mut Option<Config>, words: &[&str]) {
    match (config, words) {
        (none @ None, [":setup", setup]) => {
            let setup = setup.parse().expect("there is such a set-up");
            let style = TextStyle::Ascii;
            *none = Some(Config { size_is_chosen: true, style, ..Config::new(setup) });
        }
        (Some(config), [":ask-size"]) => config.size_is_chosen = false,
        (Some(config), [":again"]) => config.asks_again = true,
        (Some(config), [":save", name]) => config.save = Some((*name).to_owned()),
        (Some(config), [":names", names]) => {
            let names = names.split_once(',').expect("there are two names");
            config.names = Some([names.0, names.1].map(|name| name.parse().expect("a name")));
        }
        (_, words) => panic!("what is {words:?}?"),
    }
}
