//! Continuing on this device, by a link from another.

use maud::{Markup, html};

use super::frame::Frame;

/// A guest who is known at this device and has games.
pub(super) struct Known<'a> {
    pub(super) name: &'a str,
    /// How many games go on or wait for an opponent.
    pub(super) running: usize,
}

/// The page that a link from another device leads to, for a visitor who may have games here already.
pub(super) fn page(known: Option<&Known<'_>>) -> Markup {
    let frame = Frame {
        title: "Continue on this device · Konoba",
        class: "continuing",
        script: Some("js/continue.js"),
        here: "",
    };
    frame.around(html! {
        section class="sheet opening" id="continue" {
            h1 { "Continue on this device" }
            p { "You play on here with the name and all games of your other device. Both devices stay logged in." }
            @if let Some(known) = known { (replacing(known)) }
            div class="buttons" {
                @if let Some(Known { name, .. }) = known {
                    a class="button primary" href="/" { "Stay " (name) }
                    button class="button danger" type="button" data-continue data-replace { "Replace " (name) " here" }
                } @else {
                    button class="button primary" type="button" data-continue { "Continue" }
                    a class="button" href="/" { "Cancel" }
                }
            }
            p class="message refused" role="alert" data-says
                data-used="This code was used already or is too old. Nothing is lost: make a new one on the other device, under Settings." {}
        }
    })
}

/// What happens to the games of the guest who is known here.
fn replacing(Known { name, running }: &Known<'_>) -> Markup {
    let games = match running {
        0 => "has finished games".to_owned(),
        1 => "has 1 game in progress".to_owned(),
        running => format!("has {running} games in progress"),
    };
    html! {
        p class="known" {
            "This device is known as " strong { (name) } ", who " (games) ". They stay on the server and clocks run on, but from here you reach them no more. "
            "To keep all games together, do it the other way round: show a code here, under " a href="/settings#devices" { "Settings" } ", and enter it on the other device."
        }
    }
}

/// How one goes on elsewhere, as a part of a page.
pub(super) fn offer() -> Markup {
    html! {
        section class="sheet" id="devices" {
            h2 { "Continue on another device" }
            p { "Scan a code or open a link there, and it has your name and all your games. This device stays logged in." }
            button class="button" type="button" data-link-device { "Show a code" }
            div class="device-link" hidden {
                img class="qr" alt="The link as a code to scan" width="160" height="160";
                div {
                    p { "Works once, within " span data-minutes {} " minutes. Keep it to yourself." }
                    div class="buttons" {
                        label { span class="spoken" { "Link" } input readonly data-link; }
                        button class="button" type="button" data-copy-link { "Copy the link" }
                    }
                    p { "Or enter this code there, on the home page: " code data-code {} }
                }
            }
            p class="message refused" role="alert" data-says data-no-guest="You have no games yet. Start one, and you can continue it elsewhere." {}
        }
    }
}
