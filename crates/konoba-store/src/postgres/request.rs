//! Something to be written, which is answered when all that was carried out with it is kept.

use std::collections::BTreeSet;

use konoba_table::Name;

use crate::{
    Answer, Append, Cut, DeviceLink, Guest, GuestId, NewDevice, NewGuest, NewTable, Notice,
    Promise, Secrets, StoreError, TableId,
};

/// Something to be written, and the caller that waits for it.
#[derive(Debug)]
pub(super) struct WriteRequest {
    pub(super) what: WriteContent,
    waiting: Waiting,
}

/// Something to be written.
#[derive(Debug)]
pub(super) enum WriteContent {
    Guest(NewGuest),
    Name(GuestId, Name),
    Secrets(Box<Secrets>),
    Forgetting(Box<Secrets>),
    Table(Box<NewTable>),
    News(Box<Append>),
    Cut(Box<Cut>),
    Link(DeviceLink),
    Device(Box<NewDevice>),
    Pulse,
}

/// A row that a piece changes, and that is locked from then on until the transaction ends. All nodes
/// lock rows in this order, so that no two wait for each other. The one row of the pulse comes last,
/// because every node wants it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lock {
    Guest(GuestId),
    Table(TableId),
    Pulse,
}

#[derive(Debug)]
enum Waiting {
    Guest(Promise<GuestId>),
    GuestIfAny(Promise<Option<Guest>>),
    Nothing(Promise<()>),
}

/// The guest, if one was written or found.
pub(super) type Done = Option<Guest>;

impl WriteRequest {
    pub(super) fn guest(guest: NewGuest) -> (Self, Answer<GuestId>) {
        let (promise, answer) = Answer::promised();
        (Self { what: WriteContent::Guest(guest), waiting: Waiting::Guest(promise) }, answer)
    }

    pub(super) fn name(guest: GuestId, name: Name) -> (Self, Answer<()>) {
        Self::of(WriteContent::Name(guest, name))
    }

    pub(super) fn secrets(secrets: Secrets) -> (Self, Answer<()>) {
        Self::of(WriteContent::Secrets(Box::new(secrets)))
    }

    pub(super) fn forgetting(secrets: Secrets) -> (Self, Answer<()>) {
        Self::of(WriteContent::Forgetting(Box::new(secrets)))
    }

    pub(super) fn table(table: NewTable) -> (Self, Answer<()>) {
        Self::of(WriteContent::Table(Box::new(table)))
    }

    pub(super) fn news(news: Append) -> (Self, Answer<()>) {
        Self::of(WriteContent::News(Box::new(news)))
    }

    pub(super) fn cut(cut: Cut) -> (Self, Answer<()>) {
        Self::of(WriteContent::Cut(Box::new(cut)))
    }

    pub(super) fn link(link: DeviceLink) -> (Self, Answer<()>) {
        Self::of(WriteContent::Link(link))
    }

    pub(super) fn device(device: NewDevice) -> (Self, Answer<Option<Guest>>) {
        let (promise, answer) = Answer::promised();
        (
            Self {
                what: WriteContent::Device(Box::new(device)),
                waiting: Waiting::GuestIfAny(promise),
            },
            answer,
        )
    }

    pub(super) fn pulse() -> (Self, Answer<()>) {
        Self::of(WriteContent::Pulse)
    }

    fn of(what: WriteContent) -> (Self, Answer<()>) {
        let (promise, answer) = Answer::promised();
        (Self { what, waiting: Waiting::Nothing(promise) }, answer)
    }

    /// The row that it changes. An added row needs no lock: its key is new.
    pub(super) fn locks(&self) -> Option<Lock> {
        match &self.what {
            WriteContent::Guest(_) | WriteContent::Table(_) => None,
            // Whose code it is that a device shows is found out by the statement that takes it.
            WriteContent::Device(device) => device.before.map(Lock::Guest),
            WriteContent::Link(link) => Some(Lock::Guest(link.guest)),
            WriteContent::Name(guest, _) => Some(Lock::Guest(*guest)),
            WriteContent::Secrets(secrets) | WriteContent::Forgetting(secrets) => {
                Some(Lock::Guest(secrets.guest))
            }
            WriteContent::News(news) => Some(Lock::Table(news.table)),
            WriteContent::Cut(cut) => Some(Lock::Table(cut.table)),
            WriteContent::Pulse => Some(Lock::Pulse),
        }
    }

    /// The guests whose rows it changes or points to, and whether their tables have to be counted.
    pub(super) fn guests(&self) -> (BTreeSet<GuestId>, bool) {
        match &self.what {
            WriteContent::Name(guest, _) => (BTreeSet::from([*guest]), false),
            WriteContent::Secrets(secrets) | WriteContent::Forgetting(secrets) => {
                (BTreeSet::from([secrets.guest]), false)
            }
            WriteContent::Table(new) => (new.guests(), new.max_unfinished.is_some()),
            WriteContent::News(news) => (news.newcomers(), news.max_unfinished.is_some()),
            WriteContent::Link(link) => (BTreeSet::from([link.guest]), false),
            WriteContent::Device(device) => (device.before.into_iter().collect(), false),
            WriteContent::Guest(_) | WriteContent::Cut(_) | WriteContent::Pulse => {
                (BTreeSet::new(), false)
            }
        }
    }

    /// The table whose events it adds to or takes away, and the offer that is left for it.
    pub(super) fn tables_of_news(&self) -> impl Iterator<Item = TableId> {
        let (table, left) = match &self.what {
            WriteContent::News(news) => (Some(news.table), news.leaves),
            WriteContent::Cut(cut) => (Some(cut.table), None),
            WriteContent::Guest(_)
            | WriteContent::Name(..)
            | WriteContent::Secrets(_)
            | WriteContent::Forgetting(_)
            | WriteContent::Table(_)
            | WriteContent::Link(_)
            | WriteContent::Device(_)
            | WriteContent::Pulse => (None, None),
        };
        table.into_iter().chain(left)
    }

    /// What others are told of it, once this has come of it.
    pub(super) fn notices(&self, done: &Done) -> Vec<Notice> {
        match &self.what {
            WriteContent::Table(table) => vec![Notice::Written(table.id, 0)],
            WriteContent::News(news) => {
                let version = news.events.last().map_or(0, |event| event.version);
                let next = news.next.as_ref().map(|next| Notice::Written(next.id, 0));
                let left = news.leaves.map(|offer| Notice::Written(offer, 0));
                let written = [Notice::Written(news.table, version)].into_iter();
                written.chain(next).chain(left).collect()
            }
            // Nodes that have the removed events in memory must read again.
            WriteContent::Cut(cut) => vec![Notice::Written(cut.table, 0)],
            WriteContent::Secrets(secrets) | WriteContent::Forgetting(secrets) => {
                vec![Notice::Renewed(secrets.guest, secrets.renewal())]
            }
            WriteContent::Device(device) => {
                let is_gone = |before: &GuestId| done.as_ref().is_some_and(|is| is.id != *before);
                let gone = device.before.filter(is_gone);
                gone.map(|guest| Notice::Renewed(guest, device.renewal())).into_iter().collect()
            }
            WriteContent::Guest(_)
            | WriteContent::Name(..)
            | WriteContent::Link(_)
            | WriteContent::Pulse => Vec::new(),
        }
    }

    /// Answers the caller.
    pub(super) fn answer(self, answer: Result<Done, StoreError>) {
        match self.waiting {
            Waiting::Guest(promise) => {
                promise.keep(
                    answer.and_then(|done| done.map(|guest| guest.id).ok_or(StoreError::Closed)),
                );
            }
            Waiting::GuestIfAny(promise) => promise.keep(answer),
            Waiting::Nothing(promise) => promise.keep(answer.map(drop)),
        }
    }
}

#[cfg(test)]
mod tests {
    use konoba_table::Moment;

    use super::*;
    use crate::{Digest, Progress, Standing};

    #[test]
    fn rows_are_locked_in_one_order_whatever_came_first() {
        let name = || "Ana".parse().unwrap();
        let renamed = |guest| WriteRequest::name(GuestId(guest), name()).0;
        let news = |number| {
            let table = TableId::from_bytes([number; 10]);
            let (events, standing) = (Vec::new(), Standing::Withdrawn);
            let (after, origin, sits, deadline, position) = (None, None, None, None, None);
            let (next, max_unfinished, progress) = (None, None, Progress::default());
            let news = Append {
                table,
                after,
                events,
                origin,
                sits,
                leaves: None,
                standing,
                progress,
                deadline,
                position,
                next,
                reopens: Vec::new(),
                max_unfinished,
            };
            WriteRequest::news(news).0
        };
        let new = NewGuest {
            token: Digest::from_bytes([1; 32]),
            name: name(),
            since: Moment::from_millis(0),
        };
        let mut group = [
            WriteRequest::pulse().0,
            news(2),
            renamed(7),
            news(1),
            renamed(3),
            WriteRequest::guest(new).0,
        ];
        group.sort_by_key(WriteRequest::locks);
        let table = |number| Some(Lock::Table(TableId::from_bytes([number; 10])));
        let guest = |number| Some(Lock::Guest(GuestId(number)));
        let expected = [None, guest(3), guest(7), table(1), table(2), Some(Lock::Pulse)];
        assert_eq!(group.each_ref().map(WriteRequest::locks), expected);
    }
}
