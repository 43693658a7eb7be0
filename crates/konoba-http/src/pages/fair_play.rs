//! What is allowed in a game between people, and who sees it, in plain words.

use konoba_table::NO_ENGINE;
use maud::{Markup, html};

use super::frame::Frame;
use super::preview::Preview;

/// The page.
pub(super) fn page(preview: &Preview) -> Markup {
    let frame = Frame {
        title: "Fair play and privacy · Konoba",
        class: "plain",
        script: None,
        here: "/fair-play",
    };
    frame.previewed(preview, html! {
        section class="sheet prose" {
            h1 { "Fair play and privacy" }
            h2 { "While a game is going on" }
            ul {
                li { "Play your own moves. Do not ask a program or another person what to play." }
                li { (NO_ENGINE) " This server refuses to analyse such a game, also if it is mirrored or turned." }
                li { "Reading the rules, marking legal moves and trying a move before you play it is allowed: your opponent can do the same." }
                li { "Once the game is over, analyse it as much as you like." }
                li { "What runs on a player's own machine cannot be checked from here. We rely on you." }
            }
            h2 { "Who is a person" }
            ul {
                li { "The computer of this server is always called by its level, as in \"Computer 3\". No player can take such a name." }
                li { "Programs of other people may play if they say so. Their names end with \"(bot)\"." }
                li { "A program that plays under a person's name breaks these rules." }
            }
            h2 { "Who sees a game" }
            ul {
                li { "A game is private unless anyone may join it or you chose to list it. A private game is listed nowhere; only people with its link can watch it." }
                li { "An open game is public: it is listed while it waits and while it is played." }
                li { "Your name is shown to those who see your games. There are no accounts, no addresses and no advertising." }
                li { "You can log out and delete your data in the " a href="/settings" { "settings" } ". Your games then stay as those of a guest." }
            }
            h2 { "Clocks and abandoned games" }
            ul {
                li { "If no clock is running and no player does anything in a game for 14 days, it ends without a winner. Where a clock is running, it decides." }
                li { "The first 0.3 seconds of each move are not counted, for the way over the network, up to 30 seconds in a game. It is the same for all players." }
            }
        }
    })
}
