//! The styles of all pages as one file, and the script of a page as one with all that it imports: on a slow line a
//! page waits for every request, and modules that import modules are found one after the other.
//!
//! The files in `web/` stay modules, for editors and for the type checker. What is done to them here is little, and holds
//! because they keep to some rules, which the tests below check: an import is a line of its own, `import { a, b } from './file.js';`;
//! functions and classes alone are exported, where they are declared; no modules import each other in a circle.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::web_files::text;

/// The styles, the most general ones first.
const STYLES: [&str; 10] = [
    "css/theme.css",
    "css/base.css",
    "css/board.css",
    "css/table.css",
    "css/home.css",
    "css/small.css",
    "css/puzzles.css",
    "css/touch.css",
    "css/forced.css",
    "css/print.css",
];

/// The scripts of pages; each is a module.
const SCRIPTS: [&str; 12] = [
    "js/continue.js",
    "js/here.js",
    "js/home.js",
    "js/learn.js",
    "js/lesson.js",
    "js/proof.js",
    "js/puzzle.js",
    "js/puzzles.js",
    "js/review.js",
    "js/settings.js",
    "js/table.js",
    "js/unreached.js",
];

/// The file with all styles.
pub(super) const STYLE: &str = "packed/css/all.css";

static PACKED: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let styles = STYLES.map(|file| text(file).expect("a style is in web/")).concat();
    let scripts = SCRIPTS.map(|file| (packed_name(file), Packing::of(file)));
    scripts.into_iter().chain([(STYLE.to_owned(), styles)]).collect()
});

/// The name of a script with all that it imports.
pub(super) fn packed_name(script: &str) -> String {
    format!("packed/{script}")
}

/// A file by such a name.
pub(super) fn find(name: &str) -> Option<&'static str> {
    PACKED.get(name).map(String::as_str)
}

/// All of them with their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    PACKED.iter().map(|(name, text)| (name.as_str(), text.as_str()))
}

/// A script that is put together.
#[derive(Default)]
struct Packing {
    /// The modules that are in it.
    modules: Vec<&'static str>,
    text: String,
}

impl Packing {
    fn of(script: &'static str) -> String {
        let mut packing = Self::default();
        packing.add(script.trim_start_matches("js/"));
        packing.text
    }

    /// Adds a module behind those that it imports. It is a function that is called once, so that its names are its
    /// own; what it returns is what it exports.
    fn add(&mut self, module: &'static str) {
        if self.modules.contains(&module) {
            return;
        }
        self.modules.push(module);
        let source = text(&format!("js/{module}")).expect("an imported module is in web/js");
        let (mut body, mut exported) = (String::new(), Vec::new());
        for line in source.lines() {
            if let Some((names, from)) = imported(line) {
                self.add(from);
                body += &format!("const {names} = {};", variable(from));
            } else if let Some(declaration) = line.strip_prefix("export ") {
                exported.extend(declared(declaration));
                body += declaration;
            } else {
                body += line;
            }
            body.push('\n');
        }
        // The script of the page itself exports nothing, and may wait.
        if self.modules[0] == module {
            self.text += &format!("void (async () => {{\n{body}}})();\n");
            return;
        }
        let (own, exported) = (variable(module), exported.join(", "));
        self.text += &format!("const {own} = (() => {{\n{body}return {{ {exported} }};\n}})();\n");
    }
}

/// The names that a line imports, in braces, and the module that it imports them from.
fn imported(line: &'static str) -> Option<(&'static str, &'static str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from './")?;
    Some((names, from.strip_suffix("';")?))
}

/// The name of a function or class that is declared.
fn declared(declaration: &str) -> Option<&str> {
    let declaration = declaration.trim_start_matches("async ");
    let rest =
        declaration.strip_prefix("function ").or_else(|| declaration.strip_prefix("class "))?;
    rest.split(|letter: char| !letter.is_alphanumeric()).next()
}

/// What a module is called in the packed script; no name in the modules begins like this.
fn variable(module: &str) -> String {
    format!("module_{}", module.trim_end_matches(".js").replace('-', "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The modules that a script and what it imports import, in the order in which they have to come.
    fn check_rules(module: &'static str, importing: &[&str]) {
        assert!(!importing.contains(&module), "a circle: {importing:?} {module}");
        let source = text(&format!("js/{module}")).unwrap();
        assert!(!source.contains("module_"), "{module}");
        for line in source.lines() {
            if line.starts_with("import") {
                let (names, from) = imported(line).expect(line);
                assert!(names.starts_with("{ ") && names.ends_with(" }"), "{module}: {line}");
                assert!(!names.contains(" as "), "{module}: {line}");
                check_rules(from, &[importing, &[module]].concat());
            }
            if let Some(declaration) = line.strip_prefix("export") {
                assert!(declared(declaration.trim_start()).is_some(), "{module}: {line}");
            }
            // The script of the page alone may wait.
            let waits = line.starts_with("await ") && !importing.is_empty();
            assert!(!waits && !line.contains("import.meta"), "{module}");
        }
    }

    #[test]
    fn scripts_keep_to_the_rules_by_which_they_are_packed() {
        for script in SCRIPTS {
            check_rules(script.trim_start_matches("js/"), &[]);
            let packed = find(&packed_name(script)).unwrap();
            assert!(
                !packed
                    .lines()
                    .any(|line| line.starts_with("import ") || line.starts_with("export "))
            );
        }
        let table = find("packed/js/table.js").unwrap();
        for once in ["class Board {", "class Line {", "function find(", "const module_page ="] {
            assert_eq!(table.matches(once).count(), 1, "{once}");
        }
        assert!(table.find("const module_page =") < table.find("void (async () =>"));
    }

    #[test]
    fn all_styles_are_in_one_file() {
        let all = find(STYLE).unwrap();
        assert!(all.starts_with(text("css/theme.css").unwrap()));
        assert!(all.ends_with(text("css/print.css").unwrap()));
    }
}
