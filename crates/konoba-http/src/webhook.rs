//! Webhooks: a message to an address that a guest has named, whenever a move of theirs is awaited in a game
//! with days for each move or without a clock.
//!
//! What is to be sent waits in memory, and so little of it that nothing is lost with it: the feed tells the
//! same. A guest has one message on its way at a time; the tables at which a move comes to be awaited meanwhile are told
//! one after the other.

mod post;
mod target;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use hmac::{Hmac, KeyInit, Mac};
use konoba_live::{Credentials, House, Turn};
use konoba_scene::Sentences;
use konoba_store::{Digest, GuestId};
use serde::Serialize;
use sha2::Sha256;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use crate::url::PublicUrl;
use post::{Message, post};
pub(crate) use target::Target;
pub use target::Webhooks;

/// How many messages may be on their way at once.
const MOST: usize = 64;
/// How many guests may be told of a turn at once, with those who wait for the next try: a wait holds up no other guest.
const MOST_WAITING: usize = 1024;
/// How many turns are looked up at once.
const MOST_AT_ONCE: usize = 256;
/// How long turns gather before the next are looked up. Nearly no guest has a webhook, and moves must not each ask the store.
const GATHERING: Duration = Duration::from_millis(50);
/// How long is waited before each try: it is tried three times.
const PAUSES: [Duration; 3] = [Duration::ZERO, Duration::from_secs(10), Duration::from_secs(60)];

/// What is sent.
#[derive(Serialize)]
struct Body<'a> {
    /// Always `your-turn`; programs may be told of other things one day.
    event: &'a str,
    table: String,
    version: u64,
    /// The address of the table, or its path where the house does not know its own address.
    url: String,
    game: String,
    opponent: Option<&'a str>,
}

/// From where messages are sent, and how far.
#[derive(Clone)]
struct Sender {
    house: House,
    /// The address by which people reach the house, where it was told.
    url: Option<PublicUrl>,
    reach: Webhooks,
    slots: Arc<Semaphore>,
}

/// Sends messages until the house closes; `url` is the address by which people reach it.
pub async fn send_webhooks(house: House, url: Option<PublicUrl>, reach: Webhooks) {
    if reach == Webhooks::Off {
        return;
    }
    let Some(turns) = house.turns() else { return };
    let slots = Arc::new(Semaphore::new(MOST));
    let sender = Sender { house: house.clone(), url, reach, slots };
    let tell = move |turn| {
        let sender = sender.clone();
        async move { sender.tell(turn).await }
    };
    let (passes, passed) = mpsc::channel(MOST_AT_ONCE);
    tokio::select! {
        () = house.closing() => {}
        () = pass_on(&house, turns, passes) => {}
        () = send_all(passed, tell) => {}
    }
}

/// Passes on the turns of guests who have a webhook, for ever.
async fn pass_on(house: &House, mut turns: mpsc::Receiver<Turn>, passes: mpsc::Sender<Turn>) {
    let mut gathered = Vec::new();
    while turns.recv_many(&mut gathered, MOST_AT_ONCE).await > 0 {
        let guests = gathered.iter().map(|turn| turn.guest).collect();
        // A store that cannot be read has been logged; the feed tells of these turns.
        let mut told = house.with_webhooks(guests).await.unwrap_or_default();
        told.sort_unstable();
        for turn in gathered.drain(..).filter(|turn| told.binary_search(&turn.guest).is_ok()) {
            if passes.send(turn).await.is_err() {
                return;
            }
        }
        tokio::time::sleep(GATHERING).await;
    }
}

/// Tells of each turn, for ever. A guest is told of one at a time.
async fn send_all<T: Future<Output = ()> + Send + 'static>(
    mut turns: mpsc::Receiver<Turn>,
    tell: impl Fn(Turn) -> T,
) {
    let mut sending = JoinSet::new();
    let mut waiting = Waiting::default();
    loop {
        let turn = tokio::select! {
            turn = turns.recv(), if sending.len() < MOST_WAITING => {
                turn.and_then(|turn| waiting.begin(turn))
            }
            Some(done) = sending.join_next() => done.ok().and_then(|guest| waiting.end(guest)),
        };
        let Some(turn) = turn else { continue };
        // The guest is told of later turns also if this one panics.
        let told = AssertUnwindSafe(tell(turn)).catch_unwind();
        sending.spawn(async move {
            if told.await.is_err() {
                tracing::error!(guest = turn.guest.0, "sending a webhook panicked");
            }
            turn.guest
        });
    }
}

/// The guests to whom a message is on its way, each with the turns that are to be told after it: one for each of
/// their tables at most, the first that came first.
#[derive(Default)]
struct Waiting(HashMap<GuestId, VecDeque<Turn>>);

impl Waiting {
    /// Gives the turn back if it can be told at once. Otherwise it waits until the message before it has ended.
    fn begin(&mut self, turn: Turn) -> Option<Turn> {
        match self.0.entry(turn.guest) {
            Entry::Occupied(mut waiting) => {
                // What is sent is read when it is sent, and so one message is enough for a table.
                if !waiting.get().contains(&turn) {
                    waiting.get_mut().push_back(turn);
                }
                None
            }
            Entry::Vacant(free) => {
                free.insert(VecDeque::new());
                Some(turn)
            }
        }
    }

    /// The message to a guest has ended; what the guest is to be told next.
    fn end(&mut self, guest: GuestId) -> Option<Turn> {
        let next = self.0.get_mut(&guest).and_then(VecDeque::pop_front);
        if next.is_none() {
            self.0.remove(&guest);
        }
        next
    }
}

impl Sender {
    /// Tells a guest of a turn, unless that is not wished, or not so any more.
    async fn tell(&self, turn: Turn) {
        for pause in PAUSES {
            tokio::time::sleep(pause).await;
            let Ok(_slot) = self.slots.acquire().await else { return };
            // The guest may have logged out or moved meanwhile.
            let Some((target, message)) = self.message(turn).await else { return };
            let (guest, host) = (turn.guest.0, &target.host);
            match post(&target, &message, self.reach).await {
                Ok(200..=299) => return,
                Ok(status) => tracing::info!(guest, host, status, "a webhook was refused"),
                Err(error) => tracing::info!(guest, host, %error, "a webhook failed"),
            }
        }
    }

    /// Where to send what, if it is still to be sent.
    async fn message(&self, turn: Turn) -> Option<(Target, Message)> {
        let alerts = self.house.alerts(turn.guest).await.ok()?;
        let target = Target::read(&alerts.webhook?)?;
        let update = self.house.look(turn.table).await.ok()?;
        let table = update.table.as_deref()?;
        let to_move = table.seat_to_move()?;
        let is_own = Credentials::guest(turn.guest).seats_at(&update.entry).contains(to_move);
        let base = self.url.as_ref().map(PublicUrl::to_string).unwrap_or_default();
        let body = Body {
            event: "your-turn",
            table: turn.table.to_string(),
            version: table.version(),
            url: format!("{base}/t/{}", turn.table),
            game: Sentences::of(table.setup()).title(),
            opponent: Some(table.player(to_move.other()).name.as_str()),
        };
        let body = serde_json::to_string(&body).expect("a message is plain data");
        let signature = alerts.feed.map(|key| signature(&key, &body));
        is_own.then_some((target, Message { body, signature }))
    }
}

/// By what a guest knows that a message comes from this house, and that it was not changed.
fn signature(key: &Digest, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("a key may have any length");
    to_hex(&mac.chain_update(body).finalize().into_bytes())
}

/// The key by which messages to a guest are signed, as the guest is shown it.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use konoba_store::TableId;

    use super::*;

    #[tokio::test]
    async fn a_guest_whose_message_panics_is_told_of_the_next_turn() {
        let (guest, other) = (GuestId(1), GuestId(2));
        let turn = |guest, table| Turn { guest, table: TableId::from_bytes([table; 10]) };
        let (sender, turns) = mpsc::channel(8);
        let (told, mut hears) = mpsc::unbounded_channel();
        let broken = turn(guest, 1);
        let tell = move |turn: Turn| {
            let told = told.clone();
            async move {
                told.send(turn).unwrap();
                assert_ne!(turn, broken, "planted");
            }
        };
        tokio::spawn(send_all(turns, tell));
        for sent in [broken, turn(guest, 2), turn(other, 3), turn(guest, 4)] {
            sender.send(sent).await.unwrap();
            assert_eq!(hears.recv().await, Some(sent));
        }
    }

    #[tokio::test]
    async fn a_guest_is_told_of_every_table_that_waits_once() {
        let turn = |table| Turn { guest: GuestId(1), table: TableId::from_bytes([table; 10]) };
        let (sender, turns) = mpsc::channel(8);
        let (told, mut hears) = mpsc::unbounded_channel();
        let ends = Arc::new(Semaphore::new(0));
        let messages = ends.clone();
        let tell = move |turn: Turn| {
            let (told, messages) = (told.clone(), messages.clone());
            async move {
                told.send(turn).unwrap();
                messages.acquire().await.unwrap().forget();
            }
        };
        tokio::spawn(send_all(turns, tell));
        for table in [1, 2, 3, 2, 1] {
            sender.send(turn(table)).await.unwrap();
        }
        // All of them come while the first message is on its way.
        while sender.capacity() < sender.max_capacity() {
            tokio::task::yield_now().await;
        }
        ends.add_permits(8);
        drop(ends);
        for table in [1, 2, 3, 1] {
            assert_eq!(hears.recv().await, Some(turn(table)));
        }
        sender.send(turn(4)).await.unwrap();
        assert_eq!(hears.recv().await, Some(turn(4)), "no table is told twice");
    }

    #[test]
    fn a_message_is_signed_as_others_compute_it() {
        // By `openssl dgst -sha256 -mac hmac -macopt hexkey:0b…`.
        let key = Digest::from_bytes([0x0b; 32]);
        assert_eq!(signature(&key, "Hi There"), SIGNED);
    }

    const SIGNED: &str = "198a607eb44bfbc69903a0f1cf2bbdc5ba0aa3f3d9ae3c1c7a3b1696a0b68cf7";
}
