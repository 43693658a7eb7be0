//! What every request has to pass: from where, how often, how long.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::error_handling::HandleErrorLayer;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::{BoxError, Router};
use tower::timeout::TimeoutLayer;

use crate::error::DoorError;
use crate::shared::Shared;
use crate::url::PublicUrl;

/// Where proxies write from where a request came.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Where browsers write from what kind of site a request was sent.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The address that a request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Finds out from where a request came. One that came over no network has no address, and what a
/// trusted proxy says of those behind it is believed.
pub(super) async fn known_peer(
    State(shared): State<Arc<Shared>>,
    mut request: Request,
    next: Next,
) -> Response {
    let nowhere = Peer(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let Peer(address) = request.extensions().get().copied().unwrap_or(nowhere);
    let address = sender(address, request.headers(), &shared.config.limits.proxies);
    request.extensions_mut().insert(Peer(address));
    next.run(request).await
}

/// The last address on the way of a request that is not a trusted proxy's. Each proxy adds the one
/// before it to the end of the list; what stands before that may be forged by the client.
fn sender(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let lines = headers.get_all(FORWARDED_FOR).into_iter().map(HeaderValue::as_bytes);
    let said: Vec<&[u8]> = lines.flat_map(|line| line.split(|byte| *byte == b',')).collect();
    let mut address = peer;
    for said in said.into_iter().rev() {
        match read_address(said) {
            Some(before) if proxies.contains(&address) => address = before.to_canonical(),
            _ => break,
        }
    }
    address
}

/// Each part of the list is read for itself: a client may write what is no text before what a proxy adds.
fn read_address(said: &[u8]) -> Option<IpAddr> {
    std::str::from_utf8(said).ok()?.trim().parse().ok()
}

/// A name that points here but is not ours may be that of another site, whose scripts would then
/// count as our own page. Numbers and this machine's own name cannot be pointed elsewhere. A request
/// that names no host, or two, may mean something else to a proxy than to this server.
pub(super) async fn own_name(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, DoorError> {
    let Some(host) = only_host(request.headers()) else {
        let says = "A request has to name its host, once.";
        return Err(DoorError::new(StatusCode::BAD_REQUEST, "host", says));
    };
    let url = shared.config.url.as_ref();
    // A request line may hold a whole address, which then counts instead of the header.
    let is_own = |name: &Authority| is_own_name(name, url);
    if !is_own(&host) || !request.uri().authority().is_none_or(is_own) {
        let says = "The server does not know this host name; its operator sets it with --url.";
        return Err(DoorError::new(StatusCode::MISDIRECTED_REQUEST, "host", says));
    }
    Ok(next.run(request).await)
}

/// The one host that a request names.
fn only_host(headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).into_iter();
    let host = hosts.next().filter(|_| hosts.next().is_none())?;
    host.to_str().ok()?.parse().ok()
}

fn is_own_name(host: &Authority, url: Option<&PublicUrl>) -> bool {
    let name = host.host().trim_matches(['[', ']']);
    let is_this_machine = name.eq_ignore_ascii_case("localhost");
    let is_given = url.is_some_and(|own| own.host().eq_ignore_ascii_case(host.host()));
    is_this_machine || is_given || name.parse::<IpAddr>().is_ok()
}

/// So many requests a second from one address. A page and its files are counted apart: they cost
/// little, and a whole class may load them at once.
pub(super) async fn not_too_often(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let is_page = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.uri().path().starts_with("/api/");
    let rates = if is_page { &shared.pages } else { &shared.requests };
    let is_allowed = request.extensions().get().is_none_or(|Peer(address)| rates.allow(*address));
    if is_allowed {
        return next.run(request).await;
    }
    let mut response = DoorError::too_often().into_response();
    // A client that goes on all the same needs a new connection for each refusal.
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Another site may link to us, but nothing that it sends from a reader's browser may change
/// anything or open a socket. Browsers say where a request comes from; programs need not.
pub(super) async fn same_origin(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Result<Response, DoorError> {
    let is_reading = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_socket = request.headers().contains_key(header::UPGRADE);
    let is_refused = (!is_reading && is_sent_by_other_site(request.headers()))
        || (is_socket || !is_reading)
            && !comes_from_here(request.headers(), shared.config.url.as_ref());
    if is_refused {
        let says = "This may be asked from our own page only.";
        return Err(DoorError::new(StatusCode::FORBIDDEN, "origin", says));
    }
    Ok(next.run(request).await)
}

/// Whether the browser says that a page of another site sent it. Browsers do not agree on what they say
/// of sockets, which are known by their origin alone.
fn is_sent_by_other_site(headers: &HeaderMap) -> bool {
    let sites = headers.get_all(FETCH_SITE).into_iter();
    sites.map(|site| site.as_bytes()).any(|site| !matches!(site, b"same-origin" | b"none"))
}

fn comes_from_here(headers: &HeaderMap, url: Option<&PublicUrl>) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).into_iter();
    let Some(origin) = origins.next() else { return true };
    let origin = origin.to_str().ok().filter(|_| origins.next().is_none());
    let Some(origin) = origin.and_then(|origin| origin.parse::<PublicUrl>().ok()) else {
        return false;
    };
    match url {
        Some(own) => *own == origin,
        // Without an address of its own the house is the one that the request was sent to, and only a
        // proxy would know by which scheme.
        None => only_host(headers).is_some_and(|host| {
            let schemes = ["http", "https"].into_iter();
            schemes
                .map(|scheme| format!("{scheme}://{host}"))
                .any(|own| own.parse() == Ok(origin.clone()))
        }),
    }
}

/// A request that takes longer than this is refused, and the client is told so. The layer of tower-http
/// would answer without a body, where clients expect the reason as JSON.
pub(super) fn in_time<S: Clone + Send + Sync + 'static>(
    router: Router<S>,
    most: Duration,
) -> Router<S> {
    router.layer((HandleErrorLayer::new(too_late), TimeoutLayer::new(most)))
}

async fn too_late(_: BoxError) -> DoorError {
    let says = "The server took too long to answer. Look again before you repeat what you did.";
    DoorError::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", says)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn an_answer_that_does_not_come_is_refused_in_time() {
        let router = Router::new().route("/", get(std::future::pending::<()>));
        let request = Request::new(Body::empty());
        let answer = in_time(router, Duration::ZERO).oneshot(request).await.unwrap();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        let body = axum::body::to_bytes(answer.into_body(), 1000).await.unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["id"], "timeout");
    }

    #[test]
    fn only_our_own_page_may_change_something() {
        let check = |origin: Option<&str>, url: Option<&str>, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:8080".parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            let own = url.map(|url| url.parse().unwrap());
            assert_eq!(comes_from_here(&headers, own.as_ref()), expected, "{origin:?} {url:?}");
        };
        check(None, None, true);
        check(Some("http://127.0.0.1:8080"), None, true);
        check(Some("http://127.0.0.1:8081"), None, false);
        check(Some("http://evil.example"), None, false);
        check(Some("null"), None, false);
        check(Some(""), None, false);
        check(Some("http://127.0.0.1:8080"), Some("https://play.example"), false);
        check(Some("https://play.example"), Some("https://play.example"), true);
        check(Some("http://play.example"), Some("https://play.example"), false);
        check(Some("https://play.example"), Some("http://play.example"), false);
        check(Some("https://play.example"), Some("https://play.example:443/"), true);
        check(Some("https://play.example:444"), Some("https://play.example"), false);
    }

    #[test]
    fn only_trusted_proxies_say_from_where_a_request_comes() {
        let check = |peer: &str, said: &str, expected: &str| {
            let proxies = ["10.0.0.1", "10.0.0.2"].map(|proxy| proxy.parse().unwrap());
            let mut headers = HeaderMap::new();
            headers.insert(FORWARDED_FOR, said.parse().unwrap());
            let sender = sender(peer.parse().unwrap(), &headers, &proxies);
            assert_eq!(sender.to_string(), expected, "{peer} {said}");
        };
        check("192.0.2.7", "198.51.100.1", "192.0.2.7");
        check("10.0.0.1", "198.51.100.1", "198.51.100.1");
        check("10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1");
        check("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1");
        check("10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1");
        check("10.0.0.1", "", "10.0.0.1");
        check("10.0.0.1", "unknown", "10.0.0.1");
        check("10.0.0.1", "\u{fc}, 198.51.100.1", "198.51.100.1");
    }

    #[test]
    fn a_name_that_is_not_ours_is_refused() {
        let check = |host: &str, url: Option<&str>, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            let own = url.map(|url| url.parse().unwrap());
            let is_own = only_host(&headers).is_some_and(|host| is_own_name(&host, own.as_ref()));
            assert_eq!(is_own, expected, "{host} {url:?}");
        };
        check("127.0.0.1:8080", None, true);
        check("[::1]:8080", None, true);
        check("192.168.1.5", None, true);
        check("LocalHost:8080", None, true);
        check("evil.example", None, false);
        check("evil.example:8080", Some("https://play.example"), false);
        check("play.example", Some("https://play.example"), true);
        check("localhost.evil.example", None, false);
        check("", None, false);
    }
}
