//! What players say to each other, for programs without a socket.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use konoba_live::Remark;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, OfTable, Refusals};
use crate::shared::Shared;

/// A remark.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct RemarkBody {
    /// Its id.
    #[schema(example = "good-game")]
    remark: String,
}

/// Say something to those who are at the table. It is told to them and kept nowhere.
#[utoipa::path(post, path = "/api/tables/{table}/remarks", tag = "play",
    params(("table" = String, Path, description = "The name of the table")),
    security(("guest" = []), ("seat" = [])),
    request_body = RemarkBody, responses((status = 204), Refusals))]
pub(super) async fn remark(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Body(body): Body<RemarkBody>,
) -> Result<StatusCode, DoorError> {
    let unknown = || DoorError::unreadable("no-remark", "There is no such remark.");
    let remark = Remark::with_id(&body.remark).ok_or_else(unknown)?;
    shared.house.remark(table, caller.credentials(), remark).await?;
    Ok(StatusCode::NO_CONTENT)
}
