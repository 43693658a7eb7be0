//! What the games are called, from the register of the games itself.

use konoba_rules::Spec;
use konoba_rules::games::REGISTER;

/// The ids of the games that a text names: by the last word of the id, which is no word of ours (the
/// first two of `order-and-chaos` are). A side of a game can have that name too.
pub(crate) fn games_named(text: &str) -> Vec<&'static str> {
    let words: Vec<String> = words(text).collect();
    let is_named = |spec: &&&Spec| {
        let name = spec.id.rsplit('-').next().unwrap_or(spec.id);
        words.iter().any(|word| word == name)
    };
    REGISTER.iter().filter(is_named).map(|spec| spec.id).collect()
}

/// The words of a text in lower case. `OrderAndChaos` and `order_and_chaos` are three.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).flat_map(|run| {
        let mut words = vec![String::new()];
        let mut was_lower = false;
        for c in run.chars() {
            if c.is_uppercase() && was_lower {
                words.push(String::new());
            }
            was_lower = !c.is_uppercase();
            words.last_mut().expect("there is one").extend(c.to_lowercase());
        }
        words
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_register_is_found_however_it_is_written() {
        for spec in REGISTER {
            let type_name: String = spec.name.split(' ').map(capitalised).collect();
            for text in [
                spec.id.to_owned(),
                spec.name.to_owned(),
                spec.id.replace('-', "_"),
                spec.id.replace('-', "_").to_uppercase(),
                format!("Any{type_name}Player"),
                format!("a[data-game=\"{}\"]", spec.id),
            ] {
                assert_eq!(games_named(&text), [spec.id], "{text}");
            }
        }
        for text in ["", "in order, and in that order", "across ways", "konoba"] {
            assert!(games_named(text).is_empty(), "{text}");
        }
    }

    fn capitalised(word: &str) -> String {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }
}
