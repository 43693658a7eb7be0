//! Metrics and the health check.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::DoorError;
use crate::metrics::Answered;
use crate::shared::Shared;

/// Counts and logs a request: its route and its status, never what was in it.
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
    let Ok(text) = shared.metrics.text(&shared.house) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Whether the house is open and its store can be written to and read.
pub(super) async fn health(State(shared): State<Arc<Shared>>) -> Result<&'static str, DoorError> {
    shared.health.check(&shared.house).await?;
    Ok("well\n")
}
