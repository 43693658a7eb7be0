//! What is counted, for operators.

mod house;
mod process;
mod work;

use std::fmt;

use konoba_live::House;
use konoba_store::StoreError;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use house::HouseFigures;
use process::ProcessFigures;

/// What operators look for among refused orders. These are told from the start as 0, so that the first of them is seen to be one more.
const LOOKED_FOR: [StoreError; 6] = [
    StoreError::Full,
    StoreError::Locked,
    StoreError::Gone,
    StoreError::Corrupt,
    StoreError::Busy,
    StoreError::Lost,
];

/// What is counted at this door, and all that the house and the process tell.
pub(crate) struct Metrics {
    /// Everything that is Konoba's own, under its name.
    own: Registry,
    /// What every process has, under the names that are usual.
    usual: Registry,
    house: HouseFigures,
    process: ProcessFigures,
    pub(super) requests: Family<Answered, Counter>,
    pub(super) seconds: Histogram,
    /// Orders that were stored, and how long that took.
    pub(super) orders: Histogram,
    pub(super) refused: Family<RefusedOrder, Counter>,
    pub(super) sockets: Gauge,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(super) struct Answered {
    /// The pattern, never the path itself: that has names of tables in it.
    pub(super) path: String,
    pub(super) status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(super) struct RefusedOrder {
    /// The reason, as it is written in refusals.
    pub(super) id: String,
}

impl Metrics {
    pub(super) fn new(house: &House) -> Self {
        let (mut own, mut usual) = (Registry::with_prefix("konoba"), Registry::default());
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        own.register("build", "The program", version);
        let fast = || Histogram::new(exponential_buckets(0.000_5, 2.0, 14));
        let metrics = Self {
            house: HouseFigures::new(&mut own),
            process: ProcessFigures::new(&mut usual),
            own: Registry::default(),
            usual,
            requests: Family::default(),
            seconds: fast(),
            orders: fast(),
            refused: Family::default(),
            sockets: Gauge::default(),
        };
        for error in LOOKED_FOR {
            drop(metrics.refused.get_or_create(&RefusedOrder { id: error.id().to_owned() }));
        }
        own.register("http_requests", "Requests answered", metrics.requests.clone());
        own.register("http_seconds", "Time until the answer", metrics.seconds.clone());
        own.register("order_seconds", "Time until an order was kept", metrics.orders.clone());
        own.register("orders_refused", "Orders refused, by reason", metrics.refused.clone());
        own.register("sockets", "Sockets that are open", metrics.sockets.clone());
        own.register_collector(Box::new(work::Collected(house.clone())));
        Self { own, ..metrics }
    }

    /// All figures as they are now, in the text form of Prometheus.
    pub(super) fn text(&self, house: &House) -> Result<String, fmt::Error> {
        self.house.look(house);
        self.process.look();
        let mut text = String::new();
        encode_registry(&mut text, &self.own)?;
        encode_registry(&mut text, &self.usual)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}
