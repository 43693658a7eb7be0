//! The fields of the transcripts, and where the files lie.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use konoba_rules::{Point, Setup, Side};
use serde_json::Value;

/// A file of the transcripts that came with the workspace.
pub(crate) fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests-data/golden").join(name)
}

/// The folder of the transcripts that did not, if it lies beside the workspace. Says loudly that it
/// does not, past the capture of test output, so that a skipped test is not taken for a passed one.
pub(crate) fn shared(what: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden");
    if folder.is_dir() {
        return Some(folder);
    }
    let mut stderr = std::io::stderr();
    writeln!(stderr, "SKIPPED: {what}: there is no {}", folder.display()).ok();
    None
}

/// Each line of a file as a value, with `file:line` to name it by.
pub(crate) fn lines(path: &Path) -> Vec<(String, Value)> {
    let text = read(path);
    let numbered = text.lines().zip(1..);
    numbered.map(|(line, number)| (format!("{}:{number}", stem(path)), value(path, line))).collect()
}

/// A whole file as one value.
pub(crate) fn whole(path: &Path) -> Value {
    value(path, &read(path))
}

/// The last part of a path without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().expect("a transcript is a file").to_string_lossy().into_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn value(path: &Path, text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a value.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} must be a text"))
}

/// The elements of a value.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} must be a list"))
}

/// The texts of a value.
pub(crate) fn texts(value: &Value) -> Vec<String> {
    list(value).iter().map(|element| text(element).to_owned()).collect()
}

/// The game and size of a transcript.
pub(crate) fn setup(transcript: &Value) -> Setup {
    let setup: Setup = text(&transcript["game"]).parse().expect("the game is one of ours");
    let size = transcript["size"].as_u64().and_then(|size| u8::try_from(size).ok());
    setup.with_size(size.expect("a size is a small number")).expect("the game is played on it")
}

/// A side by its id.
pub(crate) fn side(setup: &Setup, value: &Value) -> Side {
    setup.spec.side_named(text(value)).unwrap_or_else(|| panic!("{value} must be a side"))
}

/// The points that were filled, by colour, in the order of points; none where the game fills none.
pub(crate) fn fills(setup: &Setup, value: &Value) -> [Vec<Point>; 2] {
    Side::BOTH.map(|side| {
        let Some(names) = value.get(setup.spec.side(side).id) else { return Vec::new() };
        let point = |name: &String| name.parse().expect("a filled point is a point");
        let mut points: Vec<Point> = texts(names).iter().map(point).collect();
        points.sort();
        points
    })
}
