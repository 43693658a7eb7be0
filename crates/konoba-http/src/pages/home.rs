//! The home page: what can be played, with whom, and what goes on.

use konoba_puzzles::collection;
use konoba_rules::{Setup, Side, Spec, games};
use konoba_scene::Sentences;
use konoba_table::{first_setup, lessons};
use maud::{Markup, PreEscaped, html};

use super::board::still;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::preview::Preview;
use super::sample::sample;
use super::unreached;
use crate::view::{BoardView, LevelView, ListedView, LobbyView, OwnGameView};

/// With whom one can play: the word in an offer, what it is called, what it means.
const COMPANY: [(&str, Icon, &str, &str); 4] = [
    ("engine", Icon::Computer, "Computer", "Any level, from beginner to full strength."),
    ("friend", Icon::Friend, "A friend", "You get a link to send, and a code to scan."),
    (
        "anyone",
        Icon::Online,
        "Online opponent",
        "You are paired with a player who wants the same game, or listed here until one joins.",
    ),
    ("same-screen", Icon::Together, "Same device", "Two players take turns on this screen."),
];

/// How much time there can be, as it is written in an offer and as it is called.
const TIMES: [(&str, &str); 11] = [
    ("none", "No clock"),
    ("1+0", "1 minute"),
    ("3+2", "3 minutes, and 2 seconds a move"),
    ("5+3", "5 minutes, and 3 seconds a move"),
    ("10+5", "10 minutes, and 5 seconds a move"),
    ("15+10", "15 minutes, and 10 seconds a move"),
    ("30+30", "30 minutes, and 30 seconds a move"),
    ("custom", "Your own …"),
    ("1d", "1 day for each move"),
    ("3d", "3 days for each move"),
    ("7d", "7 days for each move"),
];

/// The page for a guest of this name, with the games that are theirs.
pub(super) fn page(
    lobby: &LobbyView,
    boards: &[BoardView],
    own: &[OwnGameView],
    name: Option<&str>,
    preview: &Preview,
) -> Markup {
    let frame = Frame {
        title: "Konoba: board games for two",
        class: "home",
        script: Some("js/home.js"),
        here: "/",
    };
    frame.previewed(preview, html! {
        (unreached::note())
        section class="welcome" {
            h1 { "Board games for two, free and without an account." }
            (first_steps(lobby))
            (name_form(name))
        }
        section class="games" aria-label="Games" {
            @for spec in games() { (card(spec)) }
        }
        @for spec in games() { (offer(spec, &lobby.levels)) }
        section class="tables" aria-label="Tables" {
            (own_games(own))
            (list("open", "Open games", &lobby.open, &[], "No open games. Choose Online opponent, and yours is listed here."))
            (list("live", "Games in progress", &lobby.live, boards, "No games in progress."))
        }
        section class="more" aria-label="More" {
            form class="come-back sheet" id="come-back" {
                h2 { "Continue on this device" }
                p { "Enter the code that your other device shows under Settings, or the code of a seat." }
                label { span { "Code" } input name="code" autocomplete="off" spellcheck="false" placeholder="xxxx-xxxx-xxxx-xxxx" required; }
                button class="button" { "Continue" }
            }
            div class="sheet" {
                h2 { "Puzzles" }
                p { "One move wins, and it is proved that every other loses. A new one for each game every day." }
                a class="button" href="/puzzles" { "Puzzles of today" }
            }
            div class="sheet" {
                h2 { "Analysis" }
                p { "Open an SGF file, try variations, add comments." }
                a class="button" href="/review" { (icon(Icon::Review)) "Open a record" }
            }
        }
        (row_template())
    })
}

/// The choices of a first visit: one game at once, or two minutes of learning.
fn first_steps(lobby: &LobbyView) -> Markup {
    let Some(spec) = games().first().copied() else { return html! {} };
    let can_learn = !lessons(spec).is_empty();
    html! {
        div class="buttons first-steps" {
            @if let Some(level) = lobby.levels.first() {
                button class="button primary" type="button" data-first-game=(first_setup(spec)) data-level=(level.0) {
                    (icon(Icon::Computer)) "Play " (spec.name) " against the computer"
                }
            }
            @if can_learn { a class="button" href={ "/learn/" (spec.id) "/1" } { (icon(Icon::Hint)) "Learn in two minutes" } }
            span class="problem" role="alert" {}
        }
    }
}

fn name_form(name: Option<&str>) -> Markup {
    html! {
        form id="name" class="name-form" {
            label { span { "Your name" } input name="name" value=[name] maxlength="32" autocomplete="nickname" placeholder="Guest"; }
            button class="button quiet" { "Save" }
            span class="saved" role="status" data-says="Saved." {}
        }
    }
}

fn card(spec: &'static Spec) -> Markup {
    html! {
        article class="card" aria-labelledby={ "game-" (spec.id) } {
            a class="picture" href={ "/learn/" (spec.id) } tabindex="-1" aria-hidden="true" { (still(&sample(spec))) }
            div class="card-text" {
                h2 id={ "game-" (spec.id) } { (spec.name) }
                p class="summary" { (spec.summary) }
                div class="company" {
                    @for (with, drawing, name, _) in COMPANY {
                        button class="button" type="button" data-game=(spec.id) data-with=(with) aria-label={ (name) ": " (spec.name) } {
                            (icon(drawing)) span { (name) }
                        }
                    }
                }
                p class="origin" { a href={ "/learn/" (spec.id) } aria-label={ "Rules and lessons: " (spec.name) } { "Rules and lessons" }
                    @if collection(spec).is_some() { " · " a href={ "/puzzles/" (spec.id) } aria-label={ "Puzzles: " (spec.name) } { "Puzzles" } }
                    " · " (spec.origin) }
            }
        }
    }
}

/// The level in the middle of those with a whole number.
fn middle(levels: &[LevelView]) -> Option<&LevelView> {
    let whole: Vec<_> = levels.iter().filter(|level| level.0.is_whole()).collect();
    whole.get(whole.len().saturating_sub(1) / 2).copied()
}

/// What has to be settled before a game, with everything filled in already.
fn offer(spec: &'static Spec, levels: &[LevelView]) -> Markup {
    let is_sized = !spec.sizes.is_fixed();
    html! {
        dialog class="offer" id={ "offer-" (spec.id) } aria-labelledby={ "offer-title-" (spec.id) } {
            form method="dialog" data-game=(spec.id) {
                div class="dialog-body" {
                    div class="dialog-head" {
                        h2 id={ "offer-title-" (spec.id) } { (spec.name) }
                        button class="close" type="button" data-close aria-label="Close" { "×" }
                    }
                    fieldset class="with" {
                        legend { "Opponent" }
                        @for (with, drawing, name, means) in COMPANY {
                            @let is_missing = with == "engine" && levels.is_empty();
                            label class="tile" {
                                input type="radio" name="with" value=(with) disabled[is_missing] required;
                                (icon(drawing)) span class="tile-name" { (name) }
                                small { @if is_missing { "This server has no computer opponent." } @else { (means) } }
                            }
                        }
                    }
                    div class="fields" {
                        @if let [.., strongest] = levels {
                            @let middle = middle(levels);
                            label class="only only-engine" { span { "Level" }
                                select name="level" {
                                    @for level in levels {
                                        option value=(level.0) selected[Some(level) == middle] {
                                            (level.0) @if level == strongest { " (strongest)" }
                                        }
                                    }
                                }
                            }
                        }
                        label class="only only-same-screen" { span { "Second player" }
                            input name="name" maxlength="32" value="Second player" autocomplete="off"; }
                        @if is_sized {
                            label { span { "Size" }
                                select name="size" data-option {
                                    @for size in spec.sizes.min.max(3)..=spec.sizes.max {
                                        option value=(size) selected[size == spec.sizes.default] { (size) " × " (size) }
                                    }
                                }
                            }
                        }
                        @if !spec.variants.is_empty() {
                            label { span { "Variant" }
                                select name="variant" data-option {
                                    @for variant in spec.variants { option value=(variant.id) { (variant.name) } }
                                }
                            }
                        }
                        label { span { "You play" }
                            select name="side" {
                                option value="" { "Random" }
                                @for side in Side::BOTH { option value=(spec.side(side).id) { (spec.side(side).name) } }
                            }
                        }
                        label { span { "Time" }
                            select name="time" { @for (time, name) in TIMES { option value=(time) { (name) } } }
                        }
                        label class="only only-custom" { span { "Minutes each" }
                            input name="minutes" type="number" min="1" max="180" value="20" required; }
                        label class="only only-custom" { span { "Seconds a move" }
                            input name="seconds" type="number" min="0" max="180" value="10" required; }
                        label class="check only-alone" {
                            input type="checkbox" name="online";
                            span { "Online: on your other devices too, with a link to watch" }
                        }
                        label class="check not-anyone" {
                            input type="checkbox" name="public";
                            span { "Public: listed on this page, anyone may watch" }
                        }
                        @if spec.has_pie {
                            label class="check" {
                                input type="checkbox" checked data-option-off="nopie";
                                span { (spec.side(Side::Second).name) " may swap after the first move" }
                            }
                        }
                    }
                    details class="goals" {
                        summary { "What each side must do" }
                        ul { @for side in Side::BOTH { li { (Sentences::of(Setup::default_of(spec)).goal(side)) } }
                             @for variant in spec.variants { li { strong { (variant.name) } ": " (variant.summary) } } }
                    }
                }
                div class="dialog-foot" {
                    p class="problem" role="alert" {}
                    button class="button quiet" type="button" data-close { "Cancel" }
                    button class="button primary" type="submit" { "Start" }
                }
            }
        }
    }
}

/// The visitor's own games, those first in which it is their turn.
fn own_games(games: &[OwnGameView]) -> Markup {
    html! {
        div class="list sheet" id="list-own" {
            h2 { "Your games" }
            ul {
                @for game in games {
                    li data-turn=[game.is_your_turn.then_some("yes")] {
                        a href={ "/t/" (game.table) } {
                            span class="names" { (game.opponent.as_deref().unwrap_or("No opponent yet")) }
                            span class="what" { (game.name) }
                            span class="how" { (game.says) }
                        }
                    }
                }
            }
            p class="empty" hidden[!games.is_empty()] { "Your unfinished games are listed here." }
            p class="unreached" { "Games that only Konoba has are listed when it can be reached." }
            p class="all" { a href="/games" { "All your games" } }
        }
    }
}

fn list(id: &str, title: &str, tables: &[ListedView], boards: &[BoardView], empty: &str) -> Markup {
    let board_of = |table: &ListedView| boards.iter().find(|board| board.table == table.table);
    html! {
        div class="list sheet" id={ "list-" (id) } data-of-now {
            h2 { (title) }
            ul { @for table in tables { (row(table, board_of(table))) } }
            p class="empty" hidden[!tables.is_empty()] { (empty) }
        }
    }
}

/// A table in a list. The first games come with their boards and with whose turn it is.
fn row(table: &ListedView, board: Option<&BoardView>) -> Markup {
    html! {
        li {
            a href={ "/t/" (table.table) } data-board=[board.map(|_| "yes")] {
                span class="board" aria-hidden="true" { @if let Some(board) = board { (PreEscaped(&board.svg)) } }
                span class="names" { (names(table)) }
                span class="what" { (table.name) }
                span class="how" { @if let Some(time) = &table.time { (time) } }
                span class="status" { @if let Some(board) = board { (board.status) } }
            }
        }
    }
}

/// The two names; the script puts them together in the same way.
fn names(table: &ListedView) -> String {
    let names: Vec<_> = table.names.iter().flatten().map(String::as_str).collect();
    names.join(" – ")
}

fn row_template() -> Markup {
    html! {
        template id="row" {
            li { a { span class="board" aria-hidden="true" {} span class="names" {} span class="what" {} span class="how" {} span class="status" {} } }
        }
    }
}
