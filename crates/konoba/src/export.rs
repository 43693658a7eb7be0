//! `konoba export`: every game of a server as SGF.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use konoba_lab::records::write_record;
use konoba_store::{Kept, Sqlite, Store, StoreError, TableId};
use konoba_table::{Event, Table};

use crate::database;

/// Write every game of a server as an SGF file
///
/// The server may be running meanwhile. A game whose events the rules of this version contradict is
/// written as far as they agree, and named on standard error.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba export --data /srv/konoba games")]
pub(crate) struct Export {
    /// The data folder of the server
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The folder to write to, created if it is not there
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

/// How many tables are listed at a time.
const PAGE: usize = 500;

impl Export {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let file = self.data.join(database::FILE);
        if !file.is_file() {
            bail!("{}: there is no database", file.display());
        }
        let store = Sqlite::open(&file).with_context(|| file.display().to_string())?;
        fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
        let (mut last, mut games) = (None, 0u64);
        loop {
            let page = store.walk(last, PAGE).wait()?;
            let Some(end) = page.last() else { break };
            last = Some(*end);
            for table in page {
                games += u64::from(export(&store, table, &self.out)?);
            }
        }
        println!("{games} games");
        Ok(())
    }
}

/// Writes one game, unless it has not begun.
fn export(store: &Sqlite, table: TableId, out: &Path) -> anyhow::Result<bool> {
    let kept = match store.read(table, 0).wait() {
        Err(error @ StoreError::Newer) => {
            eprintln!("{table}: {error}");
            return Ok(false);
        }
        kept => kept?,
    };
    let Some(Kept { events, unread, .. }) = kept else { return Ok(false) };
    let events: Vec<Event> = events.into_iter().map(|kept| kept.event).collect();
    let Ok(game) = Table::replay(&events) else { return Ok(false) };
    let file = out.join(format!("{table}.sgf"));
    write_record(&file, &game.record())?;
    if game.frozen().is_some() || unread.is_some() {
        eprintln!("{table}: {}", game.words().status());
    }
    Ok(true)
}
