//! A house on a port of its own, on threads of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use konoba_advice::Adviser;
use konoba_http::{HttpConfig, Services, send_webhooks, serve_admin, serve_http, services};
use konoba_live::{Config, House, Limits};
use konoba_store::Sqlite;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::client::Client;

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    admin: SocketAddr,
    pub(crate) house: House,
    runtime: Runtime,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn open() -> Self {
        Self::with(Self::generous())
    }

    /// Limits that no test reaches by itself.
    fn generous() -> Limits {
        let many = konoba_live::Rate { per_second: 10_000, burst: 10_000 };
        let bytes = konoba_live::Rate { per_second: 100_000_000, burst: 100_000_000 };
        let (requests, pages, messages, reads) = (many, many, many, many);
        Limits { requests, pages, messages, reads, bytes, ..Limits::default() }
    }

    /// A house whose computer plays.
    pub(crate) fn with_engine() -> Self {
        let http = HttpConfig { limits: Self::generous(), ..HttpConfig::default() };
        let thinker = Some(Arc::new(Adviser::at_many_tables(1)) as _);
        Self::configured(http, Config { thinker, ..Config::default() })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self::configured(HttpConfig { limits, ..HttpConfig::default() }, Config::default())
    }

    pub(crate) fn configured(http: HttpConfig, config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
        let limits = http.limits.clone();
        let (house, [address, admin]) = runtime.block_on(async {
            let house = House::open(Arc::new(store), config);
            let listen = || TcpListener::bind("127.0.0.1:0");
            let listeners = [listen().await.unwrap(), listen().await.unwrap()];
            let addresses = listeners.each_ref().map(|own| own.local_addr().unwrap());
            tokio::spawn(send_webhooks(house.clone(), http.url.clone(), http.webhooks));
            let Services { public, admin } = services(house.clone(), http);
            let [listener, admin_listener] = listeners;
            tokio::spawn(serve_http(listener, public, house.clone(), limits));
            tokio::spawn(serve_admin(admin_listener, admin, house.clone()));
            (house, addresses)
        });
        Self { address, admin, house, runtime, _folder: folder }
    }

    /// A client with a name and a cookie.
    pub(crate) fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(self.address);
        client.call_me(name);
        client
    }

    /// A client without a name or cookie.
    pub(crate) fn stranger(&self) -> Client {
        Client::new(self.address)
    }

    /// An operator.
    pub(crate) fn admin(&self) -> Client {
        Client::new(self.admin)
    }

    /// How many connections are open at the public door.
    pub(crate) fn inside(&self) -> usize {
        let doors = self.house.doors();
        doors.iter().find(|(door, _)| *door == "http").map_or(0, |(_, counts)| counts.inside)
    }

    pub(crate) fn wait<T>(&self, doing: impl Future<Output = T>) -> T {
        self.runtime.block_on(doing)
    }
}
