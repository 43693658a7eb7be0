//! `konoba admin table close`: an operator ends a game.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use konoba_lab::print_line;
use konoba_rules::record::Outcome;
use konoba_store::{Append, Kept, Standing, TableId};
use konoba_table::{Event, Fact, Moment, Seat};

use super::{Location, ending, table_named};
use crate::database::Purpose;

/// Look after one table
#[derive(Args, Debug)]
pub(crate) struct OfTable {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    Close(Close),
}

/// End a game without a winner, or take an offer back
///
/// The game stays readable, with the result Void. Servers on the same database tell those who are there.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba admin table close --data /srv/konoba g7k29fqa0z3mx5tw")]
pub(crate) struct Close {
    #[command(flatten)]
    location: Location,
    /// The table
    #[arg(value_name = "TABLE", value_parser = table_named)]
    table: TableId,
}

impl OfTable {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let Subcommands::Close(close) = self.command;
        close.run()
    }
}

impl Close {
    fn run(self) -> anyhow::Result<()> {
        let (database, table) = (self.location.open(Purpose::Change)?, self.table);
        let kept = database.store.read(table, 0).wait()?;
        let kept = kept.with_context(|| format!("{table}: there is no such table"))?;
        let news = match kept.entry.standing {
            Standing::Waiting => ending::withdrawn(&kept),
            Standing::Playing => closed(&kept, database.clock.now())?,
            Standing::Over | Standing::Withdrawn => {
                bail!("{table}: it is over; nothing was changed")
            }
        };
        database.store.append(news).wait()?;
        tracing::info!(%table, "a table was closed");
        Ok(print_line(format_args!("{table} closed"))?)
    }
}

fn closed(kept: &Kept, now: Moment) -> anyhow::Result<Append> {
    let table = ending::table_of(kept);
    let table = table.context("its events cannot be replayed; see `konoba admin check`")?;
    // Another node's clock may have been ahead of this one.
    let at = now.max(table.latest());
    let left = Seat::BOTH.map(|seat| table.left(seat, at).unwrap_or_default());
    let result = Outcome::Other("Void".to_owned());
    let event = Event { version: table.version() + 1, at, fact: Fact::Closed { result, left } };
    Ok(ending::over(kept, table, vec![event]))
}
