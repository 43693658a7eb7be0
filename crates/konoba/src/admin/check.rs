//! `konoba admin check`: every event of every table, judged again.

use std::fmt;

use anyhow::ensure;
use clap::Args;
use konoba_lab::{Report, many};
use konoba_store::upkeep::{orphans, stats};
use konoba_store::{Kept, Standing, Store, TableId};
use konoba_table::{Event, Table, Version};

use super::Location;
use super::progress::ProgressLine;
use crate::database::{self, Purpose};

/// Check everything that is kept: every event of every table is judged again by the rules
///
/// It finds gaps in the log of a table, events that the rules of today do not bear out, tables that are not what
/// their events make of them, rows that refer to what is not there, and damage to the file. Each finding is a
/// line on standard output. The exit status is 0 if there is none. Nothing is changed.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba admin check --data /srv/konoba")]
pub(crate) struct Check {
    #[command(flatten)]
    location: Location,
}

/// How many tables are listed at a time.
const PAGE: usize = 500;

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let mut found = Findings { report: Report::new(), tables: 0, events: 0, findings: 0 };
        // Damage is a finding, also where nothing else can be looked at because of it.
        if let Err(error) = self.look_at_all(&mut found) {
            if !database::is_damage(&error) {
                return Err(error);
            }
            found.tell("the rest cannot be checked", database::said(&error));
        }
        let Findings { mut report, tables, events, findings } = found;
        tracing::info!(tables, events, findings, "everything was checked");
        let counted = [(tables, "table"), (events, "event"), (findings, "finding")];
        report.line(counted.map(|(count, name)| many(count, name)).join(", "));
        ensure!(findings == 0, "something is wrong; nothing was changed");
        Ok(report.end()?)
    }

    fn look_at_all(&self, found: &mut Findings) -> anyhow::Result<()> {
        let database = match self.location.open(Purpose::Look) {
            Err(error) if !database::is_damage(&error) => return Err(error),
            opened => opened,
        };
        let upkeep = self.location.upkeep()?;
        for orphans in orphans(&upkeep)? {
            found.tell(orphans.what, orphans.examples.join(", "));
        }
        let database = database?;
        // It is for the progress line alone.
        let of = stats(&upkeep).map_or(0, |stats| stats.standings.values().sum::<i64>());
        let (mut last, mut progress) = (None, ProgressLine::new());
        loop {
            let page = database.store.walk(last, PAGE).wait()?;
            let Some(end) = page.last() else { return Ok(()) };
            last = Some(*end);
            for table in page {
                found.tables += 1;
                progress.tell("tables", found.tables as u64, of.cast_unsigned());
                match look_at(database.store.as_ref(), table)? {
                    TableCheck::Sound(count) => found.events += count,
                    TableCheck::Wrong(wrong) => found.tell(table, wrong),
                }
            }
        }
    }
}

/// What was looked at, and how much is wrong with it. This decides the exit status, also where nothing can be printed.
struct Findings {
    report: Report,
    tables: usize,
    events: usize,
    findings: usize,
}

impl Findings {
    fn tell(&mut self, of: impl fmt::Display, wrong: impl fmt::Display) {
        self.findings += 1;
        self.report.line(format_args!("{of}: {wrong}"));
    }
}

/// What was found of a table.
enum TableCheck {
    /// It is as it should be, and has so many events.
    Sound(usize),
    /// What is wrong with it.
    Wrong(String),
}

fn look_at(store: &dyn Store, table: TableId) -> anyhow::Result<TableCheck> {
    match store.read(table, 0).wait() {
        Err(error) => match database::why_unreadable(error) {
            Some(why) => Ok(TableCheck::Wrong(why.to_owned())),
            None => Err(error.into()),
        },
        Ok(None) => Ok(TableCheck::Wrong("it has gone meanwhile".to_owned())),
        Ok(Some(kept)) => Ok(judged(&kept).map_or_else(TableCheck::Wrong, TableCheck::Sound)),
    }
}

/// The number of events of a table that is as it should be, or what is wrong with it.
fn judged(kept: &Kept) -> Result<usize, String> {
    let Kept { entry, events, unread } = kept;
    if let Some(version) = unread {
        return Err(format!("event {version} cannot be read: a newer program wrote it"));
    }
    let versions = events.iter().map(|kept| kept.event.version);
    if let Some((expected, _)) = (1..).zip(versions).find(|(expected, version)| expected != version)
    {
        return Err(format!(
            "event {expected} is missing; `konoba admin repair` removes what follows"
        ));
    }
    let count = events.len();
    if entry.version != count as Version {
        return Err(format!(
            "it is at version {}, and has {}",
            entry.version,
            many(count, "event")
        ));
    }
    if count == 0 {
        let is_offer = matches!(entry.standing, Standing::Waiting | Standing::Withdrawn);
        return if is_offer { Ok(0) } else { Err("it has no events".to_owned()) };
    }
    let events: Vec<Event> = events.iter().map(|kept| kept.event.clone()).collect();
    let table =
        Table::replay(&events).map_err(|_| "its first event does not open it".to_owned())?;
    if let Some(frozen) = table.frozen() {
        return Err(format!("the rules do not bear its events out: {frozen:?}"));
    }
    let standing = match table.seat_to_move() {
        Some(_) => Standing::Playing,
        None => Standing::Over,
    };
    if entry.standing != standing {
        return Err(format!("it is kept as {:?}, and its events say {standing:?}", entry.standing));
    }
    Ok(count)
}
