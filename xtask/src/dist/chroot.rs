//! The package on a clean machine: installed, started as its unit says, played at through every door, upgraded with a
//! game going on, removed and purged. The machine is a minimal Debian in a folder, from this machine's own package sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use super::server::Server;
use crate::workspace::{answer, succeed};

/// What the operator of the machine has chosen: doors at ports that are free.
const OWN_SETTINGS: &str =
    "[serve]\nhttp = \"127.0.0.1:0\"\ntelnet = \"127.0.0.1:0\"\nssh = \"127.0.0.1:0\"\n";
const DOORS: usize = 3;

/// Proves a package, and one that is older, in a folder.
pub(super) fn prove(deb: &Path, older: &Path, folder: &Path) -> Result<()> {
    let machine = Machine::new(folder)?;
    let begun = Instant::now();
    machine.install(older)?;
    let server = machine.start()?;
    server.play_by_telnet()?;
    let seconds = begun.elapsed().as_secs_f32();
    println!(
        "from the package (`dpkg --install`) to the first move and its answer: {seconds:.1} s"
    );
    let table = server.open_table()?;
    server.place(&table, "b2", 0)?;
    server.play_by_ssh(folder)?;
    drop(server);

    machine.set(OWN_SETTINGS)?;
    machine.install(deb)?;
    ensure!(machine.settings()? == OWN_SETTINGS, "an upgrade has changed the operator's settings");
    let server = machine.start()?;
    ensure!(server.moves(&table)? == 1, "an upgrade has lost a move");
    server.place(&table, "c3", 1)?;
    drop(server);

    machine.run(&["dpkg", "--remove", "konoba"])?;
    ensure!(!machine.root.join("usr/bin/konoba").exists(), "removed, and still there");
    ensure!(
        machine.data().join("tavern/konoba.sqlite").exists(),
        "removing the package has removed the games"
    );
    machine.run(&["dpkg", "--purge", "konoba"])?;
    ensure!(!machine.data().exists(), "purging the package has left the games");
    ensure!(!machine.root.join("etc/konoba").exists(), "purging the package has left settings");
    fs::remove_dir_all(&machine.root)?;
    Ok(())
}

/// A minimal Debian in a folder.
struct Machine {
    root: PathBuf,
}

impl Machine {
    fn new(folder: &Path) -> Result<Self> {
        let root = folder.join("machine");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        let name = answer("sh", &["-c", ". /etc/os-release && echo $VERSION_CODENAME"]);
        let mut make = Command::new("mmdebstrap");
        make.args(["--quiet", "--variant=minbase"]).arg(name.context("this is not Debian")?);
        succeed(make.arg(&root))?;
        Ok(Self { root })
    }

    fn run(&self, words: &[&str]) -> Result<()> {
        succeed(Command::new("chroot").arg(&self.root).args(words))
    }

    fn install(&self, deb: &Path) -> Result<()> {
        fs::copy(deb, self.root.join("konoba.deb"))?;
        // Of the operator's settings dpkg keeps what was changed.
        self.run(&["dpkg", "--install", "--force-confold", "/konoba.deb"])?;
        if !self.settings()?.contains("\n#http = ") {
            return Ok(());
        }
        self.set(OWN_SETTINGS)
    }

    fn settings(&self) -> Result<String> {
        Ok(fs::read_to_string(self.root.join("etc/konoba/konoba.toml"))?)
    }

    fn set(&self, text: &str) -> Result<()> {
        Ok(fs::write(self.root.join("etc/konoba/konoba.toml"), text)?)
    }

    fn data(&self) -> PathBuf {
        self.root.join("var/lib/konoba")
    }

    /// Starts the server by the commands, as the user and with the environment that the unit names.
    fn start(&self) -> Result<Server> {
        let unit = fs::read_to_string(self.root.join("usr/lib/systemd/system/konoba.service"))?;
        let all = |key: &str| -> Vec<String> {
            let values = unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            values.map(str::to_owned).collect()
        };
        let one = |key: &str| all(key).pop().with_context(|| format!("the unit has no {key}"));
        let (user, group) = (one("User")?, one("Group")?);
        let state = Path::new("/var/lib").join(one("StateDirectory")?).display().to_string();
        let mode = one("StateDirectoryMode")?;
        let (owner, state) = (format!("{user}:{group}"), state.as_str());
        self.run(&["install", "-d", "-o", &user, "-g", &group, "-m", &mode, state])?;
        let command = |line: &str| {
            let mut command = Command::new("chroot");
            command.arg(format!("--userspec={owner}")).arg(&self.root);
            command.args(["env", "-i", "KONOBA_LOG=off"]).args(all("Environment"));
            command.args(line.split(' '));
            command
        };
        for line in all("ExecStartPre") {
            succeed(command(&line).stdout(Stdio::null()))?;
        }
        Server::start(&mut command(&one("ExecStart")?), DOORS, self.root.join("cookies"))
    }
}
