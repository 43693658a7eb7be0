//! Settings from a file: what wins over what, and what is refused. Nothing is started.

#![allow(clippy::unwrap_used, reason = "the lint knows tests, but not what helps them")]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};

use konoba_store::Sqlite;
use tempfile::TempDir;

fn konoba(file: Option<&str>, arguments: &[&str], variables: &[(&str, &str)]) -> (Output, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command.env_remove("KONOBA_DATABASE").env("KONOBA_HOME", folder.path());
    if let Some(text) = file {
        fs::write(folder.path().join("konoba.toml"), text).unwrap();
        command.env("KONOBA_CONFIG", folder.path().join("konoba.toml"));
    }
    let output = command.args(arguments).envs(variables.iter().copied()).output().unwrap();
    (output, folder)
}

/// What `--check` says of some settings.
#[track_caller]
fn checked(file: &str, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let (output, _) = konoba(Some(file), arguments, variables);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[track_caller]
fn refused(file: &str, arguments: &[&str]) -> String {
    let (output, _) = konoba(Some(file), arguments, &[]);
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

const FILE: &str = "\
[serve]
http = 0
telnet = \"127.0.0.1:0\"
database = \"postgres://konoba:secret@db/of-file\"
proxy = [\"127.0.0.1\", \"::1\"]
requests = 7
[work]
threads = 3
";

const SERVE: [&str; 2] = ["serve", "--check"];
const ENVIRONMENT: (&str, &str) = ("KONOBA_DATABASE", "postgres://db/of-environment");

#[test]
fn a_flag_wins_over_the_environment_and_the_environment_over_the_file() {
    let said = checked(FILE, &SERVE, &[]);
    for line in [
        "http = 0  # file, line 2",
        "database = \"postgres://konoba:...@db:5432/of-file\"  # file, line 4",
        "proxy = [\"127.0.0.1\", \"::1\"]  # file, line 5",
        "requests = 7  # file, line 6",
        "log = \"text\"  # default",
    ] {
        assert!(said.lines().any(|said| said == line), "{line}\n{said}");
    }
    let said = checked(FILE, &SERVE, &[ENVIRONMENT]);
    assert!(
        said.contains("database = \"postgres://db:5432/of-environment\"  # environment"),
        "{said}"
    );
    let of_flag =
        ["serve", "--check", "--database", "postgres://db/of-flag", "--proxy", "10.0.0.1"];
    let said = checked(FILE, &of_flag, &[ENVIRONMENT]);
    assert!(said.contains("database = \"postgres://db:5432/of-flag\"  # command line"), "{said}");
    assert!(said.contains("proxy = [\"10.0.0.1\"]  # command line"), "{said}");
}

/// Whatever is written where, `--check` runs at every start and goes to the log of the machine.
#[test]
fn a_password_is_not_shown() {
    for address in [
        "postgres://kon:sec/ret@host/k2",
        "postgres://kon:se@cret@host/k2",
        "host=one password='top secret' user=ana",
        "host=one password = topsecret",
        "secret",
    ] {
        let arguments = ["serve", "--check", "--http", "0", "--telnet", "0"];
        let (output, _) = konoba(None, &arguments, &[("KONOBA_DATABASE", address)]);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("database = ") && !said.contains("ret"), "{address}: {said}");
    }
}

#[test]
fn a_flag_puts_an_end_to_what_it_excludes() {
    let said = checked(FILE, &["serve", "--check", "--data", "/nowhere"], &[]);
    assert!(said.contains("# database: not set"), "{said}");
    assert!(said.contains("# /nowhere/konoba.sqlite would be created."), "{said}");
}

#[test]
fn a_folder_on_the_command_line_wins_over_a_database_in_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for file in ["", FILE] {
        let said = checked(
            file,
            &["serve", "--check", "--http", "0", "--telnet", "0", "--data", path],
            &[ENVIRONMENT],
        );
        assert!(said.contains(&format!("data = \"{path}\"  # command line")), "{said}");
        assert!(said.contains("# database: not set"), "{said}");
    }
    for command in [&["admin", "stats"][..], &["export", "out"]] {
        let (output, _) = konoba(None, &[command, &["--data", path]].concat(), &[ENVIRONMENT]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("there is no database"), "{said}");
    }
    let both = ["serve", "--check", "--data", path, "--database", ENVIRONMENT.1];
    let (output, _) = konoba(None, &both, &[ENVIRONMENT]);
    assert_eq!(output.status.code(), Some(2), "two flags that exclude each other");
}

#[test]
fn a_database_in_the_environment_wins_over_a_folder_in_the_file() {
    let file = "[serve]\nhttp = 0\ntelnet = 0\ndata = \"/nowhere\"\n";
    let said = checked(file, &SERVE, &[ENVIRONMENT]);
    assert!(
        said.contains("database = \"postgres://db:5432/of-environment\"  # environment"),
        "{said}"
    );
    assert!(said.contains("# data: not set"), "{said}");
}

#[test]
fn an_empty_variable_counts_as_unset() {
    let file = "[serve]\nhttp = 0\ntelnet = 0\ndata = \"/nowhere\"\n";
    let empty = [("KONOBA_DATABASE", "")];
    let said = checked(file, &SERVE, &empty);
    assert!(said.contains("data = \"/nowhere\"  # file, line 4"), "{said}");
    let arguments = ["serve", "--check", "--http", "0", "--telnet", "0"];
    let (output, _) = konoba(None, &arguments, &[("KONOBA_CONFIG", ""), empty[0]]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (output, _) = konoba(None, &["work", "--check"], &empty);
    assert_eq!(output.status.code(), Some(2), "it needs a database");
}

#[test]
fn a_wrong_address_of_a_database_is_refused() {
    for address in ["nonsense://x", "postgres:///games", "user=ana"] {
        for command in
            [&["work", "--check"][..], &["serve", "--check", "--http", "0", "--telnet", "0"]]
        {
            let (output, _) = konoba(None, &[command, &["--database", address]].concat(), &[]);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{address}: {said}");
            assert!(said.contains("postgres://user@host/name"), "{said}");
        }
    }
}

#[test]
fn what_is_required_may_come_from_the_file() {
    let file = "[work]\ndatabase = \"postgres://db/konoba\"\nthreads = 3\n";
    let said = checked(file, &["work", "--check"], &[]);
    assert!(said.contains("threads = 3  # file, line 3"), "{said}");
    let (output, _) = konoba(Some(FILE), &["work", "--check"], &[]);
    assert_eq!(output.status.code(), Some(2), "the section of another command is not used");
}

#[test]
fn what_no_flag_is_called_is_refused_with_the_nearest_name() {
    for (file, reason) in [
        ("[serve]\n\nhtpp = 80\n", "3: `htpp` is not known; the nearest that is known is `http`"),
        ("[sreve]\n", "1: `sreve` is not known; the nearest that is known is `serve`"),
        ("[serve]\nrequests = \"many\"\n", "2: invalid value 'many' for '--requests <N>'"),
        ("[serve]\nlog = \"xml\"\n", "2: invalid value 'xml' for '--log <FORM>' [possible values"),
        ("[serve]\nopen = 1\n", "2: `open` is true or false"),
        ("[serve]\nhttp = [1, 2]\n", "2: `http` takes a text or a number"),
        ("[serve]\nhttp = 1\nhttp = 2\n", "3: duplicate key"),
        (
            "[serve]\ndata = \"a\"\ndatabase = \"b\"\n",
            "3: `data` and `database` exclude each other",
        ),
        ("[work]\nthreads = 0\n", "2: invalid value '0' for '--threads <N>'"),
        ("http = 0\n", "1: `http` belongs to a section: write [serve] on a line above it"),
        ("[serve]\nthinkers = \"x\"\n", "'--thinkers <N>': give a whole number from 0 to 1024"),
        ("[serve]\nproxy = [\"front\"]\n", "give an address in numbers"),
    ] {
        let said = refused(file, &SERVE);
        assert!(said.contains(reason), "{reason}\n{said}");
        assert!(said.contains("konoba.toml:"), "{said}");
    }
    let (output, _) = konoba(None, &["serve", "--check", "--config", "/nowhere/konoba.toml"], &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("/nowhere/konoba.toml"), "{said}");
}

#[test]
fn what_is_shown_is_a_file_with_the_same_settings() {
    let said = checked("", &["serve", "--check", "--http", "0", "--telnet", "0"], &[]);
    let again = checked(&said, &SERVE, &[]);
    assert!(again.contains("http = 0  # file, line 2"), "{again}");
}

#[test]
fn nothing_is_created_by_a_check_and_a_folder_in_use_is_found() {
    let file = "[serve]\nhttp = 0\ntelnet = 0\n";
    let (output, folder) = konoba(Some(file), &SERVE, &[]);
    assert!(output.status.success());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the file alone");
    let used = tempfile::tempdir().unwrap();
    let lock = fs::File::create(used.path().join("konoba.lock")).unwrap();
    lock.lock().unwrap();
    let said = refused(file, &["serve", "--check", "--data", used.path().to_str().unwrap()]);
    assert!(said.contains("uses this folder"), "{said}");
}

const DOORS: [&str; 6] = ["serve", "--check", "--http", "0", "--telnet", "0"];

/// Why `--check` refuses a folder, and with which further arguments.
#[track_caller]
fn refused_folder(folder: &Path, arguments: &[&str]) -> String {
    let data = ["--data", folder.to_str().unwrap()];
    let (output, _) = konoba(None, &[&DOORS[..], &data, arguments].concat(), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

#[test]
fn two_doors_at_one_address_are_refused() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let address = free.to_string();
    let said = refused("", &["serve", "--check", "--http", &address, "--telnet", &address]);
    assert!(said.contains(&address), "{said}");
}

#[test]
fn a_host_key_that_a_start_would_refuse_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("ssh_host_key");
    fs::write(&key, "no key").unwrap();
    let said = refused_folder(folder.path(), &["--ssh", "0"]);
    assert!(said.contains("ssh_host_key: not a private key"), "{said}");
    fs::remove_file(&key).unwrap();
    fs::create_dir(&key).unwrap();
    assert!(refused_folder(folder.path(), &["--ssh", "0"]).contains("ssh_host_key"));
    let nowhere = folder.path().join("nowhere").join("key");
    let arguments = ["--ssh", "0", "--ssh-key", nowhere.to_str().unwrap()];
    assert!(refused_folder(folder.path(), &arguments).contains("nowhere"));
    assert!(!nowhere.parent().unwrap().exists());
}

#[test]
fn a_database_on_which_no_server_would_start_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("konoba.sqlite");
    fs::write(&file, [7; 5000]).unwrap();
    let said = refused_folder(folder.path(), &[]);
    assert!(said.contains("konoba.sqlite: this is no database of SQLite"), "{said}");
    fs::remove_file(&file).unwrap();
    drop(Sqlite::open(&file).unwrap());
    let connection = rusqlite::Connection::open(&file).unwrap();
    let newer = "insert into refinery_schema_history (version, name, applied_on, checksum)
        values (999, 'newer', '2026-01-01T00:00:00Z', '0')";
    connection.execute(newer, []).unwrap();
    drop(connection);
    let before = fs::read(&file).unwrap();
    let said = refused_folder(folder.path(), &[]);
    assert!(said.contains("konoba.sqlite: a newer konoba wrote this database"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the file alone");
}

/// What the server says where it does not start is for its operator.
#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    fs::write(folder.path().join("konoba.sqlite"), [7; 5000]).unwrap();
    let on_folder = ["serve", "--http", "0", "--telnet", "0", "--data", path];
    let on_database = ["work", "--database", "postgres://ana@127.0.0.1:1/x"];
    for (arguments, why) in [
        (&on_folder[..], "konoba.sqlite: this is no database of SQLite"),
        (&on_database, "the database: PostgreSQL: error connecting to server"),
    ] {
        let (output, _) = konoba(None, arguments, &[("KONOBA_LOG", "off")]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn a_misspelled_log_level_is_told_and_does_not_silence_the_log() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("konoba.sqlite"), [7; 5000]).unwrap();
    let path = folder.path().to_str().unwrap();
    let arguments = ["serve", "--http", "0", "--telnet", "0", "--data", path];
    let (output, _) = konoba(None, &arguments, &[("KONOBA_LOG", "inof")]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("KONOBA_LOG: `inof` is neither a level"), "{said}");
    assert!(said.contains(" ERROR "), "{said}");
}

#[test]
fn shells_and_man_are_told_of_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (output, _) = konoba(None, &["completions", shell], &[]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && script.contains("analyse"), "{shell}");
    }
    let (output, folder) = konoba(None, &["man"], &[]);
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(".ie"));
    let out = folder.path().join("man1");
    let (output, _) = konoba(None, &["man", "--out", out.to_str().unwrap()], &[]);
    assert!(output.status.success());
    for page in ["konoba.1", "konoba-serve.1", "konoba-admin-repair.1"] {
        assert!(out.join(page).is_file(), "{page}");
    }
}
