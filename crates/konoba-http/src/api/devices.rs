//! One guest on several devices: codes by which another one is linked.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::guests::MeView;
use crate::caller::{Caller, cookie};
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use konoba_live::{DEVICE_CODE_LASTS, DeviceCode};

/// A way to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DeviceView {
    /// The code, which is good once.
    #[schema(example = "g7k2-9fqa-0z3m-x5tw")]
    pub code: String,
    /// The path of the page that takes it up. The code stands behind the `#`, which no server is sent.
    pub path: String,
    /// For how many minutes it is good.
    pub minutes: u64,
}

/// Where to go on.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ContinueBody {
    /// The code that the other device shows.
    #[schema(example = "g7k2-9fqa-0z3m-x5tw")]
    code: String,
    /// Whether this device may forget a guest who has games, and is known here by a cookie.
    #[serde(default)]
    replace: bool,
}

/// A code by which another device is known as you, with all your games. An earlier one is good for nothing
/// then.
#[utoipa::path(post, path = "/api/me/device", tag = "guests", security(("guest" = [])),
    responses((status = 200, body = DeviceView), Refusals))]
pub(super) async fn link(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<DeviceView>, DoorError> {
    let code = shared.house.link_device(caller.known()?.id).await?;
    Ok(Json(DeviceView {
        path: format!("/continue#{}", code.reveal()),
        code: code.grouped(),
        minutes: DEVICE_CODE_LASTS.as_secs() / 60,
    }))
}

/// Go on here: this device is known as the guest whose code it shows, by a cookie of its own. A code that was
/// used, or is too old, is answered with 404 (`no-code`). Where this device is known as another guest who has games, it is asked
/// first whether that one is to be replaced: 409 (`has-games`), and the code stays good.
#[utoipa::path(post, path = "/api/continue", tag = "guests",
    request_body = ContinueBody, responses((status = 200, body = MeView), Refusals))]
pub(super) async fn go_on(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(body): Body<ContinueBody>,
) -> Result<Response, DoorError> {
    let code = DeviceCode::read(&body.code).ok_or_else(DoorError::unknown_code)?;
    if let Some(known) = caller.guest.as_ref().filter(|_| !body.replace) {
        let meant = shared.house.guest_of_device_code(&code).await?;
        let is_other = meant.ok_or_else(DoorError::unknown_code)? != known.id;
        if is_other && !shared.house.tables_of(known).await?.is_empty() {
            let name = &known.name;
            let says = format!("This device is known as {name}, who has games here.");
            return Err(DoorError::new(StatusCode::CONFLICT, "has-games", says));
        }
    }
    let found = shared.house.continue_here(&code).await?;
    let (guest, token) = found.ok_or_else(DoorError::unknown_code)?;
    let cookie = cookie(&token, shared.config.is_secure());
    let view = Json(MeView { name: Some(guest.name.to_string()) });
    Ok(([(header::SET_COOKIE, cookie)], view).into_response())
}
