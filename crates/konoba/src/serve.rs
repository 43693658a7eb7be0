//! `konoba serve`: the server.

use std::fs;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context;
use clap::{Args, ValueEnum};
use konoba_http::{
    HttpConfig, PublicUrl, Services, Webhooks, send_webhooks, serve_admin, serve_http, services,
};
use konoba_live::{Config, House, Limits, Rate};
use konoba_puzzles::collection;
use konoba_rules::games;
use konoba_ssh as ssh;
use konoba_telnet as telnet;
use tokio::net::TcpListener;
use tracing::field::display;

use crate::config::{Configured, Settings};
use crate::database::{self, DATABASE, Database, own_folder};
use crate::opponent::at_many_tables;
use crate::service::{self, LogForm, StopSignals, announce};
use konoba_lab::nets::{NetSource, Nets};
use konoba_lab::print_note;
use konoba_lab::{number, usage_error};

/// Run a server: live games for browsers, telnet and programs, at the same tables
///
/// It needs nothing but a folder, in which it stores every game. When it is ready it prints the
/// addresses of its doors. It is reached from this machine alone unless told otherwise. On SIGTERM or
/// Ctrl-C (on Linux SIGHUP too) it finishes what is under way and ends.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Serve {
    /// Where browsers and programs connect: an address, or a port of this machine; port 0 picks one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    http: Address,
    /// Where telnet clients connect
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:2323")]
    telnet: Address,
    /// Where ssh clients connect; nowhere unless given. Anyone may come in, to the tables alone
    #[arg(long, value_name = "ADDR")]
    ssh: Option<Address>,
    /// The private key by which ssh clients know this server, in the format of OpenSSH; made at the first start. In
    /// the folder of the database unless given; servers behind one address share it
    #[arg(long, value_name = "FILE")]
    ssh_key: Option<PathBuf>,
    /// Where operators connect: /metrics and /healthz; nowhere unless given
    #[arg(long, value_name = "ADDR")]
    admin: Option<Address>,
    /// The folder of the database; a folder of the platform unless given
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A PostgreSQL database that many machines share, instead of a folder of this one
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    #[arg(env = DATABASE, hide_env_values = true)]
    database: Option<String>,
    /// How many threads think for the engine, beside two for drawing and reading records; with a
    /// database 0 leaves it to others (`konoba work`)
    #[arg(long, value_name = "N", default_value_t = Config::default().thinking_threads)]
    #[arg(value_parser = number::<usize, 0, 1024>)]
    thinkers: usize,
    /// Show the page in a browser
    #[arg(long)]
    open: bool,
    /// The public address of this server, by name or through a proxy, with its scheme
    #[arg(long, value_name = "URL")]
    url: Option<PublicUrl>,
    /// A proxy that is believed when it says from where a request comes (X-Forwarded-For)
    #[arg(long, value_name = "IP", value_parser = ip)]
    proxy: Vec<IpAddr>,
    /// How far webhooks of players may reach: to the public internet, anywhere, or nowhere
    #[arg(long, value_name = "WHERE", default_value = "public")]
    webhooks: WebhookReach,
    /// How the log on standard error is written; KONOBA_LOG says how much of it (info, debug, ...)
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
    /// How many connections may come from one address, through each door
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_of_address)]
    #[arg(value_parser = not_none::<usize>)]
    per_address: usize,
    /// How many requests a second may come from one address
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests.per_second)]
    #[arg(value_parser = not_none::<u32>)]
    requests: u32,
    #[command(flatten)]
    net: NetSource,
    #[command(flatten)]
    configured: Configured,
}

/// How far webhooks may reach.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum WebhookReach {
    /// Nowhere: there are none.
    Off,
    /// To addresses of the public internet alone.
    Public,
    /// Anywhere, also to private addresses and to this machine.
    Any,
}

impl From<WebhookReach> for Webhooks {
    fn from(reach: WebhookReach) -> Self {
        match reach {
            WebhookReach::Off => Self::Off,
            WebhookReach::Public => Self::Public,
            WebhookReach::Any => Self::Any,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  konoba serve
  konoba serve --open
  konoba serve --http 0.0.0.0:8080 --telnet 0.0.0.0:2323 --data /srv/konoba
  konoba serve --http 0 --telnet 0 --data /tmp/konoba
  konoba serve --ssh 0.0.0.0:22 --data /srv/konoba
  konoba serve --database postgres://konoba@db.example.org/konoba --thinkers 0
  konoba serve --url https://play.example.org --proxy 127.0.0.1 --admin 9100 --log json
  konoba serve --config /etc/konoba/konoba.toml --check";

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

fn ip(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "give an address in numbers, such as 127.0.0.1 or ::1")
}

/// A limit. Zero would refuse every client, which is never meant.
fn not_none<N: FromStr + Default + PartialEq>(text: &str) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number == N::default() => {
            Err("this would refuse every client; give at least 1".to_owned())
        }
        Ok(number) => Ok(number),
        Err(_) => Err("give a whole number from 1 on".to_owned()),
    }
}

/// A port that is listened on, and its address.
type Port = (TcpListener, SocketAddr);

/// Where clients connect. All of it is there before the database is opened: a start that fails must not have brought the database up
/// to date, since the older servers that use it could not be started again.
struct Ports {
    http: Port,
    telnet: Port,
    ssh: Option<(Port, ssh::HostKey)>,
    admin: Option<Port>,
}

impl Address {
    async fn listen(&self) -> anyhow::Result<Port> {
        let addresses: Vec<_> = self.0.to_socket_addrs().with_context(|| self.0.clone())?.collect();
        let listener = TcpListener::bind(&*addresses).await.with_context(|| self.0.clone())?;
        let address = listener.local_addr()?;
        Ok((listener, address))
    }
}

impl Serve {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<()> {
        if self.thinkers == 0 && self.database.is_none() {
            let reason =
                "without a database no other process can think: --thinkers 0 needs --database";
            return Err(usage_error("serve", reason));
        }
        if self.thinkers == 0 && self.net.is_given() {
            let reason = "no thread here would use the net: give --net to `konoba work`, \
                          or leave out --thinkers 0";
            return Err(usage_error("serve", reason));
        }
        let nets = self.net.open(games(), print_note);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        if self.configured.check {
            return runtime.block_on(self.check(settings));
        }
        self.log.begin();
        let ports = runtime.block_on(self.ports())?;
        let database = match &self.database {
            Some(url) => Database::in_database(url)?,
            None => Database::in_folder(&self.folder()?)?,
        };
        runtime.block_on(self.serve(ports, database, nets))
    }

    fn folder(&self) -> anyhow::Result<PathBuf> {
        let own = || own_folder().context("there is no folder to keep games in; use --data");
        self.data.clone().map_or_else(own, Ok)
    }

    fn host_key(&self) -> anyhow::Result<ssh::HostKey> {
        if self.ssh_key.is_none() {
            let folder = self.folder()?;
            database::create_private(&folder).with_context(|| folder.display().to_string())?;
        }
        let path = self.host_key_file()?;
        ssh::HostKey::kept_in(&path).with_context(|| path.display().to_string())
    }

    fn host_key_file(&self) -> anyhow::Result<PathBuf> {
        self.ssh_key.clone().map_or_else(|| Ok(self.folder()?.join("ssh_host_key")), Ok)
    }

    /// Fails where [`Self::host_key`] would. Nothing is created.
    fn check_host_key(&self) -> anyhow::Result<()> {
        let path = self.host_key_file()?;
        let found = ssh::HostKey::found_in(&path).with_context(|| path.display().to_string())?;
        if found.is_none() {
            let path = std::path::absolute(&path)?;
            let folder = path.parent().unwrap_or(&path);
            // The folder of the database is created, and no other.
            if self.ssh_key.is_some() {
                fs::metadata(folder).with_context(|| folder.display().to_string())?;
            }
            database::may_create_in(folder)?;
        }
        Ok(())
    }

    /// Says with which settings it would start, and fails where it could not. Nothing is created or changed.
    async fn check(&self, settings: &Settings) -> anyhow::Result<()> {
        announce(&settings.to_string())?;
        // All are held at once: two doors at one address exclude each other.
        let mut doors = Vec::new();
        for address in [&self.http, &self.telnet].into_iter().chain(&self.ssh).chain(&self.admin) {
            doors.push(address.listen().await?);
        }
        if self.ssh.is_some() {
            self.check_host_key()?;
        }
        match &self.database {
            None => announce(&format!("# {}\n", database::would_open(&self.folder()?)?))?,
            Some(url) => announce(database::would_connect(url)?)?,
        }
        Ok(())
    }

    async fn ports(&self) -> anyhow::Result<Ports> {
        Ok(Ports {
            http: self.http.listen().await?,
            telnet: self.telnet.listen().await?,
            ssh: match &self.ssh {
                Some(ssh) => Some((ssh.listen().await?, self.host_key()?)),
                None => None,
            },
            admin: match &self.admin {
                Some(admin) => Some(admin.listen().await?),
                None => None,
            },
        })
    }

    /// Logs that the server has started, where it is reached and where its games are.
    fn log_start(&self, ports: &Ports) {
        let ssh = ports.ssh.as_ref().map(|(port, _)| display(port.1));
        let admin = ports.admin.as_ref().map(|port| display(port.1));
        let database = self.database.as_deref().map(database::shown);
        let folder = if database.is_none() { self.folder().ok() } else { None };
        let data = folder.as_ref().map(|folder| display(folder.display()));
        let (version, http, telnet) = (env!("CARGO_PKG_VERSION"), ports.http.1, ports.telnet.1);
        tracing::info!(version, %http, %telnet, ssh, admin, data, database, "started");
    }

    async fn serve(self, ports: Ports, database: Database, nets: Nets) -> anyhow::Result<()> {
        self.log_start(&ports);
        let Ports { http: (http, http_address), telnet: (telnet, telnet_address), ssh, admin } =
            ports;
        let rate = |by: u32, burst: u32| Rate {
            per_second: self.requests.saturating_mul(by),
            burst: self.requests.saturating_mul(burst),
        };
        let limits = Limits {
            connections_of_address: self.per_address,
            requests: rate(1, 4),
            pages: rate(4, 40),
            ..Limits::default()
        };
        let config = Config {
            clock: database.clock.clone(),
            thinker: Some(Arc::new(at_many_tables(&nets)) as _),
            thinking_threads: self.thinkers,
            ..Config::default()
        };
        let house = House::open(database.store.clone(), config);
        let web_limits = Limits { proxies: self.proxy, ..limits.clone() };
        let webhooks = self.webhooks.into();
        let config = HttpConfig { limits: web_limits.clone(), url: self.url, webhooks };
        tokio::spawn(send_webhooks(house.clone(), config.url.clone(), webhooks));
        let Services { public, admin: figures } = services(house.clone(), config);
        let browsers = tokio::spawn(serve_http(http, public, house.clone(), web_limits));
        // Telnet and ssh share one list of people.
        let by_lines = telnet::Config::new(limits);
        let telnets = tokio::spawn(telnet::serve(house.clone(), telnet, by_lines.clone()));
        // The first who asks for a puzzle does not wait until all have been read.
        tokio::task::spawn_blocking(|| games().iter().for_each(|spec| _ = collection(spec)));
        let mut doors = format!("http {http_address}\ntelnet {telnet_address}\n");
        let mut shells = None;
        if let Some(((listener, address), key)) = ssh {
            shells = Some(tokio::spawn(ssh::serve(house.clone(), listener, key, by_lines)));
            doors.push_str(&format!("ssh {address}\n"));
        }
        if let Some((listener, address)) = admin {
            tokio::spawn(serve_admin(listener, figures, house.clone()));
            doors.push_str(&format!("admin {address}\n"));
        }
        let signals = StopSignals::caught()?;
        announce(&doors)?;
        if self.open {
            show_page(http_address);
        }
        let leaving = async {
            // A door that has broken has told why.
            let _ = tokio::join!(browsers, telnets);
            if let Some(shells) = shells {
                let _ = shells.await;
            }
        };
        service::run(&house, database.store.as_ref(), signals, leaving).await
    }
}

/// A browser that cannot be started is no reason to close: the address is printed.
fn show_page(address: SocketAddr) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(opener);
    command.arg(format!("http://{address}/")).stdin(Stdio::null());
    if let Err(error) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        tracing::warn!(%error, "the browser could not be started");
    }
}
