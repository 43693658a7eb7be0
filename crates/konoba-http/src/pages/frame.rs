//! What every page has: its head, the menu, and a live region for screen readers.

use maud::{DOCTYPE, Markup, html};

use super::assets::url;
use super::board;
use super::icon::{Icon, icon};
use super::packed;
use super::preview::Preview;

/// What differs between pages.
pub(super) struct Frame<'a> {
    /// The title in the browser's tab.
    pub(super) title: &'a str,
    /// The class of the body, by which styles know the page.
    pub(super) class: &'static str,
    /// The script of the page; none where nothing moves.
    pub(super) script: Option<&'static str>,
    /// The address of this page in the menu, which is marked there.
    pub(super) here: &'static str,
}

const MENU: [(&str, &str); 6] = [
    ("/", "Play"),
    ("/games", "Games"),
    ("/learn", "Learn"),
    ("/puzzles", "Puzzles"),
    ("/review", "Review"),
    ("/settings", "Settings"),
];

impl Frame<'_> {
    /// The whole page around what is in its middle, where that is for the visitor alone.
    pub(super) fn around(&self, middle: Markup) -> Markup {
        self.whole(None, middle)
    }

    /// The same with what other sites show of a link to it.
    pub(super) fn previewed(&self, preview: &Preview, middle: Markup) -> Markup {
        self.whole(Some(preview), middle)
    }

    fn whole(&self, preview: Option<&Preview>, middle: Markup) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" data-worker=(url("js/worker.js")) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="light dark";
                    meta name="theme-color" content="#f6f1e7" media="(prefers-color-scheme: light)";
                    meta name="theme-color" content="#191714" media="(prefers-color-scheme: dark)";
                    @if let Some(preview) = preview { (preview.head(self.title)) }
                    title { (self.title) }
                    link rel="manifest" href="/manifest.webmanifest";
                    link rel="apple-touch-icon" href=(url("icons/konoba-192.png"));
                    link rel="icon" href=(url("icons/konoba.svg")) type="image/svg+xml";
                    link rel="stylesheet" href=(url(packed::STYLE));
                    // Before anything is painted, so that no theme flashes up.
                    script src=(url("js/preferences.js")) {}
                    script type="module" src=(url("js/offline.js")) {}
                    @if let Some(script) = self.script {
                        script type="module" src=(url(&packed::packed_name(script))) {}
                    }
                }
                body class=(self.class) {
                    a class="skip" href="#middle" { "Skip to the page" }
                    (self.header())
                    noscript { p class="no-scripts" { "JavaScript is off. Games, lessons and rules can be read; to play, switch it on." } }
                    main id="middle" tabindex="-1" { (middle) }
                    footer class="foot" {
                        p data-updated role="status" hidden { "Konoba was updated." }
                        a href="/fair-play" { "Fair play and privacy" }
                        // Shown only where the browser offers it.
                        button type="button" data-install hidden { "Install as an app" }
                    }
                    // Moves, refusals and whatever else happens are said here.
                    div id="voice" class="spoken" role="status" aria-live="polite" {}
                    div id="loud-voice" class="spoken" role="alert" aria-live="assertive" {}
                    (board::paints())
                }
            }
        }
    }

    fn header(&self) -> Markup {
        html! {
            header class="masthead" {
                a class="brand" href="/" aria-label="Konoba, home" {
                    (icon(Icon::Konoba)) span class="brand-name" { "Konoba" }
                }
                nav aria-label="Main" {
                    @for (address, name) in MENU {
                        a href=(address) aria-current=[(address == self.here).then_some("page")] { (name) }
                    }
                }
            }
        }
    }
}
