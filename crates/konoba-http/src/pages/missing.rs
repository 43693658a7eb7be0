//! What is shown where there is nothing.

use maud::{Markup, html};

use super::frame::Frame;

/// The page that is not there.
pub(super) fn page() -> Markup {
    let frame = Frame { title: "Nothing here · Konoba", class: "plain", script: None, here: "" };
    frame.around(html! {
        section class="sheet" {
            h1 { "There is nothing here" }
            p { "This table does not exist, or the address has a slip in it." }
            p { a class="button primary" href="/" { "Back to the tables" } }
        }
    })
}
