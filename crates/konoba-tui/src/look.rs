//! How the screen looks here: what the terminal can do and what the person likes.

use konoba_scene::TextStyle;

use crate::theme::{Colours, Depth, Theme};

/// How the screen looks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Its colours.
    pub colours: Colours,
    /// Its characters.
    pub style: TextStyle,
}

impl Look {
    /// The look that the variables of an environment ask for.
    ///
    /// `NO_COLOR` (no-color.org) takes every colour away. `COLORTERM` and `TERM` tell how many
    /// there are. A locale that is set and is not of UTF-8, such as `C`, and a dumb terminal have ASCII alone. Where no locale
    /// is set, nothing is known against the other characters.
    ///
    /// ```
    /// use konoba_scene::TextStyle;
    /// use konoba_tui::{Depth, Look};
    /// let variables = [("TERM", "xterm-256color"), ("LANG", "hr_HR.UTF-8")];
    /// let look = Look::of(|name| variables.iter().find(|v| v.0 == name).map(|v| v.1.to_owned()));
    /// assert_eq!((look.colours.depth, look.style), (Depth::Cube, TextStyle::Unicode));
    /// ```
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = filled("TERM").unwrap_or_default();
        let true_colour = filled("COLORTERM").is_some_and(|value| {
            value.eq_ignore_ascii_case("truecolor") || value.eq_ignore_ascii_case("24bit")
        });
        let depth = if filled("NO_COLOR").is_some() || term == "dumb" {
            Depth::None
        } else if true_colour || term.contains("direct") {
            Depth::Full
        } else if term.contains("256") {
            Depth::Cube
        } else {
            Depth::Sixteen
        };
        // The first of the three that is set counts (POSIX, "Internationalization Variables").
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(filled);
        let is_narrow = locale.is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            !locale.contains("utf-8") && !locale.contains("utf8")
        });
        let is_ascii = (is_narrow && !cfg!(windows)) || term == "dumb";
        let style = if is_ascii { TextStyle::Ascii } else { TextStyle::Unicode };
        Self { colours: Colours { theme: Theme::default(), depth }, style }
    }
}
