//! A database for one test, of the tests of the store and of those of many nodes.
//!
//! `cargo xtask test postgres` starts a server for them. `KONOBA_POSTGRES` is the address of a server
//! on which databases may be made and dropped; without it there is nothing to test against.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use konoba_store::Postgres;
use tokio_postgres::config::Host;
use tokio_postgres::{Config, NoTls};

/// A database of its own, dropped with this.
pub(crate) struct Database {
    server: String,
    name: String,
}

impl Database {
    /// Makes one, if there is a server.
    pub(crate) fn create() -> Option<Self> {
        let server = variable("KONOBA_POSTGRES")?;
        Some(Self::made(server, ""))
    }

    /// Another one with the same rows. No connection to this one may be open.
    #[allow(dead_code, reason = "operators' commands are tested with it, the store is not")]
    pub(crate) fn copy(&self) -> Self {
        Self::made(self.server.clone(), &format!(" template {}", self.name))
    }

    fn made(server: String, how: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("konoba_{}_{number}", std::process::id());
        execute(&format!("{server}/postgres"), &format!("create database {name}{how}"));
        Self { server, name }
    }

    pub(crate) fn url(&self) -> String {
        format!("{}/{}", self.server, self.name)
    }

    /// Its address through another port of this machine.
    pub(crate) fn url_through(&self, port: u16) -> String {
        let user = self.config().get_user().unwrap_or("postgres").to_owned();
        format!("postgres://{user}@127.0.0.1:{port}/{}", self.name)
    }

    /// Where the server listens.
    pub(crate) fn socket(&self) -> PathBuf {
        match &self.config().get_hosts()[0] {
            Host::Unix(folder) => folder.join(".s.PGSQL.5432"),
            other => panic!("{other:?} is no folder"),
        }
    }

    pub(crate) fn store(&self) -> Postgres {
        Postgres::open(&self.url()).unwrap()
    }

    /// Runs SQL directly, without any store's knowledge.
    pub(crate) fn execute(&self, sql: &str) {
        execute(&self.url(), sql);
    }

    /// The same with bytes written as SQLite reads them, `x'07'`.
    pub(crate) fn execute_portable(&self, sql: &str) {
        self.execute(&sql.replace("(x'", "('\\x").replace(" x'", " '\\x"));
    }

    fn config(&self) -> Config {
        self.server.parse().unwrap()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let drop = format!("drop database {} with (force)", self.name);
        execute(&format!("{}/postgres", self.server), &drop);
    }
}

/// The value of a variable. Where it is not set, it is said loudly, past the capture of test output,
/// that this test is skipped, so that it is not taken for a passed one.
pub(crate) fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok();
    if value.is_none() {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        writeln!(std::io::stderr(), "SKIPPED: {test}: {name} is not set").ok();
    }
    value
}

fn execute(url: &str, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
    });
}
