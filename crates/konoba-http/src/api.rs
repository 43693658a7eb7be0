//! The JSON API. What is written here is also what the OpenAPI document says: it is made from it.

mod alerts;
mod devices;
mod events;
mod games;
mod guests;
mod hints;
mod leaving;
mod lobby;
mod orders;
mod page_games;
mod pictures;
mod questions;
mod reading;
mod remarks;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::games_filter::ResultFilter;
use crate::pages;
use crate::shared::Shared;

pub use devices::DeviceView;
pub use events::{EventView, EventsView};
pub use guests::{CodeBody, MeBody, MeView, SeatOfCode};
pub use tables::{LaidView, OfferBody, SeatBody, SeatedView, WithWhom};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Konoba",
        description = "Tables at which two play, for programs. docs/PROTOCOL.md tells the same as a \
                       story, together with the socket, over which a game is followed.",
    ),
    components(schemas(konoba_view::LatticeName, ResultFilter)),
    tags(
        (name = "guests", description = "Who you are"),
        (name = "house", description = "The games that are offered, and the lobby"),
        (name = "tables", description = "Laying a table, sitting down, looking"),
        (name = "play", description = "Orders and questions"),
        (name = "records", description = "Looking at a game again"),
    ),
)]
struct Document;

/// Every route with its place in the document.
pub(super) fn router() -> (Router<Arc<Shared>>, utoipa::openapi::OpenApi) {
    let mut document = Document::openapi();
    let components = document.components.get_or_insert_default();
    let about = "Over HTTPS its name is __Host-konoba.";
    let cookie = ApiKeyValue::with_description("konoba", about);
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
    let code = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("guest", cookie);
    components.add_security_scheme("seat", code);
    OpenApiRouter::with_openapi(document)
        .routes(routes!(guests::me, guests::call_me, leaving::forget_me))
        .routes(routes!(leaving::sign_out))
        .routes(routes!(leaving::revoke))
        .routes(routes!(guests::my_tables))
        .routes(routes!(games::my_games))
        .routes(routes!(alerts::alerts))
        .routes(routes!(alerts::open_feed, alerts::close_feed))
        .routes(routes!(alerts::set_webhook, alerts::remove_webhook))
        .routes(routes!(devices::link))
        .routes(routes!(devices::go_on))
        .routes(routes!(guests::come_back))
        .routes(routes!(lobby::games))
        .routes(routes!(lobby::lobby))
        .routes(routes!(pictures::draw))
        .routes(routes!(tables::lay))
        .routes(routes!(tables::look, tables::withdraw))
        .routes(routes!(tables::sit))
        .routes(routes!(tables::record))
        .routes(routes!(events::events))
        .routes(routes!(pictures::board))
        .routes(routes!(orders::order))
        .routes(routes!(questions::consider))
        .routes(routes!(questions::open_lines))
        .routes(routes!(reading::read))
        .routes(routes!(hints::hint))
        .routes(routes!(remarks::remark))
        .routes(routes!(page_games::answer))
        .merge(pages::api())
        .split_for_parts()
}

/// The document itself.
pub(super) async fn openapi(State(shared): State<Arc<Shared>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], shared.openapi.clone()).into_response()
}
