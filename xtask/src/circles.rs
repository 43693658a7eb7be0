//! Import circles between the modules of a crate.
//!
//! Modules below one parent must import one another in one direction, each together with all that is below it.
//! What lies on the way up does not count: a child may use what its parent holds or re-exports, and a
//! parent uses its children.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};

use crate::source::{Source, code_of};
use crate::workspace::Workspace;

/// A module by its path from the root of its crate, which is the empty path.
type Module = Vec<String>;
/// For each parent, which of its children imports which other one, and a file in which it does.
type Imports = BTreeMap<Module, BTreeMap<String, BTreeMap<String, String>>>;

/// Asks that no modules of a crate import one another in a circle.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let mut found = Vec::new();
    for member in &workspace.crates {
        let folder = member.folder.join("src");
        // A crate may be nothing but tests.
        let sources =
            if folder.is_dir() { Source::all_in(&folder, &workspace.root)? } else { Vec::new() };
        for circle in circles(&sources) {
            found.push(format!("{}: {circle}", member.name));
        }
    }
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

/// The circles in the source of a crate, each in words.
fn circles(sources: &[Source]) -> Vec<String> {
    let modules: BTreeSet<Module> = sources.iter().map(|source| module_of(&source.path)).collect();
    let mut imports = Imports::new();
    for source in sources {
        let own = module_of(&source.path);
        let code: Vec<&str> = source.lines().map(|(_, line)| code_of(line)).collect();
        for path in paths(&code.join("\n")) {
            let Some(path) = absolute(&own, &path) else { continue };
            let is_module = |length: &usize| modules.contains(&path[..*length]);
            let target = &path[..(0..=path.len()).rev().find(is_module).unwrap_or_default()];
            let shared = own.iter().zip(target).take_while(|(one, other)| one == other).count();
            // One of them lies on the way from the root to the other.
            let (Some(from), Some(to)) = (own.get(shared), target.get(shared)) else { continue };
            let siblings = imports.entry(own[..shared].to_vec()).or_default();
            let files = siblings.entry(from.clone()).or_default();
            files.entry(to.clone()).or_insert_with(|| source.path.clone());
        }
    }
    imports.iter().flat_map(|(parent, siblings)| circles_below(parent, siblings)).collect()
}

/// The circles between the children of one module. Of each circle the shortest way round is told.
fn circles_below(
    parent: &Module,
    siblings: &BTreeMap<String, BTreeMap<String, String>>,
) -> Vec<String> {
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for start in siblings.keys() {
        let Some(way) = way_round(start, siblings) else { continue };
        if way.iter().any(|name| told.contains(name)) {
            continue;
        }
        let next = way.iter().skip(1).chain([start]);
        let steps = way.iter().zip(next);
        let steps = steps.map(|(from, to)| format!(" imports {to} ({})", siblings[from][to]));
        let place = if parent.is_empty() { "" } else { " below " };
        let words = steps.collect::<Vec<_>>().join(", which");
        circles.push(format!("{start}{place}{}{words}", parent.join("::")));
        told.extend(way);
    }
    circles
}

/// The shortest way from a module back to itself, without its end.
fn way_round(
    start: &str,
    siblings: &BTreeMap<String, BTreeMap<String, String>>,
) -> Option<Vec<String>> {
    let mut ways = vec![vec![start.to_owned()]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in ways {
            let imported = way.last().and_then(|last| siblings.get(last)).into_iter().flatten();
            for (to, _) in imported {
                if to == start {
                    return Some(way);
                }
                if seen.insert(to.clone()) {
                    longer.push([&way[..], std::slice::from_ref(to)].concat());
                }
            }
        }
        ways = longer;
    }
    None
}

/// The module that a file holds: `crates/a/src/b/c.rs` is b::c.
fn module_of(path: &str) -> Module {
    let inside = path.split_once("/src/").map_or(path, |(_, inside)| inside);
    let inside = inside.strip_suffix(".rs").unwrap_or(inside);
    let mut parts: Module = inside.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// A path from the root of the crate; nothing if it leads out of it.
fn absolute(own: &Module, path: &[&str]) -> Option<Module> {
    let mut place = own.clone();
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match *first {
            "crate" => place.clear(),
            "super" => {
                place.pop()?;
            }
            "self" => {}
            _ => break,
        }
        rest = after;
    }
    Some([place, rest.iter().map(|name| (*name).to_owned()).collect()].concat())
}

/// Every path in some code that begins at the crate, at the module or above it; those in the braces of
/// an import one by one.
fn paths(code: &str) -> Vec<Vec<&str>> {
    let tokens = tokens(code);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let begins = ["crate", "super", "self"].contains(&tokens[at])
            && tokens.get(at + 1) == Some(&"::")
            && (at == 0 || tokens[at - 1] != "::");
        match begins {
            true => at = tree(&tokens, at, &[], &mut paths),
            false => at += 1,
        }
    }
    paths
}

/// Reads one path, which may end in braces with more of them, and says where it ends.
fn tree<'a>(
    tokens: &[&'a str],
    mut at: usize,
    before: &[&'a str],
    paths: &mut Vec<Vec<&'a str>>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                at += 1;
                while !matches!(tokens.get(at), None | Some(&"}")) {
                    let end = tree(tokens, at, &path, paths);
                    at = if end == at { at + 1 } else { end };
                }
                return at + 1;
            }
            Some(name) if name.starts_with(is_of_a_word) => path.push(name),
            _ => break,
        }
        at += 1;
        if tokens.get(at) != Some(&"::") {
            break;
        }
        at += 1;
    }
    if path.len() > before.len() {
        paths.push(path);
    }
    at
}

/// Words, `::`, and every other mark by itself.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if is_of_a_word(first) => rest.find(|c| !is_of_a_word(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let source = |&(path, text): &(&str, &str)| Source {
            path: format!("crates/a/src/{path}"),
            text: text.to_owned(),
        };
        circles(&files.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn a_circle_is_told_in_words() {
        let files = [
            ("lib.rs", "mod one;\nmod two;\nmod three;"),
            ("one.rs", "use crate::{two::Two, three};"),
            ("two.rs", "use std::fmt;\nuse super::three::Three;"),
            ("three.rs", "fn f() -> crate::one::One { todo() }"),
        ];
        let expected = "one imports three (crates/a/src/one.rs), which imports one \
                        (crates/a/src/three.rs)";
        assert_eq!(found(&files), [expected]);
        assert!(found(&files[..3]).is_empty());
    }

    #[test]
    fn what_is_below_a_module_imports_for_it() {
        let files = [
            ("lib.rs", "mod house; mod live;"),
            ("house.rs", "mod desk;"),
            ("house/desk.rs", "use crate::live::engine::Thought;"),
            ("live.rs", "mod engine;"),
            ("live/engine.rs", "use crate::house::Claim;"),
        ];
        assert_eq!(found(&files).len(), 1);
        let nested = [("a.rs", ""), ("a/b.rs", "use super::c::C;"), ("a/c.rs", "use super::b;")];
        assert!(found(&nested)[0].starts_with("b below a imports c (crates/a/src/a/b.rs), "));
    }

    #[test]
    fn the_way_up_and_down_and_tests_do_not_count() {
        for files in [
            &[("a.rs", "mod b;\nuse self::b::B;"), ("a/b.rs", "use super::A;\nuse crate::a;")][..],
            &[("a.rs", "use crate::b::B;"), ("b.rs", "use crate::A;\nuse super::A;")],
            &[
                ("a.rs", "use crate::b;"),
                ("b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a;\n}"),
            ],
            &[("a.rs", "use crate::b;"), ("b.rs", "// use crate::a;\nuse other::a;")],
        ] {
            assert_eq!(found(files), [""; 0], "{files:?}");
        }
    }

    #[test]
    fn paths_are_read_with_their_braces() {
        let code =
            "use crate::{a::{self, B}, c::*, d as e};\nlet f = super::super::g::<T>(self.h);";
        let expected = [
            &["crate", "a", "self"][..],
            &["crate", "a", "B"],
            &["crate", "c"],
            &["crate", "d"],
            &["super", "super", "g"],
        ];
        let found = paths(code);
        assert!(expected.iter().all(|path| found.iter().any(|one| one == path)), "{found:?}");
    }
}
