//! A table as a client knows it from the messages of a socket.

use serde_json::Value;

/// Brings the view of a table up to a message: all of it, or what is different.
pub(crate) fn see(view: &mut Value, message: &Value) {
    match message["type"].as_str() {
        Some("table") => *view = message["table"].clone(),
        Some("news") => {
            for (name, value) in message["table"].as_object().unwrap() {
                view[name] = value.clone();
            }
        }
        _ => {}
    }
}

/// The points where the client that has this view may place.
pub(crate) fn legal(view: &Value) -> Vec<String> {
    let size = view["size"].as_u64().unwrap() as u32;
    let digits: Vec<u32> =
        view["legal"].as_str().unwrap().chars().map(|digit| digit.to_digit(16).unwrap()).collect();
    let is_legal = |index: &u32| {
        digits.get(*index as usize / 4).is_some_and(|digit| digit >> (index % 4) & 1 == 1)
    };
    let name = |index: u32| {
        let (column, row) = (char::from(b'a' + (index % size) as u8), index / size + 1);
        format!("{column}{row}")
    };
    (0..size * size).filter(is_legal).map(name).collect()
}
