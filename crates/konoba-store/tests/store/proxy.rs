//! A way to the database that breaks at the worst moment.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::postgres::Database;

/// When the connection breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// The commit reaches the database, and its answer reaches nobody.
    After,
    /// The commit does not reach the database, which goes on waiting for it.
    Before,
}

/// Passes everything on, until it is told to break the next commit.
pub(crate) struct Proxy {
    pub(crate) url: String,
    armed: Arc<Mutex<Option<Cut>>>,
}

impl Proxy {
    pub(crate) fn start(database: &Database) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let url = format!("postgres://postgres@{address}/{}", database.name());
        let armed = Arc::new(Mutex::new(None));
        let (own, socket) = (armed.clone(), database.socket());
        thread::spawn(move || {
            for client in listener.incoming() {
                let (own, socket) = (own.clone(), socket.clone());
                thread::spawn(move || pass_on(client.unwrap(), &socket, &own));
            }
        });
        Self { url, armed }
    }

    pub(crate) fn arm(&self, cut: Cut) {
        *self.armed.lock().unwrap() = Some(cut);
    }
}

fn pass_on(client: TcpStream, socket: &PathBuf, armed: &Mutex<Option<Cut>>) {
    let server = UnixStream::connect(socket).unwrap();
    let (mut from_server, mut to_client) =
        (server.try_clone().unwrap(), client.try_clone().unwrap());
    thread::spawn(move || {
        // It ends when either side does.
        let _ = std::io::copy(&mut from_server, &mut to_client);
        let _ = to_client.shutdown(Shutdown::Both);
    });
    let (mut from_client, mut to_server) = (client, server);
    let mut buffer = [0; 64 << 10];
    while let Ok(count @ 1..) = from_client.read(&mut buffer) {
        let sent = &buffer[..count];
        let is_commit = sent.windows(6).any(|word| word == b"commit");
        let cut = if is_commit { armed.lock().unwrap().take() } else { None };
        if let Some(cut) = cut {
            from_client.shutdown(Shutdown::Both).unwrap();
            if cut == Cut::After {
                to_server.write_all(sent).unwrap();
            }
            // The database does not learn that anybody has left.
            thread::park();
        }
        if to_server.write_all(sent).is_err() {
            break;
        }
    }
    let _ = to_server.shutdown(Shutdown::Both);
}
