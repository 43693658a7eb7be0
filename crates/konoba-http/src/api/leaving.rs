//! Leaving: for now, elsewhere, or for good.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::{Caller, cookie, no_cookie};
use crate::error::DoorError;
use crate::extract::Refusals;
use crate::shared::Shared;
use konoba_live::HouseError;
use konoba_store::StoreError;

/// The code of all your seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct RevokedView {
    /// The code, by which each of them can be taken up again, the newest first. It is shown only now.
    #[schema(example = "g7k2-9fqa-0z3m-x5tw")]
    code: String,
}

/// Log out. The cookie is worthless afterwards; seats are taken up again by their codes. Your other devices
/// stay logged in.
#[utoipa::path(post, path = "/api/me/sign-out", tag = "guests", security(("guest" = [])),
    responses((status = 204), Refusals))]
pub(super) async fn sign_out(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Response, DoorError> {
    let guest = caller.known()?.id;
    let token = caller.token.as_ref().ok_or_else(DoorError::unknown_guest)?;
    shared.house.sign_out(guest, token).await?;
    Ok(without_cookie(&shared))
}

/// Log out everywhere else: every other cookie of yours and all codes of your seats are worthless
/// afterwards.
#[utoipa::path(post, path = "/api/me/revoke", tag = "guests", security(("guest" = [])),
    responses((status = 200, body = RevokedView), Refusals))]
pub(super) async fn revoke(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Response, DoorError> {
    let (token, code) = shared.house.revoke(caller.known()?.id).await.map_err(not_revoked)?;
    let cookie = cookie(&token, shared.config.is_secure());
    let view = Json(RevokedView { code: code.grouped() });
    Ok(([(header::SET_COOKIE, cookie)], view).into_response())
}

/// Why it could not be done. A database that does not answer may have written the new secrets all the same.
fn not_revoked(why: HouseError) -> DoorError {
    let is_unsure = matches!(why, HouseError::Store(StoreError::Gone));
    let refused = DoorError::from(why);
    match is_unsure {
        true => refused.saying(
            "The server cannot reach its database, and it is not known whether you are logged out elsewhere. Reload the page \
             in a moment. If you are still logged in, try again; if not, you are logged out everywhere, here too.",
        ),
        false => refused,
    }
}

/// Delete me: games that go on are resigned, offers are withdrawn, and your name and all your secrets are
/// gone. Your games stay, as those of "Guest".
#[utoipa::path(delete, path = "/api/me", tag = "guests", security(("guest" = [])),
    responses((status = 204), Refusals))]
pub(super) async fn forget_me(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Response, DoorError> {
    shared.house.forget(caller.known()?.id).await?;
    Ok(without_cookie(&shared))
}

fn without_cookie(shared: &Shared) -> Response {
    let nothing = no_cookie(shared.config.is_secure());
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, nothing)]).into_response()
}
