//! The example session in the documentation, held again letter by letter.
//!
//! A block of `docs/TELNET.md` that is marked with a name is what this person sees; a line that
//! begins with `> ` is what they type. With `SNAPSHOTS=overwrite` the answers are written anew;
//! read the diff before committing it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use snapbox::Data;

use crate::client::{Client, Door};

/// The code that stands in the documentation for the one that is made anew each time.
const CODE: &str = "g7k2-9fqa-0z3m-x5tw";

struct Person {
    client: Client,
    /// The code of this person's seat.
    code: String,
}

impl Person {
    fn at(door: &Door) -> Self {
        Self { client: door.connect(), code: String::new() }
    }

    fn type_in(&mut self, line: &str) {
        self.client.say(&line.replace(CODE, &self.code));
    }

    /// What this person sees next: as much as is expected, or, where that is being found out, all
    /// that comes in a while.
    fn see(&mut self, expected: &str) -> String {
        if std::env::var_os("SNAPSHOTS").is_some() {
            let seen = self.client.hear_for(Duration::from_millis(600));
            return self.with_code(&seen);
        }
        let lines = expected.lines().count();
        let seen = self.client.hear_until(|heard| {
            let mut ends = heard.match_indices('\n').map(|(at, _)| at + 1);
            if lines == 0 { Some(0) } else { ends.nth(lines - 1) }
        });
        self.with_code(&seen)
    }

    fn with_code(&mut self, seen: &str) -> String {
        if let Some((_, after)) = seen.split_once("of your seat is ")
            && let Some(code) = after.get(..CODE.len())
        {
            code.clone_into(&mut self.code);
        }
        if self.code.is_empty() { seen.to_owned() } else { seen.replace(&self.code, CODE) }
    }
}

#[test]
fn the_example_session_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/TELNET.md");
    let documentation = std::fs::read_to_string(&path).expect("the documentation is there");
    let held = held_again(&documentation);
    assert!(held.contains("Winner: "), "no game was played to its end");
    snapbox::assert_data_eq!(held, Data::read_from(&path, None).raw());
}

/// The documentation with what is answered now.
fn held_again(documentation: &str) -> String {
    let door = Door::open();
    let mut people = BTreeMap::new();
    let mut held = String::new();
    let mut parts = documentation.split_inclusive("```");
    while let Some(prose) = parts.next() {
        held.push_str(prose);
        let Some(block) = parts.next() else { break };
        let (name, lines) = block.split_once('\n').expect("a block has lines");
        if name.starts_with(char::is_uppercase) {
            let lines = lines.strip_suffix("```").expect("a block ends");
            let person = people.entry(name).or_insert_with(|| Person::at(&door));
            held.push_str(&format!("{name}\n{}```", block_again(&door, person, lines)));
        } else {
            held.push_str(block);
        }
    }
    held
}

fn block_again(door: &Door, person: &mut Person, lines: &str) -> String {
    let (mut held, mut expected) = (String::new(), String::new());
    for line in lines.split_inclusive('\n') {
        match line.trim_end().split_at_checked(1) {
            Some((">", typed)) => {
                held.push_str(&person.see(&std::mem::take(&mut expected)));
                held.push_str(line);
                person.type_in(typed.trim_start());
            }
            Some(("$", _)) => {
                held.push_str(line);
                person.client = door.connect();
            }
            _ => expected.push_str(line),
        }
    }
    held + &person.see(&expected)
}
