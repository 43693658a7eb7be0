//! Guided lessons: a task on a small board, a move, and what is said of it. The server keeps nothing of a
//! learner: what was done so far comes with each move.

use axum::Json;
use konoba_puzzles::after_lesson;
use konoba_rules::Spec;
use konoba_table::{Guide, first_setup, lessons};
use konoba_view::lesson::{self, LessonBody, LessonView};
use maud::{Markup, html};

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::preview::Preview;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};

/// One lesson, counted from 1.
pub(super) fn page(spec: &'static Spec, number: usize, preview: &Preview) -> Option<Markup> {
    let lessons = lessons(spec);
    let lesson = lessons.get(number.checked_sub(1)?)?;
    let guide = Guide::new(lesson);
    let title = format!("{} · {} · Konoba", lesson.title, spec.name);
    let address = |number: usize| format!("/learn/{}/{number}", spec.id);
    let frame =
        Frame { title: &title, class: "learn", script: Some("js/lesson.js"), here: "/learn" };
    Some(frame.previewed(preview, html! {
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
                    @if let Some((theme, name)) = lesson.puzzles.and_then(|theme| after_lesson(spec, theme)) {
                        a class="button" id="practise" href={ "/puzzle/" (name) "?theme=" (theme.id()) } { "Try a puzzle: " (theme.name()) }
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

/// Tries a move in a lesson. Nothing is kept of it.
#[utoipa::path(post, path = "/api/lesson", tag = "records", request_body = LessonBody,
    responses((status = 200, body = LessonView), Refusals))]
pub(super) async fn answer(Body(asked): Body<LessonBody>) -> Result<Json<LessonView>, DoorError> {
    Ok(Json(lesson::answer(&asked)?))
}
