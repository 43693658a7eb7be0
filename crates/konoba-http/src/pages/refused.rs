//! What people are shown where a page was refused: the reason in a sentence, and where it is a matter of
//! time, the page itself as soon as that has passed.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, html};

use super::frame::Frame;
use crate::error::RefusalText;

/// What browsers understand as: load this again after so many seconds.
const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// Answers people in words where programs are answered in JSON.
pub(crate) async fn in_words(request: Request, next: Next) -> Response {
    let is_page = request.method() == Method::GET
        && !request.uri().path().starts_with("/api/")
        && wants_page(request.headers());
    let answer = next.run(request).await;
    match answer.extensions().get() {
        Some(RefusalText(says)) if is_page => shown(says, &answer),
        _ => answer,
    }
}

fn wants_page(headers: &HeaderMap) -> bool {
    let kinds = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
    kinds.is_some_and(|kinds| kinds.contains("text/html"))
}

/// The same refusal as a page.
fn shown(says: &str, answer: &Response) -> Response {
    let wait = answer.headers().get(header::RETRY_AFTER);
    let mut shown =
        (answer.status(), Html(page(says, wait.is_some()).into_string())).into_response();
    let kept = [header::RETRY_AFTER, header::CONNECTION];
    let kept = kept.into_iter().filter_map(|name| Some((answer.headers().get(&name)?, name)));
    let refresh = wait.map(|wait| (wait, REFRESH));
    let headers: Vec<(HeaderName, HeaderValue)> =
        kept.chain(refresh).map(|(value, name)| (name, value.clone())).collect();
    shown.headers_mut().extend(headers);
    shown
}

fn page(says: &str, is_tried_again: bool) -> Markup {
    let heading = if is_tried_again { "Not possible just now" } else { "Not possible" };
    let title = format!("{heading} · Konoba");
    let frame = Frame { title: &title, class: "plain", script: None, here: "" };
    frame.around(html! {
        section class="sheet" {
            h1 { (heading) }
            p { (says) }
            @if is_tried_again { p { "This page tries again by itself. Your games are safe." } }
            p { a class="button primary" href="/" { "Home page" } }
        }
    })
}
