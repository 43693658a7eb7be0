//! Mistakes that are planted to see whether they are found.
//!
//! The house is the one that ships, so none of them is in it. Each is made where the house meets what
//! surrounds it: in the store, in a node's connection to the store, in its clock, or in the door through
//! which clients come. What clients and the log see of it is what they would see if the house made it.

/// A mistake that is planted to see whether it is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mistake {
    /// A node acknowledges before the store has answered.
    AckBeforeAppend,
    /// The store acknowledges before its disk has.
    AckBeforeFsync,
    /// The store takes any version.
    NoVersionCheck,
    /// The store takes an event whose predecessor it has lost.
    NoPredecessorCheck,
    /// The store takes an offer back at which a second player has sat down meanwhile.
    WithdrawnUnderPlay,
    /// A node that knows more than the store does not believe the store.
    LossDenied,
    /// A node that has lost a race decides again by what it knew before.
    StaleCache,
    /// A node waits for ever for an answer of the store that was lost.
    NoTimeout,
    /// A node tells what a notice is about, though it has told that already.
    NoticeAppliedTwice,
    /// An order that had to wait is judged by the time at which its turn came.
    FlagRace,
    /// A game is lost on time by the clock of a node that is far ahead.
    FlagTooEarly,
    /// A node believes a client that names a seat.
    SeatNotProved,
    /// A node forgets the name of an order that comes again.
    RepeatForgotten,
    /// A watcher is told nothing after the first message.
    WatcherForgotten,
    /// A visitor who was too slow is not told what was missed.
    SlowVisitorForgotten,
    /// Visitors are not told who comes and goes.
    PresenceUntold,
    /// A door keeps the visit of a client that has left, so that the table never sleeps.
    VisitNeverEnds,
    /// A table that wakes up is what it was when it was read before.
    WokenFromMemory,
    /// A node does not put the job for an engine on the list.
    JobForgotten,
    /// A node does not take a job off the list that is done.
    JobNeverFinished,
    /// The jobs of a node that has died stay its own.
    JobLeaseNeverEnds,
    /// A node says once who is there and does not say it again before its lease ends.
    PresenceNotRenewed,
    /// People are said to be at a node that has died.
    PresenceLeaseNeverEnds,
    /// A node that was cut off never hears of the log-outs that it has missed.
    LogOutMissed,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Self; 24] = [
        Self::AckBeforeAppend,
        Self::AckBeforeFsync,
        Self::NoVersionCheck,
        Self::NoPredecessorCheck,
        Self::WithdrawnUnderPlay,
        Self::LossDenied,
        Self::StaleCache,
        Self::NoTimeout,
        Self::NoticeAppliedTwice,
        Self::FlagRace,
        Self::FlagTooEarly,
        Self::SeatNotProved,
        Self::RepeatForgotten,
        Self::WatcherForgotten,
        Self::SlowVisitorForgotten,
        Self::PresenceUntold,
        Self::VisitNeverEnds,
        Self::WokenFromMemory,
        Self::JobForgotten,
        Self::JobNeverFinished,
        Self::JobLeaseNeverEnds,
        Self::PresenceNotRenewed,
        Self::PresenceLeaseNeverEnds,
        Self::LogOutMissed,
    ];
}
