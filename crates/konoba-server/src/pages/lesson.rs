//! The rulebook in small positions, the same that the tests hold the rules against.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use konoba_rules::record::NodeId;
use konoba_rules::{Move, Record, Setup, Spec, text};

static RULEBOOK: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../tests-data/rulebook");

/// One sentence of the rules with a position to try it on.
pub(super) struct Lesson {
    /// The game that it is about.
    spec: &'static Spec,
    /// What the position shows.
    pub(super) sentence: String,
    /// How it came about.
    pub(super) record: Record,
    /// Moves that are worth trying.
    pub(super) tries: Vec<String>,
}

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let texts = RULEBOOK.files().filter(|file| file.path().extension().is_some_and(|e| e == "txt"));
    let texts = texts.filter_map(|file| file.contents_utf8());
    texts.flat_map(|text| text.split("\n\n")).flat_map(read).collect()
});

/// The lessons of a game, in the order of its rulebook.
pub(super) fn lessons(spec: &Spec) -> Vec<&'static Lesson> {
    LESSONS.iter().filter(|lesson| lesson.spec.id == spec.id).collect()
}

/// An entry of the rulebook as lessons, one for each game that it is about. Entries about what
/// cannot stand at all have nothing to try and make none.
fn read(entry: &str) -> Vec<Lesson> {
    let lines = || entry.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let sentence =
        lines().find(|line| line.starts_with('[')).and_then(|line| line.split_once("] "));
    let Some((_, sentence)) = sentence else { return Vec::new() };
    let after = |start: &str| lines().find_map(|line| line.strip_prefix(start));
    let setups = after("set-up:").unwrap_or_default().split_whitespace();
    let mut setups: Vec<Setup> = setups.filter_map(|setup| setup.parse().ok()).collect();
    setups.dedup_by_key(|setup| setup.spec.id);
    let rows: Vec<String> =
        lines().filter(|line| line.starts_with("    ")).map(|row| row.replace(' ', "")).collect();
    let side = lines().find_map(|line| line.strip_suffix(" to move")).unwrap_or_default();
    let tries: Vec<String> = lines().filter_map(tried).collect();
    let lesson = |setup: Setup| {
        let record = match after("moves:") {
            Some(moves) => played(setup, moves)?,
            None if rows.is_empty() => Record::new(setup),
            None => {
                let drawn = format!("{} {side}", rows.join("/"));
                Record::from_position(&text::read(setup, &drawn).ok()?).ok()?
            }
        };
        let tries = tries.iter().filter(|mv| Move::read(mv, setup.spec).is_ok()).cloned().collect();
        Some(Lesson { spec: setup.spec, sentence: sentence.to_owned(), record, tries })
    };
    setups.into_iter().filter_map(lesson).filter(|lesson| !lesson.tries.is_empty()).collect()
}

/// The move of a line that says what becomes of it: `b2: legal`.
fn tried(line: &str) -> Option<String> {
    let (mv, verdict) = line.split_once(": ")?;
    let verdict = verdict.split_whitespace().next()?.trim_end_matches(';');
    let is_verdict = ["legal", "fills", "wins", "illegal"].contains(&verdict);
    (is_verdict && !mv.contains(' ')).then(|| mv.to_owned())
}

fn played(setup: Setup, moves: &str) -> Option<Record> {
    let mut record = Record::new(setup);
    let mut at = NodeId::ROOT;
    for word in moves.split_whitespace() {
        at = record.play(at, Move::read(word, setup.spec).ok()?).ok()?;
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use konoba_rules::GAMES;

    use super::*;

    #[test]
    fn every_game_has_lessons_with_something_to_try() {
        for spec in GAMES {
            let lessons = lessons(spec);
            assert!(lessons.len() >= 10, "{}: {}", spec.id, lessons.len());
            for lesson in lessons {
                assert!(lesson.sentence.ends_with('.'), "{}", lesson.sentence);
                assert!(Record::from_line(&lesson.record.to_line()).is_ok());
            }
        }
    }

    #[test]
    fn entries_are_read_as_they_are_written() {
        let spec = GAMES[0];
        let entry = format!(
            "[A1] A sentence.\nset-up: {}:3\n    W . .\n    . . B\n    . . .\nblack to move\n\
             b2: legal\nwhite a1: illegal not-your-turn\n# A note.\n",
            spec.id
        );
        let [lesson] = &read(&entry)[..] else { panic!("one lesson") };
        assert_eq!(lesson.sentence, "A sentence.");
        assert_eq!(lesson.tries, ["b2"]);
        assert_eq!(text::write(lesson.record.start()), "W../..B/... black");
    }
}
