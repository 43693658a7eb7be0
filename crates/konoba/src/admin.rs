//! `konoba admin`: an operator's commands. Each works on a folder or on a database.

mod backup;
mod check;
mod close;
mod copy;
mod ending;
mod guest;
mod progress;
mod prune;
mod repair;
mod stats;

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use konoba_store::TableId;
use konoba_store::upkeep::Upkeep;

use crate::database::{DATABASE, Database, Purpose, check_address, file_in, own_folder};
use crate::service::LogForm;

/// Look after what a server keeps
#[derive(Args, Debug)]
pub(crate) struct Admin {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    Backup(backup::Backup),
    Restore(backup::Restore),
    Check(check::Check),
    #[command(visible_alias = "move")]
    Copy(copy::Copy),
    Repair(repair::Repair),
    Prune(prune::Prune),
    Guest(guest::OfGuest),
    Table(close::OfTable),
    Stats(stats::Counting),
}

impl Admin {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Subcommands::Backup(backup) => backup.run(),
            Subcommands::Restore(restore) => restore.run(),
            Subcommands::Check(check) => check.run(),
            Subcommands::Copy(copy) => copy.run(),
            Subcommands::Repair(repair) => repair.run(),
            Subcommands::Prune(prune) => prune.run(),
            Subcommands::Guest(guest) => guest.run(),
            Subcommands::Table(table) => table.run(),
            Subcommands::Stats(stats) => stats.run(),
        }
    }
}

/// Where the data is that a command works on.
#[derive(Args, Debug)]
struct Location {
    /// The folder in which a server keeps everything; a folder of the platform unless given. No server
    /// may be running on it, unless the command says so
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The PostgreSQL database that servers share. They may be running; only its own tools back it up and restore it
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    #[arg(env = DATABASE, hide_env_values = true)]
    database: Option<String>,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
}

impl Location {
    /// Opens what is there, for this command alone where it is a folder; nothing is created.
    fn open(&self, purpose: Purpose) -> anyhow::Result<Database> {
        self.log.begin();
        if purpose != Purpose::Change {
            purpose.ensure_unchanged(&self.upkeep()?)?;
        }
        match self.url() {
            Some(url) => Database::in_database(url),
            None => {
                self.file()?;
                Database::in_folder(&self.folder()?)
            }
        }
    }

    /// The same, with its rows as they are.
    fn open_with_upkeep(&self, purpose: Purpose) -> anyhow::Result<(Database, Upkeep)> {
        let database = self.open(purpose)?;
        Ok((database, self.upkeep()?))
    }

    /// The rows as they are, also while a server runs.
    fn upkeep(&self) -> anyhow::Result<Upkeep> {
        let upkeep = match self.url() {
            Some(url) => {
                check_address(url)?;
                Upkeep::postgres(url).context("the database")?
            }
            None => Upkeep::sqlite(&self.file()?)?,
        };
        upkeep.ensure_of_konoba()?;
        Ok(upkeep)
    }

    /// The file in the folder, which is there.
    fn file(&self) -> anyhow::Result<PathBuf> {
        file_in(&self.folder()?)
    }

    fn folder(&self) -> anyhow::Result<PathBuf> {
        let folder = self.data.clone().or_else(own_folder);
        folder.context("say where the data is: --data or --database")
    }

    fn is_database(&self) -> bool {
        self.url().is_some()
    }

    fn url(&self) -> Option<&String> {
        self.database.as_ref().filter(|_| self.data.is_none())
    }
}

fn table_named(text: &str) -> Result<TableId, &'static str> {
    text.parse().map_err(|_| "that is not the name of a table")
}
