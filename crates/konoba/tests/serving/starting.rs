//! How a server starts.

use std::net::TcpListener;
use std::process::Command;

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
