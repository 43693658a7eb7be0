//! The library's own client, for what OpenSSH does not do.

use std::net::SocketAddr;
use std::sync::Arc;

use russh::Channel;
use russh::client::{self, Handle, Handler, KeyboardInteractiveAuthResponse, Msg};
use russh::keys::PublicKeyOrCertificate;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// A client that trusts any server.
pub(crate) struct Trusting;

impl Handler for Trusting {
    type Error = russh::Error;

    async fn check_server_key(&mut self, _: &PublicKeyOrCertificate) -> Result<bool, Self::Error> {
        Ok(true)
    }
}

/// A client without a key that has been let in.
pub(crate) async fn visit(
    address: SocketAddr,
    config: client::Config,
) -> (Handle<Trusting>, Channel<Msg>) {
    let stream = TcpStream::connect(address).await.unwrap();
    visit_over(stream, config).await
}

/// The same over a stream.
pub(crate) async fn visit_over<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    config: client::Config,
) -> (Handle<Trusting>, Channel<Msg>) {
    let mut session = client::connect_stream(Arc::new(config), stream, Trusting).await.unwrap();
    let entered = session.authenticate_keyboard_interactive_start("anyone", None).await.unwrap();
    assert!(matches!(entered, KeyboardInteractiveAuthResponse::Success));
    let channel = session.channel_open_session().await.unwrap();
    (session, channel)
}
