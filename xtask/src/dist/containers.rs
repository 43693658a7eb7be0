//! The files for those who have an engine for containers. Nothing is pulled here, so they are read and not run: the
//! Dockerfile starts what the image starts, the file for compose is one, and its services take the arguments that it gives them.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::image;
use crate::workspace::{RustVersion, Workspace, succeed};

pub(super) fn check(workspace: &Workspace, program: &std::path::Path) -> Result<()> {
    let packaging = workspace.root.join("packaging");
    same_start(&fs::read_to_string(packaging.join("Dockerfile"))?, workspace.oldest_rust)?;
    let file = packaging.join("compose.yaml");
    let mut compose = Command::new("docker-compose");
    compose.arg("--file").arg(&file).args(["config", "--quiet"]);
    succeed(compose.env("KONOBA_PASSWORD", "secret"))?;
    let text = fs::read_to_string(file)?;
    let database = text.lines().find_map(|line| line.trim().strip_prefix("KONOBA_DATABASE: "));
    let database = database.context("no service has a database")?;
    let database = database.replace("${KONOBA_PASSWORD}", "secret");
    for words in commands(&text)? {
        // The database itself is not asked.
        let mut check = Command::new(program);
        succeed(check.args(words).arg("--check").env("KONOBA_DATABASE", &database))?;
    }
    Ok(())
}

/// The image that is built from source is started as the one that is packed.
fn same_start(dockerfile: &str, (major, minor): RustVersion) -> Result<()> {
    let last = |key: &str| {
        let found = dockerfile.lines().rfind(|line| line.starts_with(key));
        let rest = found.with_context(|| format!("the Dockerfile has no {key}"))?;
        Ok::<_, anyhow::Error>(rest[key.len()..].trim())
    };
    let start = image::start();
    for (key, name) in [("ENTRYPOINT ", "Entrypoint"), ("CMD ", "Cmd")] {
        let words: Value = serde_json::from_str(last(key)?).context(name)?;
        ensure!(words == start[name], "{key}is {words} here and {} in the image", start[name]);
    }
    let has = |name: &str, value: &str| {
        let list = &start[name];
        list.get(value).is_some() || list.as_array().is_some_and(|all| all.contains(&json!(value)))
    };
    ensure!(has("Env", last("ENV ")?), "the image has another environment");
    ensure!(has("Volumes", last("VOLUME ")?), "the image keeps games elsewhere");
    for port in last("EXPOSE ")?.split(' ') {
        ensure!(has("ExposedPorts", &format!("{port}/tcp")), "the image does not listen at {port}");
    }
    ensure!(dockerfile.contains(&format!("--uid {} ", image::USER)), "another user");
    let rust = format!("FROM rust:{major}.{minor}-");
    ensure!(dockerfile.contains(&rust), "the Dockerfile does not begin with `{rust}`");
    Ok(())
}

/// The arguments of each service that has any, at ports that are free.
fn commands(compose: &str) -> Result<Vec<Vec<String>>> {
    let lists = compose.lines().filter_map(|line| line.trim().strip_prefix("command: "));
    let mut commands = Vec::new();
    for list in lists {
        let words: Vec<String> = serde_json::from_str(list).context("a command of a service")?;
        let free = |word: &String| {
            if word.starts_with("0.0.0.0:") { "0".to_owned() } else { word.clone() }
        };
        commands.push(words.iter().map(free).collect());
    }
    ensure!(!commands.is_empty(), "no service has a command");
    Ok(commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dockerfile_that_starts_something_else_is_noticed() {
        let workspace = Workspace::load().unwrap();
        let file = fs::read_to_string(workspace.root.join("packaging/Dockerfile")).unwrap();
        let rust = workspace.oldest_rust;
        same_start(&file, rust).unwrap();
        for (from, to) in [
            ("\"serve\"", "\"work\""),
            ("EXPOSE 8080", "EXPOSE 8081"),
            ("KONOBA_HOME=/var/lib/konoba", "KONOBA_HOME=/tmp"),
            ("--uid 990", "--uid 991"),
            ("CMD", "RUN"),
        ] {
            assert!(same_start(&file.replace(from, to), rust).is_err(), "{from}");
        }
        assert!(same_start(&file, (rust.0, rust.1 + 1)).is_err());
    }

    #[test]
    fn the_arguments_of_services_are_read() {
        let text = "  one:\n    command: [\"serve\", \"--http\", \"0.0.0.0:80\"]\n";
        assert_eq!(commands(text).unwrap(), [["serve", "--http", "0"]]);
        assert!(commands("services:\n").is_err());
    }
}
