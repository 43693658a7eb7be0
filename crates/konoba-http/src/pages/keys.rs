//! The list of the keys that a page with a board knows.

use konoba_rules::{PieceChoice, Spec};
use maud::{Markup, html};

/// Those at a table.
pub(super) fn at_table(spec: &'static Spec) -> Markup {
    dialog(html! {
        (of_board(spec))
        dt { kbd { "/" } } dd { "Ask about the board: a row, a chain, what changed" }
        dt { kbd { "-" } } dd { "Say whose turn it is, and what the clocks show" }
        dt { kbd { "," } kbd { "." } } dd { "Look one move back, one move on" }
        dt { kbd { "Ctrl" } kbd { "z" } } dd { "Ask to take your move back" }
    })
}

/// Those of a puzzle.
pub(super) fn in_puzzle(spec: &'static Spec) -> Markup {
    dialog(html! {
        (of_board(spec))
        dt { kbd { "-" } } dd { "Say the task" }
        dt { kbd { "!" } } dd { "Hint" }
    })
}

fn dialog(keys: Markup) -> Markup {
    html! {
        dialog id="keys" aria-labelledby="keys-title" {
            form method="dialog" {
                div class="dialog-head" { h2 id="keys-title" { "Keys" } button class="close" aria-label="Close" { "×" } }
                dl class="keys" {
                    (keys)
                    dt { kbd { "?" } } dd { "This list" }
                }
            }
        }
    }
}

/// How a piece is placed, and how the board is heard.
fn of_board(spec: &'static Spec) -> Markup {
    let is_choosing = spec.choice == PieceChoice::Either;
    html! {
        dt { kbd { "Tab" } } dd { "Go to the board. With a screen reader, all keys work there" }
        dt { kbd { "←" } kbd { "↑" } kbd { "→" } kbd { "↓" } } dd { "Move over the board; " kbd { "Home" } " and " kbd { "End" } " go to the ends of a row" }
        dt { kbd { "Enter" } } dd { "Play the point, or say yes" }
        dt { kbd { "Esc" } } dd { "Never mind" }
        dt { kbd { "c" } kbd { "4" } } dd { "Type a point, then " kbd { "Enter" } }
        @if is_choosing { dt { @for piece in &spec.pieces { kbd { (piece.letter.to_lowercase()) } } } dd { "Choose the piece" } }
        dt { kbd { "=" } } dd { "Say what is on the board" }
    }
}
