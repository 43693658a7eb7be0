//! One message to a webhook. The request is always the same, and of the answer only its status matters: that
//! is too little for a client library with redirects, cookies and pools, none of which may be used here.

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use httparse::Status;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::target::{Target, Webhooks};

/// How long a message may take, from the name to the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// So much of an answer is read at most.
const LONGEST_HEAD: u64 = 8 << 10;

/// What is posted.
pub(super) struct Message {
    /// JSON.
    pub(super) body: String,
    /// HMAC-SHA256 of it, where the guest has a key.
    pub(super) signature: Option<String>,
}

/// Posts a message. The status of the answer; redirects are not followed.
pub(super) async fn post(target: &Target, message: &Message, reach: Webhooks) -> io::Result<u16> {
    let late = |_| io::Error::from(io::ErrorKind::TimedOut);
    timeout(PATIENCE, post_in_time(target, message, reach)).await.map_err(late)?
}

async fn post_in_time(target: &Target, message: &Message, reach: Webhooks) -> io::Result<u16> {
    let addresses = target.addresses(reach).await?;
    if addresses.is_empty() {
        return Err(io::Error::other("the address is not one of the public internet"));
    }
    let stream = TcpStream::connect(&*addresses).await?;
    if !target.is_tls {
        return exchange(stream, target, message).await;
    }
    let name = ServerName::try_from(target.host.clone()).map_err(io::Error::other)?;
    let stream = TlsConnector::from(authorities()?).connect(name, stream).await?;
    exchange(stream, target, message).await
}

async fn exchange(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    Target { authority, path, .. }: &Target,
    Message { body, signature }: &Message,
) -> io::Result<u16> {
    let length = body.len();
    let signed = |signature| format!("Konoba-Signature: sha256={signature}\r\n");
    let signed = signature.as_ref().map(signed).unwrap_or_default();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nUser-Agent: konoba\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n{signed}Connection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    stream.flush().await?;
    let (mut head, mut answer) = (Vec::new(), stream.take(LONGEST_HEAD));
    loop {
        if let Some(status) = status(&head)? {
            return Ok(status);
        }
        if answer.read_buf(&mut head).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

/// The status of an answer, once its first line is there. What comes before the answer itself (100 to 199) is passed over.
fn status(mut head: &[u8]) -> io::Result<Option<u16>> {
    loop {
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut answer = httparse::Response::new(&mut headers);
        let parsed = answer.parse(head);
        match (answer.code, parsed) {
            (Some(100..=199), Ok(Status::Complete(length))) => head = &head[length..],
            (Some(100..=199), Ok(Status::Partial)) | (None, Ok(_)) => return Ok(None),
            // Of what follows the status nothing matters, not even whether it can be read.
            (Some(status), _) if status >= 200 => return Ok(Some(status)),
            (_, Err(error)) => return Err(io::Error::other(error)),
            (Some(_), Ok(_)) => return Err(io::Error::other("there is no such status")),
        }
    }
}

/// The authorities of the system, whose certificates are believed.
fn authorities() -> io::Result<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();
    let config = CONFIG.get_or_init(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err("there is no certificate of an authority on this machine".to_owned());
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config =
            ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| error.to_string())?;
        Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
    });
    config.clone().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn the_status_is_that_of_the_answer_itself() {
        let check =
            |head: &str, expected| assert_eq!(status(head.as_bytes()).ok(), expected, "{head}");
        check("HTTP/1.1 20", Some(None));
        check("HTTP/1.1 200 OK\r\n", Some(Some(200)));
        check("HTTP/1.1 100 Continue\r\n\r\n", Some(None));
        check(
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 204 No Content\r\n",
            Some(Some(204)),
        );
        check("HTTP/1.1 200 OK\r\nNo header\r\n\r\n", Some(Some(200)));
        check("HTTP/1.1 099 What\r\n\r\n", None);
        check("SSH-2.0-OpenSSH\r\n", None);
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let target = Target::read(&format!("http://localhost:{port}/")).unwrap();
        let message = Message { body: "{}".to_owned(), signature: None };
        let refused = post(&target, &message, Webhooks::Public).await.unwrap_err();
        assert!(refused.to_string().contains("public internet"), "{refused}");
        let (answer, peer) = tokio::join!(post(&target, &message, Webhooks::Any), async {
            let (mut peer, _) = listener.accept().await.unwrap();
            // The one connection that comes is the one that was allowed; where it would be sent is not asked.
            let answer = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n";
            peer.write_all(answer.as_bytes()).await.unwrap();
            peer
        });
        assert_eq!(answer.unwrap(), 302);
        drop(peer);
    }
}
