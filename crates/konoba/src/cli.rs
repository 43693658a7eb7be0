//! The command line: its subcommands, each in a file of its own.

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind};
use konoba_lab::{
    analyse, bench, blunders, check, matches, openings, perft, prove, puzzles, solve,
};
use konoba_line::dialogue::Showing;
use konoba_rules::{Spec, games};

use crate::config::{self, Settings};
use crate::locale::showing;
use crate::{
    admin, bot, export, gtp, help, join, learn, play, puzzle, screen, serve, shell, show, welcome,
    work,
};

/// The place to play connection and alignment games for two.
#[derive(Parser, Debug)]
#[command(version, after_help = games_and_examples())]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

#[derive(Subcommand, Debug)]
enum Subcommands {
    Play(play::Play),
    Learn(learn::Learn),
    Puzzle(puzzle::PuzzleArguments),
    Serve(serve::Serve),
    Join(join::Join),
    Work(work::WorkArguments),
    Export(export::Export),
    Admin(admin::Admin),
    Bot(bot::Bot),
    Gtp(gtp::Gtp),
    Perft(perft::Perft),
    Show(show::Show),
    Solve(solve::Solve),
    Check(check::Check),
    Prove(prove::Prove),
    Puzzles(puzzles::Puzzles),
    Blunders(blunders::Blunders),
    Analyse(analyse::Analyse),
    Openings(openings::Openings),
    Match(matches::Match),
    Bench(bench::Bench),
    Config(config::Config),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Cli {
    /// Does what the command line asks for, with the settings of the file that it names. An error is one
    /// line of reason.
    pub(crate) fn run_command_line() -> anyhow::Result<()> {
        let (matches, settings) = config::matches(&Self::command())?;
        let cli = Self::from_arg_matches(&matches).map_err(help::tell)?;
        cli.run(&settings)
    }

    fn run(self, settings: &Settings) -> anyhow::Result<()> {
        match self.command {
            None if showing(false) == Showing::Drawn && screen::is_there() => screen::home(),
            None => welcome::run(Self::command()),
            Some(Subcommands::Play(play)) => play.run(),
            Some(Subcommands::Learn(learn)) => learn.run(),
            Some(Subcommands::Puzzle(puzzle)) => puzzle.run(),
            Some(Subcommands::Serve(serve)) => serve.run(settings),
            Some(Subcommands::Join(join)) => join.run(),
            Some(Subcommands::Work(work)) => work.run(settings),
            Some(Subcommands::Export(export)) => export.run(),
            Some(Subcommands::Admin(admin)) => admin.run(),
            Some(Subcommands::Bot(bot)) => bot.run(),
            Some(Subcommands::Gtp(gtp)) => gtp.run(),
            Some(Subcommands::Perft(perft)) => perft.run(),
            Some(Subcommands::Show(show)) => show.run(),
            Some(Subcommands::Solve(solve)) => solve.run(),
            Some(Subcommands::Check(check)) => check.run(),
            Some(Subcommands::Prove(prove)) => prove.run(),
            Some(Subcommands::Puzzles(puzzles)) => puzzles.run(),
            Some(Subcommands::Blunders(blunders)) => blunders.run(),
            Some(Subcommands::Analyse(analyse)) => analyse.run(),
            Some(Subcommands::Openings(openings)) => openings.run(),
            Some(Subcommands::Match(matches)) => matches.run(),
            Some(Subcommands::Bench(bench)) => bench.run(),
            Some(Subcommands::Config(config)) => config.run(&Self::command()),
            Some(Subcommands::Completions(completions)) => completions.run(Self::command()),
            Some(Subcommands::Man(man)) => man.run(Self::command()),
        }
    }
}

/// Wrong usage of a command that shows only when all its arguments are known together.
pub(crate) fn wrong_usage(command: &str, reason: &str) -> clap::Error {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command).expect("there is such a command");
    command.error(ErrorKind::ValueValidation, reason)
}

const EXAMPLES: &str = "\
Examples:
  konoba play konobi
  konoba learn konobi
  konoba puzzle konobi
  konoba serve
  konoba join https://play.example.org
  konoba gtp konobi:11
  konoba perft quentin:3 --depth 3
  konoba show konobi:5 --moves \"c3 d4\" --legal
  konoba analyse game.sgf
  konoba match 7 uct:1000 --game konobi:9 --games 40
  konoba bench --json
`konoba COMMAND --help` tells more about a command.";

/// The games with their options, and an example of each command.
fn games_and_examples() -> String {
    let mut text = "Games, as GAME[:OPTION,...]:\n".to_owned();
    for spec in games() {
        text.push_str(&format!("  {:<16} {}\n", spec.id, options(spec)));
    }
    text.push('\n');
    text.push_str(EXAMPLES);
    text
}

fn options(spec: &Spec) -> String {
    let mut options = Vec::new();
    if !spec.sizes.is_fixed() {
        let (min, max, default) = (spec.sizes.min, spec.sizes.max, spec.sizes.default);
        options.push(format!("a size from {min} to {max} ({default} by default)"));
    }
    if spec.has_pie {
        options.push("nopie".to_owned());
    }
    options.extend(spec.variants.iter().map(|variant| variant.id.to_owned()));
    options.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reasons that come from the standard library and from clap's own ranges.
    const OF_PARSERS: [&str; 6] = [
        "invalid digit",
        "invalid float",
        "cannot parse",
        "number too",
        "..=",
        "number would be zero",
    ];

    /// Every argument of every command, given nonsense, says what to give instead.
    #[test]
    fn no_parser_speaks_to_people() {
        let (mut checked, mut wrong) = (0, Vec::new());
        look_at(&Cli::command(), &mut Vec::new(), &mut |path, typed| {
            checked += 1;
            let said = Cli::command().try_get_matches_from(path.iter().chain(typed));
            let said = said.err().map(|error| error.to_string()).unwrap_or_default();
            if OF_PARSERS.iter().any(|words| said.contains(words)) {
                wrong.push(said);
            }
        });
        assert!(checked > 100, "{checked}");
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Gives `check` every command with every argument that takes a value.
    fn look_at(
        command: &clap::Command,
        path: &mut Vec<String>,
        check: &mut dyn FnMut(&[String], &[String]),
    ) {
        path.push(command.get_name().to_owned());
        for sub in command.get_subcommands() {
            look_at(sub, path, check);
        }
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values()) {
            for value in ["abc", "-1", "99999999999999999999999"] {
                let typed = match arg.get_long() {
                    Some(long) => vec![format!("--{long}={value}")],
                    None => vec!["--".to_owned(), value.to_owned()],
                };
                check(path, &typed);
            }
        }
        path.pop();
    }
}
