//! Scripts, styles and pictures: files that are part of the program.

use include_dir::{Dir, include_dir};

/// Everything in `web/`, as it was when the program was built.
pub(super) static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// A file as text; nothing where there is none.
pub(super) fn text(file: &str) -> Option<&'static str> {
    WEB.get_file(file)?.contents_utf8()
}
