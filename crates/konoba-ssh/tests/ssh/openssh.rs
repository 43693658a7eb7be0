//! A house with an open ssh door, and OpenSSH in front of it.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use konoba_advice::Thinker;
use konoba_live::{Config, House, Limits, Rate};
use konoba_ssh::{HostKey, serve};
use konoba_store::Sqlite;
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// After this long without the expected output a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A house whose ssh door is open.
pub(crate) struct Door {
    pub(crate) house: House,
    pub(crate) address: SocketAddr,
    pub(crate) runtime: Runtime,
    serving: Mutex<Option<JoinHandle<()>>>,
    folder: TempDir,
}

impl Door {
    pub(crate) fn open() -> Self {
        let rate = Rate { per_second: u32::MAX, burst: u32::MAX };
        Self::open_with(Limits { messages: rate, reads: rate, bytes: rate, ..Limits::default() })
    }

    /// The same for a house with an engine.
    pub(crate) fn open_with_engine(thinker: Arc<dyn Thinker>) -> Self {
        let config = konoba_ssh::Config::new(Limits::default());
        Self::open_house(config, Config { thinker: Some(thinker), ..Config::default() })
    }

    /// The same, where clients may take as long as they want to receive what they are told.
    pub(crate) fn open_patient() -> Self {
        let rate = Rate { per_second: u32::MAX, burst: u32::MAX };
        let limits = Limits { messages: rate, reads: rate, bytes: rate, ..Limits::default() };
        let slowness = Duration::from_secs(3600);
        Self::open_as(konoba_ssh::Config { slowness, ..konoba_ssh::Config::new(limits) })
    }

    pub(crate) fn open_with(limits: Limits) -> Self {
        Self::open_as(konoba_ssh::Config::new(limits))
    }

    fn open_as(config: konoba_ssh::Config) -> Self {
        Self::open_house(config, Config::default())
    }

    fn open_house(config: konoba_ssh::Config, settings: Config) -> Self {
        let (folder, runtime) = (tempfile::tempdir().unwrap(), Runtime::new().unwrap());
        let store = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
        let key = HostKey::kept_in(&folder.path().join("ssh_host_key")).unwrap();
        let (house, address, serving) = runtime.block_on(async {
            let house = House::open(store, settings);
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let serving = tokio::spawn(serve(house.clone(), listener, key, config));
            (house, address, serving)
        });
        Self { house, address, runtime, serving: Mutex::new(Some(serving)), folder }
    }

    /// Closes the house, and waits until all connections are closed.
    pub(crate) fn close(&self) {
        self.runtime.block_on(async {
            self.house.close().await;
            let serving = self.serving.lock().unwrap().take();
            serving.unwrap().await.unwrap();
        });
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> usize {
        let doors = self.house.doors();
        doors.iter().find(|(door, _)| *door == "ssh").map_or(0, |(_, counts)| counts.inside)
    }

    /// A key of a person's own.
    pub(crate) fn key(&self, name: &str) -> PathBuf {
        self.key_of_kind("ed25519", name)
    }

    pub(crate) fn key_of_kind(&self, kind: &str, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        let mut keygen = Command::new("ssh-keygen");
        keygen.args(["-q", "-t", kind, "-N", "", "-f"]).arg(&path);
        assert!(keygen.status().unwrap().success());
        path
    }

    /// The arguments of OpenSSH for this door. Nothing of the machine's or the user's configuration counts.
    fn arguments(&self, key: Option<&Path>) -> Vec<String> {
        let known = self.folder.path().join("known_hosts").display().to_string();
        let mut arguments =
            ["-F", "/dev/null", "-p", &self.address.port().to_string()].map(str::to_owned).to_vec();
        let identity = match key {
            Some(key) => format!("IdentityFile={}", key.display()),
            None => "PubkeyAuthentication=no".to_owned(),
        };
        for option in [
            "StrictHostKeyChecking=accept-new",
            &format!("UserKnownHostsFile={known}"),
            "IdentitiesOnly=yes",
            "LogLevel=ERROR",
            &identity,
        ] {
            arguments.extend(["-o".to_owned(), option.to_owned()]);
        }
        arguments
    }

    /// OpenSSH without a terminal.
    pub(crate) fn pipe(&self, key: Option<&Path>, more: &[&str]) -> Ssh {
        let mut command = self.command(key, more);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (keys, screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let end = move || {
            let _ = (child.kill(), child.wait());
        };
        Ssh {
            keys: Some(Box::new(keys)),
            pieces: read(screen),
            seen: Vec::new(),
            end: Box::new(end),
        }
    }

    /// OpenSSH in a terminal of this kind.
    pub(crate) fn terminal(&self, term: &str, key: Option<&Path>) -> Ssh {
        self.terminal_in("C.UTF-8", term, key)
    }

    /// The same for a person with this locale, of which the client tells.
    pub(crate) fn terminal_in(&self, locale: &str, term: &str, key: Option<&Path>) -> Ssh {
        self.terminal_with(&[("LANG", locale)], term, key)
    }

    /// The same for a person with these variables, of which the client tells.
    pub(crate) fn terminal_with(
        &self,
        variables: &[(&str, &str)],
        term: &str,
        key: Option<&Path>,
    ) -> Ssh {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new("ssh");
        command.env("TERM", term);
        command.args(self.arguments(key));
        for (name, value) in variables {
            command.env(name, value);
            command.args(["-o", &format!("SendEnv={name}")]);
        }
        command.arg("127.0.0.1");
        let mut child = pair.slave.spawn_command(command).unwrap();
        let screen = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let end = move || {
            let _ = (child.kill(), child.wait(), &pair.master);
        };
        Ssh { keys: Some(keys), pieces: read(screen), seen: Vec::new(), end: Box::new(end) }
    }

    /// What OpenSSH says when it is used for something else.
    pub(crate) fn ask(&self, key: Option<&Path>, more: &[&str]) -> Output {
        self.command(key, more).stdin(Stdio::null()).output().unwrap()
    }

    fn command(&self, key: Option<&Path>, more: &[&str]) -> Command {
        let mut command = Command::new("ssh");
        let (options, words): (Vec<&str>, Vec<&str>) =
            more.iter().partition(|arg| arg.starts_with('-'));
        command.args(self.arguments(key)).args(options).arg("127.0.0.1").args(words);
        command
    }
}

/// An ssh client with input from the test.
pub(crate) struct Ssh {
    keys: Option<Box<dyn Write + Send>>,
    pieces: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    end: Box<dyn FnMut()>,
}

impl Ssh {
    pub(crate) fn say(&mut self, text: &str) {
        let keys = self.keys.as_mut().unwrap();
        keys.write_all(text.as_bytes()).unwrap();
        keys.flush().unwrap();
    }

    /// Nothing more will be typed.
    pub(crate) fn fall_silent(&mut self) {
        self.keys = None;
    }

    /// Waits until the client shows a text that it has not shown before.
    pub(crate) fn see(&mut self, text: &str) -> String {
        loop {
            let found = self.seen.windows(text.len()).position(|part| part == text.as_bytes());
            if let Some(at) = found {
                let rest = self.seen.split_off(at + text.len());
                let seen = std::mem::replace(&mut self.seen, rest);
                return String::from_utf8_lossy(&seen).into_owned();
            }
            let seen = String::from_utf8_lossy(&self.seen).into_owned();
            let piece = self.next_piece(&format!("'{text}' was awaited after:\n{seen}"));
            self.seen.extend(piece);
        }
    }

    /// What the client shows next.
    pub(crate) fn next_piece(&mut self, awaited: &str) -> Vec<u8> {
        match self.pieces.recv_timeout(PATIENCE) {
            Ok(piece) => piece,
            Err(error) => panic!("{error}: {awaited}"),
        }
    }

    /// Everything until the client ends.
    pub(crate) fn see_all(&mut self) -> String {
        while let Ok(piece) = self.pieces.recv_timeout(PATIENCE) {
            self.seen.extend(piece);
        }
        String::from_utf8_lossy(&std::mem::take(&mut self.seen)).into_owned()
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        (self.end)();
    }
}

fn read(mut screen: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, pieces) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            // The test has dropped the receiver and needs no more.
            if sender.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    pieces
}
