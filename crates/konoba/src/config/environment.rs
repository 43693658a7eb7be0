//! A flag wins over the environment, also where the two exclude each other: with `--data` it does not matter which database the
//! environment names. A variable that is empty counts as unset.

use std::env;

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// The command line, deaf to variables that are empty and to an environment that one of the flags excludes.
pub(super) fn overruled_by_flags(cli: Command) -> Command {
    let is_empty = |arg: &Arg| {
        let value = arg.get_env().and_then(env::var_os);
        value.is_some_and(|value| value.is_empty())
    };
    let cli = deaf(cli, is_empty);
    let deaf = without_environment(cli.clone());
    let given = deaf.clone().ignore_errors(true).try_get_matches();
    match given.is_ok_and(|given| gives_a_folder(&given)) {
        true => deaf,
        false => cli,
    }
}

/// The same commands, where the environment names no database.
pub(super) fn without_environment(cli: Command) -> Command {
    deaf(cli, |arg| arg.get_id() == "database")
}

/// The same commands, where the environment says nothing of some arguments.
fn deaf(cli: Command, is_deaf: impl Fn(&Arg) -> bool + Copy) -> Command {
    let cli = cli.mut_args(|arg| match is_deaf(&arg) {
        true => arg.env(Resettable::Reset),
        false => arg,
    });
    cli.mut_subcommands(|command| deaf(command, is_deaf))
}

fn gives_a_folder(given: &ArgMatches) -> bool {
    let is_folder = given.ids().any(|id| {
        id == "data" && given.value_source(id.as_str()) == Some(ValueSource::CommandLine)
    });
    is_folder || given.subcommand().is_some_and(|(_, given)| gives_a_folder(given))
}
