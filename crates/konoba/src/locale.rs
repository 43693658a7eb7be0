//! Which characters the terminal or pipe of the person at this program can show.

use std::env;
use std::io::{self, Write};

use konoba_line::AsciiWriter;
use konoba_scene::TextStyle;

/// Which characters text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Characters {
    /// Every character.
    All,
    /// ASCII alone, names of people included.
    Ascii,
}

impl Characters {
    /// What the environment asks for. A locale that is set and is not of UTF-8, such as `C`, and a dumb terminal have
    /// ASCII alone. Where no locale is set, as in many scripts, nothing is known against the others.
    pub(crate) fn of_environment() -> Self {
        Self::of(|name| env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        // The first of the three that is set counts (POSIX, "Internationalization Variables").
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(filled);
        let is_narrow = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            !locale.contains("utf-8") && !locale.contains("utf8")
        });
        let is_dumb = filled("TERM").is_some_and(|term| term == "dumb");
        if (is_narrow && !cfg!(windows)) || is_dumb { Self::Ascii } else { Self::All }
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
