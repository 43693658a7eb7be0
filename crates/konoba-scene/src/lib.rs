//! What to draw and to say of a position. Pure: no input or output.
//!
//! A [`Scene`] is plain data, made from a position and a [`View`] of it. Painters know nothing
//! else: [`paint_text`] draws it in characters, [`paint_svg`] as a picture. [`Sentences`] is the
//! one vocabulary in which every interface speaks of moves, refusals and endings.
//!
//! Nothing here knows a game: what differs between games is in their [`Spec`](konoba_rules::Spec).

mod advice;
mod change;
mod letters;
mod mark;
mod reading;
mod refusal;
mod scene;
mod sentences;
mod svg;
mod text;

pub use advice::{Advice, Candidate, Certain};
pub use change::{BoardChange, Shown};
pub use letters::Letters;
pub use mark::{Mark, Marks};
pub use reading::Reading;
pub use refusal::Refusal;
pub use scene::{Scene, Spot, View};
pub use sentences::{Sentences, Subject, capitalised};
pub use svg::{
    CARD, classes_of_board, classes_of_point, paint_svg, paint_svg_card, paint_svg_part,
    paint_svg_small, paint_svg_still, paint_svg_tiny,
};
pub use text::{Ink, Part, TextStyle, ink, paint_text};
