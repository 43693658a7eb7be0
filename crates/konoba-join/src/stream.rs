//! A connection to the house, over TLS or not.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::Address;

/// How long it may take to be connected.
const CONNECTING: Duration = Duration::from_secs(10);
/// How long nothing may come while an answer is awaited. A player whose clock runs has to hear of it soon.
const ANSWERING: Duration = Duration::from_secs(10);
/// How long nothing may come where the house thinks, or tells what happens. A house asks those on its sockets every 20 seconds whether they are there.
pub(crate) const SILENCE: Duration = Duration::from_secs(60);

/// A connection to the house.
#[derive(Debug)]
pub enum Stream {
    /// Without TLS.
    Plain(TcpStream),
    /// With TLS.
    Secure(Box<StreamOwned<ClientConnection, TcpStream>>),
}

/// What makes connections to one house.
#[derive(Clone, Debug)]
pub struct Connector {
    pub(crate) address: Arc<Address>,
    tls: Option<Arc<ClientConfig>>,
    /// How long nothing may come.
    patience: Duration,
}

impl Connector {
    /// For the house at an address. Fails where TLS is wanted and this machine trusts no certificate.
    pub fn new(address: Address) -> io::Result<Self> {
        let tls = if address.is_secure { Some(Arc::new(config()?)) } else { None };
        Ok(Self { address: Arc::new(address), tls, patience: ANSWERING })
    }

    /// The same for what the house may be silent about for longer.
    pub(crate) fn patient(&self) -> Self {
        Self { patience: SILENCE, ..self.clone() }
    }

    /// Where the house is.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// A new connection, and a handle by which it can be ended from another thread.
    pub(crate) fn connect(&self) -> io::Result<(Stream, TcpStream)> {
        let Address { host, port, .. } = &*self.address;
        let unknown = || io::Error::new(io::ErrorKind::NotFound, "the host is not known");
        let mut failed = unknown();
        for address in (host.as_str(), *port).to_socket_addrs().map_err(|_| unknown())? {
            match TcpStream::connect_timeout(&address, CONNECTING) {
                Ok(stream) => return self.prepare(stream),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn prepare(&self, stream: TcpStream) -> io::Result<(Stream, TcpStream)> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(self.patience))?;
        stream.set_write_timeout(Some(self.patience))?;
        let handle = stream.try_clone()?;
        let Some(tls) = &self.tls else { return Ok((Stream::Plain(stream), handle)) };
        let name = ServerName::try_from(self.address.host.clone()).map_err(io::Error::other)?;
        let session = ClientConnection::new(tls.clone(), name).map_err(io::Error::other)?;
        Ok((Stream::Secure(Box::new(StreamOwned::new(session, stream))), handle))
    }
}

/// Trusts whom this machine trusts, or the file that `SSL_CERT_FILE` names.
fn config() -> io::Result<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err(io::Error::other("this machine has no certificates to trust"));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().map_err(io::Error::other)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.read(buffer),
            Self::Secure(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Secure(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Secure(stream) => stream.flush(),
        }
    }
}
