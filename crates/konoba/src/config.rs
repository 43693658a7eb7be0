//! `konoba.toml`: settings of the commands that stay, under the names of their flags.
//!
//! What the file says becomes the default of a flag. So flags win over the environment and the
//! environment over the file, and a setting is described in one place, the flag.

mod environment;
mod file;
mod sample;
mod settings;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::ArgAction;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
use konoba_files::read_text;

use self::environment::overruled_by_flags;
use self::file::Setting;
pub(crate) use self::sample::Config;
pub(crate) use self::settings::Settings;
use crate::help;

/// The commands that have settings, each a section of the file.
const SECTIONS: [&str; 2] = ["serve", "work"];

/// The flags that are no settings.
const NO_SETTINGS: [&str; 4] = ["config", "check", "help", "version"];

/// Far more than all settings take, with many comments.
const MOST_BYTES: u64 = 1 << 20;

/// How a command that stays is told its settings.
#[derive(Args, Debug)]
pub(crate) struct Configured {
    /// A file with settings (`konoba config` prints one); flags and the environment win over it
    #[arg(long, value_name = "FILE", env = "KONOBA_CONFIG")]
    config: Option<PathBuf>,
    /// Say with which settings it would start and where they come from, and end
    #[arg(long)]
    pub(crate) check: bool,
}

/// Reads the command line with the file that it names, if it names one.
pub(crate) fn matches(cli: &Command) -> anyhow::Result<(ArgMatches, Settings)> {
    let mut cli = overruled_by_flags(cli.clone());
    // A wrong command line is refused below, with its reason; no file changes that.
    let given = without_requirements(&cli).try_get_matches().ok();
    let Some((path, section, given)) = given.as_ref().and_then(named_file) else {
        let matches = cli.clone().try_get_matches().map_err(help::tell)?;
        let settings = Settings::of(&cli, &matches, &[]);
        return Ok((matches, settings));
    };
    let mut found = read(&cli, path, section)?;
    found.retain(|setting| !is_overruled(&cli, section, setting, given));
    for setting in &found {
        cli = cli.mut_subcommand(section, |command| {
            command.mut_arg(&setting.id, |arg| with_default(arg, setting))
        });
    }
    let matches = cli.clone().try_get_matches().map_err(help::tell)?;
    let settings = Settings::of(&cli, &matches, &found);
    Ok((matches, settings))
}

/// The settings of one section of a file. The whole file is looked at, whichever section is used.
fn read(cli: &Command, path: &Path, section: &str) -> anyhow::Result<Vec<Setting>> {
    let text = read_text(path, MOST_BYTES).with_context(|| path.display().to_string())?;
    let mut settings = file::read(&text, cli).with_context(|| path.display().to_string())?;
    for command in SECTIONS {
        let own = || settings.iter().filter(|setting| setting.section == command);
        for (one, two) in own().flat_map(|one| own().map(move |two| (one, two))) {
            if one.line < two.line && exclude_each_other(cli, command, &one.id, &two.id) {
                let (path, line) = (path.display(), two.line);
                bail!("{path}: {line}: `{}` and `{}` exclude each other", one.key, two.key);
            }
        }
    }
    settings.retain(|setting| setting.section == section);
    Ok(settings)
}

/// The file that a command line names, with the command and what was given to it.
fn named_file(matches: &ArgMatches) -> Option<(&Path, &'static str, &ArgMatches)> {
    let (name, given) = matches.subcommand()?;
    let section = SECTIONS.into_iter().find(|section| *section == name)?;
    let path: &PathBuf = given.get_one("config")?;
    Some((path, section, given))
}

/// The command line before a file has said what is missing.
fn without_requirements(cli: &Command) -> Command {
    SECTIONS.into_iter().fold(cli.clone(), |cli, section| {
        cli.mut_subcommand(section, |command| command.mut_args(|arg| arg.required(false)))
    })
}

/// Whether something was given that excludes a setting of the file: `--data` puts an end to its
/// `database`.
fn is_overruled(cli: &Command, section: &str, setting: &Setting, given: &ArgMatches) -> bool {
    let is_given = |arg: &Arg| {
        let source = given.value_source(arg.get_id().as_str());
        matches!(source, Some(ValueSource::CommandLine | ValueSource::EnvVariable))
    };
    settings_of(cli, section).any(|arg| {
        is_given(arg) && exclude_each_other(cli, section, &setting.id, arg.get_id().as_str())
    })
}

fn exclude_each_other(cli: &Command, section: &str, one: &str, two: &str) -> bool {
    let Some(command) = cli.find_subcommand(section) else { return false };
    let excludes = |arg: &Arg, other: &str| {
        command.get_arg_conflicts_with(arg).iter().any(|arg| arg.get_id() == other)
    };
    command.get_arguments().any(|arg| {
        arg.get_id() == one && excludes(arg, two) || arg.get_id() == two && excludes(arg, one)
    })
}

fn with_default(arg: Arg, setting: &Setting) -> Arg {
    // What is hidden because it may hold a password stays hidden.
    let is_secret = arg.is_hide_env_values_set();
    arg.required(false).default_values(setting.values.clone()).hide_default_value(is_secret)
}

/// The flags of a command that a file may set.
fn settings_of<'a>(cli: &'a Command, section: &str) -> impl Iterator<Item = &'a Arg> {
    let flags = cli.find_subcommand(section).into_iter().flat_map(Command::get_arguments);
    flags.filter(|arg| arg.get_long().is_some_and(|name| !NO_SETTINGS.contains(&name)))
}

fn takes_many(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}
