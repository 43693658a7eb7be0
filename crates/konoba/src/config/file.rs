//! Reading the file. Whatever is in it that no flag is called is refused, with the nearest name.

use std::ops::Range;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Command;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::environment::without_environment;
use super::{SECTIONS, settings_of, takes_many, without_requirements};

/// One line of the file.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) section: &'static str,
    /// The name of the flag.
    pub(super) key: String,
    /// What clap calls it.
    pub(super) id: String,
    /// More than one where the flag may be given more than once.
    pub(super) values: Vec<String>,
    pub(super) line: usize,
}

/// All settings of a file, each of which its command would take.
pub(super) fn read(text: &str, cli: &Command) -> anyhow::Result<Vec<Setting>> {
    let line = |span: Range<usize>| text[..span.start].matches('\n').count() + 1;
    let root = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(1, line);
        anyhow!("{at}: {}", error.message())
    })?;
    let mut settings = Vec::new();
    for (name, content) in root.get_ref() {
        let at = line(name.span());
        let section = section(cli, name.get_ref()).with_context(|| format!("{at}"))?;
        let DeValue::Table(content) = content.get_ref() else {
            bail!("{at}: `{section}` is a section: write [{section}]");
        };
        for (key, value) in content {
            let at = line(key.span());
            let setting = setting(cli, section, key.get_ref(), value, at);
            settings.push(setting.with_context(|| format!("{at}"))?);
        }
    }
    settings.sort_by_key(|setting| setting.line);
    Ok(settings)
}

/// The section of a name; a setting above all sections is told where it belongs.
fn section(cli: &Command, name: &str) -> anyhow::Result<&'static str> {
    let has_it = |section: &&str| settings_of(cli, section).any(|arg| arg.get_long() == Some(name));
    if let Some(section) = SECTIONS.into_iter().find(has_it) {
        bail!("`{name}` belongs to a section: write [{section}] on a line above it");
    }
    known(name, SECTIONS)
}

fn setting(
    cli: &Command,
    section: &'static str,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    line: usize,
) -> anyhow::Result<Setting> {
    let key = known(key, settings_of(cli, section).filter_map(|arg| arg.get_long()))?;
    let arg = settings_of(cli, section).find(|arg| arg.get_long() == Some(key));
    let arg = arg.context("a flag has gone")?;
    let values = match value.get_ref() {
        DeValue::Array(values) if takes_many(arg) => {
            values.iter().map(|value| written(key, value.get_ref())).collect::<Result<_, _>>()?
        }
        value => vec![written(key, value)?],
    };
    let is_switch = !arg.get_action().takes_values();
    for value in &values {
        if is_switch {
            ensure!(matches!(&**value, "true" | "false"), "`{key}` is true or false");
            continue;
        }
        judge(cli, section, key, value)?;
    }
    Ok(Setting { section, key: key.to_owned(), id: arg.get_id().to_string(), values, line })
}

/// Lets the command judge a value, as if it had been typed and nothing else been given: what the environment says wins over the
/// file, and does not make it wrong.
fn judge(cli: &Command, section: &str, key: &str, value: &str) -> anyhow::Result<()> {
    let typed = [cli.get_name(), section, &format!("--{key}={value}")];
    let command = without_environment(without_requirements(cli));
    let Err(error) = command.try_get_matches_from(typed) else { return Ok(()) };
    let said = error.to_string();
    // The first paragraph is the reason; what follows is about typing.
    let reason = said.split("\n\n").next().unwrap_or(&said).split_whitespace();
    let reason = reason.collect::<Vec<_>>().join(" ");
    bail!("{}", reason.trim_start_matches("error: "))
}

fn written(key: &str, value: &DeValue<'_>) -> anyhow::Result<String> {
    Ok(match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Boolean(is_true) => is_true.to_string(),
        _ => bail!("`{key}` takes a text or a number"),
    })
}

/// The one of some names that a text is.
fn known<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> anyhow::Result<&'a str> {
    let names: Vec<&str> = names.into_iter().collect();
    if let Some(name) = names.iter().find(|name| **name == text) {
        return Ok(name);
    }
    let nearest = names.iter().min_by_key(|name| strsim::damerau_levenshtein(name, text));
    let nearest = nearest.context("nothing can be set here")?;
    bail!("`{}` is not known; the nearest that is known is `{nearest}`", text.escape_debug())
}
