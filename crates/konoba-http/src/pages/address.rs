//! What the address of a page names and asks for. The framework would answer a damaged one in its own words, with types of our code.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::response::Response;
use serde::de::DeserializeOwned;

use crate::error::DoorError;
use crate::shared::Shared;

/// What the path names. There is no page where it is not text.
pub(super) struct Named<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Arc<Shared>> for Named<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, Response> {
        let read = Path::from_request_parts(parts, shared).await;
        read.map(|Path(named)| Self(named)).map_err(|_| super::not_found())
    }
}

/// What the query asks for.
pub(super) struct Asked<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Shared>> for Asked<T> {
    type Rejection = DoorError;

    async fn from_request_parts(
        parts: &mut Parts,
        shared: &Arc<Shared>,
    ) -> Result<Self, DoorError> {
        let read = Query::from_request_parts(parts, shared).await;
        read.map(|Query(asked)| Self(asked)).map_err(|_| damaged())
    }
}

/// The address does not hold what it should.
pub(super) fn damaged() -> DoorError {
    let says = "This address is damaged or not complete. Nothing is lost: follow the link again, or go on from the home page.";
    DoorError::unreadable("query", says)
}
