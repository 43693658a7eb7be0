//! The project's Rust files, and which of their lines are tests.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A Rust file.
pub(crate) struct Source {
    /// Its path from the root of the workspace, with `/` on every platform.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    /// Every Rust file of a folder and the folders in it, sorted by path.
    pub(crate) fn all_in(folder: &Path, root: &Path) -> Result<Vec<Self>> {
        let mut sources = Vec::new();
        let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                sources.extend(Self::all_in(&path, root)?);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let parts = path.strip_prefix(root)?.iter().map(|part| part.to_string_lossy());
                sources.push(Self { path: parts.collect::<Vec<_>>().join("/"), text });
            }
        }
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(sources)
    }

    /// The lines that are no tests, each with its number. Tests are files and folders called so,
    /// items under `#[cfg(test)]`, and examples in the documentation.
    ///
    /// This leans on rustfmt: an item ends with a `}` that stands as far in as its attribute.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_test = self.path.contains("/tests/") || self.path.ends_with("/tests.rs");
        let mut state = ScanState::Code;
        (1..).zip(self.text.lines()).filter(move |(_, line)| !is_test && !state.is_in_test(line))
    }
}

/// The line without its comment. No string of ours has `//` beside something worth finding.
pub(crate) fn code_of(line: &str) -> &str {
    line.split_once("//").map_or(line, |(code, _)| code)
}

/// Where in a file the next line is; the numbers are how far in the test's attribute stands.
enum ScanState {
    Code,
    Example,
    AfterAttribute(usize),
    InTest(usize),
}

impl ScanState {
    /// Moves on past a line and says whether it belongs to a test.
    fn is_in_test(&mut self, line: &str) -> bool {
        let bare = line.trim_start();
        let indent = line.len() - bare.len();
        let doc = bare.strip_prefix("///").or_else(|| bare.strip_prefix("//!"));
        let is_fence = doc.is_some_and(|doc| doc.trim_start().starts_with("```"));
        let next = match *self {
            Self::Code if bare == "#[cfg(test)]" => Self::AfterAttribute(indent),
            Self::Code if is_fence => Self::Example,
            Self::Code => return false,
            Self::Example if is_fence || doc.is_none() => Self::Code,
            Self::Example => Self::Example,
            Self::AfterAttribute(indent) if bare.ends_with('{') => Self::InTest(indent),
            Self::AfterAttribute(_) if bare.ends_with([';', '}']) => Self::Code,
            Self::InTest(start) if bare == "}" && indent == start => Self::Code,
            Self::AfterAttribute(indent) => Self::AfterAttribute(indent),
            Self::InTest(indent) => Self::InTest(indent),
        };
        *self = next;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_from_the_rest() {
        let text = "\
//! Prose.
//! ```
//! example();
//! ```
use std::fmt;
#[cfg(test)]
use std::fs;
fn one() {}
#[cfg(test)]
#[allow(dead_code)]
mod tests {
    fn two() {
    }
}
fn three() {}
#[cfg(test)]
mod tests;
";
        let source = |path: &str| Source { path: path.to_owned(), text: text.to_owned() };
        let kept =
            [(1, "//! Prose."), (5, "use std::fmt;"), (8, "fn one() {}"), (15, "fn three() {}")];
        assert_eq!(source("crates/a/src/lib.rs").lines().collect::<Vec<_>>(), kept);
        assert_eq!(source("crates/a/src/tests.rs").lines().count(), 0);
        assert_eq!(source("crates/a/tests/all.rs").lines().count(), 0);
        assert_eq!(source("crates/contests/src/lib.rs").lines().count(), 4);
    }
}
