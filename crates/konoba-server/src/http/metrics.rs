//! What can be measured from outside, and whether the house is well.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

use super::Shared;
use super::error::DoorError;

/// What is counted at this door.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Histogram,
    /// Orders that were kept, and how long that took.
    pub(super) orders: Histogram,
    pub(super) refused: Counter,
    pub(super) sockets: Gauge,
    awake: Gauge<i64>,
    tasks: Gauge<i64>,
    jobs_waiting: Gauge<i64>,
    jobs_held: Gauge<i64>,
    kept: Counter<u64, AtomicU64>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Answered {
    /// The pattern, never the path itself: that has names of tables in it.
    path: String,
    status: u16,
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
        Self { registry, ..own }
    }
}

/// Counts and logs a request: its pattern and what came of it, never what was in it.
pub(super) async fn count(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    let (status, seconds) = (response.status().as_u16(), begin.elapsed().as_secs_f64());
    tracing::debug!(%method, path, status, seconds, "answered");
    shared.metrics.seconds.observe(seconds);
    shared.metrics.requests.get_or_create(&Answered { path, status }).inc();
    response
}

/// All figures in the text form of Prometheus.
pub(super) async fn show(State(shared): State<Arc<Shared>>) -> Response {
    let awake = i64::try_from(shared.house.awake()).unwrap_or(i64::MAX);
    shared.metrics.awake.set(awake);
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    shared.metrics.tasks.set(i64::try_from(tasks).unwrap_or(i64::MAX));
    let backlog = shared.house.backlog();
    shared.metrics.jobs_waiting.set(i64::try_from(backlog.waiting).unwrap_or(i64::MAX));
    shared.metrics.jobs_held.set(i64::try_from(backlog.held).unwrap_or(i64::MAX));
    shared.metrics.kept.inner().store(shared.house.kept(), std::sync::atomic::Ordering::Relaxed);
    let mut text = String::new();
    if encode(&mut text, &shared.metrics.registry).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Whether the house is open and its books can be written.
pub(super) async fn health(State(shared): State<Arc<Shared>>) -> Result<&'static str, DoorError> {
    if shared.house.is_closing() {
        return Err(crate::HouseError::Closing.into());
    }
    shared.house.check().await?;
    Ok("well\n")
}
