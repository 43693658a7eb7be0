//! The puzzles of the games: today's, those of the last weeks, and all of them by theme and grade. What was solved is kept in
//! the browser, which marks it here.

use konoba_puzzles::{Attempt, Collection, Grade, PuzzleName, Theme, collection, grouped};
use konoba_rules::{Spec, games};
use maud::{Markup, html};
use serde::Deserialize;
use time::{Date, Duration};

use super::board::still;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::preview::Preview;
use super::unreached;

/// How many weeks before this one the calendar shows.
const WEEKS: i64 = 3;

/// Which puzzles of a game to list. An empty word leaves nothing out.
#[derive(Default, Deserialize)]
pub(super) struct PuzzlesFilter {
    #[serde(default)]
    pub(super) theme: String,
    #[serde(default)]
    pub(super) grade: String,
}

impl PuzzlesFilter {
    /// The numbers of the puzzles that this lets through.
    pub(super) fn of(&self, own: &Collection) -> Vec<usize> {
        let grade = self.grade();
        let fits = |number: &usize| {
            let puzzle = own.numbered(*number);
            grade.is_none() || puzzle.map(|puzzle| puzzle.grade().number()) == grade
        };
        own.chosen(self.theme(), Grade::EASIEST).filter(fits).collect()
    }

    /// The address of a puzzle among those that this lets through.
    pub(super) fn address(&self, name: PuzzleName) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(theme) = self.theme() {
            query.append_pair("theme", theme.id());
        }
        if let Some(grade) = self.grade() {
            query.append_pair("grade", &grade.to_string());
        }
        let query = query.finish();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/puzzle/{name}{mark}{query}")
    }

    fn theme(&self) -> Option<Theme> {
        Theme::named(&self.theme)
    }

    fn grade(&self) -> Option<u8> {
        self.grade.parse().ok()
    }
}

fn frame(title: &str) -> Frame<'_> {
    Frame { title, class: "learn puzzles", script: Some("js/puzzles.js"), here: "/puzzles" }
}

/// A day as people write it.
pub(super) fn written(day: Date) -> String {
    format!("{} {}", day.day(), day.month())
}

/// The address of the puzzle of a day.
fn of_day(name: PuzzleName, day: Date) -> String {
    format!("/puzzle/{name}?day={day}")
}

/// Today's puzzle of each game.
pub(super) fn overview(today: Date, preview: &Preview) -> Markup {
    let with = games().iter().filter_map(|spec| Some((*spec, collection(spec)?)));
    frame("Puzzles · Konoba").previewed(preview, html! {
        h1 { "Puzzles" }
        (unreached::note())
        p class="lead" { "One move wins, and it is proved that every other loses. Each game has a puzzle a day, the same for all players." }
        ul class="to-learn" data-of-now {
            @for (spec, own) in with {
                li class="sheet" {
                    h2 { a href={ "/puzzles/" (spec.id) } { (spec.name) } }
                    (of_today(spec, own, today))
                    p { a class="button" href={ "/puzzles/" (spec.id) } { (grouped(own.puzzles.len())) " puzzles by theme and grade" } }
                }
            }
        }
    })
}

/// Today's puzzle of a game, and those of the last weeks.
fn of_today(spec: &'static Spec, own: &Collection, today: Date) -> Markup {
    let number = own.of_day(today);
    let name = number.map(|number| PuzzleName { spec, number });
    let named = name.and_then(|name| Some((name, name.find()?)));
    html! {
        @if let Some((name, puzzle)) = named {
            div class="of-day" {
                a class="picture" href=(of_day(name, today)) tabindex="-1" aria-hidden="true" { (still(&Attempt::new(puzzle).scene(None))) }
                div {
                    p { b { "Today, " (written(today)) } br; "Grade " (puzzle.grade()) " of 5" }
                    p class="streak" data-streak=(spec.id) data-today=(today) {}
                    a class="button primary" href=(of_day(name, today)) aria-label={ "Solve today's puzzle: " (spec.name) } { "Solve" (icon(Icon::Forward)) }
                }
            }
        }
        (calendar(spec, own, today))
    }
}

/// The puzzles of the days of the last weeks, from a Monday to today.
fn calendar(spec: &'static Spec, own: &Collection, today: Date) -> Markup {
    let since_monday = i64::from(today.weekday().number_days_from_monday());
    let days = (0..=since_monday + WEEKS * 7).rev();
    let days = days.filter_map(|back| today.checked_sub(Duration::days(back)));
    html! {
        ol class="calendar" aria-label={ "The last weeks: " (spec.name) } {
            @for day in days {
                li { @if let Some(number) = own.of_day(day) {
                    a href=(of_day(PuzzleName { spec, number }, day)) data-game=(spec.id) data-day=(day) aria-label=(written(day))
                        aria-current=[(day == today).then_some("date")] { (day.day()) }
                } @else { span { (day.day()) } } }
            }
        }
    }
}

/// The puzzles of a game that are wanted, by grade.
pub(super) fn page(
    spec: &'static Spec,
    today: Date,
    filter: &PuzzlesFilter,
    preview: &Preview,
) -> Option<Markup> {
    let own = collection(spec)?;
    let numbers = filter.of(own);
    let title = format!("{} puzzles · Konoba", spec.name);
    Some(frame(&title).previewed(preview, html! {
        nav class="trail" aria-label="Breadcrumb" { a href="/puzzles" { "Puzzles" } " / " span { (spec.name) } }
        h1 { (spec.name) " puzzles" }
        section class="sheet" aria-label="Puzzles of the day" { (of_today(spec, own, today)) }
        section class="sheet" aria-labelledby="all" {
            h2 id="all" { "By theme and grade" }
            (search(spec, own, filter))
            @if numbers.is_empty() { p { "No puzzle fits. " a href={ "/puzzles/" (spec.id) } { "Show all" } "." } }
            (by_grade(spec, own, &numbers, filter))
        }
    }))
}

fn search(spec: &Spec, own: &Collection, filter: &PuzzlesFilter) -> Markup {
    html! {
        form class="search" role="search" method="get" action={ "/puzzles/" (spec.id) } {
            label { span { "Theme" }
                select name="theme" {
                    option value="" { "All themes" }
                    @for theme in own.themes() { option value=(theme.id()) selected[theme.id() == filter.theme] { (theme.name()) } }
                }
            }
            label { span { "Grade" }
                select name="grade" {
                    option value="" { "All grades" }
                    @for grade in 1..=5u8 { option value=(grade) selected[Some(grade) == filter.grade()] { (grade) } }
                }
            }
            button class="button" { "Show" }
        }
    }
}

fn by_grade(
    spec: &'static Spec,
    own: &Collection,
    numbers: &[usize],
    filter: &PuzzlesFilter,
) -> Markup {
    let grade_of = |number: usize| own.numbered(number).map(|puzzle| puzzle.grade().number());
    let names = |grade| {
        let numbers =
            numbers.iter().copied().filter(move |number| grade_of(*number) == Some(grade));
        numbers.map(|number| PuzzleName { spec, number })
    };
    html! {
        @for grade in 1..=5u8 {
            @if names(grade).next().is_some() {
                h3 { "Grade " (grade) " " small data-count=(spec.id) data-of=(grouped(names(grade).count())) {} }
                ol class="progress" aria-label={ "Grade " (grade) } {
                    @for name in names(grade) {
                        li { a href=(filter.address(name)) data-game=(spec.id) data-number=(name.number) { (name.number) } }
                    }
                }
            }
        }
    }
}
