//! A table: what its events have made of it.

use konoba_rules::{Move, record};

use crate::history::History;
use crate::live::Live;
use crate::query::OpenWish;
use crate::{
    Disagreement, Event, Fact, Frozen, Moment, Moved, Name, Opened, Outcome, Version, Wish,
};

/// A table at which a game is played, the same for all clients whatever door they came through.
///
/// It is a value that only [`Table::apply`] changes. What it is asked is in `query.rs`, what it is
/// told to do goes through [`Table::decide`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    pub(crate) opened: Opened,
    pub(crate) version: Version,
    /// When it was opened.
    pub(crate) began: Moment,
    /// When the last event happened. Time does not go back at a table.
    pub(crate) latest: Moment,
    pub(crate) live: Live,
    /// The moves that led to the position; those that were taken back are not among them.
    pub(crate) history: History,
    pub(crate) open_wish: Option<OpenWish>,
    /// How many times the other seat has declined an undo of this one since the last move.
    pub(crate) undos_declined: [u8; 2],
    /// How many times the other seat has declined a rematch that this one asked for.
    pub(crate) rematches_declined: [u8; 2],
    pub(crate) outcome: Option<Outcome>,
    /// The result by which the game was ended from outside.
    pub(crate) closed: Option<record::Outcome>,
    pub(crate) next: Option<Box<Opened>>,
    pub(crate) frozen: Option<Frozen>,
}

/// The events do not begin with the opening of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOpened;

impl Table {
    /// The table just after its opening, which is its first event. A forced pass at the start is
    /// the second: see [`Opened::events`].
    pub fn opened(opened: &Opened, at: Moment) -> Self {
        Self {
            opened: opened.clone(),
            version: 1,
            began: at,
            latest: at,
            live: Live::new(opened),
            history: History::default(),
            open_wish: None,
            undos_declined: [0; 2],
            rematches_declined: [0; 2],
            outcome: None,
            closed: None,
            next: None,
            frozen: None,
        }
    }

    /// The table that these events make, from its opening on.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Self, NotOpened> {
        let mut events = events.into_iter();
        let Some(Event { version: 1, at, fact: Fact::Opened(opened) }) = events.next() else {
            return Err(NotOpened);
        };
        let mut table = Self::opened(opened, *at);
        events.for_each(|event| table.apply(event));
        Ok(table)
    }

    /// Calls the players by other names: those that stand with their seats. Names are no part of what has
    /// happened, and change nothing else.
    pub fn rename(&mut self, names: &[Name; 2]) {
        self.opened.rename(names);
        if let Some(next) = &mut self.next {
            next.rename(names);
        }
    }

    /// Brings the table up to an event that has happened. An event that it knows already changes
    /// nothing; one that the rules do not bear out freezes the table.
    pub fn apply(&mut self, event: &Event) {
        if event.version <= self.version {
            return;
        }
        if event.version != self.version + 1 {
            self.freeze(event, Disagreement::Gap);
        }
        self.version = event.version;
        self.latest = self.latest.max(event.at);
        match &event.fact {
            Fact::Opened(_) => self.freeze(event, Disagreement::OutOfPlace),
            Fact::Moved(moved) => self.apply_move(event, moved),
            Fact::Ended { outcome, left } => {
                self.check_goes_on(event);
                self.open_wish = None;
                self.outcome = self.outcome.or(Some(*outcome));
                self.live.clocks.stop(*left);
            }
            Fact::Closed { result, left } => {
                self.check_goes_on(event);
                self.open_wish = None;
                self.closed.get_or_insert_with(|| result.clone());
                self.live.clocks.stop(*left);
            }
            Fact::Asked { seat, wish } => {
                self.open_wish = Some(OpenWish { by: *seat, wish: *wish });
            }
            Fact::Declined { seat, wish } => {
                self.open_wish = None;
                let declined = match wish {
                    Wish::Undo => &mut self.undos_declined,
                    Wish::Rematch => &mut self.rematches_declined,
                };
                let declined = &mut declined[seat.other().index()];
                *declined = declined.saturating_add(1);
            }
            Fact::Undone { to, left, .. } => {
                self.open_wish = None;
                self.undos_declined = [0; 2];
                self.outcome = None;
                self.apply_undo(event, usize::from(*to));
                if self.decisions().next().is_some() {
                    self.live.clocks.restart(*left, self.latest);
                }
            }
            Fact::Rematched { next } => {
                self.open_wish = None;
                self.next = Some(next.clone());
            }
        }
    }

    fn apply_move(&mut self, event: &Event, moved: &Moved) {
        self.check_goes_on(event);
        if self.frozen.is_none() {
            let mut live = self.live;
            match live.play(moved.played.mv, self.latest) {
                // The clocks are taken from the event, even if this program would compute them differently.
                Ok(own) if (Moved { left: moved.left, ..own }) == *moved => {
                    live.clocks.left = moved.left;
                    self.live = live;
                }
                Ok(_) => self.freeze(event, Disagreement::OtherFacts),
                Err(refusal) => self.freeze(event, Disagreement::Illegal(refusal.why.id())),
            }
        }
        self.open_wish = None;
        self.undos_declined = [0; 2];
        self.history.push(*moved);
        self.outcome = self.outcome.or(moved.outcome);
    }

    /// Goes back to the position after so many moves by playing them again from the start.
    fn apply_undo(&mut self, event: &Event, to: usize) {
        if to >= self.history.len() || self.closed.is_some() {
            self.freeze(event, Disagreement::OutOfPlace);
        }
        self.history.truncate(to);
        if self.frozen.is_none() {
            let mut live = Live::new(&self.opened);
            let is_replayed =
                self.history.iter().all(|moved| live.play(moved.played.mv, self.latest).is_ok());
            debug_assert!(is_replayed, "moves that were played once can be played again");
            self.live = Live { clocks: self.live.clocks.rewound(), ..live };
        }
    }

    /// What happens in a game cannot happen after its end.
    fn check_goes_on(&mut self, event: &Event) {
        if self.is_over() {
            self.freeze(event, Disagreement::OutOfPlace);
        }
    }

    /// The first disagreement is the one that counts.
    fn freeze(&mut self, event: &Event, why: Disagreement) {
        self.frozen = self.frozen.or(Some(Frozen { at: event.version, why }));
    }

    /// The moves that a player decided on, which are all but the forced passes, and after how many
    /// moves they were played.
    pub(crate) fn decisions(&self) -> impl DoubleEndedIterator<Item = (usize, &Moved)> {
        self.history.iter().enumerate().filter(|(_, moved)| moved.played.mv != Move::Pass)
    }
}
