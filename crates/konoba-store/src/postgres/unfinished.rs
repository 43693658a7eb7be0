//! How many tables that are not over the guests have for whom something begins, counted where it is written.

use std::collections::{BTreeSet, HashMap};

use tokio_postgres::types::Type;
use tokio_postgres::{Client, Error};

use super::request::WriteRequest;
use crate::{GuestId, StoreError};

/// The tables of each guest, as far as they were counted.
#[derive(Default)]
pub(super) struct Unfinished(HashMap<GuestId, usize>);

/// Locks the guests whom a group is about, in one order at every node and before anything else is locked,
/// and counts their tables. Until the transaction is over no other node begins a game for them.
pub(super) async fn unfinished(
    client: &Client,
    group: &[WriteRequest],
) -> Result<Unfinished, Error> {
    let (mut all, mut counted) = (BTreeSet::new(), BTreeSet::new());
    for (guests, is_counted) in group.iter().map(WriteRequest::guests) {
        all.extend(guests.iter().map(|guest| guest.0));
        counted.extend(guests.iter().map(|guest| guest.0).filter(|_| is_counted));
    }
    if counted.is_empty() {
        return Ok(Unfinished::default());
    }
    // The second statement begins when the first has its locks, and so it sees what was committed by those
    // who held them before.
    let lock = "select id from guests where id = any($1) order by id for update";
    let count = "select seats.guest, count(distinct tables.id) from seats
        join tables on tables.id = seats.table_id and tables.standing in ('waiting', 'playing')
        where seats.guest = any($1) group by seats.guest";
    let all: Vec<i64> = all.into_iter().collect();
    let counted: Vec<i64> = counted.into_iter().collect();
    let (lock_values, count_values) =
        ([(&all as _, Type::INT8_ARRAY)], [(&counted as _, Type::INT8_ARRAY)]);
    let locked = client.query_typed(lock, &lock_values);
    let found = client.query_typed(count, &count_values);
    // Both are polled in their order, and so they are sent in it.
    let (locked, found) = futures_util::future::join(locked, found).await;
    locked?;
    let tables = found?.into_iter().map(|row| {
        let (guest, count): (i64, i64) = (row.get(0), row.get(1));
        (GuestId(guest), usize::try_from(count).unwrap_or(usize::MAX))
    });
    Ok(Unfinished(tables.collect()))
}

impl Unfinished {
    /// Whether each of these guests may have one more.
    pub(super) fn check(
        &self,
        guests: &BTreeSet<GuestId>,
        most: Option<usize>,
    ) -> Result<(), StoreError> {
        let count = |guest: &GuestId| self.0.get(guest).copied().unwrap_or_default();
        let full = guests.iter().find(|guest| most.is_some_and(|most| count(guest) >= most));
        full.map_or(Ok(()), |guest| Err(StoreError::TooManyTables(*guest)))
    }

    /// Each of these guests has one more.
    pub(super) fn add(&mut self, guests: BTreeSet<GuestId>) {
        for guest in guests {
            *self.0.entry(guest).or_default() += 1;
        }
    }
}
