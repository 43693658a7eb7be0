//! How many games that are not over a guest may have. They are counted and begun in one go, so that
//! nobody gets around the limit by asking for many at once.

use konoba_store::{GuestId, TableId};
use konoba_table::{Action, Seat, Wish};
use tokio::sync::{Mutex, MutexGuard, oneshot};

use super::House;
use crate::HouseError;
use crate::keeper::Credentials;

/// Guests wait for one another only where their numbers are alike.
const LANES: usize = 64;

/// What a guest holds who begins a game.
pub(super) struct Lanes([Mutex<()>; LANES]);

impl Default for Lanes {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

/// Held while a game is begun.
pub(super) type Turn<'a> = Vec<MutexGuard<'a, ()>>;

/// Whether an order may begin another game.
pub(super) const fn begins_rematch(action: Action) -> bool {
    matches!(action, Action::Ask(Wish::Rematch) | Action::Accept(Wish::Rematch))
}

impl House {
    /// Goes on also if the caller stops waiting for it: what was counted must not be given back before
    /// what was begun is kept.
    pub(super) async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, HouseError>> + Send + 'static,
    ) -> Result<T, HouseError> {
        let (done, result) = oneshot::channel();
        // A caller that has left does not learn what came of it.
        self.host().spawn(async move { drop(done.send(work.await)) });
        result.await.unwrap_or(Err(HouseError::Closing))
    }

    /// Lets guests begin games one after another.
    async fn turn_of(&self, guests: &[GuestId]) -> Turn<'_> {
        let lane = |guest: &GuestId| usize::try_from(guest.0.rem_euclid(LANES as i64));
        let mut lanes: Vec<usize> = guests.iter().filter_map(|guest| lane(guest).ok()).collect();
        // In one order, so that no two wait for each other.
        lanes.sort_unstable();
        lanes.dedup();
        let mut turn = Vec::new();
        for lane in lanes {
            turn.push(self.0.lanes.0[lane].lock().await);
        }
        turn
    }

    /// Lets a guest begin a game who does not have too many. Another can be begun when the turn is over.
    pub(super) async fn begin_game(&self, guest: GuestId) -> Result<Turn<'_>, HouseError> {
        let turn = self.turn_of(&[guest]).await;
        let max = self.config().max_tables_of_guest;
        match self.store().count_unfinished(guest).await? {
            count if count >= max => Err(HouseError::TooManyTables(max)),
            _ => Ok(turn),
        }
    }

    /// The same for those who play again, which begins a game for both.
    pub(super) async fn begin_rematch(
        &self,
        table: TableId,
        who: &Credentials,
    ) -> Result<Turn<'_>, HouseError> {
        let entry = self.look(table).await?.entry;
        // What has been agreed is only told again.
        if entry.next.is_some() || who.seats_at(&entry).is_empty() {
            return Ok(Vec::new());
        }
        let own = who.seats_at(&entry);
        let holders = Seat::BOTH.into_iter();
        let holders = holders.filter_map(|seat| {
            let holder = entry.seats[seat.index()].as_ref()?;
            Some((holder.guest, own.contains(seat)))
        });
        let holders: Vec<(GuestId, bool)> = holders.collect();
        let guests: Vec<GuestId> = holders.iter().map(|(guest, _)| *guest).collect();
        let turn = self.turn_of(&guests).await;
        let max = self.config().max_tables_of_guest;
        for (guest, is_own) in holders {
            if self.store().count_unfinished(guest).await? >= max {
                return Err(match is_own {
                    true => HouseError::TooManyTables(max),
                    false => HouseError::OpponentHasTooManyTables(max),
                });
            }
        }
        Ok(turn)
    }
}
