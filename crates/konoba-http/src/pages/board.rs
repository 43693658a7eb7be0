//! Boards in a page.

use konoba_scene::{Scene, paint_svg_part, paint_svg_still};
use maud::{Markup, PreEscaped, html};

/// The board, ready to be followed by a script.
pub(super) fn board(scene: &Scene) -> Markup {
    PreEscaped(paint_svg_part(scene))
}

/// A board to look at.
pub(super) fn still(scene: &Scene) -> Markup {
    PreEscaped(paint_svg_still(scene))
}

/// What the boards of a page are painted with. It has to be in the page once, and its colours are
/// those of the theme.
pub(super) fn paints() -> Markup {
    html! {
        svg class="paints" width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                linearGradient id="konoba-wood" x1="0" y1="0" x2="1" y2="1" {
                    stop class="wood-near" offset="0" {}
                    stop class="wood-far" offset="1" {}
                }
                radialGradient id="konoba-first" cx=".36" cy=".3" r=".75" {
                    stop class="first-bright" offset="0" {}
                    stop class="first-middle" offset=".45" {}
                    stop class="first-deep" offset="1" {}
                }
                radialGradient id="konoba-second" cx=".36" cy=".3" r=".8" {
                    stop class="second-bright" offset="0" {}
                    stop class="second-middle" offset=".6" {}
                    stop class="second-deep" offset="1" {}
                }
                pattern id="konoba-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" {
                    path class="hatch" d="M0 0V9" {}
                }
            }
        }
    }
}
