//! Hostile and broken input with the words it is refused with: a table for each form.
//!
//! A row is the input, ` => ` and the error. In the input `<0a>` is the byte with that number; in the
//! error `{games}` are the games that there are.

use konoba_rules::{Record, Setup, games, text};

/// Calls `refuse`, which gives the error, with every input of a table.
fn check_table(table: &str, refuse: impl Fn(&[u8]) -> Option<String>) {
    let games = games().iter().map(|spec| spec.id).collect::<Vec<_>>().join(", ");
    let mut found = String::new();
    for row in table.lines() {
        let is_comment = row.is_empty() || row.starts_with('#');
        match row.split_once(" => ").filter(|_| !is_comment) {
            Some((input, _)) => {
                let error = refuse(&bytes(input)).unwrap_or_else(|| "accepted".to_owned());
                found.push_str(&format!("{input} => {}\n", error.replace(&games, "{games}")));
            }
            None => found.push_str(&format!("{row}\n")),
        }
    }
    assert!(found.lines().eq(table.lines()), "the table should be:\n{found}");
}

fn bytes(input: &str) -> Vec<u8> {
    let mut parts = input.split('<');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (number, rest) = part.split_once('>').expect("'<' begins the number of a byte");
        bytes.push(u8::from_str_radix(number, 16).expect("two hexadecimal digits"));
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}

#[test]
fn bad_files_are_refused_with_the_place() {
    check_table(include_str!("sgf-errors.txt"), |input| {
        Record::from_sgf(input).err().map(|error| error.to_string())
    });
}

#[test]
fn bad_lines_are_refused_with_the_place() {
    check_table(include_str!("line-errors.txt"), |input| {
        let line = std::str::from_utf8(input).unwrap();
        Record::from_line(line).err().map(|error| error.to_string())
    });
}

/// Here the input is a set-up, a bar and a position; without a set-up the game is to be found.
#[test]
fn bad_positions_are_refused_with_the_reason() {
    check_table(include_str!("position-errors.txt"), |input| {
        let (setup, position) = std::str::from_utf8(input).unwrap().split_once('|').unwrap();
        let read = match setup {
            "" => text::find_game(position),
            _ => text::read(setup.parse::<Setup>().unwrap(), position),
        };
        read.err().map(|error| error.to_string())
    });
}
