//! What the person at this program can see: which characters, and whether boards.

use std::env;
use std::io::{self, Write};

use konoba_line::AsciiWriter;
use konoba_line::dialogue::Showing;
use konoba_scene::TextStyle;
use konoba_tui::Look;

/// Set by people who do not see the board, so that they need not say it each time.
const WORDS: &str = "KONOBA_WORDS";

/// How boards are shown where words alone were asked for or not: the environment asks for them too.
pub(crate) fn showing(words: bool) -> Showing {
    let is_set = |value: std::ffi::OsString| !value.is_empty() && value != "0";
    match words || env::var_os(WORDS).is_some_and(is_set) {
        true => Showing::Words,
        false => Showing::Drawn,
    }
}

/// Which characters text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characters {
    /// Every character.
    All,
    /// ASCII alone, names of people included.
    Ascii,
}

impl Characters {
    /// What the environment asks for, as on the full screen.
    pub(crate) fn of_environment() -> Self {
        Self::of(|name| env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        match Look::of(variable).style {
            TextStyle::Unicode => Self::All,
            TextStyle::Ascii => Self::Ascii,
        }
    }

    /// How boards are drawn where the person has not chosen.
    pub(crate) const fn style(self) -> TextStyle {
        match self {
            Self::All => TextStyle::Unicode,
            Self::Ascii => TextStyle::Ascii,
        }
    }

    /// Standard output in these characters.
    pub(crate) fn output(self) -> Box<dyn Write> {
        match self {
            Self::All => Box::new(io::stdout().lock()),
            Self::Ascii => Box::new(AsciiWriter(io::stdout().lock())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_which_characters_there_are() {
        let check = |variables: &[(&str, &str)], expected| {
            let of = |name: &str| {
                variables.iter().find(|variable| variable.0 == name).map(|v| v.1.to_owned())
            };
            assert_eq!(Characters::of(of), expected, "{variables:?}");
        };
        check(&[], Characters::All);
        check(&[("LANG", "hr_HR.UTF-8")], Characters::All);
        check(&[("LC_ALL", "C.utf8"), ("LANG", "C")], Characters::All);
        check(&[("LC_ALL", ""), ("LANG", "en_US.UTF-8")], Characters::All);
        check(&[("LANG", "hr_HR.UTF-8"), ("TERM", "dumb")], Characters::Ascii);
        if cfg!(unix) {
            check(&[("LANG", "C")], Characters::Ascii);
            check(&[("LC_ALL", "POSIX"), ("LANG", "hr_HR.UTF-8")], Characters::Ascii);
        }
    }
}
