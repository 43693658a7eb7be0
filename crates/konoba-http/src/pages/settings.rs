//! Settings, which are kept in the browser.

use maud::{Markup, html};

use super::devices;
use super::frame::Frame;

/// A setting with its choices, the default first.
struct Setting {
    /// Its name in the browser's store and on the root element.
    id: &'static str,
    title: &'static str,
    ways: &'static [(&'static str, &'static str)],
}

const SETTINGS: &[Setting] = &[
    Setting {
        id: "theme",
        title: "Colours",
        ways: &[
            ("system", "Like the system"),
            ("light", "Light"),
            ("dark", "Dark"),
            ("contrast", "High contrast"),
            ("safe", "Safe for colour-blind eyes"),
        ],
    },
    Setting {
        id: "board",
        title: "Board and stones",
        ways: &[("wood", "Wood"), ("slate", "Slate"), ("paper", "Paper")],
    },
    Setting {
        id: "lattice",
        title: "Lines of the board",
        ways: &[
            ("game", "As the game has it"),
            ("lines", "Points on lines"),
            ("squares", "Squares"),
        ],
    },
    Setting {
        id: "coordinates",
        title: "Coordinates",
        ways: &[("on", "Shown"), ("off", "Hidden")],
    },
    Setting {
        id: "legal",
        title: "Legal moves",
        ways: &[("off", "Not marked"), ("on", "Marked with dots")],
    },
    Setting {
        id: "confirm",
        title: "Ask before a move is played",
        ways: &[
            ("auto", "On touch screens, and when there are days for a move"),
            ("always", "Always"),
            ("never", "Never"),
        ],
    },
    Setting {
        id: "remarks",
        title: "Remarks of others",
        ways: &[("on", "Shown"), ("off", "Hidden")],
    },
    Setting { id: "sounds", title: "Sounds", ways: &[("off", "Off"), ("on", "On")] },
    Setting {
        id: "notify",
        title: "Notification when it is your turn",
        ways: &[("off", "Off"), ("on", "On, while you look at another page")],
    },
    Setting {
        id: "motion",
        title: "Motion",
        ways: &[("system", "Like the system"), ("less", "As little as possible")],
    },
];

/// The page.
pub(super) fn page(alerts: &Markup) -> Markup {
    let frame = Frame {
        title: "Settings · Konoba",
        class: "settings",
        script: Some("js/settings.js"),
        here: "/settings",
    };
    frame.around(html! {
        section class="sheet" {
            h1 { "Settings" }
            p { "They are kept in this browser and take effect at once." }
            form id="preferences" {
                @for setting in SETTINGS {
                    fieldset {
                        legend { (setting.title) }
                        @for (number, (way, name)) in setting.ways.iter().enumerate() {
                            label class="radio" {
                                input type="radio" name=(setting.id) value=(way) checked[number == 0];
                                span { (name) }
                            }
                        }
                    }
                }
            }
        }
        p class="message refused" role="alert" id="no-notifications" hidden { "Your browser does not allow notifications from this page. Allow them in its settings, then choose again." }
        (alerts)
        (devices::offer())
        section class="sheet" id="you" {
            h2 { "Your data" }
            p { "There is no account. The server knows you by a cookie in this browser, and keeps your name and your games." }
            div class="buttons" {
                button class="button" type="button" data-leave="sign-out" { "Log out" }
                button class="button" type="button" data-leave="revoke" { "Log out everywhere else" }
                button class="button danger" type="button" data-leave="delete" { "Delete my data" }
            }
            p class="message" role="status" data-says
                data-no-guest="The server does not know you: there is nothing to log out of or to delete."
                data-signed-out="Logged out. Your games stay; a seat is taken up again by its code."
                data-revoked="Logged out everywhere else. The code of all your seats is now: "
                data-deleted="Deleted. Your name is gone; your games stay as those of a guest." {}
        }
        dialog id="deleting" aria-labelledby="deleting-asks" {
            form method="dialog" {
                p id="deleting-asks" { "Delete your name and all codes of your seats? Games that are going on are resigned. This cannot be undone." }
                div class="dialog-foot" {
                    button class="button" value="no" autofocus { "Cancel" }
                    button class="button danger" value="yes" { "Delete" }
                }
            }
        }
    })
}
