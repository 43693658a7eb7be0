//! Everything that can happen in the world.

use std::sync::Arc;

use konoba_live::keeper::{Credentials, Order, Seen};
use konoba_store::{Append, Digest, Holder, Kept, MoveId, StoreError, TableId};
use konoba_table::{Event, Table, Version};

/// Something that happens at a moment.
#[derive(Clone, Debug)]
pub(crate) enum Happening {
    /// A client gets round to something.
    Turn(usize),
    /// Something reaches a node, if it still lives the life in which it was to be reached.
    AtNode { node: usize, life: u32, what: ToNode },
    /// A node asks the store.
    AtStore { asker: Asker, what: ToStore },
    /// Something reaches a client in the visit that it was meant for.
    AtClient { client: usize, visit: u32, what: ToClient },
    /// A client finds that its connection is broken.
    Broken { client: usize, visit: u32 },
    /// The store begins to write what has come together.
    Write,
    /// The disk has it.
    Synced { life: u32 },
    /// Something breaks.
    Disaster,
    /// A node is back.
    NodeIsBack(usize),
    /// The store is back.
    StoreIsBack,
}

/// Who asks the store, and for which table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) node: usize,
    pub(crate) life: u32,
    pub(crate) table: TableId,
    /// By which the answer is known.
    pub(crate) request: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum ToNode {
    /// A client comes to a table.
    Visit { client: usize, visit: u32, table: TableId, seen: Option<Seen> },
    /// A client wants something done.
    Ask(Box<Ask>),
    /// The store answers.
    Answered { table: TableId, request: u64, answer: StoreAnswer },
    /// The store says that a table has come to a version.
    Notice { table: TableId, version: Version },
    /// A flag may have fallen.
    Alarm { table: TableId },
    /// It is time to look at what may have been missed.
    Poll,
}

/// What a client wants done, and the proof of a seat that it shows.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) client: usize,
    pub(crate) visit: u32,
    pub(crate) table: TableId,
    pub(crate) who: Credentials,
    pub(crate) order: Order,
    /// What is wanted instead, while a seat is empty. The order then is only its name.
    pub(crate) sitting: Option<Sitting>,
    /// Whether it was asked before.
    pub(crate) is_repeat: bool,
}

/// What can be wanted while a seat is empty.
#[derive(Clone, Debug)]
pub(crate) enum Sitting {
    /// To take it, with what was shown as an invitation.
    Sit(Holder, Option<Digest>),
    /// To take the offer back.
    Withdraw,
}

#[derive(Clone, Debug)]
pub(crate) enum ToStore {
    Append(Box<Append>),
    Read(Version),
}

#[derive(Clone, Debug)]
pub(crate) enum StoreAnswer {
    Appended(Result<(), StoreError>),
    Read(Box<Result<Option<Kept>, StoreError>>),
    /// Nothing has come for so long that the connection is taken to be lost.
    Nothing,
}

#[derive(Clone, Debug)]
pub(crate) enum ToClient {
    /// The table as it is; none while a seat is empty. What is told in one visit is numbered, from 1.
    Whole { number: u32, table: Option<Arc<Table>> },
    /// What has happened since what was told before.
    News { number: u32, events: Arc<[Event]> },
    /// What came of an order.
    Answer { order: MoveId, answer: OrderResult },
}

/// What came of an order, as far as the client needs to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OrderResult {
    Done,
    Refused,
    /// The store failed, and so the client asks again.
    Failed,
}
