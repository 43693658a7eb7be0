//! A game against the computer for those who wait for an opponent, and the call back when one has come.

use konoba_rules::Level;
use maud::{Markup, html};

use super::icon::{Icon, icon};
use crate::view::TableView;

/// The way to a game against the computer at this level, set up like the one that is waited for.
pub(super) fn offer(view: &TableView, level: Level) -> Markup {
    html! {
        button class="button primary" type="button" data-do="meanwhile" data-setup=(view.setup) data-level=(level) {
            (icon(Icon::Computer)) "Play the computer meanwhile"
        }
    }
}

/// What a player against the computer is told of the offer that stands meanwhile. The script shows it.
pub(super) fn waiting() -> Markup {
    html! {
        p class="elsewhere" id="elsewhere" hidden {
            span class="spinner" {}
            a data-offer data-over="Your offer has ended without an opponent." { "Waiting for an opponent…" }
            button class="button" type="button" data-stop { "Stop waiting" }
        }
    }
}

/// The call to the game that begins.
pub(super) fn call() -> Markup {
    html! {
        dialog id="called" aria-labelledby="called-says" {
            form method="dialog" {
                p id="called-says" class="verdict" { span data-opponent {} " has joined. Your game begins." }
                p { "The game against the computer is kept under Your games." }
                div class="dialog-foot" { button class="button primary" autofocus { "Go to the game" } }
            }
        }
    }
}
