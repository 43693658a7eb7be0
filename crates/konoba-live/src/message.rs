//! What is asked of a live table, and what it tells its visitors.

mod visit;

use std::net::IpAddr;

use konoba_table::{Moment, Seat, Version};
use tokio::sync::oneshot;

use crate::HouseError;
use crate::jobs::Claim;
use crate::keeper::{By, Credentials, Done, Request, Seen};
use crate::remarks::Remark;

pub(crate) use visit::Texts;
pub use visit::{Update, UpdateKind, Visit};

/// What is asked of a live table.
#[derive(Debug)]
pub(crate) enum Message {
    /// Something that may change it, and when it was received: a table may take a while to wake.
    Ask { by: By, at: Moment, what: Request, answer: oneshot::Sender<Result<Done, HouseError>> },
    /// To be told what happens, from a version on.
    Visit {
        who: Credentials,
        seen: Option<Seen>,
        answer: oneshot::Sender<Result<Visit, HouseError>>,
    },
    /// To be told how it is, once.
    Look { answer: oneshot::Sender<Result<Update, HouseError>> },
    /// A player has something to say, which is told by the house where nodes share a store.
    Remark { who: Credentials, remark: Remark, answer: oneshot::Sender<Result<Seat, HouseError>> },
    /// A player has said something, here or at another node.
    Remarked { seat: Seat, remark: Remark },
    /// A visitor has left.
    Left,
    /// Another node has brought it to this version; 0 where the version is not known.
    Heard(Version),
    /// Clients have come or gone at other nodes.
    Elsewhere,
    /// This node has taken the job to think about it.
    Claimed(Claim),
    /// The maker of an offer has been gone for too long.
    Expire { at: Moment },
    /// To look at the clock, and whether there is something to do, with the address of the player for whom that is, where
    /// it is known.
    Wake(Option<IpAddr>),
    /// To finish what is under way and end.
    Close,
}

/// A message on its way, boxed, since every table's inbox reserves space for many.
pub(crate) type Post = Box<Message>;

impl Message {
    /// Whether its sender needs the table in memory at this node. Notices of what happens at other
    /// nodes reach all nodes, and would keep the table in memory everywhere.
    pub(crate) const fn is_needed_here(&self) -> bool {
        matches!(
            self,
            Self::Ask { .. }
                | Self::Visit { .. }
                | Self::Look { .. }
                | Self::Remark { .. }
                | Self::Left
                | Self::Claimed(_)
        )
    }

    /// Tells the caller that the request is refused.
    pub(crate) fn refuse(self, why: &HouseError) {
        match self {
            Self::Ask { answer, .. } => drop(answer.send(Err(why.clone()))),
            Self::Visit { answer, .. } => drop(answer.send(Err(why.clone()))),
            Self::Look { answer } => drop(answer.send(Err(why.clone()))),
            Self::Remark { answer, .. } => drop(answer.send(Err(why.clone()))),
            // A job for a table that the database has lost can never be done.
            Self::Claimed(claim) if matches!(why, HouseError::NoTable) => claim.finish(),
            Self::Left
            | Self::Remarked { .. }
            | Self::Heard(_)
            | Self::Elsewhere
            | Self::Claimed(_)
            | Self::Expire { .. }
            | Self::Wake(_)
            | Self::Close => {}
        }
    }
}
