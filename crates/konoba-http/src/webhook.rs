//! Webhooks: a message to an address that a guest has named, whenever a move of theirs is awaited in a game
//! with days for each move or without a clock.
//!
//! What is to be sent waits in memory, and so little of it that nothing is lost with it: the feed tells the
//! same. A guest has one message on its way at a time; what comes to be awaited meanwhile is told by the next.

mod post;
mod target;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use konoba_live::{Credentials, House, Turn};
use konoba_scene::Sentences;
use konoba_store::GuestId;
use serde::Serialize;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::url::PublicUrl;
use post::post;
pub(crate) use target::Target;
pub use target::Webhooks;

/// How many messages may be on their way at once.
const MOST: usize = 64;
/// How many guests may be told of a turn at once, with those who wait for the next try: a wait holds up no other guest.
const MOST_WAITING: usize = 1024;
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
    let Some(mut turns) = house.turns() else { return };
    let mut sending = JoinSet::new();
    let slots = Arc::new(Semaphore::new(MOST));
    let sender = Sender { house: house.clone(), url, reach, slots };
    // Those to whom a message is on its way, each with what is to be told then.
    let mut next: HashMap<GuestId, Option<Turn>> = HashMap::new();
    loop {
        let turn = tokio::select! {
            () = house.closing() => return,
            turn = turns.recv(), if sending.len() < MOST_WAITING => turn,
            Some(done) = sending.join_next() => {
                let Ok(guest) = done else { continue };
                next.remove(&guest).flatten()
            }
        };
        let Some(turn) = turn else { continue };
        match next.entry(turn.guest) {
            Entry::Occupied(mut waiting) => *waiting.get_mut() = Some(turn),
            Entry::Vacant(free) => {
                free.insert(None);
                let sender = sender.clone();
                sending.spawn(async move {
                    sender.tell(turn).await;
                    turn.guest
                });
            }
        }
    }
}

impl Sender {
    /// Tells a guest of a turn, unless that is not wished, or not so any more.
    async fn tell(&self, turn: Turn) {
        for pause in PAUSES {
            tokio::time::sleep(pause).await;
            let Ok(_slot) = self.slots.acquire().await else { return };
            // The guest may have logged out or moved meanwhile.
            let Some((target, body)) = self.message(turn).await else { return };
            let (guest, host) = (turn.guest.0, &target.host);
            match post(&target, &body, self.reach).await {
                Ok(200..=299) => return,
                Ok(status) => tracing::info!(guest, host, status, "a webhook was refused"),
                Err(error) => tracing::info!(guest, host, %error, "a webhook failed"),
            }
        }
    }

    /// Where to send what, if it is still to be sent.
    async fn message(&self, turn: Turn) -> Option<(Target, String)> {
        let webhook = self.house.alerts(turn.guest).await.ok()?.webhook?;
        let target = Target::read(&webhook)?;
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
        is_own.then_some((target, body))
    }
}
