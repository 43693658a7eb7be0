//! The invariants of the house that a look at the source can decide.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::graph::HOUSE;
use crate::names::games_named;
use crate::source::{Source, code_of};
use crate::workspace::Workspace;

/// The only places that may use what the compiler cannot check: the kernels, and the two files with the names under
/// which modules for browsers export and import functions.
const UNSAFE: &[&str] = &[
    "crates/konoba-kernels/",
    "crates/konoba-web-net/src/lib.rs",
    "crates/konoba-web/src/exports.rs",
];
/// What clippy must not find in a pure crate.
const PURE: &str = "clippy-pure.toml";
/// The crates that answer requests, the one file of theirs that starts threads, and how threads are had.
const ANSWERING: &[&str] =
    &["konoba-live", "konoba-http", "konoba-session", "konoba-ssh", "konoba-telnet"];
const THREADS: &str = "crates/konoba-live/src/schedule/threads.rs";
const THREAD_STARTERS: &[&str] =
    &["spawn_blocking", "block_in_place", "thread::spawn", "thread::scope", "thread::Builder"];
/// What an enum says better, which names its cases: a result of a result, and a match that looks at nothing.
const RIDDLES: &[&str] =
    &["Ok(Ok(", "Ok(Err(", "Err(Ok(", "Err(Err(", "Result<Result<", "match () {"];
/// A file with more lines than this needs a reason in ARCHITECTURE.md.
const LONG: usize = 500;

/// The scripts of the page.
const SCRIPTS: &str = "web/js";

/// Looks at every Rust file of the project and names each place that breaks a rule, and every long script.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let architecture = fs::read_to_string(workspace.root.join("ARCHITECTURE.md"));
    let architecture = architecture.unwrap_or_default();
    let pure = fs::read_to_string(workspace.root.join(PURE)).context(PURE)?;
    let mut broken = Vec::new();
    for member in &workspace.crates {
        let room = HOUSE.iter().find(|room| room.name == member.name);
        let is_gameless = room.is_some_and(|room| room.is_gameless);
        if let Some(room) = room.filter(|room| room.is_pure) {
            let of_crate = fs::read_to_string(member.folder.join("clippy.toml")).ok();
            let impure = impurities(&pure, of_crate.as_deref(), room.may_use);
            broken.extend(impure.map(|why| format!("clippy.toml of {}: {why}", member.name)));
        }
        for source in Source::all_in(&member.folder, &workspace.root)? {
            let is_inside = source.path.contains("/src/");
            let rules = [
                (true, long_file(&source, &architecture)),
                // This crate has no need of the rule and says the word.
                (member.name != "xtask", unsafe_elsewhere(&source)),
                // This file spells them.
                (member.name != "xtask", riddles(&source)),
                (is_gameless && is_inside, games_by_name(&source)),
                (is_gameless && is_inside, fixed_games(&source)),
                (ANSWERING.contains(&&*member.name) && is_inside, threads_of_requests(&source)),
            ];
            broken
                .extend(rules.into_iter().filter(|(applies, _)| *applies).flat_map(|rule| rule.1));
        }
    }
    for entry in fs::read_dir(workspace.root.join(SCRIPTS))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let script = Source { path: format!("{SCRIPTS}/{name}"), text: fs::read_to_string(path)? };
        broken.extend(long_file(&script, &architecture));
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

fn riddles(source: &Source) -> Vec<String> {
    let lines = (1..).zip(source.text.lines());
    let riddle = |line: &str| RIDDLES.iter().find(|riddle| line.contains(**riddle));
    let found = lines.filter_map(|(number, line)| Some((number, riddle(code_of(line))?)));
    found
        .map(|(line, riddle)| format!("{}:{line}: {riddle} instead of an enum", source.path))
        .collect()
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

/// Asks that clippy looks for what a pure crate must not use, but for what it may use even so.
fn impurities(list: &str, of_crate: Option<&str>, allowed: &[&str]) -> Option<String> {
    let is_kept = |line: &&str| !words(line).any(|word| allowed.contains(&word));
    let expected = list.lines().filter(is_kept);
    let Some(of_crate) = of_crate else { return Some(format!("it has to be a link to {PURE}")) };
    let is_held = of_crate.lines().eq(expected);
    (!is_held).then(|| format!("it is not {PURE} without what the crate may use {allowed:?}"))
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(is_not_of_a_word)
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
    fn cases_have_names() {
        for (text, complaints) in [
            ("fn read() -> Result<Result<Move, Refused>, Error> {", 1),
            ("Ok(Ok(answer)) => answer,", 1),
            ("match () {", 1),
            ("Ok(Some(answer)) => answer,", 0),
            ("// Ok(Ok(..)) would be a riddle", 0),
        ] {
            assert_eq!(riddles(&source("crates/a/src/lib.rs", text)).len(), complaints, "{text}");
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
        let list = "# Of threads\ndisallowed-methods = [\n    \"std::fs::read\",\n    \"std::thread::spawn\",\n]\n";
        let threaded = "# Of threads\ndisallowed-methods = [\n    \"std::fs::read\",\n]\n";
        assert_eq!(impurities(list, Some(list), &[]), None);
        assert_eq!(impurities(list, Some(threaded), &["thread"]), None);
        for (of_crate, allowed) in
            [(None, &[][..]), (Some(threaded), &[]), (Some(list), &["thread"]), (Some(""), &[])]
        {
            assert!(impurities(list, of_crate, allowed).is_some(), "{of_crate:?} {allowed:?}");
        }
    }
}
