//! Orders: what a seat wants done.

use std::time::Instant;

use axum::http::StatusCode;
use konoba_rules::Spec;
use konoba_store::TableId;
use konoba_table::{Moment, Seat};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::DoorError;
use crate::metrics::RefusedOrder;
use crate::shared::Shared;
use crate::view::number;
use konoba_live::{Credentials, Order};

pub use konoba_view::table::What;

/// An order.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OrderBody {
    /// What to do.
    #[serde(rename = "do")]
    pub what: What,
    /// The move to play, in any form that people may type.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "c4")]
    pub mv: Option<String>,
    /// The version of the table that you have seen. An order that has missed something is refused
    /// and told what.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// The table's `latest` that you have seen with it, by which a table is known that has lost events
    /// and got others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest: Option<u64>,
    /// Your own name for this order: up to 64 letters, digits, `-` and `_`. Sent again, it is
    /// answered again and not done again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "3f2a-1")]
    pub id: Option<String>,
    /// The seat, where you hold both; the one that is to move unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 2)]
    pub seat: Option<u8>,
}

/// An order that was carried out and is stored durably.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DoneView {
    /// The version of the event that it caused.
    pub version: u64,
    /// The seat for which it was done.
    pub seat: Option<u8>,
}

impl Shared {
    /// Carries an order out, from whichever kind of connection, and measures it.
    pub(crate) async fn carry_out(
        &self,
        table: TableId,
        who: Credentials,
        body: &OrderBody,
        spec: &'static Spec,
    ) -> Result<DoneView, DoorError> {
        let begin = Instant::now();
        let done = match body.order(spec) {
            Ok(order) => self.house.order(table, who, order).await.map_err(DoorError::from),
            Err(error) => Err(error),
        };
        match &done {
            Ok(_) => self.metrics.orders.observe(begin.elapsed().as_secs_f64()),
            Err(error) => {
                self.metrics
                    .refused
                    .get_or_create(&RefusedOrder { id: error.id().to_owned() })
                    .inc();
            }
        }
        done.map(|done| DoneView { version: done.version, seat: done.seat.map(number) })
    }
}

impl OrderBody {
    fn order(&self, spec: &'static Spec) -> Result<Order, DoorError> {
        let action = self.what.action(self.mv.as_deref(), spec)?;
        let id = self.id.as_deref().map(str::parse).transpose().map_err(|_| {
            let says = "The name of an order has 1 to 64 letters, digits, hyphens and underscores.";
            DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "move-id", says)
        })?;
        let latest = self.latest.map(Moment::from_millis);
        Ok(Order { action, seen: self.seen, latest, id, seat: seat_numbered(self.seat)? })
    }
}

/// The seat with this number, where one is given.
fn seat_numbered(number: Option<u8>) -> Result<Option<Seat>, DoorError> {
    match number {
        None => Ok(None),
        Some(1) => Ok(Some(Seat::One)),
        Some(2) => Ok(Some(Seat::Two)),
        Some(_) => {
            let says = "The seats are 1 and 2.";
            Err(DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-seat", says))
        }
    }
}
