//! The door for browsers and programs: a small JSON API, a socket, and the page.
//!
//! [`app`] is the whole of it as a service, without a network; [`serve_http`] puts it on a listener,
//! with the limits that only a listener can hold.

mod api;
mod caller;
mod error;
mod guard;
mod headers;
mod listener;
mod metrics;
mod socket;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use governor::DefaultKeyedRateLimiter;

use crate::{House, Limits, pages};

pub use api::{
    CodeBody, DoneView, LaidView, MeBody, MeView, OfferBody, OrderBody, SeatBody, SeatedView, What,
    WithWhom,
};
pub use error::{ErrorView, MissedView};
pub use listener::serve_http;
pub use socket::{ClientMessage, ServerMessage};

pub(crate) use api::{Body, Refusals};
pub(crate) use caller::Caller;
pub(crate) use error::DoorError;

use metrics::Metrics;

/// What the door is told when it opens.
#[derive(Clone, Debug, Default)]
pub struct HttpConfig {
    /// How much anybody may ask.
    pub limits: Limits,
    /// The address by which people reach the house, if that is not a number or `localhost`:
    /// `https://play.example.org`. With `https` cookies are sent over it alone.
    pub url: Option<String>,
}

/// What every request is answered with.
pub(crate) struct Shared {
    pub(crate) house: House,
    config: HttpConfig,
    rates: DefaultKeyedRateLimiter<IpAddr>,
    metrics: Metrics,
    openapi: String,
    policy: String,
}

impl HttpConfig {
    fn is_secure(&self) -> bool {
        self.url.as_ref().is_some_and(|url| url.starts_with("https:"))
    }
}

/// The whole door as a service.
pub fn app(house: House, config: HttpConfig) -> Router {
    let (api, openapi) = api::router();
    let shared = Arc::new(Shared {
        house,
        rates: DefaultKeyedRateLimiter::keyed(config.limits.requests.quota()),
        metrics: Metrics::new(),
        openapi: openapi.to_pretty_json().expect("the document is plain data"),
        policy: headers::content_security_policy(),
        config,
    });
    let limit = DefaultBodyLimit::max(shared.config.limits.message_bytes);
    Router::new()
        .merge(api)
        .route("/api/tables/{table}/socket", get(socket::open))
        .route("/api/lobby/socket", get(socket::open_lobby))
        .route("/api/openapi.json", get(api::openapi))
        .route("/healthz", get(metrics::health))
        .route("/metrics", get(metrics::show))
        .merge(pages::router())
        .fallback(pages::missing)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(limit)
        .layer(from_fn_with_state(shared.clone(), guard::in_time))
        .layer(from_fn_with_state(shared.clone(), guard::same_origin))
        .layer(from_fn_with_state(shared.clone(), guard::own_name))
        .layer(from_fn_with_state(shared.clone(), guard::not_too_often))
        .layer(from_fn_with_state(shared.clone(), headers::add))
        .layer(from_fn_with_state(shared.clone(), metrics::count))
        .layer(from_fn_with_state(shared.clone(), guard::known_peer))
        .with_state(shared)
}
