//! The addresses of scripts, styles, pictures, modules and nets, and answers to them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use include_dir::Dir;
use konoba_rules::games;
use sha2::{Digest, Sha256};

use super::address::Named;
use super::packed;
use super::web_files::{self, WEB};

/// A word that changes whenever a file does. It stands in every address, so that a browser may
/// cache files for ever.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    add(&mut hash, &WEB);
    for net in games().iter().filter_map(|spec| konoba_nets::file(spec.id)) {
        hash.update(net);
    }
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

/// The word that stands in every address.
pub(super) fn version() -> &'static str {
    &VERSION
}

/// The scripts that are asked for as they stand in `web/`: those of all pages, and the worker with what it imports.
const UNPACKED: [&str; 4] = ["js/preferences.js", "js/offline.js", "js/worker.js", "js/module.js"];

/// The address of every file that a page may ask for, with the hash of what comes from there.
pub(super) fn hashes() -> BTreeMap<String, String> {
    let mut hashes = BTreeMap::new();
    let mut add =
        |name: &str, hash: String| hashes.insert(format!("/web/{}/{name}", *VERSION), hash);
    for (name, text) in packed::all() {
        add(name, hash_of(text.as_bytes()));
    }
    let icons = WEB.get_dir("icons").into_iter().flat_map(Dir::files);
    for file in icons.chain(UNPACKED.iter().filter_map(|name| WEB.get_file(name))) {
        add(&file.path().to_string_lossy(), hash_of(file.contents()));
    }
    for (name, hash) in MODULES["modules"].as_object().into_iter().flatten() {
        add(&format!("wasm/{name}"), hash.as_str().unwrap_or_default().to_owned());
    }
    for spec in games() {
        let net = konoba_nets::file(spec.id).unwrap_or_default();
        add(&format!("nets/{}.bin", spec.id), hash_of(net));
    }
    hashes
}

fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is written beside the modules: the hashes of what a browser sees of them, unpacked, among others.
static MODULES: LazyLock<serde_json::Value> = LazyLock::new(|| {
    let manifest = web_files::text("wasm/manifest.json").unwrap_or_default();
    serde_json::from_str(manifest).unwrap_or_default()
});

/// Answers with a file. An address of another version is answered too, but not to be kept: a page that was sent just before
/// an update, or by another node, gets its script and styles. What such a page asks for later, to run beside the script that it
/// has, is not answered, since parts of two versions do not fit each other; the page then asks the house instead.
pub(super) async fn show(Named((version, file)): Named<(String, String)>) -> Response {
    let is_own = version == *VERSION;
    if !is_own && is_of_module(&file) {
        return super::not_found();
    }
    let Some(found) = contents(&file) else { return super::not_found() };
    let keep = if is_own { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind_of(&file)), (header::CACHE_CONTROL, keep)];
    match found {
        Contents::Plain(bytes) => (headers, bytes).into_response(),
        Contents::Zipped(bytes) => {
            (headers, [(header::CONTENT_ENCODING, "gzip")], bytes).into_response()
        }
    }
}

/// Whether a file belongs to what answers in the page instead of the house: the worker, the modules and their nets.
fn is_of_module(file: &str) -> bool {
    let is_script = ["js/worker.js", "js/module.js"].contains(&file);
    is_script || ["wasm/", "nets/"].iter().any(|folder| file.starts_with(folder))
}

/// What a file holds.
enum Contents {
    Plain(&'static [u8]),
    /// As it is sent. It is kept so, since a module is large and would be packed again for each visitor; all browsers
    /// that run modules take it.
    Zipped(&'static [u8]),
}

fn contents(file: &str) -> Option<Contents> {
    if let Some(found) = packed::find(file) {
        return Some(Contents::Plain(found.as_bytes()));
    }
    if let Some(found) = WEB.get_file(file) {
        return Some(Contents::Plain(found.contents()));
    }
    if let Some(found) = WEB.get_file(format!("{file}.gz")) {
        return Some(Contents::Zipped(found.contents()));
    }
    let game = file.strip_prefix("nets/")?.strip_suffix(".bin")?;
    let spec = games().iter().find(|spec| spec.id == game)?;
    // A game without a net has an empty one, so that a page need not know which games have one.
    Some(Contents::Plain(konoba_nets::file(spec.id).unwrap_or_default()))
}

/// What a net is, in a header.
pub(super) const NET_TYPE: &str = "application/octet-stream";

fn kind_of(file: &str) -> &'static str {
    match file.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("bin") => NET_TYPE,
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
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
                let name = name.trim_end_matches(".gz");
                let is_text = kind_of(name).starts_with("text/plain");
                assert_eq!(is_text, name.ends_with(".txt") || name.ends_with(".ts"), "{name}");
            }
            folder.dirs().for_each(check);
        }
        check(&WEB);
    }
}
