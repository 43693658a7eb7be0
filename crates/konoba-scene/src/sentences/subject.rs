//! Who a sentence is about.

/// The one that a sentence is about: a name, or the reader, who is called "you".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A side, or a player as others call them: `Ana (Black)`.
    Named(String),
    /// The reader.
    You,
}

impl Subject {
    /// The start of a sentence, with the verb in its two forms: `Ana plays` or `You play`.
    ///
    /// ```
    /// use konoba_scene::Subject;
    /// assert_eq!(Subject::Named("Ana".to_owned()).does("plays", "play"), "Ana plays");
    /// assert_eq!(Subject::You.does("plays", "play"), "You play");
    /// assert_eq!(Subject::You.within("resigned", "resigned"), "you resigned");
    /// ```
    pub fn does(&self, named: &str, you: &str) -> String {
        match self {
            Self::Named(name) => format!("{name} {named}"),
            Self::You => format!("You {you}"),
        }
    }

    /// The same within a sentence: `Ana plays` or `you play`.
    pub fn within(&self, named: &str, you: &str) -> String {
        match self {
            Self::Named(name) => format!("{name} {named}"),
            Self::You => format!("you {you}"),
        }
    }
}
