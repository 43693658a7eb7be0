//! Every warning and error that a server logs is in docs/OPERATING.md, with what it means and what to do.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::source::Source;
use crate::workspace::Workspace;

const DOCUMENT: &str = "docs/OPERATING.md";

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let text = fs::read_to_string(workspace.root.join(DOCUMENT)).context(DOCUMENT)?;
    let (mut found, mut missing) = (0, Vec::new());
    // This crate logs nothing, and says the words.
    for member in workspace.crates.iter().filter(|member| member.name != "xtask") {
        let sources = Source::all_in(&member.folder, &workspace.root)?;
        for source in sources.iter().filter(|source| source.path.contains("/src/")) {
            for message in messages(source) {
                found += 1;
                if !text.contains(&message) {
                    missing.push(format!("{}: `{message}` is not in {DOCUMENT}", source.path));
                }
            }
        }
    }
    ensure!(found > 20, "only {found} warnings were found in the source");
    ensure!(missing.is_empty(), "{}", missing.join("\n"));
    Ok(())
}

/// What a file logs as a warning or an error: the first clause, which is what operators search for.
fn messages(source: &Source) -> Vec<String> {
    let code: String = source.lines().map(|(_, line)| line.trim().to_owned() + "\n").collect();
    let starts = ["tracing::warn!(", "tracing::error!("];
    let calls = starts.iter().flat_map(|start| code.split(start).skip(1));
    let clause = |call: &str| Some(last_text(call)?.split([':', ';']).next()?.to_owned());
    calls.filter_map(clause).collect()
}

/// The last text among the arguments of a call, of which the opening parenthesis has been read.
fn last_text(call: &str) -> Option<String> {
    let (mut depth, mut text, mut last) = (1, None::<String>, None);
    let mut signs = call.chars();
    while let Some(sign) = signs.next() {
        match (sign, &mut text) {
            ('"', open) => match open.take() {
                None => *open = Some(String::new()),
                whole => last = whole,
            },
            // At the end of a line the text goes on in the next one, whose indentation is gone already.
            ('\\', Some(open)) => open.extend(signs.next().filter(|next| *next != '\n')),
            (sign, Some(open)) => open.push(sign),
            ('(', None) => depth += 1,
            (')', None) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_in_every_form() {
        let text = "\
fn one() {
    tracing::warn!(%error, \"first\");
    match two { Err(_) => tracing::error!(why = why(\")\"), \"second; and more\"), Ok(_) => say(\"no\") }
    tracing::warn!(
        name = \"x\",
        \"third \\
         goes on: no\"
    );
    tracing::info!(\"fourth\");
}
";
        let source = Source { path: "crates/a/src/b.rs".to_owned(), text: text.to_owned() };
        let mut found = messages(&source);
        found.sort();
        assert_eq!(found, ["first", "second", "third goes on"]);
    }
}
