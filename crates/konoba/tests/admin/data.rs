//! Folders with games in them, and the program that looks after them.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use konoba_rules::{Setup, games};
use konoba_store::{Sqlite, TableId, event_to_text};
use konoba_table::{Action, Event, Moment, Opened, Player, Table};
use rusqlite::{Connection, params};
use tempfile::TempDir;

/// The moment at which the first table was laid.
pub(crate) const BEGIN: u64 = 1_700_000_000_000;
pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;

pub(crate) struct Data(TempDir);

impl Data {
    pub(crate) fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// So many tables, a day apart. Every fourth is an offer that no player accepted, every fourth a game
    /// that was resigned; at the others the game goes on. Ana and Luka play, and Eva has only come. Ana has a webhook, Eva a second device
    /// and a feed.
    pub(crate) fn with(tables: u64) -> Self {
        let data = Self::empty();
        drop(Sqlite::open(&data.file()).unwrap());
        let mut connection = data.connection();
        let all = connection.transaction().unwrap();
        for (id, name) in [(1u8, "Ana"), (2, "Luka"), (3, "Eva")] {
            let sql = "insert into guests (id, token, name, since) values (?1, ?2, ?3, ?4)";
            all.execute(sql, params![id, [id; 32], name, BEGIN as i64]).unwrap();
        }
        let sql = "insert into devices (token, guest, since) values (?1, 3, ?2)";
        all.execute(sql, params![[33u8; 32], BEGIN as i64]).unwrap();
        let sql = "insert into alerts (guest, feed, webhook) values (?1, ?2, ?3)";
        all.execute(sql, params![1, None::<[u8; 32]>, "https://example.org/"]).unwrap();
        all.execute(sql, params![3, [43u8; 32], None::<String>]).unwrap();
        for number in 0..tables {
            lay(&all, number);
        }
        all.commit().unwrap();
        data
    }

    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder().join("konoba.sqlite")
    }

    pub(crate) fn connection(&self) -> Connection {
        let connection = Connection::open(self.file()).unwrap();
        connection.busy_timeout(Duration::from_secs(10)).unwrap();
        connection
    }

    /// Writes over the page that holds the last of the events.
    pub(crate) fn damage_events(&self) {
        let connection = self.connection();
        connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).unwrap();
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, u32>(0)).unwrap();
        let size = number("pragma page_size") as usize;
        let mut page = number("select rootpage from sqlite_schema where name = 'events'") as usize;
        drop(connection);
        let mut bytes = std::fs::read(self.file()).unwrap();
        // The page of an index that leads to others begins with 2, and names the last of them at its byte 8.
        while bytes[(page - 1) * size] == 2 {
            let last = (page - 1) * size + 8;
            page = u32::from_be_bytes(bytes[last..last + 4].try_into().unwrap()) as usize;
        }
        bytes[(page - 1) * size..page * size].fill(0x5a);
        std::fs::write(self.file(), bytes).unwrap();
    }

    pub(crate) fn count(&self, table: &str) -> i64 {
        let sql = format!("select count(*) from {table}");
        self.connection().query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    /// Every row that people would miss.
    pub(crate) fn content(&self) -> Vec<String> {
        content(&self.file())
    }

    /// Runs a command on it.
    pub(crate) fn admin(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command that must succeed; what it prints.
    #[track_caller]
    pub(crate) fn done(&self, arguments: &[&str]) -> String {
        said(self.admin(arguments))
    }

    /// Runs a command that must fail; why it did.
    #[track_caller]
    pub(crate) fn refused(&self, arguments: &[&str]) -> String {
        let output = self.admin(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap() + &String::from_utf8(output.stdout).unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = konoba();
        command.args(["admin"]).args(arguments).arg("--data").arg(self.folder());
        command
    }
}

pub(crate) fn konoba() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command.env_remove("KONOBA_DATABASE").env("KONOBA_LOG", "error");
    command
}

#[track_caller]
pub(crate) fn said(output: Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{error}{text}");
    text
}

/// Starts a command and kills it after a while, once for each of some whiles; then looks at what it left.
pub(crate) fn killed(mut start: impl FnMut() -> Command, mut look: impl FnMut()) {
    for step in 0..7 {
        let mut child: Child = start().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Whether it is over by then does not matter: both must leave the data well.
        std::thread::sleep(Duration::from_millis(step * step * 8));
        child.kill().unwrap();
        child.wait().unwrap();
        look();
    }
}

pub(crate) fn content(file: &Path) -> Vec<String> {
    let connection = Connection::open(file).unwrap();
    let mut rows = Vec::new();
    for sql in [
        "select 'guest', id, name, hex(token), since from guests order by id",
        "select 'device', guest, hex(token), since, 0 from devices order by token",
        "select 'alert', guest, hex(feed), webhook, 0 from alerts order by guest",
        "select 'table', id, standing, version, since from tables order by id",
        "select 'seat', table_id, seat, guest, hex(code) from seats order by table_id, seat",
        "select 'event', table_id, version, at, fact from events order by table_id, version",
    ] {
        let mut statement = connection.prepare(sql).unwrap();
        let mut found = statement.query([]).unwrap();
        while let Some(row) = found.next().unwrap() {
            let values = (0..5).map(|index| format!("{:?}", row.get_ref(index).unwrap()));
            rows.push(values.collect::<Vec<_>>().join(" "));
        }
    }
    rows
}

pub(crate) fn table(number: u64) -> TableId {
    let mut bytes = [7; 10];
    bytes[..8].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes());
    TableId::from_bytes(bytes)
}

fn lay(connection: &Connection, number: u64) {
    let since = BEGIN + number * DAY;
    let spec = games()[number as usize % games().len()];
    let setup = Setup::default_of(spec);
    let events = match number % 4 {
        0 => Vec::new(),
        kind => game(setup, since, kind == 1),
    };
    let standing = ["waiting", "over", "playing", "playing"][number as usize % 4];
    let sql = "insert into tables (id, setup, time, opponent, standing, version, since)
        values (?1, ?2, '{\"kind\":\"none\"}', 'anyone', ?3, ?4, ?5)";
    let id = table(number).to_string();
    let values = params![id, setup.to_string(), standing, events.len() as i64, since as i64];
    connection.execute(sql, values).unwrap();
    let seats = if events.is_empty() { 1 } else { 2 };
    for (seat, name) in [(1u8, "Ana"), (2, "Luka")].into_iter().take(seats) {
        let sql =
            "insert into seats (table_id, seat, guest, code, name) values (?1, ?2, ?2, ?3, ?4)";
        let mut code = [seat; 32];
        code[..8].copy_from_slice(&number.to_be_bytes());
        connection.execute(sql, params![id, seat, code, name]).unwrap();
    }
    for event in events {
        let sql =
            "insert into events (table_id, version, at, format, fact) values (?1, ?2, ?3, ?4, ?5)";
        let fact = event_to_text(&event, spec);
        let (version, at) = (event.version as i64, event.at.as_millis() as i64);
        connection.execute(sql, params![id, version, at, Event::FORMAT, fact]).unwrap();
    }
}

/// Two moves, and perhaps a resignation.
fn game(setup: Setup, since: u64, is_resigned: bool) -> Vec<Event> {
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
    let mut events = Opened::new(setup, players).events(Moment::from_millis(since));
    let mut table = Table::replay(&events).unwrap();
    let position = table.position();
    let first = position.moves_of(position.to_move())[0];
    let mut actions = vec![Action::Play(first)];
    actions.extend(is_resigned.then_some(Action::Resign));
    for (step, action) in actions.into_iter().enumerate() {
        let seat = table.seat_to_move().unwrap();
        let now = Moment::from_millis(since + 1000 * (step as u64 + 1));
        for event in table.decide(seat, action, now).unwrap() {
            table.apply(&event);
            events.push(event);
        }
    }
    events
}
