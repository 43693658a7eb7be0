//! Dialogues as files: what is said and what must be answered, letter by letter.
//!
//! The format of a transcript: `; remark`; before the dialogue `:setup GAME[:SETUP]` and, where the
//! size is to be asked, `:ask-size`, then `:names A,B`, `:save FILE`, `:again`, `:words`, and `:file NAME TEXT`
//! for a file that is there; `:open` begins. Then `> LINE` for each line said and `:end` for the end
//! of the input, each followed by what is answered, and `:show FILE` followed by what is in a file.
//! `:clock CLOCK` sets a clock and `:wait SECONDS` lets time go by, `:broken` and `:mended` are said
//! of the disk; `:unsaved` is followed by what the program would fail with.

use std::time::Duration;

use konoba_line::dialogue::{Config, Dialogue, Showing};
use konoba_scene::TextStyle;
use konoba_table::Moment;

use crate::common;
use crate::memory_files::MemoryFiles;

#[test]
fn transcripts_come_out_as_written() {
    common::check_transcripts("dialogue/transcripts", 14, held_again);
}

/// The transcript with the answers that are given now.
fn held_again(transcript: &str) -> String {
    let mut now = Moment::default();
    let files = MemoryFiles::default();
    let mut config = None;
    let mut dialogue = None;
    let mut held = String::new();
    for line in transcript.lines() {
        let words: Vec<_> = line.splitn(3, ' ').collect();
        let answer = match (&mut dialogue, &words[..]) {
            (_, [";", ..]) => String::new(),
            (_, [state @ (":broken" | ":mended")]) => {
                files.set_broken(*state == ":broken");
                String::new()
            }
            (None, [":file", name, text]) => {
                files.put(name, text);
                String::new()
            }
            (None, [":open"]) => {
                let config = config.take().expect("a transcript has a set-up");
                dialogue.insert(Dialogue::new(config, files.clone())).open(now)
            }
            (None, words) => {
                settle(&mut config, words);
                String::new()
            }
            (Some(dialogue), [">", ..]) => dialogue.answer(line.get(2..).unwrap_or_default(), now),
            (Some(dialogue), [":end"]) => dialogue.end(),
            (Some(dialogue), [":wait", seconds]) => {
                now = now + Duration::from_secs(seconds.parse().expect("a number of seconds"));
                dialogue.tick(now)
            }
            (Some(dialogue), [":unsaved"]) => format!("{:?}\n", dialogue.unsaved()),
            (Some(_), [":show", name]) => files.get(name).expect("there is such a file") + "\n",
            (Some(_), [command, ..]) if command.starts_with(':') => panic!("what is {line}?"),
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
        (Some(config), [":clock", clock]) => config.time = clock.parse().expect("a clock"),
        (Some(config), [":words"]) => config.showing = Showing::Words,
        (Some(config), [":again"]) => config.asks_again = true,
        (Some(config), [":save", name]) => config.save = Some((*name).to_owned()),
        (Some(config), [":names", names]) => {
            let names = names.split_once(',').expect("there are two names");
            config.names = Some([names.0, names.1].map(|name| name.parse().expect("a name")));
        }
        (_, words) => panic!("what is {words:?}?"),
    }
}
