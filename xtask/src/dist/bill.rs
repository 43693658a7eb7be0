//! What the program is made of: a CycloneDX bill of materials, and the licences of all of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use cargo_metadata::Package;
use serde_json::json;

use super::Release;
use crate::dependencies::{metadata, shipped, wrong_with};

/// Every crate that ends up in the program, in CycloneDX 1.5.
pub(super) fn cyclonedx(release: &Release<'_>) -> Result<String> {
    let metadata = metadata(release.workspace, release.platform.target)?;
    let mut parts = shipped(&metadata)?;
    parts.sort_by(|one, two| (&one.name, &one.version).cmp(&(&two.name, &two.version)));
    let component = |part: &&Package| {
        let reference = format!("pkg:cargo/{}@{}", part.name, part.version);
        json!({
            "type": "library",
            "bom-ref": reference,
            "name": part.name.as_str(),
            "version": part.version.to_string(),
            "purl": reference,
            "licenses": [{ "expression": part.license.as_deref().unwrap_or_default().replace('/', " OR ") }],
        })
    };
    let components: Vec<_> = parts.iter().map(component).collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "konoba", "version": release.version } },
        "components": components,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

/// The texts of the licences of everything in the program that others wrote, each once, with what it is for.
pub(super) fn licences(release: &Release<'_>) -> Result<String> {
    let metadata = metadata(release.workspace, release.platform.target)?;
    let mut parts = shipped(&metadata)?;
    parts.retain(|part| part.source.is_some());
    parts.sort_by(|one, two| (&one.name, &one.version).cmp(&(&two.name, &two.version)));
    let mut list =
        "What the program konoba contains of others, and under which licences.\n\n".to_owned();
    let mut texts = BTreeMap::<String, Vec<String>>::new();
    for part in parts {
        // What only this kind of machine uses was not looked at where another one was tested.
        if let Some(wrong) = wrong_with(part) {
            bail!("{wrong}");
        }
        let name = format!("{} {}", part.name, part.version);
        list.push_str(&format!("{name}: {}\n", part.license.as_deref().unwrap_or("see below")));
        let folder = part.manifest_path.parent().context("a package lies in a folder")?;
        for text in texts_in(folder.as_std_path())? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, two)| one.cmp(two));
    for (text, names) in texts {
        list.push_str(&format!("\n======== {}\n\n{text}\n", names.join(", ")));
    }
    Ok(list)
}

/// What the files of a folder say that are licences by their names.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    const STARTS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
    let mut texts = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let name = file.file_name().to_string_lossy().to_uppercase();
        if STARTS.iter().any(|start| name.starts_with(start)) && file.path().is_file() {
            let text = fs::read(file.path())?;
            texts.push(String::from_utf8_lossy(&text).trim().replace('\r', ""));
        }
    }
    texts.sort();
    Ok(texts)
}
