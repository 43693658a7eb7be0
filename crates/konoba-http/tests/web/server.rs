//! A house on a port of its own, on threads of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use konoba_http::{HttpConfig, app, serve_http};
use konoba_live::{Config, House, Limits};
use konoba_store::Sqlite;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::client::Client;

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) house: House,
    runtime: Runtime,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn open() -> Self {
        Self::with(Limits {
            requests: konoba_live::Rate { per_second: 10_000, burst: 10_000 },
            messages: konoba_live::Rate { per_second: 10_000, burst: 10_000 },
            ..Limits::default()
        })
    }

    pub(crate) fn with(limits: Limits) -> Self {
        Self::configured(HttpConfig { limits, url: None }, Config::default())
    }

    pub(crate) fn configured(http: HttpConfig, config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
        let limits = http.limits.clone();
        let (house, address) = runtime.block_on(async {
            let house = House::open(Arc::new(store), config);
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let app = app(house.clone(), http);
            tokio::spawn(serve_http(listener, app, house.clone(), limits));
            (house, address)
        });
        Self { address, house, runtime, _folder: folder }
    }

    /// Somebody with a name and a cookie.
    pub(crate) fn guest(&self, name: &str) -> Client {
        let mut client = Client::new(self.address);
        client.call_me(name);
        client
    }

    /// Somebody whom nobody knows.
    pub(crate) fn stranger(&self) -> Client {
        Client::new(self.address)
    }

    pub(crate) fn wait<T>(&self, doing: impl Future<Output = T>) -> T {
        self.runtime.block_on(doing)
    }
}
