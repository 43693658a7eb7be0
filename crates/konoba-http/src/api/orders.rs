//! Orders: what a seat wants done.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, OfTable, Refusals};
use crate::orders::{DoneView, OrderBody};
use crate::shared::Shared;

/// Give an order. It is answered when its events are stored durably.
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
