//! What an operator's command keeps of a table that it ends.

use konoba_store::{Append, Kept, Predecessor, Progress, Standing};
use konoba_table::{Event, Table};

/// An offer is taken back.
pub(super) fn withdrawn(kept: &Kept) -> Append {
    let progress = Progress { to_move: None, result: None };
    ended(kept, Vec::new(), Standing::Withdrawn, progress)
}

/// A game ends by these events.
pub(super) fn over(kept: &Kept, mut table: Table, events: Vec<Event>) -> Append {
    events.iter().for_each(|event| table.apply(event));
    let progress = Progress::of(&table, kept.entry.progress);
    ended(kept, events, Standing::Over, progress)
}

/// The game as its events make it; none where they do not bear one out, which `konoba admin check` tells.
pub(super) fn table_of(kept: &Kept) -> Option<Table> {
    let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    let is_read = kept.unread.is_none();
    Table::replay(&events).ok().filter(|table| is_read && table.frozen().is_none())
}

fn ended(kept: &Kept, events: Vec<Event>, standing: Standing, progress: Progress) -> Append {
    let last = kept.events.last().filter(|_| !events.is_empty());
    let after = last.map(|last| Predecessor {
        at: last.event.at,
        id: last.origin.as_ref().map(|origin| origin.id.clone()),
    });
    Append {
        table: kept.entry.id,
        after,
        events,
        origin: None,
        sits: None,
        leaves: None,
        standing,
        progress,
        deadline: None,
        position: None,
        next: None,
        reopens: Vec::new(),
        max_unfinished: None,
    }
}
