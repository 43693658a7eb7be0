//! The crates of the house and the arrows between them.

use anyhow::{Result, ensure};

use crate::workspace::{Crate, Workspace};

/// A crate's place in the house.
pub(crate) struct Room {
    pub(crate) name: &'static str,
    /// The crates of the workspace that it may use.
    uses: &'static [&'static str],
    /// Whether it must do without input and output, clock and threads.
    pub(crate) is_pure: bool,
    /// What of these it may use even so.
    pub(crate) may_use: &'static [&'static str],
    /// Whether it must not know any game by name.
    pub(crate) is_gameless: bool,
    /// Whether it must not use anything at all, of the workspace or from outside.
    is_alone: bool,
    /// Whether it must know no protocol.
    has_no_protocol: bool,
}

/// What speaks a protocol, writes a page or draws in a terminal.
const PROTOCOLS: &[&str] = &[
    "axum",
    "axum-extra",
    "crossterm",
    "httparse",
    "hyper",
    "hyper-util",
    "maud",
    "ratatui",
    "russh",
    "tokio-tungstenite",
    "tower",
    "tower-http",
    "tungstenite",
    "utoipa",
    "utoipa-axum",
];

/// Every crate. An arrow that is not here is one too many.
pub(crate) const HOUSE: &[Room] = &[
    Room::new("konoba-rules", &[]).pure().alone(),
    Room::new("konoba-kernels", &[]).pure().alone().gameless(),
    // Shares nothing with the rules, so that a module with only a net is small.
    Room::new("konoba-net", &["konoba-kernels"]).pure(),
    // It computes on several cores.
    Room::new("konoba-engine", &["konoba-rules", "konoba-kernels", "konoba-net"])
        .pure()
        .but_for(&["thread"]),
    // The nets that are embedded, apart from the engine: a browser fetches them instead.
    Room::new("konoba-nets", &["konoba-rules", "konoba-engine"]),
    // Shares nothing with the engine whose results it checks but the rules.
    Room::new("konoba-checker", &["konoba-rules"]).pure(),
    Room::new("konoba-scene", &["konoba-rules"]).pure().gameless(),
    Room::new("konoba-table", &["konoba-rules", "konoba-scene"]).pure().gameless(),
    // Proves puzzles again, and so must not know the engine that made them.
    Room::new("konoba-puzzles", &["konoba-rules", "konoba-scene"]).pure(),
    // Records on the disk, for all who keep them in files.
    Room::new("konoba-files", &["konoba-rules"]).gameless(),
    Room::new(
        "konoba-advice",
        // It finds puzzles in games.
        &["konoba-rules", "konoba-scene", "konoba-table", "konoba-engine", "konoba-puzzles"],
    )
    .pure()
    // The clock that a browser does not have.
    .but_for(&["Instant"])
    .gameless(),
    // What pages are shown of boards and records, by the server and by the module in the browser.
    Room::new(
        "konoba-view",
        &["konoba-rules", "konoba-scene", "konoba-table", "konoba-advice", "konoba-puzzles"],
    )
    .pure()
    .gameless(),
    // The page's session in the browser.
    Room::new(
        "konoba-web",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-engine",
            "konoba-advice",
            "konoba-view",
            // Its tests answer with the nets and the puzzles that the page loads.
            "konoba-nets",
            "konoba-puzzles",
        ],
    )
    .pure()
    .gameless(),
    // A net as a module for browsers.
    Room::new("konoba-web-net", &["konoba-net"]).pure().gameless(),
    Room::new(
        "konoba-line",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-engine",
            "konoba-advice",
            "konoba-puzzles",
        ],
    )
    .gameless(),
    Room::new(
        "konoba-tui",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-engine",
            "konoba-files",
            "konoba-advice",
            "konoba-puzzles",
            // Its pictures show what the engine thinks.
            "konoba-nets",
            // Its tests compare what is said of puzzles here, line by line and on the page.
            "konoba-line",
            "konoba-view",
        ],
    )
    .gameless(),
    Room::new(
        "konoba-lab",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-engine",
            "konoba-nets",
            "konoba-checker",
            "konoba-files",
            "konoba-advice",
            "konoba-line",
            "konoba-puzzles",
            // The bench measures the fast rules, by the best instructions, beside the literal ones.
            "konoba-kernels",
            "konoba-reference",
        ],
    ),
    Room::new("konoba-store", &["konoba-rules", "konoba-table"]).gameless(),
    // Live tables, without any protocol.
    Room::new(
        "konoba-live",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-store",
            "konoba-advice",
            "konoba-view",
        ],
    )
    .without_protocol()
    .gameless(),
    // A person at the tables by lines of text; doors make lines of their connections.
    Room::new(
        "konoba-session",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-store",
            "konoba-line",
            "konoba-puzzles",
            "konoba-live",
        ],
    )
    .gameless(),
    // A door is a crate that uses the live tables; the live tables know no door, and no door another.
    Room::new(
        "konoba-telnet",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-store",
            "konoba-advice",
            "konoba-line",
            "konoba-live",
            "konoba-session",
        ],
    )
    .gameless(),
    Room::new(
        "konoba-ssh",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-store",
            // Its tests bring an engine.
            "konoba-advice",
            "konoba-live",
            "konoba-session",
            "konoba-tui",
        ],
    )
    .gameless(),
    // The proof and the maps on the page come from the engine; browsers fetch the nets.
    Room::new(
        "konoba-http",
        &[
            "konoba-nets",
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-store",
            "konoba-engine",
            "konoba-advice",
            "konoba-puzzles",
            "konoba-view",
            // It answers in place of a module that has not arrived.
            "konoba-web",
            "konoba-live",
        ],
    )
    .gameless(),
    // The screens of one's own terminal at a house elsewhere, of which it knows what the house says to programs.
    Room::new(
        "konoba-join",
        &[
            "konoba-rules",
            "konoba-table",
            "konoba-store",
            "konoba-files",
            "konoba-tui",
            "konoba-http",
        ],
    )
    .gameless(),
    Room::new(
        "konoba",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-engine",
            "konoba-advice",
            "konoba-line",
            "konoba-tui",
            "konoba-store",
            "konoba-live",
            "konoba-telnet",
            "konoba-ssh",
            "konoba-http",
            "konoba-join",
            "konoba-files",
            "konoba-lab",
            "konoba-puzzles",
        ],
    ),
    Room::new("konoba-reference", &["konoba-rules"]),
    Room::new("konoba-golden", &["konoba-rules"]),
    Room::new("konoba-fuzz", &["konoba-live", "konoba-telnet", "konoba-http"]),
    // The simulation: houses with a simulated store, network and clock, and an engine of its own.
    Room::new(
        "konoba-simulation",
        &[
            "konoba-rules",
            "konoba-scene",
            "konoba-table",
            "konoba-advice",
            "konoba-store",
            "konoba-live",
        ],
    )
    .gameless(),
    // Many clients at once, which know of the house only what browsers do.
    Room::new("konoba-load", &[]).gameless(),
    // Plays games for a learner, apart from everything that people use.
    Room::new("konoba-selfplay", &["konoba-rules", "konoba-engine"]),
    // Knows from the register what the games are called.
    Room::new("xtask", &["konoba-rules"]),
];

/// What any crate's tests may use beside what the crate itself may.
const FOR_TESTS: &[&str] = &["konoba-rules", "konoba-reference", "konoba-golden"];

impl Room {
    const fn new(name: &'static str, uses: &'static [&'static str]) -> Self {
        let (is_pure, is_gameless, is_alone, has_no_protocol) = (false, false, false, false);
        Self { name, uses, is_pure, may_use: &[], is_gameless, is_alone, has_no_protocol }
    }

    const fn pure(self) -> Self {
        Self { is_pure: true, ..self }
    }

    const fn but_for(self, may_use: &'static [&'static str]) -> Self {
        Self { may_use, ..self }
    }

    const fn gameless(self) -> Self {
        Self { is_gameless: true, ..self }
    }

    const fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    const fn without_protocol(self) -> Self {
        Self { has_no_protocol: true, ..self }
    }
}

/// Asks that every crate has a place and keeps to it.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let members = workspace.crates.iter().map(|member| member.name.as_str()).collect::<Vec<_>>();
    let wrong = workspace.crates.iter().flat_map(|member| wrong(member, &members));
    let wrong = wrong.collect::<Vec<_>>();
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// What is wrong with a crate's dependencies.
fn wrong(member: &Crate, members: &[&str]) -> Vec<String> {
    let name = &member.name;
    let Some(room) = HOUSE.iter().find(|room| room.name == name) else {
        return vec![format!("{name} has no place in xtask/src/graph.rs")];
    };
    let mut wrong = Vec::new();
    for used in &member.dependencies {
        let other = used.name.as_str();
        let is_allowed = if !members.contains(&other) {
            let speaks = room.has_no_protocol && PROTOCOLS.contains(&other);
            !speaks && (used.is_for_tests || !room.is_alone)
        } else {
            room.uses.contains(&other) || used.is_for_tests && FOR_TESTS.contains(&other)
        };
        if !is_allowed {
            let tests = if used.is_for_tests { "'s tests" } else { "" };
            wrong.push(format!("{name}{tests} must not use {other}"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    #[test]
    fn an_arrow_too_many_is_named() {
        let rows: &[(&str, &str, bool, &[&str])] = &[
            ("konoba-scene", "konoba-rules", false, &[]),
            ("konoba-scene", "serde", false, &[]),
            ("konoba-scene", "konoba-line", false, &["konoba-scene must not use konoba-line"]),
            (
                "konoba-scene",
                "konoba-line",
                true,
                &["konoba-scene's tests must not use konoba-line"],
            ),
            ("konoba-rules", "serde", false, &["konoba-rules must not use serde"]),
            ("konoba-rules", "insta", true, &[]),
            ("konoba-rules", "konoba-golden", true, &[]),
            ("konoba-rules", "konoba-golden", false, &["konoba-rules must not use konoba-golden"]),
            ("konoba-live", "serde", false, &[]),
            ("konoba-live", "axum", false, &["konoba-live must not use axum"]),
            ("konoba-live", "axum", true, &["konoba-live's tests must not use axum"]),
            ("konoba-live", "russh", false, &["konoba-live must not use russh"]),
            ("konoba-live", "konoba-http", false, &["konoba-live must not use konoba-http"]),
            ("konoba-telnet", "konoba-http", false, &["konoba-telnet must not use konoba-http"]),
            ("konoba-shed", "serde", false, &["konoba-shed has no place in xtask/src/graph.rs"]),
        ];
        let members = HOUSE.iter().map(|room| room.name).collect::<Vec<_>>();
        for &(name, other, is_for_tests, expected) in rows {
            let dependency = Dependency { name: other.to_owned(), is_for_tests };
            let dependencies = vec![dependency];
            let member = Crate { name: name.to_owned(), folder: "".into(), dependencies };
            assert_eq!(wrong(&member, &members), expected, "{name} -> {other}");
        }
    }

    #[test]
    fn arrows_go_one_way() {
        // A crate may use only crates that come before it, the test support aside.
        for (place, room) in HOUSE.iter().enumerate() {
            for used in room.uses.iter().filter(|used| !FOR_TESTS.contains(used)) {
                let before = HOUSE[..place].iter().any(|other| other.name == *used);
                assert!(before, "{} -> {used}", room.name);
            }
        }
    }
}
