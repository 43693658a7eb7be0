//! How a game is set up: `GAME[:OPTION,...]`.

use std::fmt;

use crate::{Spec, games};

/// A game with its size, variant and pie rule chosen.
///
/// ```
/// use konoba_rules::Setup;
/// let setup: Setup = "quentin:9,nopie".parse().unwrap();
/// assert_eq!((setup.size, setup.pie), (9, false));
/// assert_eq!(setup.to_string(), "quentin:9,nopie");
/// assert_eq!("Quentin:9,NoPie".parse::<Setup>().unwrap(), setup);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The game.
    pub spec: &'static Spec,
    /// The size of the board, one that the game allows.
    pub size: u8,
    /// Whether the second side will be offered the swap.
    pub pie: bool,
    /// The number of the variant; 0 where there are none.
    pub variant: u8,
}

impl Setup {
    /// The game as it is played where nothing is chosen.
    pub const fn default_of(spec: &'static Spec) -> Self {
        Self { spec, size: spec.sizes.default, pie: spec.has_pie, variant: 0 }
    }

    /// The same on another size.
    pub fn with_size(self, size: u8) -> Result<Self, SetupError> {
        if !self.spec.sizes.contains(size) {
            return Err(SetupError::Size { spec: self.spec, given: size.to_string() });
        }
        Ok(Self { size, ..self })
    }

    /// The same without the pie rule.
    pub const fn without_pie(self) -> Self {
        Self { pie: false, ..self }
    }

    fn with_option(self, option: &str) -> Result<Self, SetupError> {
        let unknown = || SetupError::Option { spec: self.spec, given: shortened(option) };
        if option.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) {
            let wrong = || SetupError::Size { spec: self.spec, given: shortened(option) };
            let plain = option.bytes().all(|byte| byte.is_ascii_digit());
            return self.with_size(option.parse().ok().filter(|_| plain).ok_or_else(wrong)?);
        }
        match option {
            "pie" | "nopie" if self.spec.has_pie => Ok(Self { pie: option == "pie", ..self }),
            _ => {
                let variant = self.spec.variant_named(option).ok_or_else(unknown)?;
                Ok(Self { variant, ..self })
            }
        }
    }
}

/// What an option chooses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Size,
    Pie,
    Variant,
}

impl Choice {
    /// What an option of some game chooses.
    fn made_by(option: &str) -> Self {
        match option {
            "pie" | "nopie" => Self::Pie,
            _ if option.starts_with(|c: char| c.is_ascii_digit()) => Self::Size,
            _ => Self::Variant,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Size => "size",
            Self::Pie => "choice about the swap",
            Self::Variant => "variant",
        }
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        let choices = |setup: &Self| (setup.spec.id, setup.size, setup.pie, setup.variant);
        choices(self) == choices(other)
    }
}

impl Eq for Setup {}

impl std::str::FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let (id, options) = match text.split_once(':') {
            Some((id, options)) => (id, Some(options)),
            None => (text, None),
        };
        let spec = games().iter().find(|spec| spec.id.eq_ignore_ascii_case(id));
        let spec = spec.ok_or_else(|| SetupError::Game { given: shortened(id) })?;
        let mut setup = Self::default_of(spec);
        let mut chosen = Vec::new();
        for option in options.iter().flat_map(|options| options.split(',')) {
            let option = option.to_ascii_lowercase();
            setup = setup.with_option(&option)?;
            // Of two sizes the first would be dropped without a word.
            let what = Choice::made_by(&option);
            if chosen.contains(&what) {
                return Err(SetupError::Repeated { given: shortened(&option), what: what.name() });
            }
            chosen.push(what);
        }
        Ok(setup)
    }
}

/// The canonical form: the size where there is a choice, then whatever is not the default.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec.id)?;
        let mut separator = ':';
        let mut option = |text: &dyn fmt::Display| {
            write!(f, "{separator}{text}")?;
            separator = ',';
            Ok(())
        };
        if !self.spec.sizes.is_fixed() {
            option(&self.size)?;
        }
        if self.variant != 0 {
            option(&self.spec.variants[usize::from(self.variant)].id)?;
        }
        if self.spec.has_pie && !self.pie {
            option(&"nopie")?;
        }
        Ok(())
    }
}

/// Why a set-up string was refused.
#[derive(Clone, Debug)]
pub enum SetupError {
    /// There is no such game.
    Game {
        /// What was asked for, shortened.
        given: String,
    },
    /// The game is not played on that size.
    Size {
        /// The game.
        spec: &'static Spec,
        /// What was asked for, shortened.
        given: String,
    },
    /// The game has no such option.
    Option {
        /// The game.
        spec: &'static Spec,
        /// What was asked for, shortened.
        given: String,
    },
    /// The same thing was chosen before.
    Repeated {
        /// What was asked for the second time, shortened.
        given: String,
        /// What it chooses.
        what: &'static str,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { given } => {
                write!(f, "there is no game '{given}'; there are ")?;
                list(f, games().iter().map(|spec| spec.id))
            }
            Self::Size { spec, given } if spec.sizes.is_fixed() => {
                write!(f, "{} is played on size {}, not '{given}'", spec.name, spec.sizes.default)
            }
            Self::Size { spec, given } => {
                let (min, max) = (spec.sizes.min, spec.sizes.max);
                write!(f, "{} is played on sizes {min} to {max}, not '{given}'", spec.name)
            }
            Self::Option { spec, given } => {
                write!(f, "{} has no option '{given}'; there are ", spec.name)?;
                let sizes = (!spec.sizes.is_fixed()).then_some("a size");
                let pie = spec.has_pie.then_some(["pie", "nopie"]).into_iter().flatten();
                list(f, sizes.into_iter().chain(pie).chain(spec.variants.iter().map(|v| v.id)))
            }
            Self::Repeated { given, what } => {
                write!(f, "'{given}' is a second {what}; give only one")
            }
        }
    }
}

impl std::error::Error for SetupError {}

fn list<'a>(f: &mut fmt::Formatter<'_>, words: impl Iterator<Item = &'a str>) -> fmt::Result {
    f.write_str(&words.collect::<Vec<_>>().join(", "))
}

/// A hostile text is quoted only as far as a person would read it, and without control characters.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_chosen_twice() {
        let check = |text: &str, why: &str| {
            assert_eq!(text.parse::<Setup>().unwrap_err().to_string(), why, "{text}");
        };
        check("konobi:5,7", "'7' is a second size; give only one");
        check("konobi:5,nopie,5", "'5' is a second size; give only one");
        check("quentin:NoPie,pie", "'pie' is a second choice about the swap; give only one");
        check(
            "order-and-chaos:exact-five,five-or-six",
            "'five-or-six' is a second variant; give only one",
        );
        // What cannot be chosen at all is said first.
        check("konobi:5,20", "Konobi is played on sizes 1 to 19, not '20'");
        assert!("konobi:nopie,5".parse::<Setup>().is_ok());
    }
}
