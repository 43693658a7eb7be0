//! What shells and `man` are told of this program: `konoba completions`, `konoba man`.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

/// Print what a shell needs to complete the commands of konoba
#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

const COMPLETIONS: &str = "\
Examples:
  konoba completions bash > /usr/share/bash-completion/completions/konoba
  konoba completions zsh > /usr/share/zsh/vendor-completions/_konoba
  konoba completions fish > ~/.config/fish/completions/konoba.fish";

impl Completions {
    pub(crate) fn run(self, mut cli: Command) -> anyhow::Result<()> {
        // Written to memory first: the generator panics when a pipe breaks.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli, "konoba", &mut script);
        io::stdout().write_all(&script)?;
        Ok(())
    }
}

/// Print the manual page, or write the pages of all commands to a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  konoba man | man -l -\n  konoba man --out man1")]
pub(crate) struct Man {
    /// The folder to write a page of each command to, created if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, cli: Command) -> anyhow::Result<()> {
        let Some(folder) = self.out else {
            let mut page = Vec::new();
            clap_mangen::Man::new(cli).render(&mut page)?;
            io::stdout().write_all(&page)?;
            return Ok(());
        };
        let name = || folder.display().to_string();
        std::fs::create_dir_all(&folder).with_context(name)?;
        clap_mangen::generate_to(cli, &folder).with_context(name)
    }
}
