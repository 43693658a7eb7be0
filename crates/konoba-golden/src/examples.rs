//! Examples of sentences, for snapshots that are read by eye.

use std::collections::BTreeMap;

/// Sentences by what they are about, a few of each kind, in the order of their kinds.
#[derive(Clone, Debug)]
pub struct Examples {
    of_a_kind: usize,
    kinds: BTreeMap<String, Vec<String>>,
}

impl Examples {
    /// None yet, and at most so many of each kind.
    pub const fn at_most(of_a_kind: usize) -> Self {
        Self { of_a_kind, kinds: BTreeMap::new() }
    }

    /// Adds an example, unless there are enough of its kind or it is among them.
    pub fn add(&mut self, kind: impl Into<String>, sentence: impl FnOnce() -> String) {
        let examples = self.kinds.entry(kind.into()).or_default();
        if examples.len() < self.of_a_kind {
            let sentence = sentence();
            if !examples.contains(&sentence) {
                examples.push(sentence);
            }
        }
    }

    /// Each kind with its examples below it.
    pub fn written(&self) -> String {
        let kinds = self.kinds.iter().map(|(kind, sentences)| {
            let sentences: String = sentences.iter().map(|line| format!("  {line}\n")).collect();
            format!("{kind}\n{sentences}")
        });
        kinds.collect()
    }
}

/// Asks that a sentence is one: a capital letter or the name of a point at its start, a full stop or
/// a question mark at its end, and no holes or gaps between.
///
/// # Panics
/// If it is not.
pub fn check_sentence(sentence: &str) {
    let first = sentence.split(' ').next().unwrap_or_default();
    let is_point = first.bytes().any(|byte| byte.is_ascii_digit());
    let is_capital = first.starts_with(char::is_uppercase);
    assert!(is_point != is_capital, "begins with a point or a capital letter: {sentence}");
    assert!(sentence.ends_with(['.', '?']) && !sentence.contains(".."), "ends: {sentence}");
    assert!(!sentence.contains(['{', '}']), "a hole: {sentence}");
    assert!(!sentence.contains("  ") && !sentence.contains('\n'), "blanks: {sentence}");
}
