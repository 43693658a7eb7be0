//! What stands between a client and a server: it stays while servers come and go, can speak TLS to the client, can swallow
//! what the server answers, and can answer some requests itself.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{
    AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, copy_bidirectional, sink, split,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch::Sender;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What becomes of the next connections.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Way {
    /// They lead to the server.
    To(SocketAddr),
    /// The next one leads there, and nothing comes back over it; those after it lead there as ever.
    OnceWithoutAnswer(SocketAddr),
    /// They lead there, but for requests whose first line contains this: those are answered like this, or never where that
    /// is empty.
    Except(SocketAddr, &'static str, &'static str),
    /// They lead nowhere, and those that are open break.
    Nowhere,
}

/// A relay. The runtime is kept, since all of it runs there.
pub(crate) struct Relay {
    pub(crate) port: u16,
    way: Sender<Way>,
    /// How many requests did not reach the server.
    excepted: Arc<AtomicUsize>,
    _runtime: Runtime,
}

impl Relay {
    pub(crate) fn to(server: SocketAddr) -> Self {
        Self::open(server, None)
    }

    /// One that speaks TLS to the client, as `localhost`.
    pub(crate) fn secure(server: SocketAddr) -> Self {
        let chain = CertificateDer::from_pem_slice(include_bytes!("tls/house.pem")).unwrap();
        let key = PrivateKeyDer::from_pem_slice(include_bytes!("tls/house.key")).unwrap();
        let provider = tokio_rustls::rustls::crypto::ring::default_provider();
        let config = ServerConfig::builder_with_provider(Arc::new(provider));
        let config = config.with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![chain], key).unwrap();
        Self::open(server, Some(TlsAcceptor::from(Arc::new(config))))
    }

    fn open(server: SocketAddr, tls: Option<TlsAcceptor>) -> Self {
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        let way = Sender::new(Way::To(server));
        let excepted = Arc::new(AtomicUsize::new(0));
        let (shared, counted) = (way.clone(), excepted.clone());
        runtime.spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (way, tls) = (take(&shared), tls.clone());
                let (counted, mut led) = (counted.clone(), shared.subscribe());
                let relayed = async move {
                    match tls {
                        Some(tls) => match tls.accept(client).await {
                            Ok(client) => relay(client, way, &counted).await,
                            Err(error) => eprintln!("{error}"),
                        },
                        None => relay(client, way, &counted).await,
                    }
                };
                tokio::spawn(async move {
                    tokio::select! {
                        () = relayed => {}
                        _ = led.wait_for(|way| *way == Way::Nowhere) => {}
                    }
                });
            }
        });
        Self { port, way, excepted, _runtime: runtime }
    }

    pub(crate) fn lead(&self, way: Way) {
        self.way.send_replace(way);
    }

    /// How many requests did not reach the server since this was asked last.
    pub(crate) fn excepted(&self) -> usize {
        self.excepted.swap(0, Ordering::Relaxed)
    }
}

/// The way of the next connection.
fn take(way: &Sender<Way>) -> Way {
    let mut taken = Way::Nowhere;
    way.send_modify(|way| {
        taken = *way;
        if let Way::OnceWithoutAnswer(server) = taken {
            *way = Way::To(server);
        }
    });
    taken
}

/// Either side may hang up at any time.
async fn relay(mut client: impl AsyncRead + AsyncWrite + Unpin, way: Way, excepted: &AtomicUsize) {
    let (Way::To(server) | Way::OnceWithoutAnswer(server) | Way::Except(server, ..)) = way else {
        return;
    };
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    if let Way::Except(_, path, answer) = way {
        let mut bytes = vec![0; 4096];
        let Ok(count @ 1..) = client.read(&mut bytes).await else { return };
        let first = String::from_utf8_lossy(&bytes[..count]);
        if first.lines().next().is_some_and(|line| line.contains(path)) {
            excepted.fetch_add(1, Ordering::Relaxed);
            match answer {
                "" => drop(copy(&mut client, &mut sink()).await),
                answer => drop(client.write_all(answer.as_bytes()).await),
            }
            return drop(client.shutdown().await);
        }
        if server.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
    if let Way::To(_) | Way::Except(..) = way {
        let _ = copy_bidirectional(&mut client, &mut server).await;
        return;
    }
    let (mut from_client, _to_client) = split(client);
    let (mut from_server, mut to_server) = split(server);
    let mut nothing = sink();
    tokio::select! {
        _ = copy(&mut from_client, &mut to_server) => drop(to_server.shutdown().await),
        // The server has answered, and hangs up.
        _ = copy(&mut from_server, &mut nothing) => {}
    }
}
