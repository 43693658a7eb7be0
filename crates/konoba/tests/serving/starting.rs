//! How a server starts and ends, and what it says of both.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::request;

/// The database may be that of servers which run, and an older one could not be started on it again.
#[test]
fn a_start_that_fails_leaves_the_database_alone() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let failed = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["serve", "--http", "0", "--telnet", &address, "--data"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&failed.stderr).contains(&address), "{failed:?}");
    assert!(!folder.path().join("konoba.sqlite").exists());
}

/// The tests may themselves be run so that they outlive their terminal.
#[test]
#[cfg(target_os = "linux")]
fn the_end_of_its_terminal_closes_a_server_unless_it_was_started_to_outlive_it() {
    let folder = tempfile::tempdir().unwrap();
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    if u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 0 {
        let server = Server::start(folder.path());
        server.hang_up();
        assert!(server.ended().success());
    }
    let server = Server::start_without_hangup(folder.path());
    server.hang_up();
    // A server that closes says 503, or is gone.
    for _ in 0..20 {
        assert_eq!(request(server.http, "GET", "/healthz", &[], &Value::Null).0, 200);
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.terminate().success());
}

/// The lines of a log as JSON, without those about anything else.
fn logged(log: &Path) -> Vec<Value> {
    let known = ["database created", "the database was brought up to date", "started"];
    let known = known.into_iter().chain(["closing", "closed"]);
    let known: Vec<Value> = known.map(Value::from).collect();
    let lines = fs::read_to_string(log).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| known.contains(&line["fields"]["message"])).collect()
}

#[test]
fn the_log_says_when_a_server_starts_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let server = Server::start_with_log(&data, &log);
    let http = server.http.to_string();
    assert!(server.terminate().success());
    let lines = logged(&log);
    let [created, started, closing, closed] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(created["fields"]["message"], "database created");
    assert_eq!(created["fields"]["file"], json!(data.join("konoba.sqlite")));
    assert!(created["fields"]["version"].is_u64(), "{created}");
    assert_eq!(created["target"], "konoba_store::migrations");
    assert_eq!(started["fields"]["message"], "started");
    assert_eq!(started["fields"]["http"], http);
    assert_eq!(started["fields"]["data"], json!(data));
    assert_eq!(started["fields"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(closing["fields"]["reason"], "SIGTERM");
    assert_eq!(closing["fields"]["tables"], 0);
    assert!(closed["fields"]["milliseconds"].is_u64(), "{closed}");

    assert!(Server::start_with_log(&data, &log).terminate().success());
    assert_eq!(logged(&log)[0]["fields"]["message"], "started");
}
