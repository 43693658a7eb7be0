//! Which field of a client's JSON cannot be read, and what it may be.
//!
//! The library tells that in a text for the programmers of this server, with the names of their types. What is of use to
//! the client is taken out of it.

use serde::de::DeserializeOwned;
use serde_path_to_error::{Error, Segment};

/// Requests that clients look for among the orders, since a table has them in `can`.
const NOT_ORDERS: [(&str, &str); 2] = [
    ("sit", "A seat is taken by POST /api/tables/TABLE/seat."),
    ("withdraw", "An offer is withdrawn by DELETE /api/tables/TABLE."),
];

/// What is wrong with a text that was to be a `T`, in a sentence; none if no field is to blame.
pub(crate) fn in_text<T: DeserializeOwned>(text: &str) -> Option<String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    in_error(&serde_path_to_error::deserialize::<_, T>(&mut reader).err()?)
}

/// The same of the library's error.
pub(crate) fn in_error(error: &Error<serde_json::Error>) -> Option<String> {
    let text = error.inner().to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let quoted = |before: &str| text.strip_prefix(before)?.strip_suffix('`');
    let is_field = |part: &Segment| matches!(part, Segment::Map { .. });
    let path = error.path().iter().any(is_field).then(|| error.path().to_string());
    let named = |field: &str| match &path {
        Some(path) => format!("{path}.{field}"),
        None => field.to_owned(),
    };
    if let Some(field) = quoted("missing field `") {
        return Some(format!("The field `{}` is missing.", named(field)));
    }
    if let Some(field) = quoted("duplicate field `") {
        return Some(format!("The field `{}` stands there twice.", named(field)));
    }
    let field = path?;
    if !error.inner().is_data() {
        return Some(format!("The field `{field}` cannot be read."));
    }
    if let Some((given, known)) = unknown_word(text) {
        let other = NOT_ORDERS.iter().find(|(name, _)| field == "do" && *name == given);
        let says = || format!("The field `{field}` must be {known}.");
        return Some(other.map_or_else(says, |(_, says)| (*says).to_owned()));
    }
    Some(match kind_expected(text) {
        Some(kind) => format!("The field `{field}` must be {kind}."),
        None => format!("The field `{field}` cannot have this value."),
    })
}

/// The word that was given in place of one of a few, and those.
fn unknown_word(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix("unknown variant `")?.rsplit_once("`, expected ")
}

/// What kind of value was expected in place of one of another kind.
fn kind_expected(text: &str) -> Option<&'static str> {
    match text.strip_prefix("invalid type: ")?.rsplit_once(", expected ")?.1 {
        "u8" | "u16" | "u32" | "u64" | "usize" => Some("a whole number"),
        "f32" | "f64" => Some("a number"),
        "a string" => Some("a string"),
        "a boolean" => Some("true or false"),
        "a sequence" => Some("a list"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ClientMessage;
    use crate::{OfferBody, OrderBody};

    #[test]
    fn the_field_is_named_with_what_it_may_be() {
        let order = |text| in_text::<OrderBody>(text).unwrap_or_default();
        assert_eq!(order("{}"), "The field `do` is missing.");
        let known = order(r#"{"do": "fly`, expected nothing"}"#);
        assert!(known.starts_with("The field `do` must be one of `play`, `swap`, "), "{known}");
        assert!(known.ends_with("`decline-rematch`."), "{known}");
        assert_eq!(order(r#"{"do": 7}"#), "The field `do` cannot be read.");
        assert_eq!(
            order(r#"{"do": "undo", "seen": "x"}"#),
            "The field `seen` must be a whole number."
        );
        assert_eq!(
            order(r#"{"do": "undo", "seen": -1}"#),
            "The field `seen` cannot have this value."
        );
        assert_eq!(order(r#"{"do": "undo", "do": "undo"}"#), "The field `do` stands there twice.");
        for whole in ["[]", "7", "", "{", r#"{"do": "undo"}"#] {
            assert_eq!(order(whole), "", "{whole}");
        }
        let offer = |text| in_text::<OfferBody>(text).unwrap_or_default();
        assert_eq!(
            offer(r#"{"setup": "konobi", "with": "nobody"}"#),
            "The field `with` must be one of `friend`, `anyone`, `engine`, `same-screen`."
        );
        assert_eq!(
            offer(r#"{"setup": "konobi", "with": "engine", "level": "4"}"#),
            "The field `level` must be a number."
        );
    }

    #[test]
    fn a_request_that_is_no_order_is_named() {
        for (name, says) in NOT_ORDERS {
            let text = format!(r#"{{"do": "{name}"}}"#);
            assert_eq!(in_text::<OrderBody>(&text).as_deref(), Some(says));
            assert_eq!(in_text::<ClientMessage>(&text).as_deref(), Some(says));
        }
    }
}
