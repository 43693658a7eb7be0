//! A PostgreSQL server of a test's own, which it may crash, and a standby that follows it.
//!
//! They are started where `cargo xtask test postgres` runs, with the programs of this machine.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::database::variable;

/// The user as whom a server runs where this runs as root, which it refuses to.
const USER: &str = "postgres";
/// The database that tests use.
const DATABASE: &str = "games";

/// A server in a folder of its own, reached through a socket in it. Both go with this.
pub(crate) struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts a server with these settings, where PostgreSQL is tested at all.
    pub(crate) fn start(settings: &[&str]) -> Option<Self> {
        variable("KONOBA_POSTGRES")?;
        let cluster = Self::in_folder(programs(), 5432);
        cluster.begin(settings);
        Some(cluster)
    }

    /// Starts a server that is also reached at a port of this machine, encrypted, by the name of
    /// `localhost`. The certificate of the authority for it is in the file that is returned.
    pub(crate) fn start_encrypted() -> Option<(Self, u16, PathBuf)> {
        variable("KONOBA_POSTGRES")?;
        let cluster = Self::in_folder(programs(), free_port());
        let port = cluster.port;
        let at = |name: &str| cluster.folder.join(name).display().to_string();
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
        let (ca, ca_key) = (at("ca.pem"), at("ca.key"));
        let authority = ["req", "-x509", "-subj", "/CN=authority", "-keyout", &ca_key, "-out", &ca];
        cluster.run("/usr/bin/openssl", &[&authority[..], &key].concat());
        let (wish, server_key) = (at("server.csr"), at("server.key"));
        let name = ["-addext", "subjectAltName=DNS:localhost", "-keyout", &server_key];
        let ask = ["req", "-subj", "/CN=database", "-out", &wish];
        cluster.run("/usr/bin/openssl", &[&ask[..], &name, &key].concat());
        let server = at("server.pem");
        let sign = ["x509", "-req", "-in", &wish, "-CA", &ca, "-CAkey", &ca_key, "-out", &server];
        cluster.run("/usr/bin/openssl", &[&sign[..], &["-copy_extensions", "copy"]].concat());
        let settings = [
            "ssl=on".to_owned(),
            format!("ssl_cert_file={server}"),
            format!("ssl_key_file={server_key}"),
            format!("port={port}"),
            "listen_addresses=127.0.0.1".to_owned(),
        ];
        cluster.begin(&settings.each_ref().map(String::as_str));
        Some((cluster, port, PathBuf::from(ca)))
    }

    /// Starts a server that is also reached at a port of this machine, and cannot encrypt.
    pub(crate) fn start_at_port() -> Option<(Self, u16)> {
        variable("KONOBA_POSTGRES")?;
        let cluster = Self::in_folder(programs(), free_port());
        let port = format!("port={}", cluster.port);
        cluster.begin(&[&port, "listen_addresses=127.0.0.1"]);
        let port = cluster.port;
        Some((cluster, port))
    }

    fn begin(&self, settings: &[&str]) {
        let cluster = self;
        let data = cluster.data();
        let init = ["--auth", "trust", "--username", USER, "--no-sync", "--pgdata", &data];
        cluster.run("initdb", &init);
        cluster.start_with(settings);
        let port = cluster.port.to_string();
        let to = ["--host", cluster.host(), "--port", &port, "--username", USER];
        cluster.run("createdb", &[&to[..], &[DATABASE]].concat());
    }

    fn in_folder(programs: PathBuf, port: u16) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("konoba-cluster-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        if is_root() {
            assert!(Command::new("chown").arg(USER).arg(&folder).status().unwrap().success());
        }
        Self { programs, folder, port }
    }

    fn start_with(&self, settings: &[&str]) {
        let settings = settings.iter().map(|setting| format!(" -c {setting}"));
        let settings: String = settings.collect();
        // Programs die here and no machine does, so that nothing has to reach a disk.
        let options = format!("-k {} -c listen_addresses='' -c fsync=off{settings}", self.host());
        let log = self.folder.join("log").display().to_string();
        let (data, options) = (self.data(), options.as_str());
        let start = ["start", "--wait", "--silent", "--options", options, "--log", &log];
        self.run("pg_ctl", &[&start[..], &["--pgdata", &data]].concat());
    }

    /// A standby that follows this server, and is not waited for by it.
    pub(crate) fn standby(&self) -> Self {
        let standby = Self::in_folder(self.programs.clone(), self.port);
        let (data, host) = (standby.data(), self.host());
        let copy = ["--host", host, "--username", USER, "--pgdata", &data, "--no-sync"];
        self.run(
            "pg_basebackup",
            &[&copy[..], &["--write-recovery-conf", "--checkpoint", "fast"]].concat(),
        );
        standby.start_with(&[]);
        standby
    }

    /// The address of the database on the first of these servers that can be written to.
    pub(crate) fn url_of(clusters: &[&Self]) -> String {
        let hosts = clusters.iter().map(|cluster| cluster.host().replace('/', "%2F"));
        let hosts = hosts.collect::<Vec<_>>().join(",");
        format!("postgres://{USER}@{hosts}/{DATABASE}?target_session_attrs=read-write")
    }

    /// Crashes it and starts it again.
    pub(crate) fn crash(&self) {
        let data = self.data();
        let log = self.folder.join("log").display().to_string();
        let restart = ["restart", "--mode", "immediate", "--wait", "--silent", "--log", &log];
        self.run("pg_ctl", &[&restart[..], &["--pgdata", &data]].concat());
    }

    /// Crashes it for good.
    pub(crate) fn die(&self) {
        self.run("pg_ctl", &["stop", "--mode", "immediate", "--silent", "--pgdata", &self.data()]);
    }

    /// Makes a standby the server that can be written to.
    pub(crate) fn promote(&self) {
        self.run("pg_ctl", &["promote", "--wait", "--silent", "--pgdata", &self.data()]);
    }

    /// Waits until a standby has everything that this server has, and then has it follow no longer.
    pub(crate) fn leave_behind(&self, standby: &Self) {
        let lag = "select count(*) from pg_stat_replication
            where replay_lsn = pg_current_wal_insert_lsn()";
        until("the standby has caught up", || self.ask(lag) == "1");
        standby.ask("alter system set primary_conninfo = ''");
        standby.ask("select pg_reload_conf()");
        let followers = "select count(*) from pg_stat_replication";
        until("the standby follows no longer", || self.ask(followers) == "0");
    }

    /// What it answers to a statement.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let port = self.port.to_string();
        let to = ["--host", self.host(), "--port", &port, "--username", USER, "--dbname", DATABASE];
        let answer = self.run("psql", &[&to[..], &["-X", "-A", "-t", "-c", sql]].concat());
        answer.trim().to_owned()
    }

    fn host(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    fn run(&self, program: &str, arguments: &[&str]) -> String {
        // A server keeps open what it inherits: with a pipe, reading its output would never end.
        let said = self.folder.join(format!("said-{}", program.replace('/', "-")));
        let out = fs::File::create(&said).unwrap();
        let mut command = self.command(program);
        command.args(arguments).stdin(Stdio::null());
        command.stdout(out.try_clone().unwrap()).stderr(out);
        let status = command.status().unwrap();
        let said = fs::read_to_string(&said).unwrap();
        assert!(status.success(), "{program} {arguments:?}: {said}");
        said
    }

    /// One of the programs, as a user as whom the server may run.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["--user", USER, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(Path::new("/"));
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--silent", "--pgdata", &data]);
        // One that does not run any more cannot be stopped.
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Looks again and again until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// The folder with the programs of the server: Debian keeps one for each version, others have them on
/// the path.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin")).max();
    let folder = debian.filter(|folder| folder.join("initdb").is_file());
    folder.unwrap_or_else(|| {
        let asked = Command::new("pg_config").arg("--bindir").output().unwrap();
        PathBuf::from(String::from_utf8(asked.stdout).unwrap().trim())
    })
}

/// A port that is free, and that the system gives to no other program in the moment until the server
/// binds it.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}
