//! Your games: those that go on, with whose turn it is, and all that are over, to be looked for.

use konoba_rules::games;
use maud::{Markup, html};
use time::OffsetDateTime;

use super::frame::Frame;
use super::icon::{Icon, icon};
use crate::view::{GamesView, OwnGameView, StandingView};
use crate::wanted_games::{WantedGames, WantedResult};

/// The results of a game: the word in the address, what it is called.
const RESULTS: [(WantedResult, &str, &str); 4] = [
    (WantedResult::Any, "", "Any result"),
    (WantedResult::Won, "won", "Won"),
    (WantedResult::Lost, "lost", "Lost"),
    (WantedResult::Other, "other", "Other"),
];

/// The page for what was looked for. Reading it and looking for games need no scripts.
pub(super) fn page(view: &GamesView, wanted: &WantedGames) -> Markup {
    let frame = Frame {
        title: "Your games · Konoba",
        class: "own-games",
        script: Some("js/here.js"),
        here: "/games",
    };
    let is_first = wanted.before.is_empty();
    frame.around(html! {
        h1 { "Your games" }
        @if is_first {
            section class="sheet" id="running" aria-labelledby="running-title" {
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
        section class="sheet" id="finished" aria-labelledby="finished-title" {
            h2 id="finished-title" { "Finished" }
            (search(wanted))
            @if view.finished.is_empty() {
                p class="empty" {
                    @if is_search(wanted) { "No game fits. " a href="/games" { "Show all" } "." }
                    @else { "Games that you finish are listed here, also without an account." }
                }
            }
            ul class="game-list" { @for game in &view.finished { (row(game)) } }
            nav class="pages" aria-label="Pages" {
                @if !is_first { a class="button" rel="prev" href=(address(wanted, "")) { "Newest games" } }
                @if let Some(more) = &view.more { a class="button" rel="next" href=(address(wanted, more)) { "Older games" } }
            }
        }
        p { a href="/settings#devices" { "Continue on another device" } }
    })
}

fn is_search(wanted: &WantedGames) -> bool {
    !wanted.game.is_empty() || !wanted.opponent.is_empty() || wanted.result != WantedResult::Any
}

fn search(wanted: &WantedGames) -> Markup {
    html! {
        form class="search" role="search" method="get" action="/games" {
            label { span { "Game" }
                select name="game" {
                    option value="" { "All games" }
                    @for spec in games() { option value=(spec.id) selected[spec.id == wanted.game] { (spec.name) } }
                }
            }
            label { span { "Opponent" } input name="opponent" type="search" value=(wanted.opponent) maxlength="32" autocomplete="off"; }
            label { span { "Result" }
                select name="result" {
                    @for (result, word, name) in RESULTS { option value=(word) selected[result == wanted.result] { (name) } }
                }
            }
            button class="button" { "Search" }
        }
    }
}

/// The address of a list of the same search.
fn address(wanted: &WantedGames, before: &str) -> String {
    let result = RESULTS.iter().find(|(result, ..)| *result == wanted.result);
    let fields = [
        ("game", wanted.game.as_str()),
        ("opponent", wanted.opponent.as_str()),
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
            // The link with the words says the same.
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
