//! Who calls: a guest known by a cookie, the holder of a seat known by its code, or an unknown client.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use konoba_store::Guest;
use time::Duration;

use crate::error::DoorError;
use crate::guard::Peer;
use crate::shared::Shared;
use konoba_live::{Credentials, Requester, SeatCode, SignInTime, Token};

/// The name of the cookie.
const COOKIE: &str = "konoba";
/// Its name where the house is reached over TLS. Browsers take a cookie of this name only from the host
/// itself and over TLS, so that no page under another name of the same domain can plant one. There no other
/// name is read.
const HOST_COOKIE: &str = "__Host-konoba";
/// How long the cookie of a guest lasts.
const MAX_AGE: Duration = Duration::days(365);

/// The sender of a request, with the proof that it has shown.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) guest: Option<Guest>,
    /// The token in the cookie, by which this device is known.
    pub(crate) token: Option<Token>,
    pub(crate) code: Option<SeatCode>,
    /// The client's address, as limits count it.
    pub(crate) address: Option<IpAddr>,
    /// When the guest was recognised, who may log out before the request is answered.
    pub(crate) since: Option<SignInTime>,
}

impl Caller {
    pub(crate) fn credentials(&self) -> Credentials {
        Credentials {
            guest: self.guest.as_ref().map(|guest| guest.id),
            code: self.code.as_ref().map(SeatCode::digest),
            address: self.address,
            since: self.since,
            device: self.token.as_ref().map(Token::digest),
        }
    }

    /// Whose share of the processors work for this caller uses.
    pub(crate) fn requester(&self) -> Requester {
        Requester::new(self.address, self.guest.as_ref().map(|guest| guest.id))
    }

    /// The guest, or a refusal where the caller is not known.
    pub(crate) fn known(&self) -> Result<&Guest, DoorError> {
        self.guest.as_ref().ok_or_else(DoorError::unknown_guest)
    }
}

impl FromRequestParts<Arc<Shared>> for Caller {
    type Rejection = DoorError;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, DoorError> {
        let since = Some(shared.house.sign_in_time());
        let token = token(&parts.headers, shared.config.is_secure());
        let guest = match &token {
            Some(token) => shared.house.guest(token).await?,
            None => None,
        };
        let address = parts.extensions.get().map(|Peer(address)| *address);
        Ok(Self { guest, token, code: code(&parts.headers), address, since })
    }
}

/// The cookie that makes a guest known again. Scripts cannot read it, and no other site can have it
/// sent along with anything that changes something.
pub(crate) fn cookie(token: &Token, is_secure: bool) -> HeaderValue {
    written(name(is_secure), token.reveal(), MAX_AGE, is_secure)
}

/// The cookie that deletes a guest's.
pub(crate) fn no_cookie(is_secure: bool) -> HeaderValue {
    written(name(is_secure), String::new(), Duration::ZERO, is_secure)
}

fn written(name: &str, value: String, max_age: Duration, is_secure: bool) -> HeaderValue {
    let cookie = Cookie::build((name, value))
        .path("/")
        .max_age(max_age)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .build();
    let value = HeaderValue::try_from(cookie.to_string());
    let mut value = value.expect("letters and digits make a header");
    value.set_sensitive(true);
    value
}

/// Under TLS a cookie of the name without TLS is deleted: it may be planted, and it is not read.
pub(crate) async fn delete_planted_cookie(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let jar = CookieJar::from_headers(request.headers());
    let is_planted = shared.config.is_secure() && jar.get(COOKIE).is_some();
    let mut response = next.run(request).await;
    if is_planted {
        let nothing = written(COOKIE, String::new(), Duration::ZERO, true);
        response.headers_mut().append(header::SET_COOKIE, nothing);
    }
    response
}

fn token(headers: &HeaderMap, is_secure: bool) -> Option<Token> {
    let jar = CookieJar::from_headers(headers);
    Token::read(jar.get(name(is_secure))?.value())
}

const fn name(is_secure: bool) -> &'static str {
    if is_secure { HOST_COOKIE } else { COOKIE }
}

/// `Authorization: Bearer g7k2-9fqa-0z3m-x5tw`, for programs, which have no cookies.
fn code(headers: &HeaderMap) -> Option<SeatCode> {
    let shown = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, code) = shown.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| SeatCode::read(code.trim()))?
}
