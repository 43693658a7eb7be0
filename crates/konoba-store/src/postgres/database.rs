//! Where the database is: one host, or several of which one can be written to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::Address;
use super::failed::told;
use crate::StoreError;
use crate::error::reasons;
use crate::outage::{Lasted, Outage};
use crate::store::Result;

/// How long one host may take until a connection to it can be used.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the other end may leave unanswered what was sent to it before it is gone. A database that
/// cannot be reached does not say so.
pub(super) const SILENCE: Duration = Duration::from_secs(10);

/// A connection, and what has to be driven for it to work.
pub(super) type Connected =
    (Client, Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>);

/// Where the database is. Cloning it is cheap.
#[derive(Clone)]
pub(super) struct Database(Arc<Hosts>);

struct Hosts {
    /// One for each host of the address.
    configs: Vec<Config>,
    /// The host that was connected to last, which is tried first.
    last: AtomicUsize,
    tls: MakeRustlsConnect,
    /// How long one host may take.
    patience: Duration,
    /// All connections are lost together.
    outage: Outage,
}

/// Why no host can be used.
pub(super) struct NotConnected {
    /// What clients may be told.
    pub(super) told: StoreError,
    /// What was wrong with the host that was tried last.
    pub(super) error: String,
}

impl Database {
    /// The database of an address such as `postgres://user@one,two/name`. Where there are several hosts,
    /// a standby may be among them: only a host that can be written to is of use, whatever
    /// `target_session_attrs` says.
    pub(super) fn at(text: &str) -> std::result::Result<Self, String> {
        let Address { config, trust, authorities } = Address::read(text)?;
        let count = config.get_hosts().len().max(config.get_hostaddrs().len());
        if count == 0 {
            return Err("it names no host".to_owned());
        }
        let tls = trust.connector(authorities.as_deref())?;
        let configs = (0..count).map(|index| alone(&config, index, trust.mode())).collect();
        let last = AtomicUsize::new(0);
        let outage = Outage::default();
        Ok(Self(Arc::new(Hosts { configs, last, tls, patience: PATIENCE, outage })))
    }

    /// How long it may take until every host was tried.
    pub(super) fn patience(&self) -> Duration {
        self.0.patience * u32::try_from(self.0.configs.len()).unwrap_or(u32::MAX)
    }

    /// Connects, and logs why not. Only when no host is left is that an error: a standby refuses all the time.
    pub(super) async fn connect(&self) -> Result<Connected> {
        let hosts = self.0.configs.len();
        let mut of_hosts = Vec::new();
        let connected = self.try_connect(|host, error| of_hosts.push((host, error))).await;
        let lasted = match &connected {
            Ok(_) => self.0.outage.worked(),
            Err(_) => self.0.outage.failed(),
        };
        // While none can be used, the hosts are told when that is.
        if connected.is_ok() || lasted.is_some() {
            for (host, error) in of_hosts {
                tracing::warn!(host, error, "a host of the database cannot be used");
            }
        }
        match (&connected, lasted) {
            (Ok(_), Some(Lasted { failures, seconds })) => {
                tracing::info!(failures, seconds, "the database can be used again");
            }
            (Err(NotConnected { error, .. }), Some(Lasted { failures, seconds })) => {
                tracing::error!(hosts, error, failures, seconds, "the database cannot be used");
            }
            (_, None) => {}
        }
        connected.map_err(|NotConnected { told, .. }| told)
    }

    /// Connects to the first host that answers in time and can be written to. A host that has died
    /// silently must not keep this node from trying the next one. `tell` hears of each that cannot be used, where there are several.
    pub(super) async fn try_connect(
        &self,
        mut tell: impl FnMut(usize, String),
    ) -> std::result::Result<Connected, NotConnected> {
        let Hosts { configs, last, tls, patience, .. } = self.0.as_ref();
        let first = last.load(Ordering::Relaxed);
        let mut failed = StoreError::Gone;
        let mut error = String::new();
        for index in (first..configs.len()).chain(0..first) {
            error = match timeout(*patience, configs[index].connect(tls.clone())).await {
                Ok(answered) => match answered {
                    Ok(connected) => {
                        last.store(index, Ordering::Relaxed);
                        return Ok(connected);
                    }
                    Err(error) => {
                        failed = told(&error);
                        reasons(&error)
                    }
                },
                Err(_) => format!("no answer in {} seconds", patience.as_secs()),
            };
            if configs.len() > 1 {
                tell(index, error.clone());
            }
        }
        Err(NotConnected { told: failed, error })
    }
}

/// The same address with one of its hosts alone.
fn alone(address: &Config, index: usize, mode: SslMode) -> Config {
    let mut config = Config::new();
    config
        .application_name("konoba")
        .connect_timeout(PATIENCE)
        .tcp_user_timeout(SILENCE)
        .target_session_attrs(TargetSessionAttrs::ReadWrite)
        .ssl_mode(mode)
        .ssl_negotiation(address.get_ssl_negotiation())
        .channel_binding(address.get_channel_binding())
        .keepalives(address.get_keepalives())
        .keepalives_idle(address.get_keepalives_idle());
    if let Some(user) = address.get_user() {
        config.user(user);
    }
    if let Some(password) = address.get_password() {
        config.password(password);
    }
    if let Some(name) = address.get_dbname() {
        config.dbname(name);
    }
    if let Some(options) = address.get_options() {
        config.options(options);
    }
    match address.get_hosts().get(index) {
        Some(Host::Tcp(name)) => {
            config.host(name);
        }
        #[cfg(unix)]
        Some(Host::Unix(folder)) => {
            // What stays on this machine is not encrypted by PostgreSQL.
            config.host_path(folder).ssl_mode(SslMode::Disable);
        }
        None => {}
    }
    if let Some(address) = address.get_hostaddrs().get(index) {
        config.hostaddr(*address);
    }
    let ports = address.get_ports();
    if let Some(port) = ports.get(index).or_else(|| ports.first()) {
        config.port(*port);
    }
    config
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener};
    use std::sync::Mutex;

    use tracing::{Event, Level, Subscriber};
    use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

    use super::*;

    /// How serious each line of the log is.
    #[derive(Clone, Default)]
    struct Levels(Arc<Mutex<Vec<Level>>>);

    impl<S: Subscriber> Layer<S> for Levels {
        fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
            let metadata = event.metadata();
            if metadata.target().starts_with("konoba") {
                self.0.lock().unwrap().push(*metadata.level());
            }
        }
    }

    /// A port at which nothing listens.
    fn free() -> SocketAddr {
        TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
    }

    /// Answers one client as a database that can be written to does.
    fn answering() -> SocketAddr {
        /// Reads a message, which begins with a letter, except for a client's first one.
        fn read(stream: &mut impl Read, letters: usize) {
            let mut start = vec![0; letters + 4];
            stream.read_exact(&mut start).unwrap();
            let length = u32::from_be_bytes(start[letters..].try_into().unwrap());
            stream.read_exact(&mut vec![0; length as usize - 4]).unwrap();
        }
        let message = |letter: u8, body: &[u8]| {
            let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
            [&[letter][..], &length, body].concat()
        };
        let ready = message(b'Z', b"I");
        let welcome = [message(b'R', &[0; 4]), ready.clone()].concat();
        // `show transaction_read_only` has one column, and one row that says `off`.
        let column = message(b'T', &[&b"\0\x01transaction_read_only\0"[..], &[0; 18]].concat());
        let row = message(b'D', b"\0\x01\0\0\0\x03off");
        let shown = [column, row, message(b'C', b"SHOW\0"), ready].concat();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            read(&mut stream, 0);
            stream.write_all(&welcome).unwrap();
            read(&mut stream, 1);
            stream.write_all(&shown).unwrap();
            // It stays until the client goes.
            let _ = stream.read(&mut [0]);
        });
        address
    }

    /// What is logged while a connection to one of these hosts is made, and whether there is one.
    async fn logged(hosts: &[SocketAddr]) -> (Vec<Level>, bool) {
        let hosts: Vec<_> = hosts.iter().map(ToString::to_string).collect();
        let address = format!("postgres://konoba@{}/games?sslmode=disable", hosts.join(","));
        let mut database = Database::at(&address).unwrap();
        // A machine that is busy must not decide.
        Arc::get_mut(&mut database.0).unwrap().patience = Duration::from_secs(60);
        let levels = Levels::default();
        let subscriber = tracing_subscriber::registry().with(levels.clone());
        let _default = tracing::subscriber::set_default(subscriber);
        let is_connected = database.connect().await.is_ok();
        (levels.0.lock().unwrap().clone(), is_connected)
    }

    #[tokio::test]
    async fn only_when_no_host_is_left_is_it_an_error() {
        let (warn, error) = (Level::WARN, Level::ERROR);
        assert_eq!(logged(&[answering()]).await, (vec![], true));
        assert_eq!(logged(&[free(), answering()]).await, (vec![warn], true));
        assert_eq!(logged(&[free(), free()]).await, (vec![warn, warn, error], false));
        assert_eq!(logged(&[free()]).await, (vec![error], false));
    }

    #[test]
    fn an_address_names_a_host() {
        for address in ["", "user=ana dbname=games", "postgres:///games"] {
            assert_eq!(Database::at(address).err().unwrap(), "it names no host");
        }
        assert!(Database::at("hostaddr=127.0.0.1").is_ok());
    }

    #[test]
    fn each_host_has_its_port_and_everything_else_of_the_address() {
        let address = "postgres://konoba:secret@one:5433,two:5434/games?options=-c%20a%3Db\
            &target_session_attrs=any";
        let database = Database::at(address).unwrap();
        let told = |config: &Config| {
            let host = format!("{:?}", config.get_hosts());
            (host, config.get_ports().to_vec(), config.get_target_session_attrs())
        };
        let expected = [("one", 5433), ("two", 5434)].map(|(host, port)| {
            (format!("[Tcp({host:?})]"), vec![port], TargetSessionAttrs::ReadWrite)
        });
        assert_eq!(database.0.configs.iter().map(told).collect::<Vec<_>>(), expected);
        for config in &database.0.configs {
            assert_eq!(config.get_user(), Some("konoba"));
            assert_eq!(config.get_password(), Some(&b"secret"[..]));
            assert_eq!(config.get_dbname(), Some("games"));
            assert_eq!(config.get_options(), Some("-c a=b"));
        }
        assert_eq!(database.patience(), 2 * PATIENCE);
    }
}
