//! What is drawn and said, for every game in the register, on positions of random games.

mod advice;
mod change;
mod refusals;
mod scene;
mod sentences;
mod support;
mod svg;
mod text;
