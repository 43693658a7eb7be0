//! What the server is, for lists of servers that ask for it (MSSP).

use std::sync::Arc;

use konoba_session::People;

/// What a list of servers is told.
#[derive(Clone, Debug)]
pub(super) struct ServerStatus {
    /// Since when the door is open, in seconds since 1970.
    pub(super) since: u64,
    /// Those who are connected.
    pub(super) people: Arc<People>,
}

impl ServerStatus {
    /// Names and values, as the protocol has them.
    pub(super) fn values(&self) -> Vec<(&'static str, String)> {
        let fixed = [
            ("NAME", "Konoba"),
            ("CODEBASE", concat!("Konoba ", env!("CARGO_PKG_VERSION"))),
            ("FAMILY", "Custom"),
            ("GENRE", "None"),
            ("GAMEPLAY", "Strategy"),
            ("LANGUAGE", "English"),
            ("CHARSET", "UTF-8"),
            ("UTF-8", "1"),
            ("ANSI", "0"),
            ("GMCP", "1"),
            ("MTTS", "1"),
        ];
        let numbers =
            [("PLAYERS", self.people.count().to_string()), ("UPTIME", self.since.to_string())];
        fixed.into_iter().map(|(name, value)| (name, value.to_owned())).chain(numbers).collect()
    }
}
