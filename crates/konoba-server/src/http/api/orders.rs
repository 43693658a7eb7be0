//! Orders: what a seat wants done.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::http::caller::Caller;
use crate::http::error::DoorError;
use crate::http::extract::{Body, OfTable, Refusals};
use crate::http::orders::{DoneView, OrderBody};
use crate::http::shared::Shared;

/// Have something done. It is answered when it is kept for good.
#[utoipa::path(post, path = "/api/tables/{table}/orders", tag = "play",
    params(("table" = String, Path, description = "The name of the table")),
    security(("guest" = []), ("seat" = [])),
    request_body = OrderBody, responses((status = 200, body = DoneView), Refusals))]
pub(super) async fn order(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Body(body): Body<OrderBody>,
) -> Result<Json<DoneView>, DoorError> {
    let spec = shared.house.look(table).await?.entry.offer.setup.spec;
    shared.carry_out(table, caller.credentials(), &body, spec).await.map(Json)
}
