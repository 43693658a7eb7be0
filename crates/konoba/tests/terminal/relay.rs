//! What stands between a client and a server: it stays while servers come and go, can speak TLS to the client, and can
//! swallow what the server answers.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, copy, copy_bidirectional, sink, split};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// What becomes of the next connections.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    /// They lead to the server.
    To(SocketAddr),
    /// The next one leads there, and nothing comes back over it; those after it lead there as ever.
    OnceWithoutAnswer(SocketAddr),
    /// They lead nowhere.
    Nowhere,
}

/// A relay. The runtime is kept, since all of it runs there.
pub(crate) struct Relay {
    pub(crate) port: u16,
    way: Arc<Mutex<Way>>,
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
        let way = Arc::new(Mutex::new(Way::To(server)));
        let shared = way.clone();
        runtime.spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (way, tls) = (take(&mut shared.lock().unwrap()), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        Some(tls) => match tls.accept(client).await {
                            Ok(client) => relay(client, way).await,
                            Err(error) => eprintln!("{error}"),
                        },
                        None => relay(client, way).await,
                    }
                });
            }
        });
        Self { port, way, _runtime: runtime }
    }

    pub(crate) fn lead(&self, way: Way) {
        *self.way.lock().unwrap() = way;
    }
}

/// The way of the next connection.
fn take(way: &mut Way) -> Way {
    let next = match *way {
        Way::OnceWithoutAnswer(server) => Way::To(server),
        way => way,
    };
    std::mem::replace(way, next)
}

/// Either side may hang up at any time.
async fn relay(mut client: impl AsyncRead + AsyncWrite + Unpin, way: Way) {
    let (Way::To(server) | Way::OnceWithoutAnswer(server)) = way else { return };
    let Ok(mut server) = TcpStream::connect(server).await else { return };
    if let Way::To(_) = way {
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
