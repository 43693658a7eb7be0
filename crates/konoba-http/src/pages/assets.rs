//! The addresses of scripts, styles and pictures, and answers to them.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use include_dir::Dir;
use sha2::{Digest, Sha256};

use super::packed;
use super::web_files::WEB;

/// A word that changes whenever a file does. It stands in every address, so that a browser may
/// cache files for ever and still never mixes two versions.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    add(&mut hash, &WEB);
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
});

fn add(hash: &mut Sha256, folder: &Dir<'_>) {
    for file in folder.files() {
        hash.update(file.path().to_string_lossy().as_bytes());
        hash.update(file.contents());
    }
    folder.dirs().for_each(|folder| add(hash, folder));
}

/// The address of a file.
pub(super) fn url(file: &str) -> String {
    debug_assert!(contents(file).is_some(), "{file} is in web/");
    format!("/web/{}/{file}", *VERSION)
}

/// What is in a file of `web/`, or in one that is put together of several.
fn contents(file: &str) -> Option<&'static [u8]> {
    packed::find(file).map(str::as_bytes).or_else(|| Some(WEB.get_file(file)?.contents()))
}

/// Answers with a file. An address of another version is answered too, but not to be kept.
pub(super) async fn show(Path((version, file)): Path<(String, String)>) -> Response {
    let Some(found) = contents(&file) else { return super::not_found() };
    let keep = if version == *VERSION { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind_of(&file)), (header::CACHE_CONTROL, keep)];
    (headers, found).into_response()
}

fn kind_of(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind() {
        fn check(folder: &Dir<'_>) {
            for file in folder.files() {
                let name = file.path().to_string_lossy();
                let is_text = kind_of(&name).starts_with("text/plain");
                assert_eq!(is_text, name.ends_with(".txt") || name.ends_with(".ts"), "{name}");
            }
            folder.dirs().for_each(check);
        }
        check(&WEB);
    }
}
