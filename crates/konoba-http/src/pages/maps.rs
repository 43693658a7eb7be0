//! When to swap: the first moves of boards that are solved, and of larger ones what the engine estimates and how
//! sure that is, as pictures.

use konoba_engine::estimates::Estimates;
use konoba_engine::solve::maps;
use konoba_rules::{Point, Setup, Side, Spec};
use maud::{Markup, html};

use super::cells::{Cell, picture};
use super::frame::Frame;
use super::preview::Preview;

/// The page of a game; none where nothing is known of the swap on any board.
pub(super) fn page(spec: &'static Spec, preview: &Preview) -> Option<Markup> {
    let (solved, estimated) = (solved(spec), estimated(spec));
    if solved.is_empty() && estimated.is_empty() {
        return None;
    }
    let title = format!("When to swap · {} · Konoba", spec.name);
    let frame = Frame { title: &title, class: "learn", script: None, here: "/learn" };
    let first = spec.side(Side::First).name;
    Some(frame.previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" {
            a href="/learn" { "Learn" } " / " a href={ "/learn/" (spec.id) } { (spec.name) } " / " span { "When to swap" }
        }
        h1 { "When to swap" }
        p class="lead" { "To swap is to take " (first) ". So swap after a first move with which " (first) " wins, and play on after any other." }
        @if !solved.is_empty() {
            h2 { "Solved" }
            ul class="legend" {
                li { span class="key swap" { "S" } " swap" }
                li { span class="key keep" { "K" } " keep your side" }
                @if !solved.iter().all(is_settled) { li { span class="key unknown" { "?" } " not known yet" } }
            }
            div class="maps" { @for setup in solved { (map(setup)) } }
            p { "Where a letter stands, a solver has looked at every way to go on." }
        }
        @if !estimated.is_empty() {
            h2 { "Estimated" }
            p { "On larger boards the computer estimates how often " (first) " wins, in a hundred games. It is no proof: about most first moves it cannot tell." }
            ul class="legend" {
                li { span class="key swap" { "60" } " or more: swap" }
                li { span class="key keep" { "40" } " or less: keep your side" }
                li { span class="key unclear" { "50" } " unclear" }
            }
            div class="maps estimated" { @for (setup, estimates) in estimated { (estimate(setup, estimates)) } }
            p { "Changes: how far an estimate moved when the computer looked ten times as long." }
        }
    }))
}

/// Whether there is such a page.
pub(super) fn are_known(spec: &'static Spec) -> bool {
    !solved(spec).is_empty() || !estimated(spec).is_empty()
}

/// The boards of a game with a swap, the smallest first. A board of one point has no choice.
fn boards(spec: &'static Spec) -> impl Iterator<Item = Setup> {
    let sizes = (spec.sizes.min..=spec.sizes.max).filter(|size| *size > 1);
    let setups = sizes.filter_map(move |size| Setup::default_of(spec).with_size(size).ok());
    setups.filter(|setup| setup.pie)
}

/// The boards on which something is known.
fn solved(spec: &'static Spec) -> Vec<Setup> {
    let is_known =
        |setup: &Setup| Point::all(setup.size).any(|at| maps::first_move(*setup, at).is_some());
    boards(spec).filter(is_known).collect()
}

/// The boards of which an engine thinks something.
fn estimated(spec: &'static Spec) -> Vec<(Setup, &'static Estimates)> {
    boards(spec).filter_map(|setup| Some((setup, Estimates::of(setup)?))).collect()
}

/// Whether everything is known of a board.
fn is_settled(setup: &Setup) -> bool {
    Point::all(setup.size).all(|at| maps::first_move(*setup, at).is_some())
}

/// The names of the points of a board of which something holds.
fn named(size: u8, holds: impl Fn(Point) -> bool) -> String {
    let points = Point::all(size).filter(|at| holds(*at));
    points.map(|at| at.to_string()).collect::<Vec<_>>().join(", ")
}

/// After which points to swap, in words.
fn swaps(points: &str) -> String {
    match points {
        "" => "Swap after no first move".to_owned(),
        points => format!("Swap after {points}"),
    }
}

/// What is known of a board, in words.
fn known_swaps(setup: Setup) -> String {
    let after = |winner| named(setup.size, |at| maps::first_move(setup, at) == Some(winner));
    if is_settled(&setup) {
        return swaps(&after(Side::First));
    }
    let known = [("Swap", Side::First), ("Keep your side", Side::Second)];
    let known = known.map(|(advice, winner)| (advice, after(winner))).into_iter();
    let known = known.filter(|(_, points)| !points.is_empty());
    let known: String =
        known.map(|(advice, points)| format!("{advice} after {points}. ")).collect();
    format!("{known}Not known yet after any other first move")
}

fn map(setup: Setup) -> Markup {
    let size = setup.size;
    let says = format!("{size} by {size}. {}.", known_swaps(setup));
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

fn estimate(setup: Setup, estimates: &Estimates) -> Markup {
    let size = setup.size;
    let advised = |advice: bool| named(size, |at| estimates.should_swap(at) == Some(advice));
    let keeps = match advised(false) {
        points if points.is_empty() => String::new(),
        points => format!("; keep your side after {points}"),
    };
    let says =
        format!("{size} by {size}, estimated. {}{keeps}; else unclear.", swaps(&advised(true)));
    html! {
        figure {
            (picture(size, &says, |at| Cell {
                class: match estimates.should_swap(at) {
                    Some(true) => "swap",
                    Some(false) => "keep",
                    None => "unclear",
                },
                sign: estimates.first_wins(at).map(|percent| percent.to_string()).unwrap_or_default(),
            }))
            figcaption {
                (size) " × " (size)
                span class="sure" { "Changes: " (estimates.mean_change) " % on average, " (estimates.most_change) " % at most" }
            }
        }
    }
}
