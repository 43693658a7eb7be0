//! `konoba admin guest`: what an operator does about one person.

mod delete;

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use konoba_files::replace_private;
use konoba_lab::{many, number, print_line};
use konoba_live::{name_of_bot, name_of_person};
use konoba_store::upkeep::{KnownGuest, Upkeep, ban, guests};
use konoba_store::{GuestId, Listing, Store, event_to_text};
use konoba_table::{Event, Moment, Name, Seat, Table};
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::Location;
use crate::database::{Purpose, create_private};

/// Look after one guest
#[derive(Args, Debug)]
pub(crate) struct OfGuest {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    Find(Find),
    Rename(Rename),
    Ban(Ban),
    Delete(delete::Delete),
    Export(Export),
}

/// Find guests by the beginning of their name, the newest first
#[derive(Args, Debug)]
struct Find {
    #[command(flatten)]
    location: Location,
    /// The name, or how it begins
    #[arg(value_name = "NAME")]
    name: String,
}

/// Give a guest another name
///
/// Games that the guest has sat down at keep the name of then.
#[derive(Args, Debug)]
struct Rename {
    #[command(flatten)]
    location: Location,
    /// The guest's number, as `konoba admin guest find` says it
    #[arg(value_name = "GUEST", value_parser = number::<i64, 1, { u64::MAX }>)]
    guest: i64,
    /// The new name
    #[arg(value_name = "NAME", value_parser = name)]
    name: Name,
}

/// Take a guest's keys away
///
/// Neither the cookie nor the codes of seats open anything from then on, and servers that run let the guest's open
/// connections do nothing more. A person without an account can come back as another guest.
#[derive(Args, Debug)]
struct Ban {
    #[command(flatten)]
    location: Location,
    /// The guest's number, as `konoba admin guest find` says it
    #[arg(value_name = "GUEST", value_parser = number::<i64, 1, { u64::MAX }>)]
    guest: i64,
}

/// Write everything that is kept about a guest: guest.json, and each game as SGF
#[derive(Args, Debug)]
struct Export {
    #[command(flatten)]
    location: Location,
    /// The guest's number, as `konoba admin guest find` says it
    #[arg(value_name = "GUEST", value_parser = number::<i64, 1, { u64::MAX }>)]
    guest: i64,
    /// The folder to write to, created if it is not there
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

/// A name that a person could choose, or one that says that a program plays.
fn name(text: &str) -> Result<Name, String> {
    let of_bot = name_of_bot(text).ok().filter(|name| name.as_str() == text);
    of_bot.map_or_else(|| name_of_person(text), Ok).map_err(|error| error.to_string())
}

/// How many guests are listed.
const LIMIT: usize = 50;

impl OfGuest {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Subcommands::Find(find) => find.run(),
            Subcommands::Rename(rename) => rename.run(),
            Subcommands::Ban(ban) => ban.run(),
            Subcommands::Delete(delete) => delete.run(),
            Subcommands::Export(export) => export.run(),
        }
    }
}

impl Find {
    fn run(self) -> anyhow::Result<()> {
        self.location.log.begin();
        let found = guests(&self.location.upkeep()?, &self.name, LIMIT)?;
        // The name is not logged: it may be gone from the database one day.
        tracing::info!(found = found.len(), "guests were looked for");
        for KnownGuest { id, name, since, seats } in found {
            let seats = if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") };
            let day = day_of(since);
            print_line(format_args!("{} since {day} with {seats}: {name}", id.0))?;
        }
        Ok(())
    }
}

/// The day of a moment, in UTC.
fn day_of(moment: Moment) -> String {
    let seconds = i64::try_from(moment.as_millis() / 1000).unwrap_or_default();
    let moment = OffsetDateTime::from_unix_timestamp(seconds);
    moment.map_or_else(|_| "an unknown day".to_owned(), |moment| moment.date().to_string())
}

impl Rename {
    fn run(self) -> anyhow::Result<()> {
        let (database, upkeep) = self.location.open_with_upkeep(Purpose::Change)?;
        row_of(&upkeep, self.guest)?;
        database.store.rename(GuestId(self.guest), self.name).wait()?;
        tracing::info!(guest = self.guest, "a guest was renamed");
        Ok(print_line(format_args!("guest {} renamed", self.guest))?)
    }
}

impl Ban {
    fn run(self) -> anyhow::Result<()> {
        let (_database, upkeep) = self.location.open_with_upkeep(Purpose::Change)?;
        ensure!(ban(&upkeep, GuestId(self.guest))?, "there is no guest {}", self.guest);
        tracing::info!(guest = self.guest, "a guest was banned");
        Ok(print_line(format_args!("guest {} banned", self.guest))?)
    }
}

impl Export {
    fn run(self) -> anyhow::Result<()> {
        let (database, upkeep) = self.location.open_with_upkeep(Purpose::Look)?;
        let (mut guest, store) = (row_of(&upkeep, self.guest)?, database.store.as_ref());
        // What is kept about a person is for the operator alone to hand on.
        create_private(&self.out).with_context(|| self.out.display().to_string())?;
        let entries = store.list(Listing::Of(GuestId(self.guest)), usize::MAX >> 1).wait()?;
        let mut tables = Vec::new();
        for entry in entries {
            tables.push(table_of(store, entry.id, self.guest, &self.out)?);
        }
        let count = tables.len();
        guest["tables"] = tables.into();
        let alerts = store.alerts(GuestId(self.guest)).wait()?;
        guest["has_feed"] = alerts.as_ref().is_some_and(|alerts| alerts.feed.is_some()).into();
        guest["webhook"] = alerts.and_then(|alerts| alerts.webhook).into();
        let file = self.out.join("guest.json");
        let text = serde_json::to_string_pretty(&guest)? + "\n";
        replace_private(&file, &text).with_context(|| file.display().to_string())?;
        tracing::info!(
            guest = self.guest,
            tables = count,
            "what is kept about a guest was exported"
        );
        Ok(print_line(format_args!("{} in {}", many(count, "table"), self.out.display()))?)
    }
}

fn row_of(upkeep: &Upkeep, guest: i64) -> anyhow::Result<Value> {
    let rows = upkeep.query("select name, since from guests where id = $1", &[guest.into()])?;
    let row = rows.first().with_context(|| format!("there is no guest {guest}"))?;
    Ok(json!({ "guest": guest, "name": row[0].text(), "since": row[1].integer() }))
}

/// Everything about a table at which a guest sits; the game goes to a file of its own.
fn table_of(
    store: &dyn Store,
    table: konoba_store::TableId,
    guest: i64,
    out: &Path,
) -> anyhow::Result<Value> {
    let kept = store.read(table, 0).wait()?.with_context(|| format!("{table} has gone"))?;
    let spec = kept.entry.offer.setup.spec;
    let own = |seat: &&Seat| {
        let holder = kept.entry.seats[seat.index()].as_ref();
        holder.is_some_and(|holder| holder.guest == GuestId(guest))
    };
    let seats: Vec<_> = Seat::BOTH.iter().filter(own).map(|seat| seat.index() + 1).collect();
    let events: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    if let Ok(game) = Table::replay(&events) {
        let file = out.join(format!("{table}.sgf"));
        let written = replace_private(&file, &game.record().to_sgf());
        written.with_context(|| file.display().to_string())?;
    }
    let written = kept.events.iter().map(|kept| {
        let fact: Value = serde_json::from_str(&event_to_text(&kept.event, spec))?;
        let id = kept.origin.as_ref().map(|origin| origin.id.as_str());
        let (version, at) = (kept.event.version, kept.event.at.as_millis());
        Ok(json!({ "version": version, "at": at, "fact": fact, "command": id }))
    });
    Ok(json!({
        "table": table.to_string(),
        "seats": seats,
        "since": kept.entry.since.as_millis(),
        "setup": kept.entry.offer.setup.to_string(),
        "events": written.collect::<serde_json::Result<Vec<_>>>()?,
    }))
}
