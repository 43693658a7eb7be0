//! The page without a network: what a browser keeps of it, and what it says when it is installed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use konoba_puzzles::after_lesson;
use konoba_rules::games;
use serde::Serialize;

use super::rule_examples::rule_examples;
use super::{assets, maps, web_files};

/// What a browser keeps.
#[derive(Serialize)]
struct Kept {
    version: &'static str,
    /// The addresses of files, each with the hash of what comes from there.
    files: BTreeMap<String, String>,
    pages: Vec<String>,
}

/// The script that keeps the page, with what there is to keep before it. It is another whenever a file is.
static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let kept = Kept { version: assets::version(), files: assets::hashes(), pages: pages() };
    let kept = serde_json::to_string(&kept).expect("a list is plain data");
    let script = web_files::text("js/service-worker.js").unwrap_or_default();
    format!("self.KEPT = {kept};\n{script}")
});

/// The pages of play, learning and review that are the same for every visitor. Those of tables are not among them; nor
/// are the proofs, which are derived when they are first looked at.
fn pages() -> Vec<String> {
    let alike =
        ["/", "/games", "/learn", "/puzzles", "/review", "/settings", "/fair-play", "/unreached"];
    let mut pages: Vec<String> = alike.map(str::to_owned).into();
    for spec in games() {
        let id = spec.id;
        pages.extend(["/learn/", "/review?setup=", "/play/"].map(|page| format!("{page}{id}")));
        pages.extend(
            (1..=konoba_table::lessons(spec).len()).map(|number| format!("/learn/{id}/{number}")),
        );
        let examples = 1..=rule_examples(spec).len();
        pages.extend(examples.map(|number| format!("/learn/{id}/rules/{number}")));
        // The puzzles that lessons lead to.
        let themes = konoba_table::lessons(spec).iter().filter_map(|lesson| lesson.puzzles);
        let puzzles: BTreeSet<_> = themes
            .filter_map(|theme| after_lesson(spec, theme))
            .map(|(theme, name)| format!("/puzzle/{name}?theme={}", theme.id()))
            .collect();
        pages.extend(puzzles);
        pages.extend(maps::are_known(spec).then(|| format!("/learn/{id}/maps")));
    }
    pages
}

/// The script that keeps the page. It is asked for again at every start, so that a new version is found.
pub(super) async fn script() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, SCRIPT.as_str()).into_response()
}

/// What the page is called and looks like when it is installed.
pub(super) async fn manifest() -> Response {
    let icon = |size: &str, file: &str, kind: &str| {
        let src = assets::url(file);
        serde_json::json!({"src": src, "sizes": size, "type": kind, "purpose": "any"})
    };
    let manifest = serde_json::json!({
        "name": "Konoba",
        "short_name": "Konoba",
        "description": "Board games for two, free and without an account.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f1e7",
        "theme_color": "#f6f1e7",
        "icons": [
            icon("192x192", "icons/konoba-192.png", "image/png"),
            icon("512x512", "icons/konoba-512.png", "image/png"),
            icon("any", "icons/konoba.svg", "image/svg+xml"),
        ],
    });
    let headers =
        [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, "no-cache")];
    (headers, manifest.to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::super::packed;
    use super::*;

    #[test]
    fn every_page_and_every_file_is_kept_once() {
        let mut pages = pages();
        let count = pages.len();
        pages.sort();
        pages.dedup();
        assert_eq!(pages.len(), count);
        assert!(count > 20 * games().len(), "{count}");
        let files = assets::hashes();
        assert!(files.values().all(|hash| hash.len() == 64), "{files:?}");
        for file in ["packed/js/review.js", "js/worker.js", "wasm/konoba.wasm", packed::STYLE] {
            assert!(files.contains_key(&assets::url(file)), "{file}");
        }
        // A game's net is kept too, and games without one have an empty file.
        let nets = files.keys().filter(|path| path.contains("/nets/")).count();
        assert_eq!(nets, games().len());
    }
}
