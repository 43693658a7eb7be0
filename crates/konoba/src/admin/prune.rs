//! `konoba admin prune`: removes old offers, abandoned games and guests without seats.

use clap::Args;
use konoba_lab::{Report, many, number};
use konoba_store::upkeep::{Ages, Pruned, prune};
use konoba_table::Moment;

use super::Location;
use crate::database::Purpose;

/// Remove offers that no player accepted, games that were left, and guests who hold no seat
///
/// Finished games are never removed. Without --write it says what it would do and changes nothing. What is
/// removed goes in one transaction.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Prune {
    #[command(flatten)]
    location: Location,
    /// Offers that no player accepted within so many days
    #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = number::<u32, 0, LONGEST>)]
    offers: u32,
    /// Games that go on, in which nothing has happened for so many days
    #[arg(long, value_name = "DAYS", default_value_t = 365, value_parser = number::<u32, 0, LONGEST>)]
    games: u32,
    /// Guests who hold no seat and came more than so many days ago
    #[arg(long, value_name = "DAYS", default_value_t = 90, value_parser = number::<u32, 0, LONGEST>)]
    guests: u32,
    /// Change the data, instead of saying what would be changed
    #[arg(long)]
    write: bool,
}

const EXAMPLES: &str = "\
Examples:
  konoba admin prune --data /srv/konoba
  konoba admin prune --data /srv/konoba --offers 7 --games 180 --guests 30 --write";

/// More than any database has seen.
const LONGEST: u64 = 1_000_000;

const DAY: u64 = 24 * 60 * 60 * 1000;

impl Prune {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (database, upkeep) = self.location.open_with_upkeep(Purpose::of_write(self.write))?;
        let now = database.clock.now().as_millis();
        let before = |days: u32| Moment::from_millis(now.saturating_sub(u64::from(days) * DAY));
        let ages = Ages {
            offers: before(self.offers),
            games: before(self.games),
            guests: before(self.guests),
        };
        let Pruned { offers, games, guests } = prune(&upkeep, ages, self.write)?;
        // What was removed is logged, also where nothing can be printed.
        let mut report = Report::new();
        for (what, tables) in [("offer", &offers), ("game", &games)] {
            for table in tables {
                report.line(format_args!("{what} {table}"));
                if self.write {
                    tracing::info!(%table, what, "a table was removed");
                }
            }
        }
        for guest in &guests {
            report.line(format_args!("guest {guest}"));
            if self.write {
                tracing::info!(guest, "a guest was removed");
            }
        }
        let (offers, games) = (many(offers.len(), "offer"), many(games.len(), "game"));
        let guests = many(guests.len(), "guest");
        match self.write {
            true => report.line(format_args!("{offers}, {games} and {guests} removed")),
            false => report.line(format_args!(
                "{offers}, {games} and {guests}; nothing was changed without --write"
            )),
        }
        Ok(report.end()?)
    }
}
