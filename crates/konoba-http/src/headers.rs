//! Headers that every answer bears.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use base64::Engine as _;
use konoba_rules::{AnyPosition, Setup, games};
use konoba_scene::{Scene, paint_svg};
use sha2::Digest as _;

use crate::shared::Shared;

/// Nothing from elsewhere, nothing inline but the style that every drawn board holds, which is
/// known by its hash. Without `wasm-unsafe-eval` scripts could not run our own modules; it allows no text to be run.
pub(super) fn content_security_policy() -> String {
    let board = paint_svg(&Scene::of(&AnyPosition::start(Setup::default_of(games()[0]))));
    let style = board.split_once("<style class=\"style\">").map(|(_, rest)| rest);
    let style = style.and_then(|rest| rest.split_once("</style>")).map(|(style, _)| style);
    let hash = sha2::Sha256::digest(style.unwrap_or_default());
    let hash = base64::engine::general_purpose::STANDARD.encode(hash);
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'sha256-{hash}'; \
         img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
}

const FIXED: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds them.
pub(super) async fn add(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in FIXED {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let policy = HeaderValue::try_from(shared.policy.as_str());
    headers.insert(header::CONTENT_SECURITY_POLICY, policy.expect("a policy is plain text"));
    // An answer without a lifetime may differ every time or be private, so no cache may keep it.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if shared.config.is_secure() {
        let lasting = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, lasting);
    }
    response
}
