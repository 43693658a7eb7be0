//! Your games: those that go on, with whose turn it is, and all that are over, to be looked for.

use konoba_rules::games;
use maud::{Markup, html};
use time::OffsetDateTime;

use super::frame::Frame;
use super::icon::{Icon, icon};
use super::unreached;
use crate::games_filter::{GamesFilter, ResultFilter};
use crate::view::{GamesView, OwnGameView, StandingView};

/// The results of a game: the word in the address, what it is called.
const RESULTS: [(ResultFilter, &str, &str); 4] = [
    (ResultFilter::Any, "", "Any result"),
    (ResultFilter::Won, "won", "Won"),
    (ResultFilter::Lost, "lost", "Lost"),
    (ResultFilter::Other, "other", "Other"),
];

/// The page for what was looked for. Reading it and looking for games need no scripts.
pub(super) fn page(view: &GamesView, filter: &GamesFilter) -> Markup {
    let frame = Frame {
        title: "Your games · Konoba",
        class: "own-games",
        script: Some("js/here.js"),
        here: "/games",
    };
    let is_first = filter.before.is_empty();
    frame.around(html! {
        h1 { "Your games" }
        (unreached::note())
        @if is_first {
            section class="sheet" id="running" data-of-now aria-labelledby="running-title" {
                h2 id="running-title" { "In progress" }
                @if view.running.is_empty() {
                    p class="empty" { "No games in progress. " a href="/" { "Start one" } "." }
                }
                ul class="game-list" { @for game in &view.running { (row(game)) } }
            }
        }
        section class="sheet" id="here" aria-labelledby="here-title" hidden {
            h2 id="here-title" { "In this browser" }
            p { "Only this browser has these games. They can be played offline." }
            p class="problem" role="alert" {}
            ul class="game-list" {}
        }
        template id="here-row" {
            li {
                a class="picture" tabindex="-1" aria-hidden="true" { img alt="" width="96" height="96"; }
                a class="what" { span class="names" {} span class="says" {} span class="how" {} }
                div class="buttons" {
                    button class="button" type="button" data-do="upload" { "Put online" }
                    button class="button quiet" type="button" data-do="delete" { "Delete" }
                }
            }
        }
        section class="sheet" id="finished" data-of-now aria-labelledby="finished-title" {
            h2 id="finished-title" { "Finished" }
            (search(filter))
            @if view.finished.is_empty() {
                p class="empty" {
                    @if is_search(filter) { "No game fits. " a href="/games" { "Show all" } "." }
                    @else { "Games that you finish are listed here, also without an account." }
                }
            }
            ul class="game-list" { @for game in &view.finished { (row(game)) } }
            nav class="pages" aria-label="Pages" {
                @if !is_first { a class="button" rel="prev" href=(address(filter, "")) { "Newest games" } }
                @if let Some(more) = &view.more { a class="button" rel="next" href=(address(filter, more)) { "Older games" } }
            }
        }
        p { a href="/settings#devices" { "Continue on another device" } }
    })
}

fn is_search(filter: &GamesFilter) -> bool {
    !filter.game.is_empty() || !filter.opponent.is_empty() || filter.result != ResultFilter::Any
}

fn search(filter: &GamesFilter) -> Markup {
    html! {
        form class="search" role="search" method="get" action="/games" {
            label { span { "Game" }
                select name="game" {
                    option value="" { "All games" }
                    @for spec in games() { option value=(spec.id) selected[spec.id == filter.game] { (spec.name) } }
                }
            }
            label { span { "Opponent" } input name="opponent" type="search" value=(filter.opponent) maxlength="32" autocomplete="off"; }
            label { span { "Result" }
                select name="result" {
                    @for (result, word, name) in RESULTS { option value=(word) selected[result == filter.result] { (name) } }
                }
            }
            button class="button" { "Search" }
        }
    }
}

/// The address of a list of the same search.
fn address(filter: &GamesFilter, before: &str) -> String {
    let result = RESULTS.iter().find(|(result, ..)| *result == filter.result);
    let fields = [
        ("game", filter.game.as_str()),
        ("opponent", filter.opponent.as_str()),
        ("result", result.map_or("", |(_, word, _)| *word)),
        ("before", before),
    ];
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(fields.into_iter().filter(|(_, value)| !value.is_empty()));
    match query.finish().as_str() {
        "" => "/games".to_owned(),
        query => format!("/games?{query}"),
    }
}

/// A game: its board, who plays, what is to be said of it, and the way to it.
fn row(game: &OwnGameView) -> Markup {
    let table = format!("/t/{}", game.table);
    let opponent = game.opponent.as_deref().unwrap_or("No opponent yet");
    let is_over = game.standing == StandingView::Over;
    html! {
        li data-turn=[game.is_your_turn.then_some("yes")] {
            // Screen readers get the link with words beside it, which leads to the same table.
            a class="picture" href=(table) tabindex="-1" aria-hidden="true" {
                img src=(picture(game)) alt="" width="96" height="96" loading="lazy";
            }
            a class="what" href=(table) {
                span class="names" { (opponent) }
                span class="says" { (game.says) }
                span class="how" {
                    (game.name)
                    @if let Some(time) = &game.time { " · " (time) }
                    @if let Some(day) = game.ended.and_then(day) { " · " time datetime=(day) { (day) } }
                }
            }
            @if is_over { a class="button" href={ "/review?table=" (game.table) } aria-label={ "Review the game against " (opponent) } { (icon(Icon::Review)) "Review" } }
        }
    }
}

/// The address of a small board. The version is in it, so that a browser may keep the picture.
fn picture(game: &OwnGameView) -> String {
    format!("/api/tables/{}/board?small=true&version={}", game.table, game.version)
}

/// A day as YYYY-MM-DD, in which day and month cannot be mistaken for each other.
fn day(millis: u64) -> Option<String> {
    let seconds = i64::try_from(millis / 1000).ok()?;
    let (year, month, day) = OffsetDateTime::from_unix_timestamp(seconds).ok()?.to_calendar_date();
    Some(format!("{year}-{:02}-{day:02}", u8::from(month)))
}
