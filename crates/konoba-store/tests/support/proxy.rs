//! A way to the database that breaks at the worst moment: at a commit, or for a while and silently.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

use super::database::Database;

/// When the connection breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// The commit reaches the database, and its answer is lost.
    After,
    /// The commit does not reach the database, which goes on waiting for it.
    Before,
}

/// What passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProxyMode {
    /// Everything.
    Open,
    /// Nothing, neither way, and neither end sees an error. What was sent arrives when the proxy is open again.
    Silent,
    /// What is said to the database, and nothing of what it answers. What was said by it meanwhile is
    /// lost for good, and with it the connection, when the proxy is open again.
    HalfOpen,
}

/// Passes everything on, until it is told otherwise.
pub(crate) struct Proxy {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

struct Shared {
    cut: Mutex<Option<Cut>>,
    mode: Mutex<ProxyMode>,
    changes: Condvar,
    /// Grows when all connections are forgotten.
    era: AtomicU32,
}

impl Proxy {
    pub(crate) fn start(database: &Database) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = database.url_through(listener.local_addr().unwrap().port());
        let shared = Arc::new(Shared {
            cut: Mutex::new(None),
            mode: Mutex::new(ProxyMode::Open),
            changes: Condvar::new(),
            era: AtomicU32::new(0),
        });
        let (own, socket) = (shared.clone(), database.socket());
        thread::spawn(move || {
            for client in listener.incoming() {
                let (own, socket) = (own.clone(), socket.clone());
                thread::spawn(move || own.join(client.unwrap(), &socket));
            }
        });
        Self { url, shared }
    }

    /// Breaks the next commit.
    pub(crate) fn arm(&self, cut: Cut) {
        *self.shared.cut.lock().unwrap() = Some(cut);
    }

    /// Passes nothing on any more over the connections that there are, for good and without an error, as
    /// a router does that has lost its memory. New ones are well.
    pub(crate) fn forget(&self) {
        self.shared.era.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn set(&self, mode: ProxyMode) {
        *self.shared.mode.lock().unwrap() = mode;
        self.shared.changes.notify_all();
    }
}

impl Shared {
    /// Connects a client with the database until either of them ends.
    fn join(self: Arc<Self>, client: TcpStream, socket: &Path) {
        let era = self.era.load(Ordering::Relaxed);
        self.wait_for_fog_to_lift();
        // A database that is just being started is not there yet.
        let Ok(server) = UnixStream::connect(socket) else { return };
        let (from_server, to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        let back = self.clone();
        thread::spawn(move || back.answer(from_server, to_client, era));
        self.ask(client, server, era);
    }

    fn ask(&self, mut from_client: TcpStream, mut to_server: UnixStream, era: u32) {
        let mut buffer = [0; 64 << 10];
        while let Ok(count @ 1..) = from_client.read(&mut buffer) {
            self.wait_for_fog_to_lift();
            self.end_with(era);
            let sent = &buffer[..count];
            let is_commit = sent.windows(6).any(|word| word == b"commit");
            let cut = if is_commit { self.cut.lock().unwrap().take() } else { None };
            if let Some(cut) = cut {
                from_client.shutdown(Shutdown::Both).unwrap();
                if cut == Cut::After {
                    to_server.write_all(sent).unwrap();
                }
                // The database does not learn that the client has left.
                thread::park();
            }
            if to_server.write_all(sent).is_err() {
                break;
            }
        }
        let _ = to_server.shutdown(Shutdown::Both);
    }

    fn answer(&self, mut from_server: UnixStream, mut to_client: TcpStream, era: u32) {
        let mut buffer = [0; 64 << 10];
        while let Ok(count @ 1..) = from_server.read(&mut buffer) {
            self.wait_for_fog_to_lift();
            self.end_with(era);
            let mut mode = self.mode.lock().unwrap();
            if *mode == ProxyMode::HalfOpen {
                while *mode == ProxyMode::HalfOpen {
                    mode = self.changes.wait(mode).unwrap();
                }
                break;
            }
            drop(mode);
            if to_client.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
        let _ = to_client.shutdown(Shutdown::Both);
        let _ = from_server.shutdown(Shutdown::Both);
    }

    /// Goes on in its own era only.
    fn end_with(&self, era: u32) {
        while self.era.load(Ordering::Relaxed) != era {
            thread::park();
        }
    }

    fn wait_for_fog_to_lift(&self) {
        let mode = self.mode.lock().unwrap();
        drop(self.changes.wait_while(mode, |mode| *mode == ProxyMode::Silent).unwrap());
    }
}
