//! What is counted at this door, for those who watch the house from outside.

use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What is counted at this door.
pub(crate) struct Metrics {
    pub(super) registry: Registry,
    pub(super) requests: Family<Answered, Counter>,
    pub(super) seconds: Histogram,
    /// Orders that were kept, and how long that took.
    pub(super) orders: Histogram,
    pub(super) refused: Counter,
    pub(super) sockets: Gauge,
    pub(super) awake: Gauge<i64>,
    pub(super) tasks: Gauge<i64>,
    pub(super) jobs_waiting: Gauge<i64>,
    pub(super) jobs_held: Gauge<i64>,
    pub(super) kept: Counter<u64, AtomicU64>,
    pub(super) lost: Counter<u64, AtomicU64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(super) struct Answered {
    /// The pattern, never the path itself: that has names of tables in it.
    pub(super) path: String,
    pub(super) status: u16,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let mut registry = Registry::with_prefix("konoba");
        let fast = || Histogram::new(exponential_buckets(0.000_5, 2.0, 14));
        let own = Self {
            requests: Family::default(),
            seconds: fast(),
            orders: fast(),
            refused: Counter::default(),
            sockets: Gauge::default(),
            awake: Gauge::default(),
            tasks: Gauge::default(),
            jobs_waiting: Gauge::default(),
            jobs_held: Gauge::default(),
            kept: Counter::default(),
            lost: Counter::default(),
            registry: Registry::default(),
        };
        registry.register("http_requests", "Requests answered", own.requests.clone());
        registry.register("http_seconds", "Time until the answer", own.seconds.clone());
        registry.register("order_seconds", "Time until an order was kept", own.orders.clone());
        registry.register("orders_refused", "Orders refused", own.refused.clone());
        registry.register("sockets", "Sockets that are open", own.sockets.clone());
        registry.register("tables_awake", "Tables that are awake", own.awake.clone());
        registry.register("tasks", "Tasks of the runtime", own.tasks.clone());
        let (waiting, held) = (own.jobs_waiting.clone(), own.jobs_held.clone());
        registry.register("jobs_waiting", "Moves of engines that nobody thinks about", waiting);
        registry.register("jobs_held", "Moves of engines that some machine thinks about", held);
        registry.register("events_kept", "Events kept since the start", own.kept.clone());
        let lost = "Tables of which the database lost acknowledged moves";
        registry.register("tables_rewound", lost, own.lost.clone());
        Self { registry, ..own }
    }
}
