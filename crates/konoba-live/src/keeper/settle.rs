//! What follows a write: the store has it, or has refused it, or its outcome is unknown.

use std::sync::Arc;

use konoba_store::{Kept, KeptEvent, Predecessor, Standing, StoreError};
use konoba_table::Event;

use super::decide::Decision;
use super::{Asked, Done, Keeper, MAX_RACES, Output, Tried, UnderWay, standing};
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
            Err(
                error @ (StoreError::Busy | StoreError::TooManyTables(_) | StoreError::NotWaiting),
            ) => self.refuse(*tried, error),
            // The store holds less than is known here, or something else: what that is will be read.
            Err(StoreError::Conflict | StoreError::Repeated | StoreError::Lost) => {
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
        let UnderWay::Reading { tried, failed, after } =
            std::mem::replace(&mut self.under_way, UnderWay::Nothing)
        else {
            return Vec::new();
        };
        let mut outputs = match answer {
            Ok(Some(kept)) if self.is_continued_by(&kept) => {
                let written = self.find(tried.as_deref(), &kept);
                self.settle(tried, failed, kept).into_iter().chain(written).collect()
            }
            Ok(Some(_)) if after > 0 => vec![self.read_from(tried, failed, 0)],
            Ok(Some(kept)) => {
                let written = self.find(tried.as_deref(), &kept);
                self.rewind(tried, kept).into_iter().chain(written).collect()
            }
            Ok(None) => {
                let mut outputs = self.refuse_all(tried, &HouseError::NoTable);
                outputs.push(Output::Gone);
                outputs
            }
            Err(error) => {
                self.is_unsure = true;
                self.doubted =
                    tried.as_ref().map(|tried| tried.decision.clone()).or(self.doubted.take());
                self.refuse_all(tried, &HouseError::Store(failed.unwrap_or(error)))
            }
        };
        outputs.extend(self.go_on());
        outputs
    }

    /// Finds what was tried among what the store holds, also what was tried before the store could not be read.
    fn find(&mut self, tried: Option<&Tried>, kept: &Kept) -> Option<Output> {
        let doubted = self.doubted.take();
        let decision = tried.map(|tried| &tried.decision).or(doubted.as_ref())?;
        is_among(decision, kept).then(|| written(&decision.events))
    }

    /// Whether the store still holds the last event that is known here.
    fn is_continued_by(&self, kept: &Kept) -> bool {
        // The facts are not compared: names may have been redacted in the store since.
        let is_same = |last: &KeptEvent, kept: &KeptEvent| {
            last.event.version == kept.event.version
                && Predecessor::from(last) == Predecessor::from(kept)
        };
        self.last.as_ref().is_none_or(|last| kept.events.iter().any(|kept| is_same(last, kept)))
    }

    /// The store has lost what is known here. Its log is the truth: the table goes back to it, and what
    /// was decided after the lost events is refused, since the player who asked for it had seen them.
    fn rewind(&mut self, tried: Option<Box<Tried>>, kept: Kept) -> Vec<Output> {
        let known = self.version();
        let is_same = |kept: &&KeptEvent| self.tail.contains(&kept.event);
        let common = kept.events.iter().rfind(is_same).map_or(0, |kept| kept.event.version);
        let is_kept = tried.as_ref().is_some_and(|tried| is_among(&tried.decision, &kept));
        self.table = None;
        self.tail.clear();
        self.last = None;
        self.known.clear();
        self.unread = None;
        self.rewinds += 1;
        self.learn(kept);
        let mut outputs = vec![Output::Lost { known, common }];
        outputs.extend(tried.into_iter().flat_map(|tried| match is_kept {
            true => done(*tried),
            false => tried.asked.iter().map(|asked| refusal(asked, StoreError::Lost)).collect(),
        }));
        outputs
    }

    /// The store has the write, and only now the table is changed.
    fn happened(&mut self, tried: Tried) -> Vec<Output> {
        let Tried { decision, after, asked, .. } = tried;
        let Decision { events, origin, seat, sits, leaves: _, withdraws, next } = decision;
        self.table = after;
        let origins = [origin.as_ref()].into_iter().chain(std::iter::repeat(None));
        events.iter().zip(origins).for_each(|(event, origin)| self.remember(event, origin));
        let version = self.version();
        let progress = self.progress_of(self.table.as_deref());
        let entry = Arc::make_mut(&mut self.entry);
        if let Some((seat, holder)) = sits {
            entry.seats[seat.index()] = Some(holder);
        }
        entry.next = next.map(|next| next.id).or(entry.next);
        entry.standing = standing(self.table.as_deref(), withdraws);
        entry.version = version;
        entry.progress = progress;
        let done = Done { version: events.first().map_or(0, |event| event.version), seat };
        let answer = asked.map(|asked| Output::Answer(asked.ticket, Ok(done)));
        // The caller finds the news waiting when the answer comes, and can read both at once.
        let written = written(&events);
        [Output::News(events), written].into_iter().chain(answer).collect()
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
            (Some(tried), _) if is_kept => outputs.extend(done(*tried)),
            (Some(tried), Some(error)) => outputs.extend(self.refuse(*tried, error)),
            (Some(tried), None) if tried.races >= MAX_RACES => {
                outputs.extend(self.refuse(*tried, StoreError::Conflict));
            }
            (Some(tried), None) => {
                let races = tried.races + 1;
                let asked = self.concerned(*tried);
                outputs.extend(asked.map(|asked| self.take_up(asked, races)));
            }
            (None, _) => {}
        }
        if before != (self.entry.clone(), self.version()) {
            outputs.insert(0, Output::News(news));
        }
        outputs
    }

    /// Nothing was written, and the caller is told why.
    fn refuse(&mut self, tried: Tried, error: StoreError) -> Vec<Output> {
        self.concerned(tried).map(|asked| refusal(&asked, error)).into_iter().collect()
    }

    /// The request that depends on what was tried. A clock that has run out is written for the sake of the
    /// first that waits: if that one were only taken up again, it would try the same without end for as
    /// long as the store cannot be written.
    fn concerned(&mut self, tried: Tried) -> Option<Asked> {
        tried.asked.or_else(|| self.queue.pop_front())
    }

    /// The write under way and all that waits are refused: it is not known what the store holds.
    /// The next request makes the keeper read again.
    fn refuse_all(&mut self, tried: Option<Box<Tried>>, why: &HouseError) -> Vec<Output> {
        let asked = tried.and_then(|tried| tried.asked);
        let waiting = asked.into_iter().chain(std::mem::take(&mut self.queue));
        waiting.map(|asked| Output::Answer(asked.ticket, Err(why.clone()))).collect()
    }
}

/// The write is in the store, and the caller is told so.
fn done(tried: Tried) -> Vec<Output> {
    let version = tried.decision.events.first().map_or(0, |event| event.version);
    let done = Ok(Done { version, seat: tried.decision.seat });
    tried.asked.map(|asked| Output::Answer(asked.ticket, done)).into_iter().collect()
}

/// These events of this keeper are in the store.
fn written(events: &[Event]) -> Output {
    let version = events.last().map_or(0, |event| event.version);
    Output::Written { events: events.len(), version }
}

fn refusal(asked: &Asked, error: StoreError) -> Output {
    Output::Answer(asked.ticket, Err(HouseError::Store(error)))
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
