//! What was packed for another kind of machine, played here by an emulator: the dialogue, GTP, a served game that
//! outlives its server, and the image.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::platform::System;
use super::server::Server;
use super::{Release, imaged, package, proof};
use crate::workspace::succeed;

/// The page and telnet.
const DOORS: usize = 2;

/// A program that was unpacked, and where it keeps what it keeps.
struct Emulated<'a> {
    release: &'a Release<'a>,
    program: PathBuf,
    home: PathBuf,
}

/// Unpacks what was made, and plays with it.
pub(super) fn prove(release: &Release<'_>, out: &Path) -> Result<()> {
    let folder = out.with_extension("proof");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let program = match release.platform.system {
        System::Linux => {
            let deb = out.join(package::name(release));
            succeed(Command::new("dpkg-deb").arg("--extract").arg(deb).arg(&folder))?;
            folder.join("usr/bin/konoba")
        }
        System::Windows => {
            let zip = out.join(format!("{}.zip", release.name()));
            succeed(Command::new("unzip").arg("-q").arg(zip).arg("-d").arg(&folder))?;
            folder.join(release.name()).join(release.platform.program())
        }
    };
    let emulated = Emulated { release, program, home: folder.join("home") };
    emulated.dialogue()?;
    emulated.gtp()?;
    emulated.serve(&folder)?;
    emulated.back_up()?;
    if release.platform.system == System::Linux {
        let image = proof::found(out, ".oci.tar")?;
        imaged::look_at(&image, release.platform, &folder.join("image"))?;
    }
    fs::remove_dir_all(&folder)?;
    println!("{}: all that was tried holds", release.platform.name);
    Ok(())
}

impl Emulated<'_> {
    fn command(&self) -> Result<Command> {
        let mut command = self.release.platform.command(self.release.workspace, &self.program)?;
        command.env("KONOBA_HOME", &self.home).env("KONOBA_LOG", "off");
        Ok(command)
    }

    /// What the program says to lines that are typed.
    fn say(&self, arguments: &[&str], lines: &str) -> Result<String> {
        let mut command = self.command()?;
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        child.stdin.take().context("it has an input")?.write_all(lines.as_bytes())?;
        let said = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        ensure!(said.status.success(), "{arguments:?} ended with {}: {text}", said.status);
        Ok(text)
    }

    /// A whole game, with a move that is refused.
    fn dialogue(&self) -> Result<()> {
        let said = self.say(
            &["play", "konobi:3,nopie", "--plain", "--names", "Ana,Luka"],
            "b1\nb1\na2\nb2\na1\nb3\n",
        )?;
        ensure!(said.contains("Winner: Ana (Black)"), "no game was won: {said}");
        println!("dialogue: {}", said.lines().last().unwrap_or_default());
        Ok(())
    }

    /// The engine finds the winning move, and its judge sees that it wins.
    fn gtp(&self) -> Result<()> {
        let moves = "play b b1\nplay w a2\nplay b b2\nplay w a1\n";
        let said = self
            .say(&["gtp", "konobi:3,nopie"], &format!("{moves}genmove b\nkonoba-winner\nquit\n"))?;
        ensure!(said.contains("= black"), "the engine did not win: {said}");
        println!("GTP: {}", said.split_whitespace().collect::<Vec<_>>().join(" "));
        Ok(())
    }

    /// A game on a server that is killed between two moves, and one against the computer.
    fn serve(&self, folder: &Path) -> Result<()> {
        let start = || {
            let mut serve = self.command()?;
            serve.args(["serve", "--http", "0", "--telnet", "0"]);
            Server::start(&mut serve, DOORS, folder.join("cookies"))
        };
        let server = start()?;
        server.play_by_telnet()?;
        let table = server.open_table()?;
        server.place(&table, "b2", 0)?;
        drop(server);
        let server = start()?;
        ensure!(server.moves(&table)? == 1, "a move was lost with the server");
        server.place(&table, "c3", 1)?;
        println!("served: two games, and one went on after the server was killed");
        Ok(())
    }

    /// The operator's commands work on what was kept.
    fn back_up(&self) -> Result<()> {
        let backup = self.home.join("backup.sqlite");
        let backup = backup.to_str().context("an odd name")?;
        self.say(&["admin", "backup", backup], "")?;
        self.say(&["admin", "restore", backup], "")?;
        let said = self.say(&["admin", "check"], "")?;
        ensure!(said.contains(" 0 findings"), "{said}");
        println!("kept: {}", said.trim());
        Ok(())
    }
}
