//! How many unfinished games a guest may have.

use std::time::Duration;

use konoba_store::{Answer, Append, Holder, NewTable, Predecessor, Standing, StoreError, TableId};
use konoba_table::{Event, Fact, Seat, Wish};

use crate::suite::Storage;
use crate::tables::{append, at, guest, holder, opened, waiting};

pub(crate) fn counts_unfinished(storage: &dyn Storage) {
    let store = storage.open();
    let [ana, luka] = [1, 2].map(|number| holder(guest(store.as_ref(), number)));
    let id = |number: u8| TableId::from_bytes([number; 10]);
    let lay = |number: u8, holder: &Holder, most: usize| {
        let new = waiting(id(number), [Some(holder.clone()), None]);
        store.lay(NewTable { max_unfinished: Some(most), ..new })
    };
    let too_many = |holder: &Holder| Err(StoreError::TooManyTables(holder.guest));
    // All three may be written in one transaction.
    let answers = [lay(1, &ana, 2), lay(2, &ana, 2), lay(3, &ana, 2)].map(Answer::wait);
    assert_eq!(answers, [Ok(()), Ok(()), too_many(&ana)]);
    lay(4, &luka, 2).wait().unwrap();
    let sits = |number: u8| Append {
        sits: Some((Seat::Two, luka.clone())),
        max_unfinished: Some(2),
        ..append(id(number), opened().events(at(2)))
    };
    let answers = [store.append(sits(1)), store.append(sits(2))].map(Answer::wait);
    assert_eq!(answers, [Ok(()), too_many(&luka)]);
    assert_eq!(store.read(id(2), 0).wait().unwrap().unwrap().entry.seats[1], None);
    // To play again is to begin a game, for both.
    let over = |most: usize| {
        let seats = [Some(ana.clone()), Some(luka.clone())];
        let after = Some(Predecessor { at: at(2), id: None });
        let events = vec![Event {
            version: 2,
            at: at(3),
            fact: Fact::Asked { seat: Seat::One, wish: Wish::Rematch },
        }];
        Append {
            after,
            standing: Standing::Over,
            next: Some(Box::new(waiting(id(5), seats))),
            max_unfinished: Some(most),
            ..append(id(1), events)
        }
    };
    assert_eq!(store.append(over(2)).wait(), too_many(&ana));
    store.append(over(3)).wait().unwrap();
    // A table that is over makes room.
    assert_eq!(store.count_unfinished(ana.guest).wait().unwrap(), 2);
    lay(6, &ana, 3).wait().unwrap();
    assert_eq!(lay(7, &ana, 3).wait(), too_many(&ana));
    // And takes it up again where its end is taken back.
    let reopened = |most: usize| {
        let after = Some(Predecessor { at: at(3), id: None });
        let fact = Fact::Undone { seat: Seat::One, from: 0, to: 0, left: [Duration::ZERO; 2] };
        let events = vec![Event { version: 3, at: at(4), fact }];
        let (reopens, max_unfinished) = (vec![ana.guest, luka.guest], Some(most));
        Append { after, reopens, max_unfinished, ..append(id(1), events) }
    };
    assert_eq!(store.append(reopened(3)).wait(), too_many(&ana));
    store.append(reopened(4)).wait().unwrap();
    assert_eq!(store.count_unfinished(ana.guest).wait().unwrap(), 4);
}
