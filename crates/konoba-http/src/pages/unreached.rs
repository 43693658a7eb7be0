//! What is said where the house cannot be reached: a browser shows the pages that it has kept (`service-worker.js`), and leaves out of
//! them what stands below `data-of-now`.

use maud::{Markup, html};

use super::frame::Frame;

/// The page that stands for all that are not kept.
pub(super) fn page() -> Markup {
    let title = "Konoba cannot be reached";
    let frame = Frame { title, class: "plain", script: Some("js/unreached.js"), here: "" };
    frame.around(html! {
        section class="sheet" {
            h1 { (title) }
            p { "This page needs a connection and tries again by itself. Nothing is lost: your games are where you left them. Clocks run on." }
            p class="buttons" {
                a class="button primary" href="" { "Try again" }
                a class="button" href="/" { "Play against the computer" }
                a class="button" href="/learn" { "Learn" }
            }
        }
    })
}

/// A line above a kept page that is not whole.
pub(super) fn note() -> Markup {
    html! {
        p class="unreached" role="status" {
            "Konoba cannot be reached. Games against the computer, lessons and reviews work without a connection. "
            a href="" { "Try again" }
        }
    }
}
