//! Lessons: the rulebook in small positions, the same that the tests hold the rules to.

use std::collections::HashMap;
use std::sync::LazyLock;

use konoba_rules::games::REGISTER;
use konoba_rules::{Move, Record, Spec};

/// One sentence of the rules with a position to try it on.
pub(super) struct Lesson {
    /// What the position shows.
    pub(super) sentence: &'static str,
    /// How it came about.
    pub(super) record: Record,
    /// Moves that are worth trying.
    pub(super) tries: Vec<&'static str>,
}

/// The lessons by the id of their game.
static LESSONS: LazyLock<HashMap<&str, Vec<Lesson>>> =
    LazyLock::new(|| REGISTER.iter().map(|spec| (spec.id, read(spec))).collect());

/// The lessons of a game, in the order of its rulebook.
pub(super) fn lessons(spec: &Spec) -> &'static [Lesson] {
    LESSONS.get(spec.id).map_or(&[], Vec::as_slice)
}

/// The examples of a game as lessons. One about a position that cannot stand, or without a move of the
/// side to move, has nothing to try and makes none.
fn read(spec: &Spec) -> Vec<Lesson> {
    let examples = spec.read_examples().expect("the tests have read them");
    let lessons = examples.iter().filter_map(|(example, setup)| {
        let tries = example.tries().filter(|mv| Move::read(mv, setup.spec).is_ok()).collect();
        Some(Lesson { sentence: example.sentence, record: example.record(*setup)?, tries })
    });
    lessons.filter(|lesson| !lesson.tries.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_with_examples_has_lessons_with_something_to_try() {
        for spec in REGISTER {
            let lessons = lessons(spec);
            assert_eq!(lessons.is_empty(), spec.examples.is_empty(), "{}", spec.id);
            for lesson in lessons {
                assert!(lesson.sentence.ends_with('.'), "{}", lesson.sentence);
                assert!(Record::from_line(&lesson.record.to_line()).is_ok());
            }
        }
    }
}
