//! When to swap: the first moves of small boards that are solved, as pictures.

use konoba_engine::solve::maps;
use konoba_rules::{Point, Setup, Side, Spec};
use maud::{Markup, html};

use super::cells::{Cell, picture};
use super::frame::Frame;

/// The page of a game; none where the swap is not known on any board.
pub(super) fn page(spec: &'static Spec) -> Option<Markup> {
    let solved = solved(spec);
    if solved.is_empty() {
        return None;
    }
    let title = format!("When to swap · {} · Konoba", spec.name);
    let frame = Frame { title: &title, class: "learn", script: None, here: "/learn" };
    let first = spec.side(Side::First).name;
    Some(frame.around(html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/learn" { "Learn" } " / " a href={ "/learn/" (spec.id) } { (spec.name) } " / " span { "When to swap" }
        }
        h1 { "When to swap" }
        p class="lead" { "Whoever swaps takes " (first) ". So swap after a first move with which " (first) " wins, and play on after any other." }
        ul class="legend" {
            li { span class="key swap" { "S" } " swap" }
            li { span class="key keep" { "K" } " keep your side" }
            @if !solved.iter().all(is_settled) { li { span class="key unknown" { "?" } " not known yet" } }
        }
        div class="maps" { @for setup in solved { (map(setup)) } }
        p { "Where a letter stands, a solver has looked at every way to go on. On larger boards only an engine can guess: ask it in a review." }
    }))
}

/// Whether there is such a page.
pub(super) fn are_known(spec: &'static Spec) -> bool {
    !solved(spec).is_empty()
}

/// The boards on which something is known, the smallest first. A board of one point has no choice.
fn solved(spec: &'static Spec) -> Vec<Setup> {
    let sizes = (spec.sizes.min..=spec.sizes.max).filter(|size| *size > 1);
    let setups = sizes.filter_map(|size| Setup::default_of(spec).with_size(size).ok());
    let is_known =
        |setup: &Setup| Point::all(setup.size).any(|at| maps::first_move(*setup, at).is_some());
    setups.filter(|setup| setup.pie && is_known(setup)).collect()
}

/// Whether everything is known of a board.
fn is_settled(setup: &Setup) -> bool {
    Point::all(setup.size).all(|at| maps::first_move(*setup, at).is_some())
}

fn map(setup: Setup) -> Markup {
    let size = setup.size;
    let named = |winner: Option<Side>| {
        let points = Point::all(size).filter(|at| maps::first_move(setup, *at) == winner);
        points.map(|at| at.to_string()).collect::<Vec<_>>().join(", ")
    };
    let swap = match named(Some(Side::First)) {
        points if points.is_empty() => "Swap after no first move".to_owned(),
        points => format!("Swap after {points}"),
    };
    let unknown = match named(None) {
        points if points.is_empty() => String::new(),
        points => format!("; not known: {points}"),
    };
    let says = format!("{size} by {size}. {swap}{unknown}.");
    html! {
        figure {
            (picture(size, &says, |at| match maps::first_move(setup, at) {
                Some(Side::First) => Cell { class: "swap", sign: "S".to_owned() },
                Some(Side::Second) => Cell { class: "keep", sign: "K".to_owned() },
                None => Cell { class: "unknown", sign: "?".to_owned() },
            }))
            figcaption { (size) " × " (size) }
        }
    }
}
