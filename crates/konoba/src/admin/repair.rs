//! `konoba admin repair`: tables whose log has a gap go on from their last whole event.

use anyhow::ensure;
use clap::Args;
use konoba_lab::{Report, many, print_note};
use konoba_live::fingerprint_of_game;
use konoba_store::{Cut, Kept, Progress, Standing, Store, StoreError, TableId, event_to_text};
use konoba_table::{Event, Table, Version};

use super::{Location, table_named};
use crate::database::{self, Purpose};

/// Repair tables whose log has a gap, up to their last whole event
///
/// A database that lost events while servers went on writing can hold a table whose event 13 is missing
/// and whose event 14 is there. Such a game can only be read. This removes what follows the gap, so that
/// the game goes on from the last event before it. Without --write it says what it would do and
/// changes nothing. What it removes is written to the log.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Repair {
    #[command(flatten)]
    location: Location,
    /// Change the data, instead of saying what would be changed
    #[arg(long)]
    write: bool,
    /// The tables to repair; all of them unless given
    #[arg(value_name = "TABLE", value_parser = table_named)]
    tables: Vec<TableId>,
}

const EXAMPLES: &str = "\
Examples:
  konoba admin repair --data /srv/konoba
  konoba admin repair --data /srv/konoba --write
  konoba admin repair --database postgres://konoba@db.example.org/konoba --write g7k29fqa0z3mx5tw";

/// How many tables are listed at a time.
const PAGE: usize = 500;

/// What was found and said. Every table is repaired, also where nothing can be printed.
#[derive(Default)]
struct Count {
    tables: u64,
    gaps: u64,
    repaired: u64,
    unreadable: usize,
    report: Report,
}

impl Repair {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let database = self.location.open(Purpose::of_write(self.write))?;
        let (store, mut count) = (database.store.as_ref(), Count::default());
        for table in &self.tables {
            self.look_at(store, *table, &mut count)?;
        }
        let mut last = None;
        while self.tables.is_empty() {
            let page = store.walk(last, PAGE).wait()?;
            let Some(end) = page.last() else { break };
            last = Some(*end);
            for table in page {
                self.look_at(store, table, &mut count)?;
            }
        }
        let Count { tables, gaps, repaired, unreadable, mut report } = count;
        match self.write {
            true => report
                .line(format_args!("{tables} looked at, {gaps} with a gap, {repaired} repaired")),
            false if gaps > 0 => report.line(format_args!(
                "{tables} looked at, {gaps} with a gap; nothing was changed without --write"
            )),
            false => report.line(format_args!("{tables} looked at, none with a gap")),
        }
        ensure!(!self.write || repaired == gaps, "not every table could be repaired");
        ensure!(unreadable == 0, "{} could not be read; named above", many(unreadable, "table"));
        Ok(report.end()?)
    }

    fn look_at(&self, store: &dyn Store, table: TableId, count: &mut Count) -> anyhow::Result<()> {
        let kept = match store.read(table, 0).wait() {
            Err(error) => match database::why_unreadable(error) {
                Some(why) => {
                    print_note(&format!("{table}: {why}"));
                    count.unreadable += 1;
                    return Ok(());
                }
                None => return Err(error.into()),
            },
            Ok(kept) => kept,
        };
        count.tables += 1;
        ensure!(kept.is_some() || self.tables.is_empty(), "{table}: there is no such table");
        let Some((kept, cut)) = kept.and_then(|kept| cut(&kept).map(|cut| (kept, cut))) else {
            return Ok(());
        };
        count.gaps += 1;
        count.report.line(format_args!("{table}: {}", said(&kept, &cut, self.write)));
        if !self.write {
            return Ok(());
        }
        let after = cut.after;
        match store.cut(cut).wait() {
            Ok(()) => {
                count.repaired += 1;
                note(&kept, after);
            }
            Err(StoreError::Conflict) => {
                print_note(&format!(
                    "{table}: it has changed meanwhile and was left as it is; run this again"
                ));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

/// What has to be taken away so that the log of a table is whole; none where it is.
fn cut(kept: &Kept) -> Option<Cut> {
    // What a later program wrote is not for this one to judge.
    if kept.unread.is_some() {
        return None;
    }
    let is_next = |(index, version): &(u64, Version)| *version == index + 1;
    let versions = kept.events.iter().map(|kept| kept.event.version);
    let after = (0..).zip(versions).take_while(is_next).count() as Version;
    let last = kept.events.last().map_or(0, |kept| kept.event.version);
    if after == last && after == kept.entry.version {
        return None;
    }
    let whole: Vec<Event> = kept.events.iter().map(|kept| kept.event.clone()).collect();
    let table = Table::replay(&whole[..after as usize]).ok();
    let is_rematched = table.as_ref().is_some_and(|table| table.next().is_some());
    Some(Cut {
        table: kept.entry.id,
        version: kept.entry.version,
        last,
        after,
        standing: match &table {
            // Nothing is left of the game, not even who plays.
            None => Standing::Withdrawn,
            Some(table) if table.seat_to_move().is_some() => Standing::Playing,
            Some(_) => Standing::Over,
        },
        progress: Progress::of_opening(&whole[..after as usize]),
        position: table.as_ref().and_then(|table| fingerprint_of_game(&kept.entry, table)),
        deadline: table.as_ref().and_then(Table::stored_due),
        next: kept.entry.next.filter(|_| is_rematched),
    })
}

/// What is done, or would be.
fn said(kept: &Kept, cut: &Cut, is_done: bool) -> String {
    let Cut { after, last, .. } = *cut;
    let versions = kept.events.iter().map(|kept| kept.event.version);
    let first = versions.filter(|version| *version > after).min();
    let whole = match after {
        0 => "no event is whole".to_owned(),
        1 => "event 1 is whole".to_owned(),
        _ => format!("events 1 to {after} are whole"),
    };
    let removes = match (first, is_done) {
        (None, _) => "nothing follows".to_owned(),
        (Some(first), true) => format!("removing {first} to {last}"),
        (Some(first), false) => format!("would remove {first} to {last}"),
    };
    let wrong = match kept.entry.version {
        noted if first.is_none() && noted < after => format!("but the table counts {noted}"),
        _ => format!("{} is missing", after + 1),
    };
    let then = match cut.standing {
        Standing::Withdrawn => "the table is closed",
        Standing::Over => "the game is over there",
        Standing::Waiting | Standing::Playing => "the game goes on from there",
    };
    format!("{whole}, {wrong}; {removes}, and {then}")
}

/// Notes what was taken away.
fn note(kept: &Kept, after: Version) {
    let (table, spec) = (kept.entry.id, kept.entry.offer.setup.spec);
    for removed in kept.events.iter().filter(|kept| kept.event.version > after) {
        let (version, at) = (removed.event.version, removed.event.at.as_millis());
        let fact = event_to_text(&removed.event, spec);
        tracing::info!(%table, version, at, fact, "an event after a gap was removed");
    }
    tracing::info!(%table, version = after, "the table was repaired");
}
