//! What clients ask of a house, how that travels, and what the answers promise.

use std::sync::Arc;
use std::time::Duration;

use konoba_live::{
    Credentials, Done, House, HouseError, Invitation, Laid, Offering, Order, Seated, Token,
};
use konoba_store::{Guest, GuestId, MoveId, Opponent, Standing, StoreError, TableId};
use konoba_table::Seat;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::Mistake;
use crate::ledger::{Promise, hold};
use crate::node::Node;
use crate::process::Process;
use crate::store::SimulatedStore;
use crate::world::World;

/// How long a house may take for an answer. A node may be frozen meanwhile.
const ANSWERED: Duration = Duration::from_secs(180);

/// What a client asks for.
#[derive(Clone, Debug)]
pub(crate) enum Ask {
    /// To do something in a game.
    Do { table: TableId, who: Credentials, order: Order, is_repeat: bool },
    /// To take the empty seat.
    Sit { table: TableId, guest: Guest, invitation: Option<Invitation> },
    /// To take an offer back.
    Withdraw { table: TableId, who: Credentials },
    /// To open a table.
    Offer { guest: Guest, offering: Box<Offering> },
    /// To log out.
    LogOut { guest: GuestId, device: Token },
}

/// What comes back.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Done,
    Laid(Laid),
    Refused,
    /// Its outcome is unknown, or it failed: the client asks again.
    Failed,
}

/// An order that a house has not answered. It waits no more when its node is killed.
struct Waiting<'a> {
    world: &'a World,
    ticket: Option<u64>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.world.ledger(|ledger| ledger.answered(ticket));
        }
    }
}

/// What it takes to carry requests.
#[derive(Clone)]
pub(crate) struct Requests {
    pub(crate) world: Arc<World>,
    pub(crate) store: Arc<SimulatedStore>,
    pub(crate) network: Arc<Process>,
}

/// Where answers arrive, each with the number of its request.
pub(crate) type Replies = mpsc::UnboundedSender<(u64, Reply)>;

impl Requests {
    /// Sends a request to a node. It may be lost or doubled, and so may its answer.
    pub(crate) fn send(&self, node: Arc<Node>, number: u64, ask: Ask, replies: Replies) {
        let own = self.clone();
        self.network.spawn(async move {
            for _ in 0..own.world.travel().await {
                let (requests, ask, replies) = (own.clone(), ask.clone(), replies.clone());
                let at = node.clone();
                node.run(|house| async move {
                    let reply = requests.carry_out(&at, &house, ask).await;
                    let world = requests.world.clone();
                    requests.network.spawn(async move {
                        if world.travel().await > 0 {
                            // A client that has ended does not wait for it.
                            let _ = replies.send((number, reply));
                        }
                    });
                });
            }
        });
    }

    async fn carry_out(&self, node: &Node, house: &House, ask: Ask) -> Reply {
        let asked = format!("{ask:?}");
        let carried_out = timeout(ANSWERED, async {
            match ask {
                Ask::Do { table, who, order, is_repeat } => {
                    self.order(node, house, table, who, order, is_repeat).await
                }
                Ask::Sit { table, guest, invitation } => {
                    let seated = house.sit(&guest, table, invitation.as_ref()).await;
                    let reply = self.reply(&seated);
                    if let Ok(seated) = seated {
                        self.check_sitting(table, &seated, invitation.as_ref());
                    }
                    reply
                }
                Ask::Withdraw { table, who } => {
                    let withdrawn = house.withdraw(table, who).await;
                    if withdrawn.is_ok() {
                        self.check_withdrawal(table);
                    }
                    self.reply(&withdrawn)
                }
                Ask::Offer { guest, offering } => match house.offer(&guest, *offering).await {
                    Ok(laid) => {
                        self.check_offer(&laid);
                        Reply::Laid(laid)
                    }
                    error => self.reply(&error),
                },
                Ask::LogOut { guest, device } => {
                    let wanted = self.world.now();
                    let logged_out = house.sign_out(guest, &device).await;
                    if logged_out.is_ok() {
                        self.world.ledger(|ledger| ledger.logged_out(guest, wanted));
                    }
                    self.reply(&logged_out)
                }
            }
        });
        let reply = carried_out.await;
        self.world.demand(hold(Promise::Answered, reply.is_ok(), || {
            format!("node {} has not answered {asked}", node.number)
        }));
        reply.unwrap_or(Reply::Failed)
    }

    async fn order(
        &self,
        node: &Node,
        house: &House,
        table: TableId,
        mut who: Credentials,
        mut order: Order,
        is_repeat: bool,
    ) -> Reply {
        let id = order.id.clone();
        let ticket =
            self.world.ledger(|ledger| ledger.received(node.number, table, &order, node.now()));
        let waiting = Waiting { world: &self.world, ticket };
        if is_repeat && self.world.has(Mistake::RepeatForgotten) {
            order.id = None;
        }
        if let (Some(seat), true) = (order.seat, self.world.has(Mistake::SeatNotProved)) {
            let holders = self.store.entry(table).map(|entry| entry.seats);
            let holder = holders.and_then(|[one, two]| if seat == Seat::One { one } else { two });
            who.code = holder.map(|holder| holder.code);
        }
        let turn = match self.world.has(Mistake::FlagRace) {
            true => Some(node.turn.lock().await),
            false => None,
        };
        let done = house.order(table, who, order).await;
        drop((turn, waiting));
        if let (Ok(done), Some(id)) = (&done, &id) {
            self.check_order(table, id, *done);
        }
        self.reply(&done)
    }

    fn reply<T>(&self, result: &Result<T, HouseError>) -> Reply {
        match result {
            Ok(_) => {
                self.world.count(|report| report.acknowledged += 1);
                Reply::Done
            }
            Err(HouseError::Store(why)) if *why != StoreError::Lost => Reply::Failed,
            Err(HouseError::Closing | HouseError::Busy) => Reply::Failed,
            Err(error) => {
                let is_cheat = matches!(error, HouseError::NotSeated | HouseError::NotInvited);
                self.world.count(|report| {
                    report.refused += 1;
                    report.cheats += u64::from(is_cheat);
                });
                Reply::Refused
            }
        }
    }

    fn check_order(&self, table: TableId, id: &MoveId, done: Done) {
        let now = self.world.now();
        self.world.check(|ledger| ledger.acknowledged(table, id, done.version, now));
    }

    /// A client that is told to sit sits, and was invited.
    fn check_sitting(&self, table: TableId, seated: &Seated, shown: Option<&Invitation>) {
        let entry = self.store.entry(table);
        let holder = entry.as_ref().and_then(|entry| entry.seats[Seat::Two.index()].as_ref());
        let is_kept = holder.is_some_and(|holder| holder.code == seated.code.digest());
        self.check_kept(table, is_kept, "a seat was taken");
        let is_invited = entry.is_none_or(|entry| match entry.offer.opponent {
            Opponent::Friend(wanted) => shown.is_some_and(|shown| shown.digest() == wanted),
            _ => true,
        });
        let how = || format!("{table} was joined without an invitation");
        self.world.demand(hold(Promise::Seats, is_invited, how));
    }

    fn check_withdrawal(&self, table: TableId) {
        let entry = self.store.entry(table);
        let is_kept = entry.is_some_and(|entry| entry.standing == Standing::Withdrawn);
        self.check_kept(table, is_kept, "an offer was taken back");
    }

    fn check_offer(&self, laid: &Laid) {
        let entry = self.store.entry(laid.table);
        let holder = entry.as_ref().and_then(|entry| entry.seats[Seat::One.index()].as_ref());
        let is_kept = holder.is_some_and(|holder| holder.code == laid.code.digest());
        self.check_kept(laid.table, is_kept, "a table was laid");
    }

    /// What a client is told to have happened is kept, or the store has lost it since.
    fn check_kept(&self, table: TableId, is_kept: bool, what: &str) {
        let now = self.world.now();
        let is_lost = self.world.ledger(|ledger| ledger.has_just_lost(table, now));
        self.world.demand(hold(Promise::Acknowledged, is_kept || is_lost, || {
            format!("{what}, and {table} does not show it")
        }));
    }
}
