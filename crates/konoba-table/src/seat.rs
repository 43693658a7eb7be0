//! The two seats of a table and who sits there. Seats are not sides: who plays which side changes
//! with a swap and from game to game, while a seat belongs to its person.

use konoba_rules::Level;

use crate::Name;

/// A seat of a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// The seat of the player who is named first.
    One,
    /// The seat of the player who is named second.
    Two,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The seat across the table.
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 0 for seat one, 1 for seat two.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// What the player is called. Two players may share a name: their sides tell them apart.
    pub name: Name,
    /// A person or an engine.
    pub kind: Kind,
}

/// What kind of player it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A person, or a program that is treated as one: it is asked before a move is taken back.
    Person,
    /// An engine of the house, whose replies are taken back without asking.
    Engine {
        /// How strongly it plays.
        level: Level,
    },
}

impl Kind {
    /// Who sat at a side according to a record: an engine where the level is one, or else a person.
    pub(crate) fn recorded(level: Option<Level>) -> Self {
        level.map_or(Self::Person, |level| Self::Engine { level })
    }

    /// The level of an engine as records have it; none for a person.
    pub(crate) const fn to_record(self) -> Option<Level> {
        match self {
            Self::Person => None,
            Self::Engine { level } => Some(level),
        }
    }
}

impl Player {
    /// A person.
    pub const fn person(name: Name) -> Self {
        Self { name, kind: Kind::Person }
    }

    /// An engine of the house.
    pub const fn engine(name: Name, level: Level) -> Self {
        Self { name, kind: Kind::Engine { level } }
    }

    /// Whether it is an engine of the house.
    pub const fn is_engine(&self) -> bool {
        matches!(self.kind, Kind::Engine { .. })
    }
}
