//! Being told outside of Konoba that a move is awaited.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use crate::webhook::{Target, Webhooks, to_hex};

/// How you are told that a move of yours is awaited, in games with days for each move or without a clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AlertsView {
    /// Whether you have a feed.
    feed: bool,
    /// The address to which is posted, if there is one.
    webhook: Option<String>,
}

/// The way to a feed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct FeedView {
    /// Its path. It is shown only now; all who have it can read the feed.
    path: String,
    /// The key by which messages to your webhook are signed, in hexadecimal digits. It too is shown only now.
    key: String,
}

/// An address to which is posted.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct WebhookBody {
    /// With http or https, of the public internet.
    #[schema(example = "https://example.org/konoba")]
    url: String,
}

/// How you are told that a move of yours is awaited.
#[utoipa::path(get, path = "/api/me/alerts", tag = "guests", security(("guest" = [])),
    responses((status = 200, body = AlertsView), Refusals))]
pub(super) async fn alerts(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<AlertsView>, DoorError> {
    let alerts = shared.house.alerts(caller.known()?.id).await?;
    Ok(Json(AlertsView { feed: alerts.feed.is_some(), webhook: alerts.webhook }))
}

/// Open a feed of the games that await your move, or give it another address. The one from before is not
/// found any more.
#[utoipa::path(post, path = "/api/me/feed", tag = "guests", security(("guest" = [])),
    responses((status = 200, body = FeedView), Refusals))]
pub(super) async fn open_feed(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<FeedView>, DoorError> {
    let secret = shared.house.open_feed(caller.known()?.id).await?;
    let key = to_hex(secret.digest().as_bytes());
    Ok(Json(FeedView { path: format!("/feed/{}", secret.reveal()), key }))
}

/// Close the feed.
#[utoipa::path(delete, path = "/api/me/feed", tag = "guests", security(("guest" = [])),
    responses((status = 204), Refusals))]
pub(super) async fn close_feed(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<StatusCode, DoorError> {
    shared.house.close_feed(caller.known()?.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have a message posted to an address whenever a move of yours is awaited.
#[utoipa::path(post, path = "/api/me/webhook", tag = "guests", security(("guest" = [])),
    request_body = WebhookBody, responses((status = 204), Refusals))]
pub(super) async fn set_webhook(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(body): Body<WebhookBody>,
) -> Result<StatusCode, DoorError> {
    let guest = caller.known()?.id;
    let refused = |says: &str| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "webhook", says);
    if shared.config.webhooks == Webhooks::Off {
        return Err(refused("This server sends no webhooks."));
    }
    let url = body.url.trim();
    let Some(target) = Target::read(url) else {
        return Err(refused("That is not an address like https://example.org/konoba."));
    };
    if !target.may_be_named(shared.config.webhooks) {
        return Err(refused("That address is not one of the public internet."));
    }
    shared.house.set_webhook(guest, Some(url.to_owned())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Have no more messages posted.
#[utoipa::path(delete, path = "/api/me/webhook", tag = "guests", security(("guest" = [])),
    responses((status = 204), Refusals))]
pub(super) async fn remove_webhook(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<StatusCode, DoorError> {
    shared.house.set_webhook(caller.known()?.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
