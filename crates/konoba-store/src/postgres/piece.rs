//! A piece of work for the writer, which is answered when all that was carried out with it is kept.

use konoba_table::{Name, Version};

use crate::{Answer, Append, GuestId, NewGuest, NewTable, Promise, StoreError, TableId};

/// Something to be written, and whoever waits for it.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) what: What,
    waiting: Waiting,
}

/// Something to be written.
#[derive(Debug)]
pub(super) enum What {
    Guest(NewGuest),
    Name(GuestId, Name),
    Table(Box<NewTable>),
    News(Box<Append>),
    Pulse,
}

#[derive(Debug)]
enum Waiting {
    ForGuest(Promise<GuestId>),
    ForNothing(Promise<()>),
}

/// The number of the guest, if one was written.
pub(super) type Done = Option<GuestId>;

impl Piece {
    pub(super) fn guest(guest: NewGuest) -> (Self, Answer<GuestId>) {
        let (promise, answer) = Answer::promised();
        (Self { what: What::Guest(guest), waiting: Waiting::ForGuest(promise) }, answer)
    }

    pub(super) fn name(guest: GuestId, name: Name) -> (Self, Answer<()>) {
        Self::of(What::Name(guest, name))
    }

    pub(super) fn table(table: NewTable) -> (Self, Answer<()>) {
        Self::of(What::Table(Box::new(table)))
    }

    pub(super) fn news(news: Append) -> (Self, Answer<()>) {
        Self::of(What::News(Box::new(news)))
    }

    pub(super) fn pulse() -> (Self, Answer<()>) {
        Self::of(What::Pulse)
    }

    fn of(what: What) -> (Self, Answer<()>) {
        let (promise, answer) = Answer::promised();
        (Self { what, waiting: Waiting::ForNothing(promise) }, answer)
    }

    /// The table whose row it changes.
    pub(super) fn locks(&self) -> Option<TableId> {
        match &self.what {
            What::News(news) => Some(news.table),
            What::Guest(_) | What::Name(..) | What::Table(_) | What::Pulse => None,
        }
    }

    /// What others are told of it.
    pub(super) fn notices(&self) -> Vec<(TableId, Version)> {
        match &self.what {
            What::Table(table) => vec![(table.id, 0)],
            What::News(news) => {
                let version = news.events.last().map_or(0, |event| event.version);
                let next = news.next.as_ref().map(|next| (next.id, 0));
                [(news.table, version)].into_iter().chain(next).collect()
            }
            What::Guest(_) | What::Name(..) | What::Pulse => Vec::new(),
        }
    }

    /// Answers whoever waits.
    pub(super) fn answer(self, answer: Result<Done, StoreError>) {
        match self.waiting {
            Waiting::ForGuest(promise) => {
                promise.keep(answer.and_then(|done| done.ok_or(StoreError::Closed)));
            }
            Waiting::ForNothing(promise) => promise.keep(answer.map(drop)),
        }
    }
}
