//! Review: step through a game, try variations, write comments.

use konoba_live::Seats;
use konoba_rules::{Move, Record, Side, games};
use konoba_scene::Scene;
use konoba_table::Table;
use konoba_view::TreeView;
use maud::{Markup, PreEscaped, html};

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::pieces::{choice, hand};
use super::preview::Preview;
use crate::shared::Shared;

/// The page of a record; without one, the place to open one; with a reason, why it was not opened. None
/// if it was given up on the way. `own` is the side with which the one who looks began.
pub(super) fn page(
    record: Result<Option<Record>, String>,
    own: Option<Side>,
    shared: &Shared,
    is_given_up: &dyn Fn() -> bool,
) -> Option<Markup> {
    let frame = Frame {
        title: "Review · Konoba",
        class: "review",
        script: Some("js/review.js"),
        here: "/review",
    };
    Some(match record {
        Ok(Some(record)) => {
            let tree = TreeView::of(&record, is_given_up)?;
            frame.previewed(&preview(&tree, shared), study(&record, &tree, own))
        }
        Ok(None) => frame.previewed(&Preview::of_house(shared), opening(None)),
        Err(why) => frame.around(opening(Some(&why))),
    })
}

/// What other sites show of a link to a record: who played what, how it ended, and the last position.
fn preview(tree: &TreeView, shared: &Shared) -> Preview {
    let players = tree.players.iter().filter(|player| !player.is_empty());
    let players = players.map(String::as_str).collect::<Vec<_>>().join(" and ");
    let players = if players.is_empty() { players } else { format!("{players}.") };
    let said = [players.as_str(), &tree.title, tree.result.as_deref().unwrap_or_default()];
    let said = said.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let query: String =
        form_urlencoded::Serializer::new(String::new()).append_pair("line", &tree.line).finish();
    Preview::new(shared, said, &query)
}

/// The side with which a person began who holds one seat, as the names in the record have it.
pub(super) fn began_with(table: &Table, seats: Seats) -> Option<Side> {
    let side = table.side_of(seats.only()?);
    let is_swapped = table.record().moves().filter(|mv| *mv == Move::Swap).count() % 2 == 1;
    Some(if is_swapped { side.other() } else { side })
}

fn opening(problem: Option<&str>) -> Markup {
    html! {
        section class="sheet opening" {
            h1 { "Review a game" }
            form id="open" {
                label class="file" { span { "An SGF file of one of our games" } input type="file" name="file" accept=".sgf,application/x-go-sgf,text/plain"; }
                label { span { "or its text, or its one-line form" } textarea name="text" rows="5" spellcheck="false" {} }
                p class="problem" role="alert" data-empty="Choose a file or paste a game first." { @if let Some(problem) = problem { "The record cannot be read: " (problem) "." } }
                button class="button primary" { "Open" }
            }
            p { "Or begin with an empty board:" }
            ul class="buttons" {
                @for spec in games() { li { a class="button" href={ "/review?setup=" (spec.id) } { (spec.name) } } }
            }
        }
    }
}

/// Where the mistakes of a player are shown, once the engine was asked: at first those of the one who looks.
fn mistakes(names: &[&str; 2], own: Option<Side>) -> Markup {
    html! {
        section class="mistakes" id="mistakes" aria-labelledby="mistakes-title" hidden {
            div class="mistakes-head" {
                h2 id="mistakes-title" { "Mistakes" }
                select id="whose" aria-label="Whose mistakes" {
                    option value="" { "Both players" }
                    @for (side, class) in Side::BOTH.into_iter().zip(["first", "second"]) {
                        option value=(class) selected[own == Some(side)] { @if own == Some(side) { "Yours" } @else { (names[side.index()]) } }
                    }
                }
            }
            p id="mistake-count" {}
            svg class="graph costs" id="costs" role="img" aria-label="What moves cost, in per cent" hidden {}
            ol id="mistake-list" {}
            template id="mistake" {
                li {
                    button type="button" data-played { span class="number" {} span class="mv" {} span class="cost" {} span class="verdict-word" {} }
                    button type="button" data-better { "Better: " span class="line" {} }
                }
            }
        }
    }
}

/// Where the moments are listed at which one move won and another was played, once they were asked for.
fn missed() -> Markup {
    html! {
        section class="missed" id="missed" aria-labelledby="missed-title" hidden {
            h2 id="missed-title" { "Missed wins" }
            p id="missed-said" {}
            ol id="missed-list" {}
            template id="missed-item" { li { span {} " " a class="button" { "Try again" } } }
        }
    }
}

fn study(record: &Record, tree: &TreeView, own: Option<Side>) -> Markup {
    let spec = record.setup().spec;
    let first = spec.side(Side::First).name;
    let names = Side::BOTH.map(|side| match tree.players[side.index()].as_str() {
        "" => spec.side(side).name,
        player => player,
    });
    // Nothing in the data can end the element that holds it.
    let data = serde_json::to_string(tree).unwrap_or_default().replace('<', "\\u003c");
    html! {
        div class="table study" id="study" data-pieces=(choice(spec)) data-own=[own.map(|side| ["first", "second"][side.index()])] {
            h1 class="spoken" { (tree.title) }
            div class="board-frame" id="board" { (board(&Scene::of(record.start()))) }
            section class="panel" aria-label="Record" {
                p class="title" { (tree.title) }
                p class="players" hidden[tree.players.iter().all(String::is_empty)] {
                    @for (class, player) in ["first", "second"].into_iter().zip(&tree.players) {
                        span class={ "token " (class) } aria-hidden="true" {} span { @if player.is_empty() { "–" } @else { (player) } }
                    }
                }
                @if let Some(result) = &tree.result { p class="result-line" { "Result: " (result) } }
                p class="status" id="status" {}
                p class="message" id="message" {}
                (hand(spec))
                div class="tools steps" role="toolbar" aria-label="Steps" {
                    button type="button" class="tool" data-step="start" { (icon(Icon::First)) span { "Start" } }
                    button type="button" class="tool" data-step="back" { (icon(Icon::Back)) span { "Previous" } }
                    button type="button" class="tool" data-step="on" { (icon(Icon::Forward)) span { "Next" } }
                    button type="button" class="tool" data-step="end" { (icon(Icon::Last)) span { "End" } }
                    button type="button" class="tool" data-do="promote" { (icon(Icon::Up)) span { "Main line" } }
                    button type="button" class="tool" data-do="delete" { (icon(Icon::Bin)) span { "Delete" } }
                }
                div class="buttons" {
                    button class="button" type="button" data-do="analyse" { (icon(Icon::Computer)) "Analyse" }
                    button class="button" type="button" data-do="analyse-all" { "Whole game" }
                    button class="button" type="button" data-do="missed" { "Missed wins" }
                }
                (missed())
                svg class="graph" id="graph" role="img" aria-label={ "How likely " (first) " was to win, move by move" } data-first=(first) hidden {}
                (mistakes(&names, own))
                div class="tree" id="tree" role="group" aria-label="Moves and variations" tabindex="0" {}
                label class="comment" { span { "What you think of this move" } textarea id="comment" rows="3" maxlength="4000" {} }
                div class="buttons" {
                    a class="button" id="save-sgf" download="game.sgf" { (icon(Icon::Save)) "Download SGF" }
                    a class="button" id="save-svg" download="board.svg" { (icon(Icon::Save)) "Download SVG" }
                    button class="button" type="button" data-do="link" { (icon(Icon::Link)) "Copy as a link" }
                    a class="button quiet" href="/review" { "Open another" }
                }
            }
        }
        script type="application/json" id="tree-data" { (PreEscaped(data)) }
    }
}
