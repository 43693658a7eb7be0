//! With which settings a command would start, and where each comes from.

use std::fmt;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::file::Setting;
use super::sample::toml_value;
use super::{SECTIONS, settings_of};
use crate::database;

/// Every setting of the command that was given, with its origin. Shown, it is a file with the same settings,
/// but for passwords.
#[derive(Debug, Default)]
pub(crate) struct Settings(Vec<Told>);

#[derive(Debug)]
struct Told {
    section: &'static str,
    key: String,
    /// None where the command does without.
    value: Option<String>,
    origin: String,
}

impl Settings {
    pub(super) fn of(cli: &Command, matches: &ArgMatches, file: &[Setting]) -> Self {
        let Some((name, given)) = matches.subcommand() else { return Self::default() };
        let Some(section) = SECTIONS.into_iter().find(|section| *section == name) else {
            return Self::default();
        };
        Self(settings_of(cli, section).map(|arg| told(section, arg, given, file)).collect())
    }
}

fn told(section: &'static str, arg: &Arg, given: &ArgMatches, file: &[Setting]) -> Told {
    let key = arg.get_id().as_str();
    let name = arg.get_long().unwrap_or(key).to_owned();
    let of_file = file.iter().find(|setting| setting.key == name);
    let origin = match (given.value_source(key), of_file) {
        (Some(ValueSource::CommandLine), _) => "command line".to_owned(),
        (Some(ValueSource::EnvVariable), _) => "environment".to_owned(),
        (Some(_), Some(setting)) => format!("file, line {}", setting.line),
        (_, _) => "default".to_owned(),
    };
    let values = given.get_raw(key).map(|values| {
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        // What is hidden is the address of a database, which may hold a password.
        match arg.is_hide_env_values_set() {
            true => values.iter().map(|value| database::shown(value)).collect(),
            false => values.iter().map(ToString::to_string).collect::<Vec<_>>(),
        }
    });
    Told { section, key: name, value: values.map(|values| toml_value(arg, &values)), origin }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.0.first() {
            writeln!(f, "[{}]", first.section)?;
        }
        for Told { key, value, origin, .. } in &self.0 {
            match value {
                Some(value) => writeln!(f, "{key} = {value}  # {origin}")?,
                None => writeln!(f, "# {key}: not set")?,
            }
        }
        Ok(())
    }
}
