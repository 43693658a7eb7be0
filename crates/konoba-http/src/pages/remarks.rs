//! Remarks: what players may say to each other, in the words of the house.

use konoba_live::Remark;
use maud::{Markup, html};

use crate::view::TableView;

/// Whether the one who looks may make remarks: to a person who sits somewhere else.
pub(super) fn are_made(view: &TableView) -> bool {
    view.you.len() == 1 && !view.seats.iter().any(|seat| seat.is_engine)
}

/// All remarks, and a way to read none.
pub(super) fn dialog() -> Markup {
    html! {
        dialog id="remarks" aria-labelledby="remarks-title" {
            form method="dialog" {
                div class="dialog-head" { h2 id="remarks-title" { "Say to your opponent" } button class="close" aria-label="Close" { "×" } }
                div class="remarks" {
                    @for remark in Remark::all() { button class="button" data-say=(remark.id()) { (remark.words()) } }
                }
                label class="check" { input type="checkbox" data-mute; span { "Hide remarks of others" } }
            }
        }
    }
}
