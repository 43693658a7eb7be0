//! Connections that act for a guest for longer than one request: sockets and sessions at a table. Their
//! right ends at once when the guest logs out, replaces the secrets or is deleted, at this node or at
//! another.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use konoba_store::{Guest, GuestId};
use konoba_table::Name;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How long it is remembered that a guest has logged out. A request that was recognised before that and has
/// not come to its table yet is answered or given up by then.
const REMEMBERED: Duration = Duration::from_secs(60);

/// A moment in the order of all sign-outs at this node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SignInTime(u64);

/// All connections that are signed in. The lock is held for an instant only, never across an await.
#[derive(Clone, Default)]
pub(crate) struct SignIns(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Connections that act for a guest share one.
    open: HashMap<GuestId, Arc<Open>>,
    /// Which guests have logged out.
    ended: HashMap<GuestId, Ended>,
    /// How many sign-outs there have been.
    count: u64,
}

/// What the connections of a guest hear, in the order in which they came: a `watch` would wake them in any order, and no seed
/// would decide what happens in a simulation.
#[derive(Default)]
struct Open {
    is_over: AtomicBool,
    ends: Notify,
    /// How many there are. It changes under the lock of the list.
    connections: AtomicUsize,
}

/// The last log-out of a guest.
struct Ended {
    time: SignInTime,
    at: Instant,
    renewal: u64,
}

/// A connection that acts for a guest, until this is dropped.
pub(crate) struct SignIn {
    guest: GuestId,
    open: Arc<Open>,
    all: SignIns,
}

/// A guest for whom a conversation acts that lasts, at a table or not, until the guest logs out.
#[derive(Debug)]
pub struct RecognisedGuest {
    guest: Guest,
    sign_in: SignIn,
}

impl RecognisedGuest {
    pub(crate) const fn new(guest: Guest, sign_in: SignIn) -> Self {
        Self { guest, sign_in }
    }

    /// The guest; none from the log-out on.
    pub fn get(&self) -> Option<&Guest> {
        (!self.sign_in.is_over()).then_some(&self.guest)
    }

    /// The guest has another name from now on.
    pub fn rename(&mut self, name: Name) {
        self.guest.name = name;
    }
}

impl SignIns {
    /// The time of a sign-in that begins now: later than every sign-out so far.
    pub(crate) fn now(&self) -> SignInTime {
        SignInTime(self.lock().count)
    }

    /// A connection that was recognised at that time acts for a guest from now on; none if the guest has
    /// logged out since.
    pub(crate) fn begin(&self, guest: GuestId, since: Option<SignInTime>) -> Option<SignIn> {
        let mut state = self.lock();
        let is_over = |since| state.ended.get(&guest).is_some_and(|ended| ended.time > since);
        if since.is_some_and(is_over) {
            return None;
        }
        let open = state.open.entry(guest).or_default().clone();
        open.connections.fetch_add(1, Ordering::Relaxed);
        Some(SignIn { guest, open, all: self.clone() })
    }

    /// The guest logs out: connections that act for the guest no longer do. Where nodes share a store, this
    /// notice comes twice, and the second one must not end what has begun since.
    pub(crate) fn end(&self, guest: GuestId, renewal: u64) {
        let mut state = self.lock();
        if state.ended.get(&guest).is_some_and(|ended| ended.renewal == renewal) {
            return;
        }
        state.count += 1;
        let ended = Ended { time: SignInTime(state.count), at: Instant::now(), renewal };
        state.ended.retain(|_, ended| ended.at.elapsed() < REMEMBERED);
        state.ended.insert(guest, ended);
        if let Some(open) = state.open.remove(&guest) {
            open.is_over.store(true, Ordering::Relaxed);
            open.ends.notify_waiters();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SignIn {
    /// Whether the guest has logged out.
    pub(crate) fn is_over(&self) -> bool {
        self.open.is_over.load(Ordering::Relaxed)
    }

    /// Waits until the guest has logged out.
    pub(crate) async fn over(&self) {
        // It hears of an end from here on.
        let ends = self.open.ends.notified();
        if !self.is_over() {
            ends.await;
        }
    }
}

impl std::fmt::Debug for SignIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.guest.fmt(f)
    }
}

impl Drop for SignIn {
    fn drop(&mut self) {
        let mut state = self.all.lock();
        let is_last = self.open.connections.fetch_sub(1, Ordering::Relaxed) == 1;
        // After a sign-out the list holds another one, of connections that have come since.
        if is_last && !self.is_over() {
            state.open.remove(&self.guest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: GuestId = GuestId(1);

    #[tokio::test]
    async fn connections_of_a_guest_hear_that_the_guest_has_logged_out() {
        let all = SignIns::default();
        let before = all.now();
        let [first, second] = [(); 2].map(|()| all.begin(ANA, Some(before)).unwrap());
        let other = all.begin(GuestId(2), None).unwrap();
        assert!(!first.is_over());
        all.end(ANA, 7);
        first.over().await;
        assert!(first.is_over() && second.is_over() && !other.is_over());
        // A connection that was recognised before that is refused; one that is recognised now is not.
        assert!(all.begin(ANA, Some(before)).is_none());
        let third = all.begin(ANA, Some(all.now())).unwrap();
        drop((first, second));
        // The notice of the same sign-out comes again.
        all.end(ANA, 7);
        assert!(!third.is_over());
    }

    #[test]
    fn nothing_is_left_of_those_who_are_gone() {
        let all = SignIns::default();
        let [first, second] = [(); 2].map(|()| all.begin(ANA, None).unwrap());
        drop(first);
        assert_eq!(all.lock().open.len(), 1);
        drop(second);
        assert_eq!(all.lock().open.len(), 0);
    }
}
