//! The invariants of the house that a look at the source can decide.

use std::fs;

use anyhow::{Result, ensure};

use crate::graph::HOUSE;
use crate::names::games_named;
use crate::source::{Source, code_of};
use crate::workspace::Workspace;

/// The only places that may use what the compiler cannot check: the kernels, and the file with the names under which a
/// module for browsers exports functions.
const UNSAFE: &[&str] = &[
    "crates/konoba-kernels/",
    "crates/konoba-web-net/src/lib.rs",
    "crates/konoba-web/src/exports.rs",
];
/// What reaches outside a pure crate: modules of the standard library, the clocks in another of
/// them (a duration is harmless), and macros.
const IMPURE_MODULES: &[&str] = &["env", "fs", "io", "net", "os", "process", "thread"];
const CLOCKS: &[&str] = &["Instant", "SystemTime"];
const IMPURE_MACROS: &[&str] = &["print!", "println!", "eprint!", "eprintln!", "dbg!"];
/// The crates that answer requests, the one file of theirs that starts threads, and how threads are had.
const ANSWERING: &[&str] =
    &["konoba-live", "konoba-http", "konoba-session", "konoba-ssh", "konoba-telnet"];
const THREADS: &str = "crates/konoba-live/src/schedule/threads.rs";
const THREAD_STARTERS: &[&str] =
    &["spawn_blocking", "block_in_place", "thread::spawn", "thread::scope", "thread::Builder"];
/// A file with more lines than this needs a reason in ARCHITECTURE.md.
const LONG: usize = 500;

/// Looks at every Rust file of the project and names each place that breaks a rule.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let architecture = fs::read_to_string(workspace.root.join("ARCHITECTURE.md"));
    let architecture = architecture.unwrap_or_default();
    let mut broken = Vec::new();
    for member in &workspace.crates {
        let room = HOUSE.iter().find(|room| room.name == member.name);
        let is_gameless = room.is_some_and(|room| room.is_gameless);
        let is_pure = room.is_some_and(|room| room.is_pure);
        let allowed = room.map_or(&[][..], |room| room.may_use);
        for source in Source::all_in(&member.folder, &workspace.root)? {
            let is_inside = source.path.contains("/src/");
            let rules = [
                (true, long_file(&source, &architecture)),
                // This crate has no need of the rule and says the word.
                (member.name != "xtask", unsafe_elsewhere(&source)),
                (is_gameless && is_inside, games_by_name(&source)),
                (is_gameless && is_inside, fixed_games(&source)),
                (is_pure && is_inside, impurities(&source, allowed)),
                (ANSWERING.contains(&&*member.name) && is_inside, threads_of_requests(&source)),
            ];
            broken
                .extend(rules.into_iter().filter(|(applies, _)| *applies).flat_map(|rule| rule.1));
        }
    }
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    Ok(())
}

fn long_file(source: &Source, architecture: &str) -> Vec<String> {
    let count = source.text.lines().count();
    let is_excused = count <= LONG || architecture.contains(&source.path);
    let complaint =
        || format!("{} has {count} lines, and ARCHITECTURE.md does not say why", source.path);
    (!is_excused).then(complaint).into_iter().collect()
}

fn unsafe_elsewhere(source: &Source) -> Vec<String> {
    let is_allowed = UNSAFE.iter().any(|place| source.path.starts_with(place));
    let lines = (1..).zip(source.text.lines()).filter(|_| !is_allowed);
    // Browsers call the permission to run a module so.
    let code = |line: &str| code_of(line).replace("wasm-unsafe-eval", "");
    let found = lines.filter(|(_, line)| words(&code(line)).any(|word| word == "unsafe"));
    found.map(|(line, _)| format!("{}:{line}: unsafe outside the kernels", source.path)).collect()
}

fn games_by_name(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in source.lines() {
        for game in games_named(line) {
            found.push(format!("{}:{number}: an interface names {game}", source.path));
        }
    }
    found
}

/// An interface that does not ask what is on offer would leave out hidden games under test, and so
/// nothing would prove that it takes any game.
fn fixed_games(source: &Source) -> Vec<String> {
    let found = source.lines().filter(|(_, line)| words(code_of(line)).any(|word| word == "GAMES"));
    found.map(|(line, _)| format!("{}:{line}: GAMES instead of games()", source.path)).collect()
}

/// Whatever costs time waits for its turn with the scheduler. With a thread for each request, a client
/// could start as many threads as it likes.
fn threads_of_requests(source: &Source) -> Vec<String> {
    let lines = source.lines().filter(|_| source.path != THREADS);
    let starts = |line: &str| THREAD_STARTERS.iter().find(|starter| line.contains(**starter));
    let found = lines.filter_map(|(number, line)| Some((number, starts(code_of(line))?)));
    found
        .map(|(line, starter)| format!("{}:{line}: {starter} outside {THREADS}", source.path))
        .collect()
}

fn impurities(source: &Source, allowed: &[&str]) -> Vec<String> {
    let mut code = String::new();
    let mut found = Vec::new();
    for (number, line) in source.lines() {
        let line = code_of(line);
        let macros = IMPURE_MACROS.iter().copied().filter(|called| calls(line, called));
        let clocks = words(line).filter(|word| CLOCKS.contains(word) && !allowed.contains(word));
        for name in macros.chain(clocks) {
            found.push(format!("{}:{number}: {name} in a pure crate", source.path));
        }
        code.push_str(line);
        code.push('\n');
    }
    let is_impure = |name: &&str| IMPURE_MODULES.contains(name) && !allowed.contains(name);
    for module in std_names(&code).filter(is_impure) {
        found.push(format!("{}: std::{module} in a pure crate", source.path));
    }
    found
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(is_not_of_a_word)
}

/// `print!` is called in `print!()` but not in `eprint!()`.
fn calls(code: &str, called: &str) -> bool {
    code.match_indices(called).any(|(at, _)| code[..at].chars().last().is_none_or(is_not_of_a_word))
}

/// The names that stand right after `std::`, and all of those in the braces that may stand there.
fn std_names(code: &str) -> impl Iterator<Item = &str> {
    code.split("std::").skip(1).flat_map(|after| {
        let is_group = after.starts_with('{');
        let end = if is_group { after.find(';') } else { after.find(is_not_of_a_word) };
        words(&after[..end.unwrap_or(after.len())])
    })
}

fn is_not_of_a_word(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn a_long_file_needs_a_reason() {
        let path = "crates/a/src/lib.rs";
        let [short, long] = [LONG, LONG + 1].map(|count| source(path, &"\n".repeat(count)));
        assert!(long_file(&short, "").is_empty());
        assert_eq!(long_file(&long, "").len(), 1);
        assert!(long_file(&long, "`crates/a/src/lib.rs` is one table.").is_empty());
    }

    #[test]
    fn unsafe_stays_in_the_kernels() {
        for (text, complaints) in [
            ("unsafe { f() }", 1),
            ("pub unsafe fn f() {}", 1),
            ("#[allow(unsafe_code)]", 0),
            ("\"script-src 'wasm-unsafe-eval'\"", 0),
            ("// unsafe would be faster", 0),
        ] {
            let elsewhere = unsafe_elsewhere(&source("crates/a/src/lib.rs", text));
            assert_eq!(elsewhere.len(), complaints, "{text}");
            for path in ["crates/konoba-kernels/src/x86.rs", "crates/konoba-web-net/src/lib.rs"] {
                assert!(unsafe_elsewhere(&source(path, text)).is_empty(), "{path}: {text}");
            }
            let beside = unsafe_elsewhere(&source("crates/konoba-web-net/src/other.rs", text));
            assert_eq!(beside.len(), complaints, "{text}");
        }
    }

    #[test]
    fn an_interface_names_no_game() {
        for (text, complaints) in [
            ("if spec.id == \"konobi\" {}", 1),
            ("match game { Game::Quentin => OrderAndChaos }", 2),
            ("//! Konoba shows the board in the order of its rows.", 0),
            ("/// Konobi needs this.", 1),
            ("const SIDES: [&str; 2] = [\"order\", \"chaos\"];", 1),
            ("if id == \"crossway\" {}", 1),
            ("/// ```\n/// konobi();\n/// ```", 0),
        ] {
            let found = games_by_name(&source("crates/a/src/lib.rs", text));
            assert_eq!(found.len(), complaints, "{text}");
        }
    }

    #[test]
    fn an_interface_asks_what_is_on_offer() {
        for (text, complaints) in [
            ("for spec in GAMES {}", 1),
            ("for spec in games() {}", 0),
            ("/// ```\n/// let spec = GAMES[0];\n/// ```", 0),
            ("#[cfg(test)]\nmod tests {\n    const GAME: &Spec = GAMES[0];\n}", 0),
        ] {
            assert_eq!(
                fixed_games(&source("crates/a/src/lib.rs", text)).len(),
                complaints,
                "{text}"
            );
        }
    }

    #[test]
    fn requests_start_no_threads() {
        for (text, complaints) in [
            ("tokio::task::spawn_blocking(move || draw()).await", 1),
            ("std::thread::spawn(move || draw());", 1),
            ("tokio::spawn(async move { draw().await });", 0),
            ("// spawn_blocking would be simpler", 0),
            ("#[cfg(test)]\nmod tests {\n    fn f() { std::thread::spawn(f); }\n}", 0),
        ] {
            let found = threads_of_requests(&source("crates/konoba-http/src/a.rs", text));
            assert_eq!(found.len(), complaints, "{text}");
            assert!(threads_of_requests(&source(THREADS, text)).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_pure_crate_reaches_nothing() {
        for (text, complaints) in [
            ("use std::fs;", 1),
            ("use std::{fmt, io};", 1),
            ("use std::{\n    fmt::{self, Write},\n    io::Read,\n    net,\n};", 2),
            ("let now = std::time::Instant::now();", 1),
            ("use std::time::{Duration, SystemTime};", 1),
            ("use std::time::Duration;", 0),
            ("use std::{fmt, ops};\nlet time = io;", 0),
            ("use std::fmt::Write; let env = fs(process);", 0),
            ("println!(); eprint!();", 2),
            ("reprint!(); writeln!(f);", 0),
            ("// std::fs would be impure", 0),
            ("#[cfg(test)]\nuse std::fs;", 0),
        ] {
            let found = impurities(&source("crates/a/src/lib.rs", text), &[]);
            assert_eq!(found.len(), complaints, "{text}: {found:?}");
        }
        let threads = source("crates/a/src/lib.rs", "use std::{fs, thread};");
        assert_eq!(impurities(&threads, &[]).len(), 2);
        assert_eq!(impurities(&threads, &["thread"]).len(), 1);
        let clocks = source("crates/a/src/lib.rs", "use std::time::{Instant, SystemTime};");
        assert_eq!(impurities(&clocks, &["Instant"]).len(), 1);
    }
}
