//! What every request has to pass: from where, how often, how long.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Shared;
use super::error::DoorError;

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// Gives a request that came over no network an address.
pub(super) async fn known_peer(mut request: Request, next: Next) -> Response {
    if request.extensions().get::<Peer>().is_none() {
        let address = request.extensions().get::<SocketAddr>().map(SocketAddr::ip);
        let peer = Peer(address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
        request.extensions_mut().insert(peer);
    }
    next.run(request).await
}

/// So many requests a second from one address.
pub(super) async fn not_too_often(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, DoorError> {
    if let Some(Peer(address)) = request.extensions().get::<Peer>()
        && shared.rates.check_key(address).is_err()
    {
        return Err(DoorError::too_often());
    }
    // Addresses that have not been seen for a while are forgotten from time to time.
    if shared.rates.len() > 10_000 {
        shared.rates.retain_recent();
    }
    Ok(next.run(request).await)
}

/// Another site may link to us, but nothing that it sends from a reader's browser may change
/// anything or open a socket. Browsers say where a request comes from; programs need not.
pub(super) async fn same_origin(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, DoorError> {
    let is_harmless = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(header::UPGRADE);
    if !is_harmless && !comes_from_here(request.headers(), shared.config.url.as_deref()) {
        let says = "This may be asked from our own page only.";
        return Err(DoorError::new(StatusCode::FORBIDDEN, "origin", says));
    }
    Ok(next.run(request).await)
}

fn comes_from_here(headers: &HeaderMap, url: Option<&str>) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Some(origin) = origin.to_str().ok().and_then(authority) else { return false };
    let own = url.and_then(authority);
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    own.or(host).is_some_and(|own| own == origin)
}

fn authority(url: &str) -> Option<Authority> {
    url.parse::<Uri>().ok()?.authority().cloned()
}

/// An answer that takes too long is none.
pub(super) async fn in_time(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, DoorError> {
    let answer = tokio::time::timeout(shared.config.limits.answer, next.run(request)).await;
    answer.map_err(|_| {
        let says = "The house took too long to answer.";
        DoorError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", says)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_page_may_change_something() {
        let check = |origin: Option<&str>, url: Option<&str>, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            assert_eq!(comes_from_here(&headers, url), expected, "{origin:?} {url:?}");
        };
        check(None, None, true);
        check(Some("http://127.0.0.1:8080"), None, true);
        check(Some("http://127.0.0.1:8081"), None, false);
        check(Some("http://evil.example"), None, false);
        check(Some("null"), None, false);
        check(Some(""), None, false);
        check(Some("http://127.0.0.1:8080"), Some("https://play.example"), false);
        check(Some("https://play.example"), Some("https://play.example"), true);
    }
}
