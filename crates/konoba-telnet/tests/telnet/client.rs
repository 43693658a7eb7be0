//! A house with an open door, and clients that come through it.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use konoba_live::{Config, Credentials, House, Limits, Rate};
use konoba_rules::Move;
use konoba_store::{Sqlite, Store, TableId};
use konoba_table::Table;
use konoba_telnet::{self as telnet, serve};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// After this long without the expected output a test fails.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A client that tells of a window with 1000 columns, so that lines come as they are.
const WIDE_WINDOW: &[u8] = b"\xff\xfb\x1f\xff\xfa\x1f\x03\xe8\x00\x18\xff\xf0";

/// A move of the player to move that is neither the first nor the last of those there are, so that
/// a game is not over at once; as it is typed.
pub(crate) fn some_move(table: &Table) -> String {
    let moves = table.position().moves_of(table.position().to_move());
    let moves: Vec<_> = moves.into_iter().filter(|mv| *mv != Move::Swap).collect();
    let mv = moves[(table.history().len() * 7 + 3) % moves.len()];
    mv.written(table.setup().spec).to_string()
}

/// Limits that slow no client down.
pub(crate) fn unhurried() -> telnet::Config {
    let messages = Rate { per_second: u32::MAX, burst: u32::MAX };
    let (reads, bytes) = (messages, messages);
    telnet::Config::new(Limits { messages, reads, bytes, ..Limits::default() })
}

/// A house whose telnet door is open.
pub(crate) struct Door {
    pub(crate) house: House,
    pub(crate) address: SocketAddr,
    pub(crate) runtime: Runtime,
    pub(crate) folder: TempDir,
}

impl Door {
    /// Opens a door that slows no client down.
    pub(crate) fn open() -> Self {
        Self::open_to(tempfile::tempdir().unwrap(), Config::default(), unhurried())
    }

    pub(crate) fn open_with(config: telnet::Config) -> Self {
        Self::open_to(tempfile::tempdir().unwrap(), Config::default(), config)
    }

    /// Opens the door to the house whose database is in this folder.
    pub(crate) fn open_to(folder: TempDir, house: Config, config: telnet::Config) -> Self {
        let store = Arc::new(Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap());
        Self::open_on(store, folder, house, config)
    }

    /// Opens the door to a house with a store that the caller has opened in a folder.
    pub(crate) fn open_on(
        store: Arc<dyn Store>,
        folder: TempDir,
        house: Config,
        config: telnet::Config,
    ) -> Self {
        let runtime = Runtime::new().unwrap();
        let (house, address) = runtime.block_on(async {
            let house = House::open(store, house);
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(serve(house.clone(), listener, config));
            (house, address)
        });
        Self { house, address, runtime, folder }
    }

    /// Closes the house and opens it again.
    pub(crate) fn open_again(self) -> Self {
        self.runtime.block_on(self.house.close());
        let Self { folder, .. } = self;
        Self::open_to(folder, Config::default(), unhurried())
    }

    /// Connects and gives a name.
    pub(crate) fn enter(&self, name: &str) -> Client {
        let mut client = self.connect();
        client.hear("Your name?");
        client.say(name);
        client.hear("or type help.\n");
        client
    }

    pub(crate) fn connect(&self) -> Client {
        let mut client = Client::of(TcpStream::connect(self.address).unwrap());
        client.send(WIDE_WINDOW);
        client
    }

    /// Two people at one table; the first moves first.
    pub(crate) fn seat(&self, setup: &str) -> [Client; 2] {
        let [mut ana, mut luka] = [self.enter("Ana"), self.enter("Luka")];
        ana.say(&format!("seek {setup}"));
        ana.hear("Waiting for an opponent");
        luka.say("");
        luka.hear("Ana (");
        ana.hear("Move, such as");
        [ana, luka]
    }

    /// The game that is played at the only table there is, as it really is.
    pub(crate) fn truth(&self) -> (TableId, Arc<Table>) {
        self.runtime.block_on(async {
            let lobby = self.house.lobby().await.unwrap();
            let id = lobby.live[0].entry.id;
            (id, self.table(id).await)
        })
    }

    pub(crate) async fn table(&self, id: TableId) -> Arc<Table> {
        let visit = self.house.visit(id, Credentials::default(), None).await.unwrap();
        visit.first.table.clone().unwrap()
    }
}

/// A client with a bare socket.
pub(crate) struct Client {
    stream: TcpStream,
    /// What has come and was not looked at yet, with LF at the ends of lines.
    pub(crate) heard: String,
    /// The bytes of a character that is not whole yet.
    bytes: Vec<u8>,
    /// The bytes of what the programs say to each other, as far as it is not whole yet.
    signs: Vec<u8>,
    /// Whether silence is an answer.
    is_brief: bool,
}

impl Client {
    pub(crate) fn of(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, heard: String::new(), bytes: Vec::new(), signs: Vec::new(), is_brief: false }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.send(format!("{line}\r\n").as_bytes());
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Waits for a text, and returns all that came up to the end of its line.
    pub(crate) fn hear(&mut self, text: &str) -> String {
        self.hear_until(|heard| {
            let at = heard.find(text)?;
            Some(at + heard[at..].find('\n')? + 1)
        })
    }

    /// Waits until something has come that ends where it is said to, and returns it.
    pub(crate) fn hear_until(&mut self, end: impl Fn(&str) -> Option<usize>) -> String {
        loop {
            if let Some(end) = end(&self.heard) {
                let rest = self.heard.split_off(end);
                return std::mem::replace(&mut self.heard, rest);
            }
            assert!(self.read(), "the connection has ended after: {}", self.heard);
        }
    }

    /// Waits until the house has dealt with all that was said, and returns what came of it: the
    /// house is asked whether it is there, and answers in its turn.
    pub(crate) fn hear_to_here(&mut self) -> String {
        const HERE: &str = "Yes, connected.\n";
        self.send(b"\xff\xf6");
        let heard = self.hear_until(|heard| Some(heard.find(HERE)? + HERE.len()));
        heard.strip_suffix(HERE).unwrap().to_owned()
    }

    /// All that comes in a while, for those who do not know what to wait for.
    pub(crate) fn hear_for(&mut self, a_while: Duration) -> String {
        self.stream.set_read_timeout(Some(a_while)).unwrap();
        self.is_brief = true;
        while self.read() {}
        self.is_brief = false;
        self.stream.set_read_timeout(Some(PATIENCE)).unwrap();
        std::mem::take(&mut self.heard)
    }

    /// Waits for the end of the connection, and returns all that came before.
    pub(crate) fn hear_all(&mut self) -> String {
        while self.read() {}
        std::mem::take(&mut self.heard)
    }

    /// Reads what there is; nothing more will come if there is nothing.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let length = match self.stream.read(&mut bytes) {
            Ok(length) => length,
            // Where reading has a time limit a signal ends it, such as that of a child that ends.
            Err(error) if error.kind() == ErrorKind::Interrupted => return true,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => 0,
            Err(error) if self.is_brief && error.kind() == ErrorKind::WouldBlock => 0,
            Err(error) => panic!("{error} after: {}", self.heard),
        };
        self.signs.extend_from_slice(&bytes[..length]);
        self.bytes.extend(text_in(&mut self.signs));
        let whole = match str::from_utf8(&self.bytes) {
            Ok(text) => text.len(),
            Err(error) => error.valid_up_to(),
        };
        let text: Vec<u8> = self.bytes.drain(..whole).collect();
        let text = String::from_utf8(text).unwrap();
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']), "a line ends wrongly: {text:?}");
        self.heard.push_str(&text.replace("\r\n", "\n"));
        length > 0
    }
}

/// Takes the text out of what has come, and drops what the programs say to each other. Something of that which is not
/// whole yet stays.
fn text_in(signs: &mut Vec<u8>) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = &signs[..];
    while let Some((first, after)) = rest.split_first() {
        rest = match (first, after) {
            (0xff, [0xfb..=0xfe, _, after @ ..]) => after,
            (0xff, [0xfa, ..]) => {
                let Some(end) = after.windows(2).position(|two| two == b"\xff\xf0") else { break };
                &after[end + 2..]
            }
            (0xff, [] | [0xfb..=0xfe]) => break,
            (0xff, [_, after @ ..]) => after,
            (byte, after) => {
                text.push(*byte);
                after
            }
        };
    }
    *signs = rest.to_vec();
    text
}
