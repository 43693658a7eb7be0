//! `konoba config`: a file with every setting.

use std::io::{self, Write};

use clap::{Arg, Args, Command};

use super::{SECTIONS, settings_of, takes_many};

/// Print a `konoba.toml` with every setting, its meaning and its default
///
/// Nothing in it takes effect until its line is uncommented. `konoba serve --config FILE` and
/// `konoba work --config FILE` use it.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  konoba config > konoba.toml")]
pub(crate) struct Config {}

const HEAD: &str = "\
# Settings of konoba, under the names of its flags. Flags win over the environment, the environment over
# this file. `konoba serve --config FILE --check` says what is in force and where it comes from.
";

/// The column at which comments end.
const WIDTH: usize = 110;

impl Config {
    pub(crate) fn run(self, cli: &Command) -> anyhow::Result<()> {
        io::stdout().write_all(written(cli).as_bytes())?;
        Ok(())
    }
}

fn written(cli: &Command) -> String {
    let mut text = HEAD.to_owned();
    for section in SECTIONS {
        text.push_str(&format!("\n[{section}]\n"));
        for arg in settings_of(cli, section) {
            text.push('\n');
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            text.push_str(&comment(&help));
            let defaults = arg.get_default_values().iter();
            let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy().into()).collect();
            let name = arg.get_long().unwrap_or_default();
            match defaults.is_empty() {
                true => text.push_str(&format!("#{name} = {}\n", toml_value(arg, &[example(arg)]))),
                false => text.push_str(&format!("#{name} = {}\n", toml_value(arg, &defaults))),
            }
        }
    }
    text
}

fn comment(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::from("#"));
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push_str(&line);
            lines.push('\n');
            line = String::from("#");
        }
        line.push(' ');
        line.push_str(word);
    }
    lines + &line + "\n"
}

/// What could stand where there is no default.
fn example(arg: &Arg) -> String {
    let kind = arg.get_value_names().and_then(<[_]>::first).map_or("", |name| name.as_str());
    if is_switch(arg) {
        return false.to_string();
    }
    let example = match (arg.get_long().unwrap_or_default(), kind) {
        ("url", _) => "https://play.example.org",
        (_, "URL") => "postgres://konoba@db.example.org/konoba",
        // Where the unit of the package has it, so that uncommenting it changes nothing there.
        (_, "DIR") => "/var/lib/konoba/tavern",
        ("ssh-key", _) => "/etc/konoba/ssh_host_key",
        (_, "FILE") => "/etc/konoba/own.net",
        ("ssh", _) => "127.0.0.1:2222",
        (_, "ADDR") => "127.0.0.1:9100",
        (_, "IP") => "127.0.0.1",
        (_, "N") => "4",
        (_, _) => "",
    };
    example.to_owned()
}

/// Values as the file has them: a list where the flag may be given more than once.
pub(super) fn toml_value(arg: &Arg, values: &[String]) -> String {
    let one = |value: &String| match value.parse::<u64>().is_ok() || is_switch(arg) {
        true => value.clone(),
        false => format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\"")),
    };
    match takes_many(arg) {
        true => format!("[{}]", values.iter().map(one).collect::<Vec<_>>().join(", ")),
        false => values.first().map(one).unwrap_or_default(),
    }
}

fn is_switch(arg: &Arg) -> bool {
    !arg.get_action().takes_values()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::file;

    #[test]
    fn the_sample_names_every_setting_and_every_example_in_it_is_taken() {
        use clap::CommandFactory;
        let cli = crate::cli::Cli::command();
        let sample = written(&cli);
        let uncommented: Vec<&str> = sample
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(setting) if !setting.starts_with(' ') => setting,
                _ => line,
            })
            .collect();
        let settings = file::read(&uncommented.join("\n"), &cli).unwrap();
        let named: Vec<_> = settings.iter().map(|one| (one.section, one.key.as_str())).collect();
        let flags = SECTIONS.into_iter().flat_map(|section| {
            let flags = settings_of(&cli, section).filter_map(|arg| arg.get_long());
            flags.map(move |flag| (section, flag)).collect::<Vec<_>>()
        });
        assert_eq!(named, flags.collect::<Vec<_>>());
        assert!(file::read(&sample, &cli).unwrap().is_empty(), "all of it is a comment");
        // One address cannot be listened at twice, and one file is not two things.
        let places = |settings: &[file::Setting]| -> Vec<String> {
            let of_serve = settings.iter().filter(|setting| setting.section == "serve");
            let values = of_serve.flat_map(|setting| setting.values.clone());
            values
                .filter(|value| value.starts_with('/') || value.starts_with("127.0.0.1:"))
                .collect()
        };
        let mut all = places(&settings);
        let count = all.len();
        all.sort();
        all.dedup();
        assert!(count > 5 && all.len() == count, "{all:?}");
    }
}
