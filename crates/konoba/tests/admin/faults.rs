//! Every command that changes something is killed at moments of its own run, each time on fresh data: it leaves the data
//! as before or as after.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use konoba_store::upkeep::{Upkeep, Value};

use crate::data::{Data, konoba, said, table};
use crate::database::Database;

/// How many tables there are: enough that a command does not end at once.
const TABLES: u64 = 200;

/// How long a database may take to notice the end of a client, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The commands and what tells that they were carried out; the last word stands for a table that goes on.
const COMMANDS: [&[&str]; 7] = [
    &["guest", "rename", "2", "Marko"],
    &["guest", "ban", "2"],
    &["guest", "delete", "1", "--write"],
    &["prune", "--write"],
    &["repair", "--write"],
    &["table", "close", "TABLE"],
    &["stats"],
];

/// Rows without what is different each time: new secrets, which are told from the first ones, and moments.
fn rows(database: &Upkeep) -> Vec<String> {
    let mut rows = Vec::new();
    for sql in [
        "select 'guest', id, name, token from guests order by id",
        "select 'device', guest, token, 0 from devices order by token",
        "select 'alert', guest, feed, webhook from alerts order by guest",
        "select 'table', id, standing, version from tables order by id",
        "select 'seat', table_id, seat, guest, name, code from seats order by table_id, seat",
        "select 'event', table_id, version, fact from events order by table_id, version",
    ] {
        for row in database.query(sql, &[]).unwrap() {
            let values = row.iter().map(|value| match value {
                // The first secrets end in one byte, many times.
                Value::Bytes(bytes) if bytes[8..].iter().any(|byte| *byte != bytes[8]) => {
                    "new".to_owned()
                }
                value => format!("{value:?}"),
            });
            rows.push(values.collect::<Vec<_>>().join(" "));
        }
    }
    rows
}

/// Data with a table whose log has a gap, so that there is something to repair.
fn fresh() -> Data {
    let data = Data::with(TABLES);
    let id = table(2).to_string();
    let connection = data.connection();
    let later = "update events set version = 4 where table_id = ?1 and version = 2";
    connection.execute(later, [&id]).unwrap();
    connection.execute("update tables set version = 4 where id = ?1", [&id]).unwrap();
    connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(())).unwrap();
    data
}

fn words(command: &[&str]) -> Vec<String> {
    let table = table(3).to_string();
    command.iter().map(|word| word.replace("TABLE", &table)).collect()
}

/// Kills the command after shares of the time that it takes when it is not killed. `start` gives it fresh data, `look` tells
/// its rows. Returns the rows before and after, and how often it was killed before it was done.
fn kill<D>(
    shares: &[u32],
    mut fresh: impl FnMut() -> D,
    start: impl Fn(&D) -> Command,
    look: impl Fn(&D) -> Vec<String>,
    what: &str,
) -> usize {
    let data = fresh();
    let before = look(&data);
    let begin = Instant::now();
    said(start(&data).output().unwrap());
    let took = begin.elapsed();
    let after = look(&data);
    drop(data);
    let mut early = 0;
    for share in shares {
        let data = fresh();
        let mut command = start(&data);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Whether it is over by then does not matter: both must leave the data well.
        std::thread::sleep(took * *share / 100);
        child.kill().unwrap();
        child.wait().unwrap();
        // A database notices the end of a client by itself, and ends what it was doing.
        let ended = Instant::now();
        loop {
            let now = look(&data);
            if now == after || now == before {
                early += usize::from(now == before);
                break;
            }
            assert!(ended.elapsed() < PATIENCE, "a part of `{what}` was done");
        }
    }
    early
}

#[test]
fn every_command_leaves_the_data_as_before_or_as_after() {
    let source = fresh();
    let copied = || {
        let data = Data::empty();
        std::fs::copy(source.file(), data.file()).unwrap();
        data
    };
    let look = |data: &Data| rows(&Upkeep::sqlite(&data.file()).unwrap());
    for command in COMMANDS {
        let words = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let start = |data: &Data| data.command(&words);
        let early = kill(&[30, 60, 75, 85, 92, 97], copied, start, look, &words.join(" "));
        println!("{}: {early} of 6 before anything was changed", words.join(" "));
    }
}

/// What is written of a person is whole, and the data is not touched.
#[test]
fn a_killed_export_leaves_whole_files() {
    let data = fresh();
    let look = || rows(&Upkeep::sqlite(&data.file()).unwrap());
    let (before, out) = (look(), tempfile::tempdir().unwrap());
    let start = |_: &()| data.command(&["guest", "export", "1", out.path().to_str().unwrap()]);
    kill(&[30, 60, 80, 95], || (), start, |_| look(), "guest export");
    assert!(look() == before);
    let files = std::fs::read_dir(out.path()).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "sgf")) {
        konoba_rules::Record::from_sgf(&std::fs::read(file).unwrap()).unwrap();
    }
}

#[test]
fn postgres_every_command_leaves_the_data_as_before_or_as_after() {
    let source = fresh();
    let Some(full) = Database::create() else { return };
    let path = source.folder().to_str().unwrap();
    let copy = ["admin", "copy", "--from", path, "--to", &full.url()];
    said(konoba().args(copy).output().unwrap());
    let copied = || full.copy();
    let look = |database: &Database| rows(&Upkeep::postgres(&database.url()).unwrap());
    for command in COMMANDS {
        let words = words(command);
        let start = |database: &Database| {
            let mut command = konoba();
            command.arg("admin").args(&words).args(["--database", &database.url()]);
            command
        };
        let early = kill(&[40, 75, 90, 97], copied, start, look, &words.join(" "));
        println!("{}: {early} of 4 before anything was changed", words.join(" "));
    }
}

/// A node that runs hears of it, and shows the game as over.
#[test]
fn postgres_nodes_hear_of_a_deleted_and_of_a_banned_guest() {
    let source = Data::with(4);
    let Some(database) = Database::create() else { return };
    let path = source.folder().to_str().unwrap();
    let copy = ["admin", "copy", "--from", path, "--to", &database.url()];
    said(konoba().args(copy).output().unwrap());
    let store = database.store();
    let mut notices = konoba_store::Store::notices(&store).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for (command, guest) in
        [(["guest", "ban", "2"].as_slice(), 2), (&["guest", "delete", "1", "--write"], 1)]
    {
        let mut admin = konoba();
        admin.arg("admin").args(command).args(["--database", &database.url()]);
        said(admin.output().unwrap());
        let is_it =
            |notice| matches!(notice, konoba_store::Notice::Renewed(own, _) if own.0 == guest);
        let heard = runtime.block_on(async {
            tokio::time::timeout(Duration::from_secs(60), async {
                while !is_it(notices.next().await.expect("the store is open")) {}
            })
            .await
        });
        assert!(heard.is_ok(), "{command:?}");
    }
}
