//! The door for browsers and programs: a small JSON API, a socket, and the page.
//!
//! [`services`] is the whole of it, without a network; [`serve_http`] puts it on a listener, with the
//! limits that only a listener can hold. Figures are on another one ([`serve_admin`]), for operators.

mod api;
mod caller;
mod error;
mod extract;
mod feed;
mod games_filter;
mod guard;
mod headers;
mod health;
mod listener;
mod message;
mod metrics;
mod monitor;
mod orders;
mod pages;
mod previews;
mod shared;
mod socket;
mod turned_away;
mod url;
pub mod view;
mod webhook;
mod wire;
mod wrong_field;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use konoba_live::{House, Rates};

pub use api::{
    CodeBody, DeviceView, EventView, EventsView, LaidView, MeBody, MeView, OfferBody, SeatBody,
    SeatOfCode, SeatedView, WithWhom,
};
pub use error::{ErrorView, MissedView};
pub use konoba_live::Remark;
pub use konoba_view::table::HintView;
pub use konoba_view::{AdviceView, MissedView as MissedWinView};
pub use listener::{serve_admin, serve_http};
pub use message::{ClientMessage, ServerMessage};
pub use orders::{DoneView, OrderBody, What};
pub use shared::HttpConfig;
pub use url::PublicUrl;
pub use webhook::{Webhooks, send_webhooks};

use error::DoorError;
use health::Health;
use metrics::Metrics;
use previews::Previews;
use shared::Shared;

/// The whole door, as services without a network.
pub struct Services {
    /// For all clients.
    pub public: Router,
    /// For operators: `/metrics` and `/healthz`.
    pub admin: Router,
}

/// The public service alone.
pub fn app(house: House, config: HttpConfig) -> Router {
    services(house, config).public
}

/// The whole door, as services without a network.
pub fn services(house: House, config: HttpConfig) -> Services {
    let (api, openapi) = api::router();
    let shared = Arc::new(Shared {
        metrics: Metrics::new(&house),
        house,
        requests: Rates::new(config.limits.requests),
        pages: Rates::new(config.limits.pages),
        health: Health::default(),
        previews: Previews::default(),
        openapi: openapi.to_pretty_json().expect("the document is plain data"),
        policy: headers::content_security_policy(),
        config,
    });
    let admin = Router::new()
        .route("/metrics", get(monitor::show))
        .route("/healthz", get(monitor::health))
        .fallback(async || DoorError::not_found());
    let admin = guard::in_time(admin, shared.config.limits.answer).with_state(shared.clone());
    let limit = DefaultBodyLimit::max(shared.config.limits.message_bytes);
    let router = Router::new()
        .merge(api)
        .route("/api/tables/{table}/socket", get(socket::open))
        .route("/api/lobby/socket", get(socket::open_lobby))
        .route("/api/openapi.json", get(api::openapi))
        .route("/healthz", get(monitor::health))
        .merge(pages::router())
        .fallback(pages::missing)
        .method_not_allowed_fallback(error::method_not_allowed)
        .layer(limit);
    let public = guard::in_time(router, shared.config.limits.answer)
        .layer(from_fn_with_state(shared.clone(), caller::delete_planted_cookie))
        .layer(from_fn_with_state(shared.clone(), guard::same_origin))
        .layer(from_fn_with_state(shared.clone(), guard::own_name))
        .layer(from_fn_with_state(shared.clone(), guard::not_too_often))
        .layer(from_fn(pages::in_words))
        .layer(from_fn_with_state(shared.clone(), headers::add))
        .layer(from_fn_with_state(shared.clone(), monitor::count))
        .layer(from_fn_with_state(shared.clone(), guard::known_peer))
        .with_state(shared);
    Services { public, admin }
}
