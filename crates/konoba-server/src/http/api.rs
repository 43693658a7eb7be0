//! The JSON API. What is written here is also what the OpenAPI document says: it is made from it.

mod guests;
mod lobby;
mod orders;
mod pictures;
mod questions;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use konoba_store::TableId;
use serde::de::DeserializeOwned;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::error::{DoorError, ErrorView};
use crate::pages;

pub use guests::{CodeBody, MeBody, MeView};
pub use orders::{DoneView, OrderBody, What};
pub(super) use questions::seat_in_question;
pub use tables::{LaidView, OfferBody, SeatBody, SeatedView, WithWhom};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Konoba",
        description = "Tables at which two play, for programs. docs/PROTOCOL.md tells the same as a \
                       story, together with the socket, over which a game is followed.",
    ),
    components(schemas(pictures::LatticeName)),
    tags(
        (name = "guests", description = "Who you are"),
        (name = "house", description = "What goes on"),
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
    let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("konoba")));
    let code = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("guest", cookie);
    components.add_security_scheme("seat", code);
    OpenApiRouter::with_openapi(document)
        .routes(routes!(guests::me, guests::call_me))
        .routes(routes!(guests::my_tables))
        .routes(routes!(guests::come_back))
        .routes(routes!(lobby::games))
        .routes(routes!(lobby::lobby))
        .routes(routes!(pictures::draw))
        .routes(routes!(tables::lay))
        .routes(routes!(tables::look, tables::withdraw))
        .routes(routes!(tables::sit))
        .routes(routes!(tables::record))
        .routes(routes!(pictures::board))
        .routes(routes!(orders::order))
        .routes(routes!(questions::consider))
        .routes(routes!(questions::open_lines))
        .merge(pages::api())
        .split_for_parts()
}

/// The document itself.
pub(super) async fn openapi(State(shared): State<Arc<Shared>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], shared.openapi.clone()).into_response()
}

/// What any request may be answered with that is not done.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "it is read by the document alone")]
pub(crate) enum Refusals {
    /// It cannot be read.
    #[response(status = 400)]
    Unreadable(ErrorView),
    /// Nobody knows who asks.
    #[response(status = 401)]
    Unknown(ErrorView),
    /// It is not yours to ask.
    #[response(status = 403)]
    Forbidden(ErrorView),
    /// There is no such thing.
    #[response(status = 404)]
    Missing(ErrorView),
    /// It does not go with how things stand.
    #[response(status = 409)]
    Conflict(ErrorView),
    /// The body is too long.
    #[response(status = 413)]
    TooLong(ErrorView),
    /// The body does not say that it is JSON.
    #[response(status = 415)]
    OtherKind(ErrorView),
    /// It can be read but not done.
    #[response(status = 422)]
    Impossible(ErrorView),
    /// It is too much.
    #[response(status = 429)]
    TooMuch(ErrorView),
    /// Not now; try again.
    #[response(status = 503)]
    NotNow(ErrorView),
}

/// A body of JSON, refused in the words of the house.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = DoorError;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, DoorError> {
        let axum::Json(body) = axum::Json::from_request(request, shared).await?;
        Ok(Self(body))
    }
}

/// A query, refused in the words of the house.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Shared>> for Query<T> {
    type Rejection = DoorError;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, DoorError> {
        let axum::extract::Query(query) =
            axum::extract::Query::from_request_parts(parts, shared).await?;
        Ok(Self(query))
    }
}

/// The table that a path names.
pub(crate) struct OfTable(pub(crate) TableId);

impl FromRequestParts<Arc<Shared>> for OfTable {
    type Rejection = DoorError;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, DoorError> {
        let axum::extract::Path(id) =
            axum::extract::Path::<String>::from_request_parts(parts, shared).await?;
        let id = id.parse().map_err(|_| crate::HouseError::NoTable)?;
        Ok(Self(id))
    }
}
