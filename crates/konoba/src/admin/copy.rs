//! `konoba admin copy`: from a folder to a PostgreSQL database, and back.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use konoba_lab::print_line;
use konoba_store::upkeep::{Copying, Upkeep, copy};

use super::progress::ProgressLine;
use crate::database::{FILE, Lock, Purpose, connect_to, file_in, open_file};
use crate::service::LogForm;

/// Copy everything from a folder to a PostgreSQL database, or back
///
/// Neither may be in use by a server. The target is empty, or what an interrupted copy left: then it goes on from
/// there. Every row is compared when all have arrived; until then no server starts on the target. The source is
/// not changed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Copy {
    /// The source: a folder, or the address of a PostgreSQL database
    #[arg(long, value_name = "PLACE")]
    from: End,
    /// The target: a folder, or the address of a PostgreSQL database
    #[arg(long, value_name = "PLACE")]
    to: End,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
}

const EXAMPLES: &str = "\
Examples:
  konoba admin copy --from /srv/konoba --to postgres://konoba@db.example.org/konoba
  konoba admin copy --from postgres://konoba@db.example.org/konoba --to /srv/konoba";

/// A source or a target.
#[derive(Clone)]
enum End {
    Folder(PathBuf),
    Database(String),
}

/// An address may hold a password, which must not appear in a message.
impl std::fmt::Debug for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::Database(_) => f.write_str("the database"),
        }
    }
}

impl std::str::FromStr for End {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        match (is_url, text.contains("://")) {
            (true, _) => Ok(Self::Database(text.to_owned())),
            (false, true) => Err("give a folder, or an address like postgres://user@host/name"),
            (false, false) => Ok(Self::Folder(text.into())),
        }
    }
}

impl Copy {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.log.begin();
        // What is wrong with the source is said before anything is created at the target.
        if let End::Folder(folder) = &self.from {
            file_in(folder)?;
        }
        if let (End::Folder(from), End::Folder(to)) = (&self.from, &self.to)
            && fs::canonicalize(from)? == fs::canonicalize(to).unwrap_or_default()
        {
            bail!("{}: the source and the target are the same folder", to.display());
        }
        let _from_lock = self.from.lock()?;
        let said = |end: &End| format!("{end:?}");
        let from = self.from.open(Purpose::Look).with_context(|| said(&self.from))?;
        from.ensure_no_server()?;
        let _to_lock = self.to.lock()?;
        let to = self.to.open(Purpose::Change).with_context(|| said(&self.to))?;
        let mut progress = ProgressLine::new();
        let copied = copy(&from, &to, &mut |Copying { table, is_comparing, done, rows }| {
            let doing = if is_comparing { "comparing" } else { "copying" };
            progress.tell(&format!("{doing} {table}"), done, rows);
        });
        drop(progress);
        let rows = copied.with_context(|| format!("to {:?}", self.to))?;
        tracing::info!(from = ?self.from, to = ?self.to, rows, "everything was copied and compared");
        Ok(print_line(format_args!("{rows} rows copied and compared"))?)
    }
}

impl End {
    fn lock(&self) -> anyhow::Result<Option<Lock>> {
        match self {
            Self::Folder(folder) => Lock::take(folder).map(Some),
            Self::Database(_) => Ok(None),
        }
    }

    /// Opens it, with the tables of this program. What an interrupted copy left is no database that a store
    /// would open, and is taken as it is. What is only looked at must have these tables already.
    fn open(&self, purpose: Purpose) -> anyhow::Result<Upkeep> {
        let upkeep = || match self {
            Self::Folder(folder) => Upkeep::sqlite(&folder.join(FILE)),
            Self::Database(url) => Upkeep::postgres(url),
        };
        let is_there = match self {
            Self::Folder(folder) => folder.join(FILE).is_file(),
            Self::Database(_) => true,
        };
        let opened = if is_there { Some(upkeep()?) } else { None };
        // It has no list of migrations before a store has opened it once.
        let is_unfinished = |opened: &Upkeep| opened.is_unfinished_copy().unwrap_or_default();
        if !opened.as_ref().is_some_and(is_unfinished) {
            if let Some(opened) = &opened {
                purpose.ensure_unchanged(opened)?;
            }
            match self {
                Self::Folder(folder) => drop(open_file(&folder.join(FILE))?),
                Self::Database(url) => drop(connect_to(url)?),
            }
        }
        Ok(opened.map_or_else(upkeep, Ok)?)
    }
}
