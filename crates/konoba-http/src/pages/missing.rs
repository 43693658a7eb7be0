//! The page for an unknown address.

use maud::{Markup, html};

use super::frame::Frame;

/// "Page not found."
pub(super) fn page() -> Markup {
    let frame = Frame { title: "Page not found · Konoba", class: "plain", script: None, here: "" };
    frame.around(html! {
        section class="sheet" {
            h1 { "Page not found" }
            p { "There is no game or page at this address. Nothing is lost: your games are on the home page." }
            p { a class="button primary" href="/" { "Home page" } }
        }
    })
}
