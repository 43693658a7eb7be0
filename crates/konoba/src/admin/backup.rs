//! `konoba admin backup` and `konoba admin restore`.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use konoba_lab::print_line;
use konoba_store::upkeep::{back_up, ensure_backup, restore};

use super::Location;
use super::progress::ProgressLine;
use crate::database::{FILE, Lock};

/// Copy the database to a file, while the server runs
///
/// The copy is whole and of one moment. It appears under its name when it is finished; a file of that name is
/// replaced. A PostgreSQL database is backed up by PostgreSQL's own tools: pg_dump, or pg_basebackup with the
/// log of the database.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba admin backup --data /srv/konoba /backup/konoba.sqlite")]
pub(crate) struct Backup {
    #[command(flatten)]
    location: Location,
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Put a backup in the place of the database
///
/// No server may be running. What was there is kept beside it as konoba.sqlite.replaced,
/// konoba.sqlite.replaced-2 and so on; nothing that is kept so is replaced.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba admin restore --data /srv/konoba /backup/konoba.sqlite")]
pub(crate) struct Restore {
    #[command(flatten)]
    location: Location,
    /// The file that `konoba admin backup` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

const OWN_TOOLS: &str = "a PostgreSQL database is backed up and restored by PostgreSQL's own tools: \
                         pg_dump --format custom, pg_restore (docs/OPERATING.md)";

impl Backup {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.location.log.begin();
        if self.location.is_database() {
            bail!(OWN_TOOLS);
        }
        let (from, mut progress) = (self.location.file()?, ProgressLine::new());
        let to = &self.file;
        back_up(&from, to, &mut |left, of| progress.tell("pages", u64_of(of - left), u64_of(of)))?;
        drop(progress);
        let bytes = std::fs::metadata(to).map_or(0, |file| file.len());
        tracing::info!(from = %from.display(), to = %to.display(), bytes, "the database was backed up");
        Ok(print_line(format_args!("{} bytes in {}", bytes, to.display()))?)
    }
}

impl Restore {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.location.log.begin();
        if self.location.is_database() {
            bail!(OWN_TOOLS);
        }
        let (folder, mut progress) = (self.location.folder()?, ProgressLine::new());
        let from = &self.file;
        // Before the lock, which creates the folder.
        ensure_backup(from)?;
        let _lock = Lock::take(&folder)?;
        let to = folder.join(FILE);
        let replaced = restore(from, &to, &mut |left, of| {
            progress.tell("pages", u64_of(of - left), u64_of(of))
        })?;
        drop(progress);
        tracing::info!(from = %from.display(), to = %to.display(), "the database was restored");
        match replaced {
            Some(kept) => {
                let (to, kept) = (to.display(), kept.display());
                print_line(format_args!("{to} restored; what was there is in {kept}"))?;
            }
            None => print_line(format_args!("{} restored", to.display()))?,
        }
        Ok(())
    }
}

fn u64_of(pages: i32) -> u64 {
    u64::try_from(pages).unwrap_or_default()
}
