//! Mistakes that somebody could make.

/// A mistake that is planted to see whether it is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bug {
    /// A node acknowledges before the store has answered.
    AckBeforeAppend,
    /// The store acknowledges before its disk has.
    AckBeforeFsync,
    /// The store takes any version.
    NoVersionCheck,
    /// The store takes an event whose predecessor it has lost.
    NoPredecessorCheck,
    /// A node that knows more than the store does not believe the store.
    LossDenied,
    /// A node tells what a notice is about each time that the notice comes.
    NoticeAppliedTwice,
    /// An order that had to wait is judged by the time at which its turn came.
    FlagRace,
    /// A node that has lost a race decides again by what it knew before.
    StaleCache,
    /// A node believes whoever names a seat.
    SeatNotProved,
    /// A node forgets the name of an order that comes again.
    RepeatForgotten,
    /// A node tells its watchers and forgets one of them.
    WatcherForgotten,
    /// The store takes an offer back at which somebody has sat down meanwhile.
    WithdrawnUnderPlay,
    /// A flag falls by the clock of a node whose error nobody bounds.
    FlagTooEarly,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::AckBeforeAppend,
        Self::AckBeforeFsync,
        Self::NoVersionCheck,
        Self::NoPredecessorCheck,
        Self::LossDenied,
        Self::NoticeAppliedTwice,
        Self::FlagRace,
        Self::StaleCache,
        Self::SeatNotProved,
        Self::RepeatForgotten,
        Self::WatcherForgotten,
        Self::WithdrawnUnderPlay,
        Self::FlagTooEarly,
    ];
}
