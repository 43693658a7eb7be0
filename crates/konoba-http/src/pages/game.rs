//! The page of a table, for those who play and for those who watch.

use konoba_rules::{AnyPosition, Level, Setup, Spec};
use konoba_scene::{Reading, Scene};
use konoba_table::{Moment, Name, Opened, Player, Seats, Table, TimeControl};
use konoba_view::table::Sight;
use maud::{Markup, html};

use super::board::board;
use super::frame::Frame;
use super::icon::{Icon, icon};
use super::keys;
use super::meanwhile;
use super::pieces::{choice, hand};
use super::preview::Preview;
use super::remarks;
use crate::view::{MoveView, SeatView, StandingView, TableView};

/// The visitor of the page.
pub(super) struct Visitor<'a> {
    /// How they are called, where that is known.
    pub(super) name: Option<&'a str>,
    /// Whether the free seat is kept for a player with an invitation. The invitation stands behind
    /// the `#` of the address, which only the script sees.
    pub(super) needs_invitation: bool,
    /// The weakest level of the computer, where there is one.
    pub(super) level: Option<Level>,
}

/// The table as it is.
pub(super) fn page(
    view: &TableView,
    scene: &Scene,
    spec: &'static Spec,
    visitor: &Visitor<'_>,
    preview: &Preview,
) -> Markup {
    framed(view, scene, spec, (visitor, preview), None)
}

/// A table in the browser, which plays there: the empty board, before anything is known of the game.
pub(super) fn page_here(spec: &'static Spec, preview: &Preview) -> Markup {
    let [own, other] = [Name::of_guest(), Name::of_engine(Level::WEAKEST)];
    let players = [Player::person(own), Player::engine(other, Level::WEAKEST)];
    let opened = Opened::new(Setup::default_of(spec), players);
    let (start, table) = (Moment::from_millis(0), Table::opened(&opened, Moment::from_millis(0)));
    let sight = Sight {
        id: String::new(),
        standing: StandingView::Playing,
        setup: table.setup(),
        time: TimeControl::None,
        first: None,
        table: Some(&table),
        names: [None; 2],
        is_engine: [false, true],
        is_present: [true; 2],
        watchers: 0,
        next: None,
    };
    let view = TableView {
        // Which game it is and whose turn, the script finds out: it may be one that is over.
        status: "Loading…".to_owned(),
        to_move: None,
        ..TableView::of(&sight, Seats::of([true, false]), start)
    };
    let visitor = Visitor { name: None, needs_invitation: false, level: None };
    framed(&view, &table.scene(), spec, (&visitor, preview), Some(spec.id))
}

fn framed(
    view: &TableView,
    scene: &Scene,
    spec: &'static Spec,
    (visitor, preview): (&Visitor<'_>, &Preview),
    here: Option<&str>,
) -> Markup {
    let frame = Frame {
        title: &format!("{} · Konoba", spec.name),
        class: "at-table",
        script: Some("js/table.js"),
        here: "",
    };
    let is_against_computer = !view.you.is_empty() && view.seats.iter().any(|seat| seat.is_engine);
    let bottom = view.you.first().copied().unwrap_or(1);
    frame.previewed(preview, html! {
        div class="table" id="table" data-table=(view.table) data-version=(view.version) data-latest=(view.latest) data-standing=(standing(view)) data-here=[here]
            data-pieces=(choice(spec)) data-seats=(view.you.len()) {
            h1 class="spoken" { (view.title) }
            @for seat in &view.seats { (seat_card(seat, view, bottom)) }
            button class="skip" type="button" data-do="read" { "Ask about the board" }
            div class="board-frame" id="board" { (board(scene)) }
            (hand(spec))
            section class="panel" aria-label="Game" {
                p class="title" { (view.title) }
                // What counts now, in one place that small screens keep in sight beside the board.
                div class="now" {
                    p class="status" id="status" hidden[is_withdrawn(view)] { (view.status) }
                    p class="message" id="message" {}
                    p class="looking" id="looking" hidden { span data-says {} button class="button" type="button" data-step="end" { "Back to live" } }
                    p class="lost" id="lost" hidden { span class="spinner" {} "No connection. Your game is safe; reconnecting…" }
                    p class="lost" id="queued" hidden { "Queued. It will be sent when the connection is back." }
                    p class="lost" id="slow" hidden { span class="spinner" {} "The server has not answered yet. Please wait…" }
                    @if is_against_computer { (meanwhile::waiting()) }
                    div class="choice" id="choice" { (choices(view, visitor)) }
                }
                ol class="moves" id="moves" aria-label="Moves" {
                    @for (number, mv) in (1..).zip(&view.moves.then) { (listed_move(number, mv)) }
                }
                (steps(view))
                p class="watchers" id="watchers" hidden[view.watchers == 0] { (icon(Icon::Eye)) span data-number { (view.watchers) } " watching" }
                (tools(view, spec))
            }
        }
        (resignation())
        @if remarks::are_made(view) { (remarks::dialog()) }
        @if is_against_computer { (meanwhile::call()) }
        (keys::at_table(spec))
        (reading())
        template id="move" { li { button type="button" { span class="number" {} span class="mv" {} } } }
    })
}

const fn standing(view: &TableView) -> &'static str {
    match view.standing {
        StandingView::Waiting => "waiting",
        StandingView::Playing => "playing",
        StandingView::Over => "over",
        StandingView::Withdrawn => "withdrawn",
    }
}

/// Whether there is nothing to play or to watch here, and there will not be.
fn is_withdrawn(view: &TableView) -> bool {
    view.standing == StandingView::Withdrawn
}

fn seat_card(seat: &SeatView, view: &TableView, bottom: u8) -> Markup {
    let place = if seat.seat == bottom { "bottom" } else { "top" };
    let class = seat.side.as_ref().map_or("", |side| side.class.as_str());
    html! {
        section class={ "seat " (place) } id={ "seat-" (seat.seat) } aria-label={ "Seat " (seat.seat) }
            data-to-move=[(view.to_move == Some(seat.seat)).then_some("yes")] data-engine=[seat.is_engine.then_some("yes")] data-there=[seat.is_present.then_some("yes")] {
            span class={ "token " (class) } aria-hidden="true" {}
            div class="who" {
                p class="name" {
                    span data-name { (seat.name.as_deref().unwrap_or("An empty seat")) }
                    span class="side" data-side { @if let Some(side) = &seat.side { (side.name) } }
                    span class="presence" data-presence title=(presence(seat)) { span class="spoken" { (presence(seat)) } }
                }
                p class="remark" data-remark hidden {}
                p class="goal" data-goal { @if let Some(goal) = &seat.goal { (goal) } }
            }
            time class="clock" data-clock hidden[view.clocks.is_none()] {}
        }
    }
}

/// Whether the holder of a seat is there, in a word.
const fn presence(seat: &SeatView) -> &'static str {
    if seat.is_present { "Here" } else { "Away" }
}

/// Whatever has to be decided now. Everything is here from the start, in a place of its own; the
/// script shows what applies.
fn choices(view: &TableView, visitor: &Visitor<'_>) -> Markup {
    let is_waiting = view.standing == StandingView::Waiting;
    html! {
        div class="card-choice" data-choice="confirm" hidden {
            p class="verdict" data-asks {}
            p data-says {}
            div class="buttons" { button class="button primary" type="button" data-do="confirm" { "Play" } button class="button" type="button" data-do="cancel" { "Cancel" } }
        }
        div class="card-choice" data-choice="swap" hidden {
            p data-asks {}
            div class="buttons" { button class="button primary" type="button" data-do="swap" { "Swap" } span class="or" { "or place to play on" } }
        }
        div class="card-choice" data-choice="question" hidden {
            p data-asks {}
            div class="buttons" data-own-question hidden { span class="or" { "Waiting for an answer." } }
            div class="buttons" data-others-question { button class="button primary" type="button" data-do="accept" { "Agree" } button class="button" type="button" data-do="decline" { "Decline" } }
        }
        div class="card-choice result" data-choice="result" tabindex="-1" hidden {
            p class="verdict" data-asks {}
            div class="buttons" {
                button class="button primary" type="button" data-do="rematch" { "Rematch" }
                a class="button" href={ "/review?table=" (view.table) } { (icon(Icon::Review)) "Review" }
                a class="button" data-next hidden { "To the next game" }
            }
        }
        div class="card-choice" data-choice="sit" data-by-invitation=[visitor.needs_invitation.then_some("yes")]
            hidden[!is_waiting || !view.you.is_empty() || visitor.needs_invitation] {
            p { (terms(view)) }
            form id="sit" class="buttons" {
                label { span class="spoken" { "Your name" } input name="name" placeholder="Your name" value=[visitor.name] maxlength="32" autocomplete="nickname"; }
                button class="button primary" { "Sit down" }
            }
        }
        div class="card-choice" data-choice="waiting" hidden[!is_waiting || view.you.is_empty()] {
            p data-for-anyone { "Your game is listed on the home page. It begins when an opponent joins." }
            div class="invite" hidden {
                p { "Send this link to your friend; the game begins when they sit down." }
                img class="qr" alt="The link as a code to scan" width="160" height="160" hidden;
                div class="buttons" {
                    label { span class="spoken" { "Link" } input readonly data-link; }
                    button class="button primary" type="button" data-do="copy" { "Copy the link" }
                }
            }
            div class="buttons" {
                @if let Some(level) = visitor.level.filter(|_| !visitor.needs_invitation) { (meanwhile::offer(view, level)) }
                button class="button quiet" type="button" data-do="withdraw" { "Take the offer back" }
            }
        }
        div class="card-choice" data-choice="withdrawn" tabindex="-1" hidden[!is_withdrawn(view)] {
            p data-asks { (view.status) }
            div class="buttons" { a class="button primary" href="/" { "Start a game" } }
        }
    }
}

/// What a player agrees to by sitting down.
fn terms(view: &TableView) -> String {
    let [host, free] = [0, 1].map(|index| view.seats.get(index));
    let host = host.and_then(|seat| seat.name.as_deref()).unwrap_or("Your opponent");
    let time = view.time.as_deref().map_or("No clock.".to_owned(), |time| format!("Time: {time}."));
    let side = free.and_then(|seat| seat.side.as_ref()).map_or_else(
        || "Sides are drawn at random.".to_owned(),
        |side| format!("You play {}.", side.name),
    );
    format!("{host} invites you to a game. {} {time} {side}", view.title)
}

/// The way back through the game, which goes on meanwhile.
fn steps(view: &TableView) -> Markup {
    const STEPS: [(&str, &str, Icon); 4] = [
        ("start", "Start", Icon::First),
        ("back", "Previous", Icon::Back),
        ("on", "Next", Icon::Forward),
        ("end", "Live", Icon::Last),
    ];
    html! {
        div class="tools steps" role="toolbar" aria-label="Look back" hidden[is_withdrawn(view)] {
            @for (step, name, sign) in STEPS {
                button type="button" class="tool" data-step=(step) { (icon(sign)) span { (name) } }
            }
        }
    }
}

/// What can be done at any time; always in the same place, and grey where it cannot.
fn tools(view: &TableView, spec: &'static Spec) -> Markup {
    let has_hints = !view.you.is_empty() && view.seats.iter().any(|seat| seat.is_engine);
    let has_lines = !AnyPosition::start(Setup::default_of(spec)).open_lines().is_empty();
    html! {
        div class="tools" role="toolbar" aria-label="Tools" {
            button type="button" class="tool" data-do="undo" aria-disabled="true" { (icon(Icon::Undo)) span { "Undo" } }
            button type="button" class="tool" data-do="resign" aria-disabled="true" { (icon(Icon::Flag)) span { "Resign" } }
            @if has_hints {
                button type="button" class="tool" data-do="hint" aria-pressed="false" disabled { (icon(Icon::Hint)) span { "Hint" } }
            }
            @if has_lines {
                button type="button" class="tool" data-do="lines" aria-pressed="false" { (icon(Icon::Lines)) span { "Open lines" } }
            }
            @if remarks::are_made(view) {
                button type="button" class="tool" data-do="remarks" disabled[view.standing == StandingView::Waiting] { (icon(Icon::Say)) span { "Say" } }
            }
            button type="button" class="tool" data-do="legal" aria-pressed="false" { (icon(Icon::Points)) span { "Legal moves" } }
            a class="tool" id="record" download hidden { (icon(Icon::Save)) span { "Download SGF" } }
            button type="button" class="tool" data-do="share" hidden[is_withdrawn(view)] { (icon(Icon::Link)) span { "Share" } }
            button type="button" class="tool" data-do="keys" { (icon(Icon::Keys)) span { "Keys" } }
        }
    }
}

fn listed_move(number: usize, mv: &MoveView) -> Markup {
    html! {
        li class=(mv.side) title=[&mv.says] { button type="button" { span class="number" { (number) } span class="mv" { (mv.mv) } } }
    }
}

fn resignation() -> Markup {
    html! {
        dialog id="resignation" aria-labelledby="resignation-asks" {
            form method="dialog" {
                p id="resignation-asks" data-asks {}
                div class="dialog-foot" {
                    button class="button" value="no" autofocus { "Play on" }
                    button class="button danger" value="yes" { "Resign" }
                }
            }
        }
        dialog id="sharing" aria-labelledby="sharing-title" {
            form method="dialog" {
                div class="dialog-head" { h2 id="sharing-title" { "Share this table" } button class="close" aria-label="Close" { "×" } }
                p { "Anyone with this link can watch." }
                div class="buttons" { label { span class="spoken" { "Link for watching" } input readonly data-watch; } button class="button" type="button" data-do="copy-watch" { "Copy" } }
                div data-seat-code hidden {
                    p { "With this code you take up your own seat elsewhere, in another browser or by telnet. Keep it to yourself." }
                    p { code data-code {} }
                }
            }
        }
    }
}

/// Questions in words, for those who do not see the board.
fn reading() -> Markup {
    html! {
        dialog id="reading" aria-labelledby="reading-title" {
            form {
                div class="dialog-head" { h2 id="reading-title" { "Ask about the board" } button class="close" type="button" aria-label="Close" { "×" } }
                div class="buttons" { label { span class="spoken" { "Question" } input placeholder="read row 4" maxlength="40" autocomplete="off" autocapitalize="off"; } button class="button primary" { "Ask" } }
                p data-says role="status" { (Reading::USAGE) }
            }
        }
    }
}
