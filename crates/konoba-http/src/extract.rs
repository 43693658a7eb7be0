//! What is taken out of a request, with our own refusals instead of the framework's.

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use konoba_store::TableId;
use serde::de::DeserializeOwned;

use crate::error::{DoorError, ErrorView};
use crate::shared::Shared;

/// How any request may be refused.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "it is read by the document alone")]
pub(crate) enum Refusals {
    /// It cannot be read.
    #[response(status = 400)]
    Unreadable(ErrorView),
    /// The client has not said who it is.
    #[response(status = 401)]
    Unknown(ErrorView),
    /// You may not do this.
    #[response(status = 403)]
    Forbidden(ErrorView),
    /// There is no such thing.
    #[response(status = 404)]
    Missing(ErrorView),
    /// It conflicts with the present state.
    #[response(status = 409)]
    Conflict(ErrorView),
    /// The body is too long.
    #[response(status = 413)]
    TooLong(ErrorView),
    /// The body does not say that it is JSON.
    #[response(status = 415)]
    OtherKind(ErrorView),
    /// The request was meant for another server.
    #[response(status = 421)]
    OtherHost(ErrorView),
    /// The request is understood, and cannot be carried out.
    #[response(status = 422)]
    Impossible(ErrorView),
    /// You ask too often or for too much.
    #[response(status = 429)]
    TooMuch(ErrorView),
    /// The server could not do it, by a mistake of its own.
    #[response(status = 500)]
    Failed(ErrorView),
    /// The server cannot do it now: try again later.
    #[response(status = 503)]
    NotNow(ErrorView),
}

/// A body of JSON, with our own refusals.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = DoorError;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, DoorError> {
        let axum::Json(body) = axum::Json::from_request(request, shared).await?;
        Ok(Self(body))
    }
}

/// A query, with our own refusals.
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

/// The beginning of a socket, with our own refusals.
pub(crate) struct Upgrade(pub(crate) WebSocketUpgrade);

impl FromRequestParts<Arc<Shared>> for Upgrade {
    type Rejection = DoorError;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, DoorError> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, shared).await?;
        Ok(Self(upgrade))
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
        let id = id.parse().map_err(|_| konoba_live::HouseError::NoTable)?;
        Ok(Self(id))
    }
}
