//! A board as a table of cells that each say one thing: a small picture beside a text.

use konoba_rules::Point;
use maud::{Markup, html};

/// What a cell says.
pub(super) struct Cell {
    /// By which styles know it.
    pub(super) class: &'static str,
    /// What stands in it: a sign or two.
    pub(super) sign: String,
}

const CELL: u16 = 40;
/// Room for the coordinates on the left and below.
const MARGIN: u16 = 24;

/// The picture; `says` is its text for screen readers.
pub(super) fn picture(size: u8, says: &str, cell: impl Fn(Point) -> Cell) -> Markup {
    let across = u16::from(size) * CELL + MARGIN;
    let column = |x: u8| MARGIN + u16::from(x) * CELL;
    let row = |y: u8| u16::from(size - 1 - y) * CELL;
    html! {
        svg class="cells" viewBox={ "0 0 " (across) " " (across) } width=(across) height=(across) role="img" aria-label=(says) {
            @for at in Point::all(size) {
                @let Cell { class, sign } = cell(at);
                g class=(class) {
                    rect x=(column(at.x)) y=(row(at.y)) width=(CELL) height=(CELL) {}
                    text x=(column(at.x) + CELL / 2) y=(row(at.y) + CELL / 2 + 5) { (sign) }
                }
            }
            @for index in 0..size {
                text class="coordinate" x=(column(index) + CELL / 2) y=(across - 6) { (char::from(b'a' + index)) }
                text class="coordinate" x=(MARGIN / 2) y=(row(index) + CELL / 2 + 5) { (index + 1) }
            }
        }
    }
}
