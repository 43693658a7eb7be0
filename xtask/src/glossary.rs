//! One word, one thing: no two types have the name of one word of the glossary in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::source::Source;
use crate::workspace::Workspace;

/// The words that several types are called by, and why no reader is misled.
const SHARED: &[(&str, &str)] = &[
    ("Place", "each door keeps its clients' places"),
    ("View", "what is shown of a position, to a person or to a net"),
    ("Words", "what is said, of a table or of a puzzle"),
];

/// Asks that every word of the glossary names one type.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let file = workspace.root.join("ARCHITECTURE.md");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let words = words_of(&text);
    ensure!(!words.is_empty(), "ARCHITECTURE.md has no glossary");
    let mut sources = Vec::new();
    for member in &workspace.crates {
        let folder = member.folder.join("src");
        if folder.is_dir() {
            sources.extend(Source::all_in(&folder, &workspace.root)?);
        }
    }
    let doubled = doubled(&words, &sources);
    ensure!(doubled.is_empty(), "{}", doubled.join("\n"));
    Ok(())
}

/// The types that the first column of the glossary names.
fn words_of(architecture: &str) -> BTreeSet<&str> {
    let glossary = architecture.split("\n## ").find(|part| part.starts_with("Glossary\n"));
    let rows = glossary.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("| "));
    let first = rows.filter_map(|row| row.split('|').next());
    let quoted = first.flat_map(|words| words.split('`').skip(1).step_by(2));
    quoted.filter(|word| word.starts_with(char::is_uppercase)).collect()
}

/// The words that name several types, each with their places.
fn doubled(words: &BTreeSet<&str>, sources: &[Source]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for source in sources {
        for (number, line) in source.lines() {
            if let Some(word) = defined(line).filter(|word| words.contains(word)) {
                places.entry(word).or_default().push(format!("{}:{number}", source.path));
            }
        }
    }
    let is_doubled = |(word, places): &(&str, Vec<String>)| {
        places.len() > 1 && !SHARED.iter().any(|(shared, _)| shared == word)
    };
    let doubled = places.into_iter().filter(is_doubled);
    doubled
        .map(|(word, places)| format!("{word} names several types: {}", places.join(", ")))
        .collect()
}

/// The type that a line defines.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ")?.1,
        Some(rest) => rest.trim_start(),
        None => line,
    };
    let kinds = ["struct ", "enum ", "trait ", "type "];
    let named = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    named.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_two_meanings_is_found() {
        let architecture = "# How\n\n## Glossary\n\n| word | means |\n|---|---|\n| Game, `Spec` | `Move` |\n| `Turn` | a move |\n\n## More\n| `Door` | x |\n";
        let words = words_of(architecture);
        assert_eq!(words, BTreeSet::from(["Spec", "Turn"]));
        let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
        let one =
            source("crates/a/src/lib.rs", "pub struct Turn {\nlet turn = Turn {\nimpl Turn {");
        let other = |text| source("crates/b/src/lib.rs", text);
        for (text, complaints) in [
            ("enum Turn<'a> {", 1),
            ("    pub(super) type Turn = u8;", 1),
            ("pub struct TurnOutcome;", 0),
            ("pub struct Door;", 0),
            ("#[cfg(test)]\nmod tests {\n    struct Turn;\n}", 0),
            ("use a::Turn;", 0),
        ] {
            let sources = [source(&one.path, &one.text), other(text)];
            assert_eq!(doubled(&words, &sources).len(), complaints, "{text}");
        }
    }
}
