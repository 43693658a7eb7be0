//! `konoba admin guest delete`: what is known of a person goes, and the games of others stay.

use std::io;

use anyhow::{Context, bail};
use clap::Args;
use konoba_lab::{number, print_line};
use konoba_store::upkeep::UpkeepError;
use konoba_store::{
    Append, Digest, GuestId, Listing, Secrets, Standing, Store, StoreError, TableId,
};
use konoba_table::{Action, Moment, Seat};

use super::super::{Location, ending};
use super::row_of;
use crate::database::Purpose;

/// Delete a guest: the name and all secrets go, the games stay as those of "Guest"
///
/// Games that go on are resigned and offers taken back. At all seats of the guest the name becomes "Guest"; opponents
/// keep their games and their own names. Feed, webhook and devices go too. All of it happens at once or not at all. Backups
/// from before still hold the name. Without --write it says what it would do and changes nothing.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Delete {
    #[command(flatten)]
    location: Location,
    /// Change the data, instead of saying what would be changed
    #[arg(long)]
    write: bool,
    /// The guest's number, as `konoba admin guest find` says it
    #[arg(value_name = "GUEST", value_parser = number::<i64, 1, { u64::MAX }>)]
    guest: i64,
}

const EXAMPLES: &str = "\
Examples:
  konoba admin guest delete --data /srv/konoba 17
  konoba admin guest delete --data /srv/konoba 17 --write";

/// How often it begins again where a running server has changed a table of the guest meanwhile.
const ATTEMPTS: usize = 10;

/// What becomes of the tables of a guest.
#[derive(Default)]
struct Leaving {
    games: Vec<TableId>,
    offers: Vec<TableId>,
    /// Those that the rules or this program cannot read, which stay as they are but for the name.
    left: Vec<TableId>,
    news: Vec<Append>,
}

impl Delete {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let (database, upkeep) = self.location.open_with_upkeep(Purpose::of_write(self.write))?;
        let guest = GuestId(self.guest);
        row_of(&upkeep, self.guest)?;
        let mut leaving = Leaving::of(guest, database.store.as_ref(), database.clock.now())?;
        for _ in 0..ATTEMPTS {
            if !self.write {
                leaving.tell()?;
                let guest = self.guest;
                return Ok(print_line(format_args!(
                    "guest {guest} would be deleted; nothing was changed without --write"
                ))?);
            }
            let news = std::mem::take(&mut leaving.news);
            match upkeep.forget_guest(secrets_of(guest)?, news) {
                Ok(()) => {
                    let (games, offers) = (leaving.games.len(), leaving.offers.len());
                    tracing::info!(guest = self.guest, games, offers, "a guest was deleted");
                    leaving.tell()?;
                    return Ok(print_line(format_args!("guest {} deleted", self.guest))?);
                }
                Err(UpkeepError::Store(StoreError::Conflict | StoreError::Lost)) => {
                    leaving = Leaving::of(guest, database.store.as_ref(), database.clock.now())?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        bail!(
            "the guest's games are being played; nothing was changed. Ban the guest and run this again"
        )
    }
}

impl Leaving {
    fn of(guest: GuestId, store: &dyn Store, now: Moment) -> anyhow::Result<Self> {
        let mut leaving = Self::default();
        for entry in store.list(Listing::UnfinishedOf(guest), usize::MAX >> 1).wait()? {
            let table = entry.id;
            let kept = store.read(table, 0).wait()?.with_context(|| format!("{table} has gone"))?;
            if kept.entry.standing == Standing::Waiting {
                leaving.offers.push(table);
                leaving.news.push(ending::withdrawn(&kept));
                continue;
            }
            let is_own = |seat: &Seat| {
                let holder = kept.entry.seats[seat.index()].as_ref();
                holder.is_some_and(|holder| holder.guest == guest)
            };
            let seat = Seat::BOTH.into_iter().find(is_own);
            let resigned = seat.zip(ending::table_of(&kept)).and_then(|(seat, game)| {
                Some((game.decide(seat, Action::Resign, now).ok()?, game))
            });
            match resigned {
                Some((events, game)) => {
                    leaving.games.push(table);
                    leaving.news.push(ending::over(&kept, game, events));
                }
                None => leaving.left.push(table),
            }
        }
        Ok(leaving)
    }

    /// A line for each table.
    fn tell(&self) -> io::Result<()> {
        for (what, tables) in
            [("resign", &self.games), ("withdraw", &self.offers), ("leave", &self.left)]
        {
            for table in tables {
                print_line(format_args!("{what} {table}"))?;
            }
        }
        Ok(())
    }
}

/// Secrets that were shown nowhere.
fn secrets_of(guest: GuestId) -> anyhow::Result<Secrets> {
    let random = || {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).context("the system has no randomness")?;
        anyhow::Ok(Digest::from_bytes(bytes))
    };
    Ok(Secrets { guest, token: random()?, code: Some(random()?), device: None })
}
