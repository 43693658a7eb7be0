//! Leaving an open offer for the table of another player.

use konoba_store::{Append, NewTable, Standing, StoreError, TableId};
use konoba_table::Seat;

use crate::suite::Storage;
use crate::tables::{append, at, guest, holder, opened, waiting};

/// Two makers of offers who are seated with each other at once: exactly one of them leaves the own offer.
pub(crate) fn leaves_for_a_table(storage: &dyn Storage) {
    let store = storage.open();
    let ids = [1, 2, 3].map(|number| TableId::from_bytes([number; 10]));
    let holders = [1, 2, 3].map(|number| holder(guest(store.as_ref(), number)));
    for (id, maker) in ids.into_iter().zip(&holders) {
        let max_unfinished = Some(1);
        let new = NewTable { max_unfinished, ..waiting(id, [Some(maker.clone()), None]) };
        store.lay(new).wait().unwrap();
    }
    let moves = |from: usize, to: usize| Append {
        sits: Some((Seat::Two, holders[from].clone())),
        leaves: Some(ids[from]),
        // The table that is left makes room for the other one.
        max_unfinished: Some(1),
        ..append(ids[to], opened().events(at(2)))
    };
    let both = [store.append(moves(1, 0)), store.append(moves(0, 1))].map(|answer| answer.wait());
    assert_eq!(both.iter().filter(|moved| moved.is_ok()).count(), 1, "{both:?}");
    let [host, left] = if both[0].is_ok() { [0, 1] } else { [1, 0] };
    let entry = |at: usize| store.read(ids[at], 0).wait().unwrap().unwrap().entry;
    assert_eq!(
        (entry(left).standing, entry(left).led_to()),
        (Standing::Withdrawn, Some(ids[host]))
    );
    assert_eq!((entry(host).standing, entry(host).led_to()), (Standing::Playing, None));
    assert_eq!(entry(host).seats[1], Some(holders[left].clone()));
    // An offer that is gone is not left again, and then the other one waits on.
    assert_eq!(store.append(moves(left, 2)).wait(), Err(StoreError::NotWaiting));
    assert_eq!((entry(2).standing, entry(2).seats[1].clone()), (Standing::Waiting, None));
    // And a table that is taken is not gone to: the own offer stands.
    assert_eq!(store.append(moves(2, host)).wait(), Err(StoreError::Conflict));
    assert_eq!(entry(2).standing, Standing::Waiting);
    // The code of the seat leads to the game, though the offer is newer or as new.
    let found = store.seat_by_code(holders[left].code).wait().unwrap();
    assert_eq!(found, Some((ids[host], Seat::Two)));
}
