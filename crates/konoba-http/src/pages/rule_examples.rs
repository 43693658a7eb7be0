//! The rules by example: the rulebook in small positions, the same that the tests hold the rules to.

use std::collections::HashMap;
use std::sync::LazyLock;

use konoba_rules::games::REGISTER;
use konoba_rules::{Move, Record, Spec};

/// One sentence of the rules with a position to try it on.
pub(super) struct RuleExample {
    /// What the position shows.
    pub(super) sentence: &'static str,
    /// How it came about.
    pub(super) record: Record,
    /// Moves that are worth trying.
    pub(super) tries: Vec<&'static str>,
}

/// The examples by the id of their game.
static EXAMPLES: LazyLock<HashMap<&str, Vec<RuleExample>>> =
    LazyLock::new(|| REGISTER.iter().map(|spec| (spec.id, read(spec))).collect());

/// The examples of a game that can be tried, in the order of its rulebook.
pub(super) fn rule_examples(spec: &Spec) -> &'static [RuleExample] {
    EXAMPLES.get(spec.id).map_or(&[], Vec::as_slice)
}

/// The examples of a game that can be tried: not those about a position that cannot stand, nor those without a
/// move of the side to move.
fn read(spec: &Spec) -> Vec<RuleExample> {
    let examples = spec.read_examples().expect("the tests have read them");
    let tried = examples.iter().filter_map(|(example, setup)| {
        let tries = example.tries().filter(|mv| Move::read(mv, setup.spec).is_ok()).collect();
        Some(RuleExample { sentence: example.sentence, record: example.record(*setup)?, tries })
    });
    tried.filter(|example| !example.tries.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_have_something_to_try() {
        for spec in REGISTER {
            let examples = rule_examples(spec);
            assert_eq!(examples.is_empty(), spec.examples.is_empty(), "{}", spec.id);
            for example in examples {
                assert!(example.sentence.ends_with('.'), "{}", example.sentence);
                assert!(Record::from_line(&example.record.to_line()).is_ok());
            }
        }
    }
}
