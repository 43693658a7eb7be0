//! An order on its way to the house.

use serde_json::Value;

use crate::http::Proof;
use crate::open_orders::OpenOrder;

/// An order that was not answered yet. It has a name: the house does it once, however often it comes.
pub(crate) struct SentOrder {
    pub(crate) path: String,
    pub(crate) proof: Proof,
    pub(crate) body: Value,
    /// What it is called, after "your".
    pub(crate) what: &'static str,
    /// That it is not answered yet.
    pub(crate) _open: OpenOrder,
}
