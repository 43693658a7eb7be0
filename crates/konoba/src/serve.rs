//! `konoba serve`: the tavern.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use etcetera::BaseStrategy;
use konoba_server::http::{HttpConfig, app, serve_http};
use konoba_server::{Clock, Config, House, Limits, Rate, Thinker, telnet};
use konoba_store::{Postgres, Sqlite, Store};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

use crate::opponent::Engine;

/// Open the tavern: live games for browsers, telnet and programs, at the same tables
///
/// It needs nothing but a folder, in which it keeps every game. When it is ready it prints the
/// addresses of its doors. It is reached from this machine alone unless told otherwise. On SIGTERM or
/// Ctrl-C it finishes what is under way and ends.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Where browsers and programs come in: an address, or a port of this machine; port 0 picks one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    http: Address,
    /// Where telnet comes in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:2323")]
    telnet: Address,
    /// The folder in which everything is kept; a folder of the platform unless given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A PostgreSQL database that many machines share, instead of a folder of this one
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
    /// The address by which people reach this house by a name or through a proxy, with its scheme
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// A proxy that is believed when it says from where a request comes (X-Forwarded-For)
    #[arg(long, value_name = "IP")]
    proxy: Vec<IpAddr>,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
    /// How many connections may come from one address, through each door
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_of_address)]
    per_address: usize,
    /// How many requests a second may come from one address
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests.per_second)]
    requests: u32,
}

const EXAMPLES: &str = "\
Examples:
  konoba serve
  konoba serve --open
  konoba serve --http 0.0.0.0:8080 --telnet 0.0.0.0:2323 --data /srv/konoba
  konoba serve --http 0 --telnet 0 --data /tmp/tavern
  konoba serve --database postgres://konoba@db.example.org/konoba
  konoba serve --url https://play.example.org --proxy 127.0.0.1 --log json";

/// The file in the folder that holds the books.
pub(crate) const BOOKS: &str = "konoba.sqlite";
/// How long those who are there may take to leave.
const DRAIN: Duration = Duration::from_secs(8);

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LogForm {
    Text,
    Json,
}

/// An address to listen on: `127.0.0.1:8080`, or a port of this machine alone.
#[derive(Clone, Debug)]
struct Address(String);

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(port) = text.parse::<u16>() {
            return Ok(Self(format!("127.0.0.1:{port}")));
        }
        match text.rsplit_once(':') {
            Some((host, port)) if !host.is_empty() && port.parse::<u16>().is_ok() => {
                Ok(Self(text.to_owned()))
            }
            _ => Err("give an address with a port, or a port alone".to_owned()),
        }
    }
}

impl Address {
    async fn listen(&self) -> anyhow::Result<(TcpListener, SocketAddr)> {
        let addresses: Vec<_> = self.0.to_socket_addrs().with_context(|| self.0.clone())?.collect();
        let listener = TcpListener::bind(&*addresses).await.with_context(|| self.0.clone())?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    }
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.begin_log();
        let books = match &self.database {
            Some(url) => Books::in_database(url)?,
            None => {
                let own =
                    || own_folder().context("there is no folder to keep games in; use --data");
                Books::in_folder(&self.data.clone().map_or_else(own, Ok)?)?
            }
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(self.serve(books))
    }

    async fn serve(self, books: Books) -> anyhow::Result<()> {
        let (http, http_address) = self.http.listen().await?;
        let (telnet, telnet_address) = self.telnet.listen().await?;
        let limits = Limits {
            connections_of_address: self.per_address,
            requests: Rate { per_second: self.requests, burst: self.requests.saturating_mul(4) },
            ..Limits::default()
        };
        let Books { store, clock, _lock } = books;
        let thinker = Some(Arc::new(Engine) as Arc<dyn Thinker>);
        let house = House::open(store, Config { clock, thinker, ..Config::default() });
        let web_limits = Limits { proxies: self.proxy, ..limits.clone() };
        let config = HttpConfig { limits: web_limits.clone(), url: self.url };
        let app = app(house.clone(), config);
        let browsers = tokio::spawn(serve_http(http, app, house.clone(), web_limits));
        let telnets =
            tokio::spawn(telnet::serve(house.clone(), telnet, telnet::Config::new(limits)));
        announce(http_address, telnet_address)?;
        if self.open {
            show_page(http_address);
        }
        asked_to_stop().await?;
        tracing::info!("closing");
        let drained = tokio::time::timeout(DRAIN, async {
            house.close().await;
            let _ = tokio::join!(browsers, telnets);
        });
        match drained.await {
            Ok(()) => tracing::info!("closed"),
            Err(_) => tracing::warn!("closed on those who did not leave"),
        }
        Ok(())
    }

    fn begin_log(&self) {
        let filter = EnvFilter::try_from_env("KONOBA_LOG").unwrap_or_else(|_| "info".into());
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
        match self.log {
            LogForm::Text => log.with_ansi(false).init(),
            LogForm::Json => log.json().init(),
        }
    }
}

/// Where everything is kept, and the clock that goes with it.
struct Books {
    store: Arc<dyn Store>,
    clock: Clock,
    /// Held as long as the folder is in use.
    _lock: Option<File>,
}

impl Books {
    fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        let lock = lock(folder)?;
        let store = Sqlite::open(&folder.join(BOOKS))
            .with_context(|| folder.join(BOOKS).display().to_string())?;
        Ok(Self { store: Arc::new(store), clock: Clock::system(), _lock: Some(lock) })
    }

    /// All machines go by the clock of the database. Its address may hold a password and is not said.
    fn in_database(url: &str) -> anyhow::Result<Self> {
        let store = Arc::new(Postgres::open(url).context("the database")?);
        let of_database = store.clone();
        Ok(Self { store, clock: Clock::of(move || of_database.now()), _lock: None })
    }
}

/// Prints where the doors are, once they are open. Whoever started us and does not read on is not a
/// reason to close.
fn announce(http: SocketAddr, telnet: SocketAddr) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let written = write!(out, "http {http}\ntelnet {telnet}\n").and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

async fn asked_to_stop() -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}

/// One house has one set of books: a second one would not see what the first one tells.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let name = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(name)?;
    let file = File::create(folder.join("konoba.lock")).with_context(name)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => bail!("{}: another tavern is open here", name()),
        Err(TryLockError::Error(error)) => Err(error).with_context(name),
    }
}

/// `KONOBA_HOME`, or where this platform keeps the state of programs.
fn own_folder() -> Option<PathBuf> {
    let home = std::env::var_os("KONOBA_HOME").filter(|home| !home.is_empty());
    let folder = home.map(PathBuf::from).or_else(|| {
        let base = etcetera::choose_base_strategy().ok()?;
        Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join("konoba"))
    });
    folder.map(|folder| folder.join("tavern"))
}

/// A browser that cannot be started is no reason to close: the address is printed.
fn show_page(address: SocketAddr) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(opener);
    command.arg(format!("http://{address}/")).stdin(Stdio::null());
    if let Err(error) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        tracing::warn!(%error, "the browser could not be started");
    }
}
