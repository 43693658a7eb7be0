//! A puzzle on the page: a board, a move, and what is said of it. The page judges it by itself where it can. The server keeps
//! nothing of the person who solves it: the puzzle and what was found so far come with each move.

use axum::Json;
use konoba_puzzles::{Attempt, PuzzleName, collection, grouped, parse_date, write};
use konoba_scene::Sentences;
use konoba_view::MissedView;
use konoba_view::puzzle::{self, PuzzleBody, PuzzleView, legal, read_own};
use maud::{Markup, html};
use time::Date;

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::keys;
use super::pieces::{choice, hand};
use super::preview::Preview;
use super::puzzles::{PuzzlesFilter, written};
use crate::error::DoorError;
use crate::extract::{Body, Refusals};

/// One puzzle among those that a filter lets through. On a day whose puzzle it is, that is said too.
pub(super) fn page(
    name: PuzzleName,
    filter: &PuzzlesFilter,
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
    let next = filter.of(own).into_iter().find(|other| *other > number);
    let next = next.map(|number| filter.address(PuzzleName { spec, number }));
    let origin = format!("Grade {} of 5 · {}", puzzle.grade(), Sentences::of(puzzle.setup).game());
    let shown = Shown {
        attempt: &attempt,
        sent: &write(puzzle),
        kept: Some((number, day, today)),
        heading: &heading,
        origin: &origin,
        terminal: &format!("konoba puzzle {} --number {number}", spec.id),
        afterwards: html! {
            @match &next {
                Some(next) => a class="button primary" rel="next" href=(next) { "Next puzzle" (icon(Icon::Forward)) },
                None => a class="button primary" href="/puzzles" { "More puzzles" (icon(Icon::Forward)) },
            }
            button class="button" type="button" data-do="share" { (icon(Icon::Link)) "Copy result" }
            a class="button" href={ "/preview.png?puzzle=" (name) } download={ "konoba-" (name) ".png" } { (icon(Icon::Save)) "Picture" }
        },
        leave: html! { @if let Some(next) = &next { a class="button quiet" id="skip" href=(next) { "Skip" } } },
    };
    Some(frame(&title, "/puzzles").previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/puzzles" { "Puzzles" } " / " a href={ "/puzzles/" (spec.id) } { (spec.name) } " / " span { (grouped(number)) " of " (grouped(own.puzzles.len())) }
        }
        (shown.draw())
    }))
}

/// A puzzle from a game that was played, which is given in one line.
pub(super) fn own_page(missed: &MissedView, line: &str) -> Option<Markup> {
    let puzzle = read_own(&missed.puzzle)?;
    let back = form_urlencoded::Serializer::new(String::new()).append_pair("line", line).finish();
    let back = format!("/review?{back}");
    let shown = Shown {
        attempt: &Attempt::new(&puzzle),
        sent: &missed.puzzle,
        kept: None,
        heading: &missed.called,
        origin: &Sentences::of(puzzle.setup).game(),
        terminal: &format!("konoba puzzle --from '{line}'"),
        afterwards: html! { a class="button primary" rel="prev" href=(back) { "Back to the game" } },
        leave: html! { a class="button quiet" id="skip" href=(back) { "Back to the game" } },
    };
    let title = format!("{} · {} · Konoba", missed.called, puzzle.setup.spec.name);
    Some(frame(&title, "/review").around(html! {
        nav class="trail" aria-label="Breadcrumb" { a href=(back) { "Review" } " / " span { (missed.called) } }
        (shown.draw())
    }))
}

const fn frame<'a>(title: &'a str, here: &'static str) -> Frame<'a> {
    Frame { title, class: "learn puzzles", script: Some("js/puzzle.js"), here }
}

/// A puzzle with all that is around its board.
struct Shown<'a> {
    attempt: &'a Attempt<'a>,
    /// All of the puzzle, so that the page can judge moves by itself.
    sent: &'a str,
    /// What the browser keeps once it is solved: its number, the day whose puzzle it is, and today. A puzzle without a number is not kept.
    kept: Option<(usize, Option<Date>, Date)>,
    heading: &'a str,
    origin: &'a str,
    /// The command that shows it in a terminal.
    terminal: &'a str,
    /// What can be done when it is solved.
    afterwards: Markup,
    /// Where to go without solving it.
    leave: Markup,
}

impl Shown<'_> {
    fn draw(&self) -> Markup {
        let attempt = self.attempt;
        let spec = attempt.puzzle().setup.spec;
        let (number, today) = (self.kept.map(|kept| kept.0), self.kept.map(|kept| kept.2));
        let day = self.kept.and_then(|kept| kept.1);
        let hand_of = ["first", "second"][attempt.position().to_move().index()];
        html! {
            div class="lesson guided puzzle" id="puzzle" data-puzzle=(self.sent) data-game=(spec.id) data-number=[number] data-day=[day] data-today=[today]
                data-pieces=(choice(spec)) data-hand=(hand_of) data-legal=(legal(attempt)) {
                div class="board-frame" id="board" { (board(&attempt.scene(None))) }
                section class="panel" aria-label="Puzzle" {
                    div class="puzzle-head" {
                        h1 { (self.heading) }
                        p class="origin" { (self.origin) }
                    }
                    p class="task" id="task" { (attempt.task()) }
                    noscript { p class="message" { "To solve it here, switch JavaScript on. In a terminal: " code { (self.terminal) } } }
                    p class="message" id="message" {}
                    (hand(spec))
                    div class="choice" {
                        div class="card-choice" data-choice="confirm" hidden {
                            p class="verdict" data-asks {}
                            div class="buttons" { button class="button primary" type="button" data-do="confirm" { "Play" } button class="button" type="button" data-do="cancel" { "Cancel" } }
                        }
                    }
                    div class="buttons done" id="done" hidden { (self.afterwards) }
                    div class="buttons" id="helps" {
                        button class="button" type="button" data-do="hint" { (icon(Icon::Hint)) "Hint" }
                        button class="button quiet" type="button" data-do="replay" hidden { "Show again" }
                        button class="button quiet" type="button" data-do="solution" { "Solution" }
                        button class="button quiet" type="button" data-do="again" { (icon(Icon::Undo)) "Start over" }
                        (self.leave)
                        button class="button quiet" type="button" data-do="keys" { (icon(Icon::Keys)) "Keys" }
                    }
                }
            }
            (keys::in_puzzle(spec))
        }
    }
}

/// Tries a move in a puzzle, asks for a hint or for the solution. Nothing is kept of it.
#[utoipa::path(post, path = "/api/puzzle", tag = "records", request_body = PuzzleBody,
    responses((status = 200, body = PuzzleView), Refusals))]
pub(super) async fn answer(Body(asked): Body<PuzzleBody>) -> Result<Json<PuzzleView>, DoorError> {
    Ok(Json(puzzle::answer(&asked)?))
}
