//! A table whose events do not agree with the rules as they are now.

use crate::Version;

/// The table is frozen: it can be read but not played at. Its position is the last one about which
/// events and rules agree; history and outcome are as the events tell them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frozen {
    /// The first event that does not agree.
    pub at: Version,
    /// What is wrong with it.
    pub why: Disagreement,
}

/// How an event can disagree with the rules or with the events before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disagreement {
    /// Its move is illegal now, by the rule with this id.
    Illegal(&'static str),
    /// Its move is legal but does not do what the event says: the seat, the side, what is filled or
    /// who wins is different.
    OtherFacts,
    /// It cannot follow the events before it, such as a move after a resignation.
    OutOfPlace,
    /// Events before it are missing.
    Gap,
}

impl Disagreement {
    /// The stable id that scripts rely on.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Illegal(rule) => rule,
            Self::OtherFacts => "other-facts",
            Self::OutOfPlace => "out-of-place",
            Self::Gap => "gap",
        }
    }
}
