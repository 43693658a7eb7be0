//! What comes of what was tried: the store has kept it, or not, or nobody knows.

use std::sync::Arc;

use konoba_store::{Kept, Standing, StoreError};

use super::decide::Decision;
use super::{Done, Keeper, MAX_RACES, Output, Tried, UnderWay, standing};
use crate::HouseError;

impl Keeper {
    /// The store has answered [`Output::Append`].
    pub fn appended(&mut self, answer: Result<(), StoreError>) -> Vec<Output> {
        let UnderWay::Appending(tried) = std::mem::replace(&mut self.under_way, UnderWay::Nothing)
        else {
            return Vec::new();
        };
        let mut outputs = match answer {
            Ok(()) => self.happened(*tried),
            Err(error @ StoreError::Busy) => refused(&tried, error),
            Err(StoreError::Conflict | StoreError::Repeated) => {
                vec![self.read_after(Some(tried), None)]
            }
            Err(error) => vec![self.read_after(Some(tried), Some(error))],
        };
        outputs.extend(self.go_on());
        outputs
    }

    /// The store has answered [`Output::Read`]: the table with the events after the version that
    /// was asked for.
    pub fn read(&mut self, answer: Result<Option<Kept>, StoreError>) -> Vec<Output> {
        let UnderWay::Reading(tried, failed) =
            std::mem::replace(&mut self.under_way, UnderWay::Nothing)
        else {
            return Vec::new();
        };
        let mut outputs = match answer {
            Ok(Some(kept)) => {
                self.is_unsure = false;
                self.settle(tried, failed, kept)
            }
            Ok(None) => self.give_up(tried, failed.unwrap_or(StoreError::Gone)),
            Err(error) => self.give_up(tried, failed.unwrap_or(error)),
        };
        outputs.extend(self.go_on());
        outputs
    }

    /// What was tried is kept, and only now it has happened.
    fn happened(&mut self, tried: Tried) -> Vec<Output> {
        let Tried { decision, after, asked, .. } = tried;
        let Decision { events, origin, seat, sits, withdraws, next } = decision;
        self.table = after;
        let origins = [origin.as_ref()].into_iter().chain(std::iter::repeat(None));
        events.iter().zip(origins).for_each(|(event, origin)| self.remember(event, origin));
        let version = self.version();
        let entry = Arc::make_mut(&mut self.entry);
        if let Some((seat, holder)) = sits {
            entry.seats[seat.index()] = Some(holder);
        }
        entry.next = next.map(|next| next.id).or(entry.next);
        entry.standing = standing(self.table.as_deref(), withdraws);
        entry.version = version;
        let done = Done { version: events.first().map_or(0, |event| event.version), seat };
        let answer = asked.map(|asked| Output::Answer(asked.ticket, Ok(done)));
        answer.into_iter().chain([Output::News(events)]).collect()
    }

    /// The store has told what it holds. What was tried may be among it.
    fn settle(
        &mut self,
        tried: Option<Box<Tried>>,
        failed: Option<StoreError>,
        kept: Kept,
    ) -> Vec<Output> {
        let before = (self.entry.clone(), self.version());
        let is_kept = tried.as_ref().is_some_and(|tried| is_among(&tried.decision, &kept));
        let news = self.learn(kept);
        let mut outputs = Vec::new();
        match (tried, failed) {
            (Some(tried), _) if is_kept => {
                let version = tried.decision.events.first().map_or(0, |event| event.version);
                let done = Ok(Done { version, seat: tried.decision.seat });
                outputs.extend(tried.asked.map(|asked| Output::Answer(asked.ticket, done)));
            }
            (Some(tried), Some(error)) => outputs.extend(refused(&tried, error)),
            (Some(tried), None) if tried.races >= MAX_RACES => {
                outputs.extend(refused(&tried, StoreError::Conflict));
            }
            (Some(tried), None) => {
                let races = tried.races + 1;
                outputs.extend(tried.asked.map(|asked| self.take_up(asked, races)));
            }
            (None, _) => {}
        }
        if before != (self.entry.clone(), self.version()) {
            outputs.insert(0, Output::News(news));
        }
        outputs
    }

    /// Nobody knows what the store holds: what waits is refused, and whoever asks next makes the
    /// keeper read again.
    fn give_up(&mut self, tried: Option<Box<Tried>>, error: StoreError) -> Vec<Output> {
        let waiting = std::mem::take(&mut self.queue);
        let mut outputs: Vec<Output> =
            tried.iter().flat_map(|tried| refused(tried, error)).collect();
        let refusal = || Err(HouseError::Store(error));
        outputs.extend(waiting.into_iter().map(|asked| Output::Answer(asked.ticket, refusal())));
        self.is_unsure = true;
        outputs
    }
}

/// Nothing has happened, and whoever asked is told why.
fn refused(tried: &Tried, error: StoreError) -> Vec<Output> {
    let refusal = || Err(HouseError::Store(error));
    tried.asked.iter().map(|asked| Output::Answer(asked.ticket, refusal())).collect()
}

/// Whether what was tried is what the store holds.
fn is_among(decision: &Decision, kept: &Kept) -> bool {
    let sits = decision.sits.as_ref();
    let is_seated =
        sits.is_none_or(|(seat, holder)| kept.entry.seats[seat.index()].as_ref() == Some(holder));
    let is_kept = match decision.events.first() {
        Some(first) => {
            kept.events.iter().any(|kept| kept.event == *first && kept.origin == decision.origin)
        }
        None => decision.withdraws && kept.entry.standing == Standing::Withdrawn,
    };
    is_seated && is_kept
}
