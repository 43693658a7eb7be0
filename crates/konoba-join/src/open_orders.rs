//! How many orders the house has not answered.

use std::sync::Arc;

/// Knows whether there are orders that the house has not answered. The screens ask it when the person leaves: the agent may be
/// in the middle of a request then, and not have heard of the last order yet.
#[derive(Default)]
pub(crate) struct OpenOrders(Arc<()>);

/// A mark that an order bears until it is answered.
pub(crate) struct OpenOrder {
    _counted: Arc<()>,
}

impl OpenOrders {
    /// A mark for a new order.
    pub(crate) fn add(&self) -> OpenOrder {
        OpenOrder { _counted: self.0.clone() }
    }

    /// Whether no order waits for its answer.
    pub(crate) fn is_empty(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}
