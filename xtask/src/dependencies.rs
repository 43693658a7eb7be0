//! What the project is built from: licences, sources and duplicates of every dependency, and what its own crates say of themselves.
//!
//! Known advisories are looked up by cargo-deny in the workflow, which needs its database.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use spdx::{Expression, LicenseItem, ParseMode};

use crate::workspace::{Workspace, cargo_program, host};

/// The licences under which a dependency may come. All of them allow to use, change and pass on a
/// program that is under MIT or Apache-2.0.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The licence of the project itself.
const OWN: &str = "MIT OR Apache-2.0";

/// What the program holds in two versions, and why that cannot be helped yet.
const DUPLICATES: &[(&str, &str)] = &[
    ("block-buffer", "the WebSocket library hashes its handshake with the sha1 of before"),
    (
        "const-oid",
        "what encrypts connections to PostgreSQL reads certificates with the x509-cert of before",
    ),
    ("cpufeatures", "as block-buffer"),
    ("crypto-common", "the same"),
    ("der", "as const-oid"),
    ("digest", "as block-buffer"),
    ("fallible-iterator", "rusqlite and tokio-postgres differ"),
    ("generic-array", "as block-buffer: russh uses the newer one"),
    ("getrandom", "governor and the WebSocket library use rand 0.9"),
    ("hashbrown", "dashmap (of governor), hashlink (of rusqlite) and the others differ"),
    ("miniz_oxide", "png (of resvg) and flate2 differ"),
    ("rand", "governor and the WebSocket library use 0.9"),
    ("rand_core", "the same"),
    ("sha1", "as block-buffer: russh uses the newer one"),
    ("spki", "as const-oid"),
    ("thiserror", "filedescriptor (of crossterm) uses 1"),
];

/// Asks that every dependency may be used, comes from a registry and is there once, and that every crate of ours names its licence.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    let metadata = metadata(workspace, &host()?)?;
    let outside = metadata.packages.iter().filter(|package| package.source.is_some());
    let mut wrong = outside.filter_map(wrong_with).collect::<Vec<_>>();
    wrong.extend(wrong_duplicates(&metadata)?);
    let own = metadata.packages.iter().filter(|package| package.source.is_none());
    wrong.extend(own.filter_map(unnamed));
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// All packages that are used on a kind of machine.
pub(crate) fn metadata(workspace: &Workspace, target: &str) -> Result<Metadata> {
    let options = ["--locked", "--filter-platform", target].map(str::to_owned);
    MetadataCommand::new()
        .cargo_path(cargo_program())
        .current_dir(&workspace.root)
        .other_options(options)
        .exec()
        .context("cargo metadata failed")
}

/// What a crate of ours does not say of itself.
fn unnamed(package: &Package) -> Option<String> {
    let is_licensed = package.license.as_deref() == Some(OWN);
    let is_named = is_licensed && package.description.is_some() && !package.authors.is_empty();
    let name = &package.name;
    (!is_named).then(|| format!("{name}: Cargo.toml lacks `license`, `description` or `authors`"))
}

/// Why a package of others may not be used.
pub(crate) fn wrong_with(package: &Package) -> Option<String> {
    let name = format!("{} {}", package.name, package.version);
    let source = package.source.as_ref()?;
    if !source.repr.starts_with("registry+") {
        return Some(format!("{name} does not come from a registry"));
    }
    let Some(licence) = &package.license else {
        return Some(format!("{name} names no licence"));
    };
    // `MIT/Apache-2.0` is how licences were written before expressions were agreed upon.
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("{name}: '{licence}' is no licence expression"));
    };
    let is_allowed = expression.evaluate(|requirement| match &requirement.license {
        LicenseItem::Spdx { id, .. } => LICENCES.contains(&id.name),
        LicenseItem::Other { .. } => false,
    });
    (!is_allowed).then(|| format!("{name} is under '{licence}', which is not among {LICENCES:?}"))
}

/// Duplicates that nothing excuses, and excuses for what is there once.
fn wrong_duplicates(metadata: &Metadata) -> Result<Vec<String>> {
    let mut versions = BTreeMap::<&str, BTreeSet<String>>::new();
    for package in shipped(metadata)? {
        versions.entry(package.name.as_str()).or_default().insert(package.version.to_string());
    }
    let excused = DUPLICATES.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>();
    let is_double = |name: &str| versions.get(name).is_some_and(|known| known.len() > 1);
    let doubles = versions.iter().filter(|(name, _)| is_double(name) && !excused.contains(*name));
    let doubles = doubles.map(|(name, known)| format!("{name} is there as {known:?}"));
    let idle = excused.iter().filter(|name| !is_double(name));
    let idle = idle.map(|name| format!("{name} is there once: take it off DUPLICATES"));
    Ok(doubles.chain(idle).collect())
}

/// What ends up in the program `konoba`: no tools of the build, nothing that only tests use.
pub(crate) fn shipped(metadata: &Metadata) -> Result<Vec<&Package>> {
    let resolve = metadata.resolve.as_ref().context("cargo metadata resolves nothing")?;
    let konoba = metadata.packages.iter().find(|package| package.name.as_str() == "konoba");
    let mut waiting = vec![&konoba.context("there is no package konoba")?.id];
    let mut found = BTreeSet::<&PackageId>::new();
    while let Some(id) = waiting.pop() {
        let package = &metadata[id];
        let is_macro = package.targets.iter().any(cargo_metadata::Target::is_proc_macro);
        if is_macro || !found.insert(id) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == *id);
        for dependency in &node.context("a package without a node")?.deps {
            if dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal) {
                waiting.push(&dependency.pkg);
            }
        }
    }
    Ok(found.into_iter().map(|id| &metadata[id]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(licence: &str, source: &str) -> Package {
        let text = serde_json::json!({
            "name": "one", "version": "1.0.0", "id": "one", "license": licence, "source": source,
            "dependencies": [], "targets": [], "features": {}, "manifest_path": "Cargo.toml",
        });
        serde_json::from_value(text).unwrap()
    }

    #[test]
    fn a_licence_is_read_as_an_expression() {
        let verdict = |licence| wrong_with(&package(licence, "registry+index")).is_none();
        for allowed in ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0-only) AND Zlib"] {
            assert!(verdict(allowed), "{allowed}");
        }
        for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "no licence at all"] {
            assert!(!verdict(refused), "{refused}");
        }
    }

    #[test]
    fn a_package_from_elsewhere_is_refused() {
        assert!(wrong_with(&package("MIT", "git+somewhere")).is_some());
    }
}
