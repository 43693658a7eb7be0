//! `konoba admin`: an operator's commands. Each works on a folder or on a database.

mod repair;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};

use crate::database::{DATABASE, Database, FILE, own_folder};
use crate::service::LogForm;

/// Look after what a server keeps
#[derive(Args, Debug)]
pub(crate) struct Admin {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Repair(repair::Repair),
}

impl Admin {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self.command {
            Command::Repair(repair) => repair.run(),
        }
    }
}

/// Where the data is that a command works on.
#[derive(Args, Debug)]
struct Place {
    /// The folder in which a server keeps everything; a folder of the platform unless given. No server
    /// may be running on it
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The PostgreSQL database that servers share. They may be running
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    #[arg(env = DATABASE, hide_env_values = true)]
    database: Option<String>,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
}

impl Place {
    /// Opens what is there; nothing is created.
    fn open(&self) -> anyhow::Result<Database> {
        self.log.begin();
        if let Some(url) = self.database.as_ref().filter(|_| self.data.is_none()) {
            return Database::in_database(url);
        }
        let folder = self.data.clone().or_else(own_folder);
        let folder = folder.context("say where the data is: --data or --database")?;
        if !folder.join(FILE).is_file() {
            bail!("{}: there is no database", folder.join(FILE).display());
        }
        Database::in_folder(&folder)
    }
}
