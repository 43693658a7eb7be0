//! What can be said of a point beside what is on it.

/// A mark on a point. The marks stand in the order of their weight: a painter that has room for
/// only one shows the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A move was tried here and refused.
    Tried,
    /// It is to blame for the refusal.
    Blamed,
    /// A move is being considered here.
    Considered,
    /// A hint says to look here.
    Hinted,
    /// The move that is considered, or was refused, would fill it.
    WouldFill,
    /// The last move was placed here.
    Last,
    /// It belongs to the chain or line by which the game was won: a chain is shown whole, what the last move filled of
    /// it included.
    Winning,
    /// The last move filled it.
    Filled,
    /// The side to move may place here.
    Legal,
    /// It lies on a line that is still open.
    OpenLine,
}

impl Mark {
    /// Every mark, the weightiest first.
    pub const ALL: [Self; 10] = [
        Self::Tried,
        Self::Blamed,
        Self::Considered,
        Self::Hinted,
        Self::WouldFill,
        Self::Last,
        Self::Winning,
        Self::Filled,
        Self::Legal,
        Self::OpenLine,
    ];

    /// A stable word for scripts and style sheets.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Tried => "tried",
            Self::Blamed => "blamed",
            Self::Considered => "considered",
            Self::Hinted => "hinted",
            Self::WouldFill => "would-fill",
            Self::Last => "last",
            Self::Filled => "filled",
            Self::Winning => "winning",
            Self::Legal => "legal",
            Self::OpenLine => "open-line",
        }
    }
}

/// A set of marks.
///
/// ```
/// use konoba_scene::{Mark, Marks};
/// let mut marks = Marks::default();
/// marks.insert(Mark::Winning);
/// marks.insert(Mark::Last);
/// assert!(marks.iter().eq([Mark::Last, Mark::Winning]));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks(u16);

impl Marks {
    /// Adds a mark.
    pub const fn insert(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    /// Whether the mark is among them.
    pub const fn contains(self, mark: Mark) -> bool {
        self.0 >> mark as u8 & 1 != 0
    }

    /// The marks, the weightiest first.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.contains(*mark))
    }
}
