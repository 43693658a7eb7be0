//! What a person who does not see the board may ask about it.

use konoba_rules::Point;

/// A question about the board. It is read once for every door; what is answered is said by
/// [`Sentences::reading`](crate::Sentences::reading), or by the table where it is about what has happened.
///
/// ```
/// use konoba_scene::Reading;
/// assert_eq!(Reading::of("read row 4"), Some(Reading::Row(4)));
/// assert_eq!(Reading::of("Read Around c4"), Some(Reading::Around("c4".parse().unwrap())));
/// assert_eq!(Reading::of("read the room"), Some(Reading::Unclear));
/// assert_eq!(Reading::of("c4"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// What is in a row, counted from 1 at the bottom.
    Row(u8),
    /// What is in a column, by any of its points.
    Column(Point),
    /// What is on a point and around it.
    Around(Point),
    /// Where near a point the side to move may place.
    LegalNear(Point),
    /// Which chains there are.
    Chains,
    /// What has happened since the reader's last move.
    Changed,
    /// It begins like a question and is none.
    Unclear,
}

impl Reading {
    /// How the questions are asked, for those who have asked something else.
    pub const USAGE: &str = "You can ask: read row 4, read column c, read around c4, chains, \
                             legal near c4, what changed.";

    /// The question that a line asks, in any case; none where it does not begin like one.
    pub fn of(line: &str) -> Option<Self> {
        let line = line.to_ascii_lowercase();
        let words: Vec<_> = line.split_whitespace().collect();
        let read = match words[..] {
            ["chains"] => Some(Self::Chains),
            ["what", "changed"] => Some(Self::Changed),
            ["read", "row", row] => row.parse().ok().map(Self::Row),
            ["read", "column", column] => format!("{column}1").parse().ok().map(Self::Column),
            ["read", "around", at] => at.parse().ok().map(Self::Around),
            ["legal", "near", at] => at.parse().ok().map(Self::LegalNear),
            ["read" | "legal", ..] => None,
            _ => return None,
        };
        Some(read.unwrap_or(Self::Unclear))
    }
}
