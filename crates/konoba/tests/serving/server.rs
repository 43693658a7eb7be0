//! A server in a process of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

pub(crate) struct Server {
    child: Child,
    pub(crate) http: SocketAddr,
    pub(crate) telnet: SocketAddr,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// Starts it with variables in its environment, and waits until its doors are open.
    pub(crate) fn start_with(data: &Path, variables: &[(&str, &str)]) -> Self {
        Self::keeping(&["--data".as_ref(), data.as_os_str()], variables)
    }

    /// Starts one of many that share a database.
    pub(crate) fn start_node(database: &str) -> Self {
        Self::keeping(&["--database".as_ref(), database.as_ref()], &[])
    }

    /// Starts one of them that leaves all thinking to others.
    pub(crate) fn start_thoughtless_node(database: &str) -> Self {
        let arguments = ["--database", database, "--thinkers", "0"];
        Self::keeping(&arguments.map(OsStr::new), &[])
    }

    /// Starts it where nothing of its log can be written.
    pub(crate) fn start_without_log(data: &Path) -> Self {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = command(&["--data".as_ref(), data.as_os_str()]);
        command.env("KONOBA_LOG", "debug").stderr(full);
        Self::started(command)
    }

    /// Starts it with its log in a file, as JSON.
    pub(crate) fn start_with_log(data: &Path, log: &Path) -> Self {
        let log = std::fs::File::create(log).unwrap();
        let mut command = command(&["--data".as_ref(), data.as_os_str()]);
        command.args(["--log", "json"]).env_remove("KONOBA_LOG").stderr(log);
        Self::started(command)
    }

    /// Starts it as `nohup` does.
    pub(crate) fn start_without_hangup(data: &Path) -> Self {
        let own = command(&["--data".as_ref(), data.as_os_str()]);
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(own.get_program());
        command.args(own.get_args()).env("KONOBA_LOG", "off");
        Self::started(command)
    }

    fn keeping(database: &[&OsStr], variables: &[(&str, &str)]) -> Self {
        let mut command = command(database);
        command.envs(variables.iter().copied()).env("KONOBA_LOG", "off");
        Self::started(command)
    }

    fn started(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut address = |door: &str| {
            let line = lines.next().unwrap().unwrap();
            line.strip_prefix(door).unwrap().trim().parse().unwrap()
        };
        let (http, telnet) = (address("http"), address("telnet"));
        Self { child, http, telnet }
    }

    /// Ends it as the kernel does when there is no time left.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Has it do nothing until it is thawed. One of its threads has to hear of that first: until then the others go on, on a
    /// busy machine for a while.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
        while cfg!(target_os = "linux") && !self.is_frozen() {
            thread::yield_now();
        }
    }

    /// Whether all of its threads are stopped.
    fn is_frozen(&self) -> bool {
        let threads = fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap();
        let is_stopped = |thread: &Path| {
            let state = fs::read_to_string(thread.join("stat"));
            // The state follows the name, which is in parentheses. A thread that has ended has none.
            state.map_or(true, |state| state.rsplit_once(") ").unwrap().1.starts_with('T'))
        };
        threads.map(|thread| thread.unwrap().path()).all(|thread| is_stopped(&thread))
    }

    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Tells it that its terminal is gone.
    pub(crate) fn hang_up(&self) {
        self.signal("-HUP");
    }

    /// Waits until it has ended by itself.
    pub(crate) fn ended(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Asks it to end, and waits until it has.
    pub(crate) fn terminate(mut self) -> ExitStatus {
        self.signal("-TERM");
        self.child.wait().unwrap()
    }
}

fn command(database: &[&OsStr]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command
        .args(["serve", "--http", "0", "--telnet", "0", "--per-address", "10000"])
        .args(["--requests", "1000000"])
        .args(database);
    command
}

/// A worker (`konoba work`) in a process of its own.
pub(crate) struct Worker(Child);

impl Worker {
    /// Starts it with one thread, and waits until it is ready. It is told of the database by a
    /// variable, as servers are by an option.
    pub(crate) fn start(database: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_konoba"))
            .args(["work", "--threads", "1"])
            .env("KONOBA_DATABASE", database)
            .env("KONOBA_LOG", "off")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "threads 1\n");
        Self(child)
    }

    /// Ends it as the kernel does when there is no time left.
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A test that has failed leaves nothing running.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that has failed leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
