//! Guided lessons: a task on a small board, a move, and what is said of it. The server keeps nothing of a
//! learner: what was done so far comes with each move.

use axum::Json;
use axum::http::StatusCode;
use konoba_rules::{Move, Spec};
use konoba_table::{Guide, first_setup, lessons};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::spec_named;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::view::{Patch, all_points};

/// One lesson, counted from 1.
pub(super) fn page(spec: &'static Spec, number: usize) -> Option<Markup> {
    let lessons = lessons(spec);
    let lesson = lessons.get(number.checked_sub(1)?)?;
    let guide = Guide::new(lesson);
    let title = format!("{} · {} · Konoba", lesson.title, spec.name);
    let address = |number: usize| format!("/learn/{}/{number}", spec.id);
    let frame =
        Frame { title: &title, class: "learn", script: Some("js/lesson.js"), here: "/learn" };
    Some(frame.around(html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/learn" { "Learn" } " / " a href={ "/learn/" (spec.id) } { (spec.name) } " / " span { "Lesson " (number) " of " (lessons.len()) }
        }
        div class="lesson guided" id="lesson" data-game=(spec.id) data-lesson=(number) data-pieces=(choice(spec)) {
            div class="board-frame" id="board" { (board(&guide.scene(None))) }
            section class="panel" aria-label="Lesson" {
                ol class="progress" aria-label="Lessons" {
                    @for (index, other) in (1..).zip(lessons) {
                        li { a href=(address(index)) aria-current=[(index == number).then_some("step")] data-progress=(index) title=(other.title) { (index) } }
                    }
                }
                h1 { (lesson.title) }
                p class="message" id="message" aria-live="off" {}
                p class="task" id="task" { (guide.task().unwrap_or_default()) }
                (hand(spec))
                div class="buttons" data-swap hidden[!guide.position().swap_is_offered()] {
                    button class="button primary" type="button" data-do="swap" { "Swap" }
                }
                div class="buttons done" id="done" hidden {
                    @if number < lessons.len() {
                        a class="button primary" rel="next" href=(address(number + 1)) { "Next lesson" (icon(Icon::Forward)) }
                    } @else {
                        button class="button primary" type="button" data-first-game=(first_setup(spec)) data-level="1" data-hints="yes" { "Play your first game" (icon(Icon::Forward)) }
                        a class="button" href={ "/learn/" (spec.id) } { "All rules by example" }
                    }
                }
                div class="buttons" {
                    button class="button quiet" type="button" data-do="again" { (icon(Icon::Undo)) "Start over" }
                    @if number < lessons.len() { a class="button quiet" id="skip" href=(address(number + 1)) { "Skip" } }
                }
                p class="problem" role="alert" {}
            }
        }
    }))
}

/// A move of a learner, with all that was right before it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LessonBody {
    /// The id of the game.
    game: String,
    /// The lesson, counted from 1.
    lesson: usize,
    /// What was right so far, as it was typed.
    #[serde(default)]
    done: Vec<String>,
    /// The move; nothing to see the task alone.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// What is said of it, and the board afterwards.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonView {
    /// Whether it was what the task wanted.
    is_right: bool,
    /// Whether the lesson is over.
    is_done: bool,
    /// What is said of the move.
    says: String,
    /// What is to be done now.
    task: Option<String>,
    /// Whether a swap is offered now.
    can_swap: bool,
    /// Every point of the board.
    points: Vec<Patch>,
}

/// Tries a move in a lesson. Nothing is kept of it.
#[utoipa::path(post, path = "/api/lesson", tag = "records", request_body = LessonBody,
    responses((status = 200, body = LessonView), Refusals))]
pub(super) async fn answer(Body(asked): Body<LessonBody>) -> Result<Json<LessonView>, DoorError> {
    let unknown = |id, says: &str| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, id, says);
    let spec =
        spec_named(&asked.game).ok_or_else(|| unknown("no-game", "There is no such game."))?;
    let lesson = asked.lesson.checked_sub(1).and_then(|index| lessons(spec).get(index));
    let lesson = lesson.ok_or_else(|| unknown("no-lesson", "There is no such lesson."))?;
    let read =
        |mv: &str| Move::read(mv, spec).map_err(|_| unknown("not-a-move", "That is not a move."));
    let mut guide = Guide::new(lesson);
    for mv in asked.done.iter().take(lesson.steps.len()) {
        guide.hear(read(mv)?);
    }
    let reply = asked.mv.as_deref().map(read).transpose()?.map(|mv| guide.hear(mv));
    let refusal = reply.as_ref().and_then(|reply| reply.refusal);
    Ok(Json(LessonView {
        is_right: reply.as_ref().is_some_and(|reply| reply.is_right),
        is_done: guide.is_done(),
        says: reply.map(|reply| reply.says).unwrap_or_default(),
        task: guide.task().map(str::to_owned),
        can_swap: !guide.is_done() && guide.position().swap_is_offered(),
        points: all_points(&guide.scene(refusal)),
    }))
}
