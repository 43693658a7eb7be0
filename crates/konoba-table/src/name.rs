//! Names of people, checked once when they come in, so that every screen can show them safely.

use std::fmt;

use konoba_rules::Level;

/// The most characters that a name may have.
pub const MAX_NAME_CHARS: usize = 32;

/// The name of a player: one line, not empty, with nothing in it that moves a cursor, turns the
/// direction of the text around it or cannot be seen. Names in any script are welcome.
///
/// ```
/// use konoba_table::{Name, NameError};
/// assert_eq!("  Ana Marija ".parse::<Name>().unwrap().as_str(), "Ana Marija");
/// assert_eq!("\u{202e}anA".parse::<Name>(), Err(NameError::Bidi('\u{202e}')));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of a guest whose own name was deleted.
    pub fn of_guest() -> Self {
        Self("Guest".to_owned())
    }

    /// What can be made of a text from elsewhere, such as a record: without what no name may hold, and not
    /// too long; none where nothing is left.
    ///
    /// ```
    /// use konoba_table::Name;
    /// assert_eq!(Name::made_of("\u{202e}Ana\n\u{7}").unwrap().as_str(), "Ana");
    /// assert_eq!(Name::made_of("\u{200b} "), None);
    /// ```
    pub fn made_of(text: &str) -> Option<Self> {
        let may_stand = |c: &char| !is_control(*c) && !is_bidi_control(*c) && !is_invisible(*c);
        let kept: String = text.chars().filter(may_stand).take(MAX_NAME_CHARS).collect();
        kept.parse().ok()
    }

    /// What an engine of the house is called at a level.
    pub fn of_engine(level: Level) -> Self {
        Self(format!("Computer {level}"))
    }
}

impl std::str::FromStr for Name {
    type Err = NameError;

    /// White space around the name is left out.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        let mut chars = 0;
        for c in text.chars() {
            // Counting ends where a name would, however long the text is.
            chars += 1;
            match c {
                _ if chars > MAX_NAME_CHARS => return Err(NameError::TooLong),
                _ if is_control(c) => return Err(NameError::Control(c)),
                _ if is_bidi_control(c) => return Err(NameError::Bidi(c)),
                _ if is_invisible(c) => return Err(NameError::Invisible(c)),
                _ => {}
            }
        }
        if chars == 0 { Err(NameError::Empty) } else { Ok(Self(text.to_owned())) }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Control characters, and the two line breaks of Unicode that are not among them.
fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// The property `Bidi_Control` of Unicode: marks, embeddings, overrides and isolates.
const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What would make two names look the same. The joiners U+200C and U+200D are spared, because
/// Persian names and emoji are written with them.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{2060}'..='\u{2064}'
            | '\u{206a}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// Why a text is not taken as a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameError {
    /// There is nothing but white space.
    Empty,
    /// It has more than [`MAX_NAME_CHARS`] characters.
    TooLong,
    /// It holds a control character or a line break.
    Control(char),
    /// It holds a character that turns the direction of text.
    Bidi(char),
    /// It holds a character that cannot be seen.
    Invisible(char),
    /// It is a name of the computer or of the house, or looks like one.
    Reserved,
    /// It piles up marks over a letter.
    Marks,
}

impl NameError {
    /// The stable id that scripts rely on.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Empty => "name-empty",
            Self::TooLong => "name-too-long",
            Self::Control(_) => "name-control",
            Self::Bidi(_) => "name-bidi",
            Self::Invisible(_) => "name-invisible",
            Self::Reserved => "name-reserved",
            Self::Marks => "name-marks",
        }
    }
}

/// The reason in a sentence, in which the character is named and not printed.
impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |c: &char| u32::from(*c);
        match self {
            Self::Empty => f.write_str("A name has at least one letter."),
            Self::TooLong => write!(f, "A name has at most {MAX_NAME_CHARS} characters."),
            Self::Control(c) => {
                write!(f, "A name has no control characters, and this one has U+{:04X}.", number(c))
            }
            Self::Bidi(c) => write!(
                f,
                "A name does not turn the direction of text, and this one does with U+{:04X}.",
                number(c)
            ),
            Self::Invisible(c) => {
                write!(f, "A name has nothing invisible, and this one has U+{:04X}.", number(c))
            }
            Self::Reserved => f.write_str("This name is reserved. Choose another one."),
            Self::Marks => f.write_str("A name has at most three marks on one letter."),
        }
    }
}

impl std::error::Error for NameError {}
