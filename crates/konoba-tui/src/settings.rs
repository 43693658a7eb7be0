//! What a person chose the last time, as a few lines of text.

use konoba_rules::{Level, Setup, Side, games};
use konoba_table::{Name, TimeControl};

use crate::theme::Theme;

/// What the home screen begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The theme.
    pub theme: Theme,
    /// The game and how it is set up.
    pub setup: Setup,
    /// The names of the players.
    pub names: [String; 2],
    /// The levels of the engine where it plays a side, in place of the person of that name.
    pub engines: [Option<Level>; 2],
    /// How much time the players have.
    pub clock: TimeControl,
    /// Whether a move is asked back before it is played.
    pub confirms: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            setup: Setup::default_of(games()[0]),
            names: ["Player 1", "Player 2"].map(str::to_owned),
            engines: [None; 2],
            clock: TimeControl::None,
            confirms: false,
        }
    }
}

/// What the only person at a table is called who has said no name.
const YOU: &str = "You";

/// Whether a name is one that stands there as long as nobody has chosen another.
pub(crate) fn is_usual(name: &str) -> bool {
    Settings::default().names.iter().any(|usual| usual == name)
}

impl Settings {
    /// What the person at a side is called: as chosen, but against the engine a person who has chosen no name is "You".
    pub(crate) fn person(&self, side: Side, is_alone: bool) -> &str {
        let name = self.names[side.index()].as_str();
        if is_alone && is_usual(name) { YOU } else { name }
    }

    /// The settings as text.
    pub fn to_text(&self) -> String {
        let Self { theme, setup, names: [first, second], engines, clock, confirms } = self;
        let level = |level: Option<Level>| level.map_or("0".to_owned(), |level| level.to_string());
        let [first_level, second_level] = engines.map(level);
        let theme = theme.name();
        format!(
            "theme {theme}\ngame {setup}\nfirst {first}\nsecond {second}\n\
             first-engine {first_level}\nsecond-engine {second_level}\n\
             clock {clock}\nconfirms {confirms}\n"
        )
    }

    /// Reads settings. Whatever is not understood is left as it is by default, because a file that
    /// was edited by hand must not keep people from playing.
    pub fn from_text(text: &str) -> Self {
        let mut settings = Self::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            let name = || value.parse::<Name>().ok().map(|name| name.to_string());
            match key {
                "theme" => settings.theme = Theme::named(value).unwrap_or(settings.theme),
                "game" => settings.setup = value.parse().unwrap_or(settings.setup),
                "first" => settings.names[0] = name().unwrap_or_default(),
                "second" => settings.names[1] = name().unwrap_or_default(),
                "first-engine" => settings.engines[0] = level(value),
                "second-engine" => settings.engines[1] = level(value),
                "clock" => settings.clock = value.parse().unwrap_or_default(),
                "confirms" => settings.confirms = value == "true",
                _ => {}
            }
        }
        settings
    }
}

/// A level of the engine; whatever is none means a person.
fn level(text: &str) -> Option<Level> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let settings = Settings {
            theme: Theme::ColourBlind,
            setup: Setup::default_of(games()[1]).with_size(9).unwrap().without_pie(),
            names: ["Ana", "Luka B"].map(str::to_owned),
            engines: [Level::new(7), "4.3".parse().ok()],
            clock: TimeControl::days_per_move(2),
            confirms: true,
        };
        assert_eq!(Settings::from_text(&settings.to_text()), settings);
        assert_eq!(Settings::from_text("game none\nclock 7\n\0"), Settings::default());
    }
}
