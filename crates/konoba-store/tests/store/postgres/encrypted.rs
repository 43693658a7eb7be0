//! Connections that are encrypted, and to whom.

use std::path::Path;

use konoba_store::{Postgres, Store, StoreError};

use crate::cluster::Cluster;

#[test]
fn a_connection_is_encrypted_as_far_as_the_address_asks_for_it() {
    let Some((cluster, port, authority)) = Cluster::start_encrypted() else { return };
    let Some((_, _, stranger)) = Cluster::start_encrypted() else { return };
    let open = |host: &str, mode: &str, authority: Option<&Path>| {
        let authority = authority.map(|file| format!("&sslrootcert={}", file.display()));
        let authority = authority.unwrap_or_default();
        Postgres::open(&format!(
            "postgres://postgres@{host}:{port}/games?sslmode={mode}{authority}"
        ))
    };
    let encrypted = || {
        cluster.ask(
            "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid)
            where application_name = 'konoba'",
        )
    };
    for (host, mode, authority, is_encrypted) in [
        ("localhost", "disable", None, "f"),
        ("localhost", "prefer", None, "t"),
        ("127.0.0.1", "require", None, "t"),
        ("127.0.0.1", "require", Some(&authority), "t"),
        ("127.0.0.1", "verify-ca", Some(&authority), "t"),
        ("localhost", "verify-full", Some(&authority), "t"),
    ] {
        let store = open(host, mode, authority.map(|file| file.as_path())).unwrap();
        store.check().wait().unwrap();
        assert_eq!(encrypted(), is_encrypted, "{host} {mode}");
    }
    for (host, mode, authority) in [
        ("127.0.0.1", "verify-full", Some(&authority)),
        ("localhost", "verify-full", Some(&stranger)),
        ("localhost", "verify-ca", Some(&stranger)),
        ("localhost", "require", Some(&stranger)),
        // The system knows no such authority.
        ("localhost", "verify-ca", None),
    ] {
        let refused = open(host, mode, authority.map(|file| file.as_path())).map(drop);
        assert_eq!(refused, Err(StoreError::Gone), "{host} {mode}");
    }
}

/// A server that cannot encrypt is refused where that is asked for, and used where it is preferred.
#[test]
fn a_server_that_cannot_encrypt_is_used_only_where_that_is_allowed() {
    let Some((cluster, port)) = Cluster::start_at_port() else { return };
    let open = |mode: &str| {
        Postgres::open(&format!("postgres://postgres@localhost:{port}/games?sslmode={mode}"))
    };
    for mode in ["disable", "allow", "prefer"] {
        open(mode).unwrap().check().wait().unwrap();
    }
    for mode in ["require", "verify-ca", "verify-full"] {
        assert_eq!(open(mode).map(drop), Err(StoreError::Gone), "{mode}");
    }
    drop(cluster);
}
