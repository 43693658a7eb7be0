//! A flag wins over the environment, also where the two exclude each other: with `--data` it does not matter which database the
//! environment names.

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};

/// The command line, deaf to an environment that one of the flags excludes.
pub(super) fn overruled_by_flags(cli: Command) -> Command {
    let deaf = without_environment(cli.clone());
    let given = deaf.clone().ignore_errors(true).try_get_matches();
    match given.is_ok_and(|given| gives_a_folder(&given)) {
        true => deaf,
        false => cli,
    }
}

/// The same commands, where the environment names no database.
pub(super) fn without_environment(cli: Command) -> Command {
    let deaf = cli.mut_args(|arg| match arg.get_id() == "database" {
        true => arg.env(Resettable::Reset),
        false => arg,
    });
    deaf.mut_subcommands(without_environment)
}

fn gives_a_folder(given: &ArgMatches) -> bool {
    let is_folder = given.ids().any(|id| {
        id == "data" && given.value_source(id.as_str()) == Some(ValueSource::CommandLine)
    });
    is_folder || given.subcommand().is_some_and(|(_, given)| gives_a_folder(given))
}
