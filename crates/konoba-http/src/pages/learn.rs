//! Learning a game: the way to its lessons, its rules in words, and one small board for each sentence of
//! the rulebook.

use konoba_rules::{AnyPosition, Setup, Side, Spec};
use konoba_scene::{Scene, Sentences, View};
use konoba_table::{CursorStep, Study};
use maud::{Markup, html};

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::preview::Preview;
use super::rule_examples::{RuleExample, rule_examples};
use super::{maps, proof};

fn frame(title: &str) -> Frame<'_> {
    Frame { title, class: "learn", script: Some("js/learn.js"), here: "/learn" }
}

/// The games that can be learnt.
pub(super) fn games(preview: &Preview) -> Markup {
    frame("Learn · Konoba").previewed(preview, html! {
        h1 { "Learn" }
        p class="lead" { "A few small boards teach you a game. Every move is judged as in a real one." }
        ul class="to-learn" {
            @for spec in konoba_rules::games() {
                li class="sheet" {
                    h2 { a href={ "/learn/" (spec.id) } { (spec.name) } }
                    p { (spec.summary) }
                    (start(spec))
                    p class="origin" { (spec.origin) }
                }
            }
        }
    })
}

/// The way into the lessons of a game, where it has any.
fn start(spec: &'static Spec) -> Markup {
    let guided = konoba_table::lessons(spec);
    html! { @if !guided.is_empty() {
        p class="buttons" {
            a class="button primary" href={ "/learn/" (spec.id) "/1" } data-lessons=(guided.len()) data-game=(spec.id) { "Learn in two minutes" (icon(Icon::Forward)) }
            span class="or" { (guided.len()) " short lessons" }
        }
    } }
}

/// The rules of a game, and where to try them.
pub(super) fn rulebook(spec: &'static Spec, preview: &Preview) -> Markup {
    let sentences = Sentences::of(Setup::default_of(spec));
    let (examples, proved) = (rule_examples(spec), proof::proved(spec));
    // A game may have none of these.
    let has_more = maps::are_known(spec) || !proved.is_empty() || !examples.is_empty();
    frame(&format!("{} · Learn · Konoba", spec.name)).previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" { a href="/learn" { "Learn" } " / " span { (spec.name) } }
        article class="sheet rules" {
            h1 { (spec.name) }
            p class="origin" { (spec.origin) }
            p class="lead" { (spec.summary) }
            ul class="goals" { @for side in Side::BOTH { li { (sentences.goal(side)) } } }
            @for paragraph in spec.rulebook { p { (paragraph) } }
            @if !spec.variants.is_empty() {
                h2 { "Variants" }
                dl { @for variant in spec.variants { dt { (variant.name) } dd { (variant.summary) } } }
            }
            (start(spec))
        }
        @if has_more { section class="sheet" {
            @if maps::are_known(spec) {
                h2 { "When to swap" }
                p { a class="button" href={ "/learn/" (spec.id) "/maps" } { "Boards with the first moves to swap after" } }
            }
            @if !proved.is_empty() {
                h2 { "Solved" }
                p { "One side wins, whatever the other does. Play against the proof:" }
                ul class="buttons" {
                    @for setup in proved { li { a class="button" href={ "/learn/" (spec.id) "/proof?variant=" (proof::variant(setup)) } { (proof::variant_name(setup)) } } }
                }
            }
            @if !examples.is_empty() {
                h2 { "All rules by example" }
                ol class="lessons" {
                    @for (number, example) in (1..).zip(examples) {
                        li { a href={ "/learn/" (spec.id) "/rules/" (number) } { (example.sentence) } }
                    }
                }
            }
        } }
    })
}

/// One rule with a board to try it on, counted from 1.
pub(super) fn example(spec: &'static Spec, number: usize, preview: &Preview) -> Option<Markup> {
    let examples = rule_examples(spec);
    let example = examples.get(number.checked_sub(1)?)?;
    let title = format!("{} · Learn · Konoba", spec.name);
    let before = (number > 1).then(|| number - 1);
    let after = (number < examples.len()).then_some(number + 1);
    let step =
        |number: Option<usize>| number.map(|number| format!("/learn/{}/rules/{number}", spec.id));
    Some(frame(&title).previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/learn" { "Learn" } " / " a href={ "/learn/" (spec.id) } { (spec.name) } " / " span { (number) " of " (examples.len()) }
        }
        div class="lesson" id="lesson" data-record=(example.record.to_line()) data-at=(example.record.main_line().count())
            data-pieces=(choice(spec)) {
            div class="board-frame" id="board" { (board(&scene(example))) }
            section class="panel" aria-label="Rule" {
                h1 { (example.sentence) }
                p class="status" id="status" { (Sentences::of(example.record.setup()).status(&position(example))) }
                p class="tries" { "Try " @for mv in &example.tries { button class="button" type="button" data-try=(mv) { (mv) } } }
                p class="message" id="message" { "Or click on any point." }
                (hand(spec))
                div class="buttons" { button class="button quiet" type="button" data-do="again" disabled { (icon(Icon::Undo)) "Reset" } }
                nav class="steps" aria-label="Rules" {
                    @if let Some(before) = step(before) { a class="button" rel="prev" href=(before) { (icon(Icon::Back)) "Previous" } } @else { span {} }
                    @if let Some(after) = step(after) { a class="button primary" rel="next" href=(after) { "Next" (icon(Icon::Forward)) } }
                    @else { a class="button primary" href="/" { "Play" (icon(Icon::Forward)) } }
                }
            }
        }
    }))
}

fn position(example: &RuleExample) -> AnyPosition {
    example.record.position_at(example.record.last())
}

fn scene(example: &RuleExample) -> Scene {
    let mut study = Study::new(example.record.clone());
    study.go(CursorStep::End);
    study.scene(&View::default())
}
