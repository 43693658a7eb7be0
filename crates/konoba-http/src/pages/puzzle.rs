//! A puzzle on the page: a board, a move, and what is said of it. The server keeps nothing of the person who solves it:
//! what was found so far comes with each move.

use axum::Json;
use konoba_puzzles::{Attempt, PuzzleName, collection, grouped, parse_date};
use konoba_scene::Sentences;
use konoba_view::puzzle::{self, PuzzleBody, PuzzleView, legal};
use maud::{Markup, html};
use time::Date;

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::preview::Preview;
use super::puzzles::{WantedPuzzles, written};
use crate::error::DoorError;
use crate::extract::{Body, Refusals};

/// One puzzle among those that are wanted. On a day whose puzzle it is, that is said too.
pub(super) fn page(
    name: PuzzleName,
    wanted: &WantedPuzzles,
    day: &str,
    today: Date,
    preview: &Preview,
) -> Option<Markup> {
    let PuzzleName { spec, number } = name;
    let own = collection(spec)?;
    let attempt = Attempt::new(name.find()?);
    let puzzle = attempt.puzzle();
    let day = parse_date(day).filter(|day| own.of_day(*day) == Some(number) && *day <= today);
    let heading = match day {
        Some(day) => format!("Puzzle of {}", written(day)),
        None => format!("Puzzle {}", grouped(number)),
    };
    let title = format!("{heading} · {} · Konoba", spec.name);
    let next = wanted.of(own).into_iter().find(|other| *other > number);
    let next = next.map(|number| wanted.address(PuzzleName { spec, number }));
    let hand_of = ["first", "second"][attempt.position().to_move().index()];
    let frame = Frame {
        title: &title,
        class: "learn puzzles",
        script: Some("js/puzzle.js"),
        here: "/puzzles",
    };
    Some(frame.previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/puzzles" { "Puzzles" } " / " a href={ "/puzzles/" (spec.id) } { (spec.name) } " / " span { (grouped(number)) " of " (grouped(own.puzzles.len())) }
        }
        div class="lesson guided puzzle" id="puzzle" data-puzzle=(name) data-game=(spec.id) data-number=(number) data-day=[day] data-today=(today)
            data-pieces=(choice(spec)) data-hand=(hand_of) data-legal=(legal(&attempt)) {
            div class="board-frame" id="board" { (board(&attempt.scene(None))) }
            section class="panel" aria-label="Puzzle" {
                div class="puzzle-head" {
                    h1 { (heading) }
                    p class="origin" { "Grade " (puzzle.grade()) " of 5 · " (Sentences::of(puzzle.setup).game()) }
                }
                p class="task" id="task" { (attempt.task()) }
                noscript { p class="message" { "To solve it here, switch JavaScript on. In a terminal: " code { "konoba puzzle " (spec.id) " --number " (number) } } }
                p class="message" id="message" {}
                (hand(spec))
                div class="choice" {
                    div class="card-choice" data-choice="confirm" hidden {
                        p class="verdict" data-asks {}
                        div class="buttons" { button class="button primary" type="button" data-do="confirm" { "Play" } button class="button" type="button" data-do="cancel" { "Cancel" } }
                    }
                }
                div class="buttons done" id="done" hidden {
                    @match &next {
                        Some(next) => a class="button primary" rel="next" href=(next) { "Next puzzle" (icon(Icon::Forward)) },
                        None => a class="button primary" href="/puzzles" { "More puzzles" (icon(Icon::Forward)) },
                    }
                    button class="button" type="button" data-do="share" { (icon(Icon::Link)) "Copy result" }
                    a class="button" href={ "/preview.png?puzzle=" (name) } download={ "konoba-" (name) ".png" } { (icon(Icon::Save)) "Picture" }
                }
                div class="buttons" id="helps" {
                    button class="button" type="button" data-do="hint" { (icon(Icon::Hint)) "Hint" }
                    button class="button quiet" type="button" data-do="replay" hidden { "Show again" }
                    button class="button quiet" type="button" data-do="solution" { "Solution" }
                    button class="button quiet" type="button" data-do="again" { (icon(Icon::Undo)) "Start over" }
                    @if let Some(next) = &next { a class="button quiet" id="skip" href=(next) { "Skip" } }
                }
            }
        }
    }))
}

/// Tries a move in a puzzle, asks for a hint or for the solution. Nothing is kept of it.
#[utoipa::path(post, path = "/api/puzzle", tag = "records", request_body = PuzzleBody,
    responses((status = 200, body = PuzzleView), Refusals))]
pub(super) async fn answer(Body(asked): Body<PuzzleBody>) -> Result<Json<PuzzleView>, DoorError> {
    Ok(Json(puzzle::answer(&asked)?))
}
