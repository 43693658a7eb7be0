//! The choice of the piece, where a game leaves it to the player to move: the same at a table, in a
//! review and in a lesson.

use konoba_rules::{PieceChoice, Spec};
use maud::{Markup, html};

/// By which styles and scripts know whether there is a choice.
pub(super) const fn choice(spec: &Spec) -> &'static str {
    match spec.choice {
        PieceChoice::Either => "either",
        PieceChoice::Own => "own",
    }
}

/// The pieces between which a player chooses; nothing where there is no choice.
pub(super) fn hand(spec: &'static Spec) -> Markup {
    if spec.choice == PieceChoice::Own {
        return html! {};
    }
    html! {
        fieldset class="hand" id="hand" {
            legend { "You place" }
            @for (class, piece) in ["first", "second"].into_iter().zip(&spec.pieces) {
                label {
                    input type="radio" name="piece" value=(piece.letter) checked[class == "first"] data-class=(class);
                    span class={ "letter " (class) } { (piece.name) }
                    kbd { (piece.letter.to_lowercase()) }
                }
            }
        }
    }
}
