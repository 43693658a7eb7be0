//! Who calls: a guest known by a cookie, the holder of a seat known by its code, or nobody in
//! particular.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use konoba_store::Guest;
use time::Duration;

use crate::error::DoorError;
use crate::shared::Shared;
use konoba_live::{Credentials, SeatCode, Token};

/// The name of the cookie.
const COOKIE: &str = "konoba";
/// How long a guest is known.
const MAX_AGE: Duration = Duration::days(365);

/// Whoever calls, with whatever was shown as proof.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) guest: Option<Guest>,
    pub(crate) code: Option<SeatCode>,
}

impl Caller {
    pub(crate) fn credentials(&self) -> Credentials {
        Credentials {
            guest: self.guest.as_ref().map(|guest| guest.id),
            code: self.code.as_ref().map(SeatCode::digest),
        }
    }

    /// The guest, without whom some things cannot be done.
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
        let guest = match token(&parts.headers) {
            Some(token) => shared.house.guest(&token).await?,
            None => None,
        };
        Ok(Self { guest, code: code(&parts.headers) })
    }
}

/// The cookie that makes a guest known again. Scripts cannot read it, and no other site can have it
/// sent along with anything that changes something.
pub(crate) fn cookie(token: &Token, is_secure: bool) -> HeaderValue {
    let cookie = Cookie::build((COOKIE, token.reveal()))
        .path("/")
        .max_age(MAX_AGE)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .build();
    let value = HeaderValue::try_from(cookie.to_string());
    let mut value = value.expect("letters and digits make a header");
    value.set_sensitive(true);
    value
}

fn token(headers: &HeaderMap) -> Option<Token> {
    Token::read(CookieJar::from_headers(headers).get(COOKIE)?.value())
}

/// `Authorization: Bearer g7k2-9fqa-0z3m-x5tw`, for programs, which have no cookies.
fn code(headers: &HeaderMap) -> Option<SeatCode> {
    let shown = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, code) = shown.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| SeatCode::read(code.trim()))?
}
