//! Reads the rulebook files; their format is told in `tests-data/rulebook/README.md`.

use konoba_rules::{Point, Spec};

/// A position and what is so in it.
#[derive(Debug, Default)]
pub(crate) struct Entry<'a> {
    /// Where it stands, to name it by.
    pub(crate) line: usize,
    pub(crate) clause: &'a str,
    pub(crate) setups: Vec<&'a str>,
    /// The moves from the start of the game, if it came about by moves.
    pub(crate) moves: Option<Vec<&'a str>>,
    /// The drawing, the top row first, without spaces.
    pub(crate) rows: Vec<String>,
    pub(crate) to_move: &'a str,
    /// The lines of the form `subject: statement`.
    pub(crate) statements: Vec<(&'a str, &'a str)>,
}

/// What becomes of a move.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Verdict<'a> {
    /// The rule that is broken and the cells to blame.
    pub(crate) illegal: Option<(&'a str, Vec<Point>)>,
    /// The side that wins, and the cells by which it does.
    pub(crate) wins: Option<(&'a str, Vec<Point>)>,
    /// What is or would be filled, by kind of piece.
    pub(crate) fills: [Vec<Point>; 2],
}

/// The entries of a file.
pub(crate) fn entries(file: &str) -> Vec<Entry<'_>> {
    let lines: Vec<(usize, &str)> =
        (1..).zip(file.lines()).filter(|(_, line)| !line.starts_with('#')).collect();
    let groups = lines.split(|(_, line)| line.is_empty()).filter(|group| !group.is_empty());
    groups.map(entry).collect()
}

fn entry<'a>(lines: &[(usize, &'a str)]) -> Entry<'a> {
    let (line, title) = lines[0];
    let clause = title.strip_prefix('[').and_then(|rest| rest.split_once("] "));
    let (clause, sentence) = clause.unwrap_or_else(|| panic!("line {line}: {title}"));
    assert!(sentence.ends_with('.'), "line {line}: a title is a whole sentence");
    let mut entry = Entry { line, clause, ..Entry::default() };
    for (line, text) in &lines[1..] {
        if text.starts_with(' ') {
            entry.rows.push(text.split_whitespace().collect());
        } else if let Some(side) = text.strip_suffix(" to move") {
            entry.to_move = side;
        } else {
            let statement = text.split_once(": ").unwrap_or_else(|| panic!("line {line}: {text}"));
            match statement {
                ("set-up", setups) => entry.setups = setups.split(' ').collect(),
                ("moves", moves) => entry.moves = Some(moves.split(' ').collect()),
                _ => entry.statements.push(statement),
            }
        }
    }
    assert!(!entry.setups.is_empty() && !entry.statements.is_empty(), "line {line}");
    entry
}

/// Reads `legal`, or other parts joined by `; `.
pub(crate) fn verdict<'a>(spec: &Spec, text: &'a str) -> Verdict<'a> {
    let mut verdict = Verdict::default();
    for part in text.split("; ").filter(|part| *part != "legal") {
        let (verb, rest) = part.split_once(' ').unwrap_or_else(|| panic!("{text}"));
        match verb {
            "illegal" => verdict.illegal = Some(word_and_points(rest)),
            "wins" => verdict.wins = Some(word_and_points(rest)),
            "fills" | "would" => {
                let colours = rest.strip_prefix("fill ").unwrap_or(rest).split(", ");
                for (side, points) in colours.map(word_and_points) {
                    let side = spec.side_named(side).unwrap_or_else(|| panic!("{text}"));
                    verdict.fills[side.index()] = points;
                }
            }
            _ => panic!("{text}"),
        }
    }
    verdict
}

fn word_and_points(text: &str) -> (&str, Vec<Point>) {
    let mut words = text.split(' ');
    let word = words.next().expect("a text has a first word");
    (word, words.map(|name| name.parse().unwrap_or_else(|_| panic!("{text}"))).collect())
}
