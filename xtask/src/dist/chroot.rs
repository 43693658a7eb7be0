//! The package on a clean machine: installed, started as its unit says, played at through every door, upgraded with a
//! game going on, removed and purged. The machine is a minimal Debian in a folder, from this machine's own package sources.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::served::Running;
use crate::workspace::{answer, succeed};

/// What the operator of the machine has chosen: doors at ports that are free.
const OWN_SETTINGS: &str =
    "[serve]\nhttp = \"127.0.0.1:0\"\ntelnet = \"127.0.0.1:0\"\nssh = \"127.0.0.1:0\"\n";

/// Proves a package, and one that is older, in a folder.
pub(super) fn prove(deb: &Path, older: &Path, folder: &Path) -> Result<()> {
    let machine = Machine::new(folder)?;
    let begun = Instant::now();
    machine.install(older)?;
    let server = machine.start()?;
    server.play_by_telnet()?;
    println!("from the package to the first move: {:.1} s", begun.elapsed().as_secs_f32());
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
        let mut child = command(&one("ExecStart")?).stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("it has an output")?;
        let mut server = Server {
            http: String::new(),
            telnet: String::new(),
            ssh: String::new(),
            cookies: self.root.join("cookies"),
            _running: Running(child),
        };
        for line in BufReader::new(output).lines().take(3) {
            let line = line?;
            let (door, address) = line.split_once(' ').with_context(|| line.clone())?;
            let address = address.trim().trim_start_matches("http://").to_owned();
            match door {
                "http" => server.http = address,
                "telnet" => server.telnet = address,
                "ssh" => server.ssh = address,
                _ => anyhow::bail!("an unknown door: {line}"),
            }
        }
        Ok(server)
    }
}

/// A server that runs on the machine, and its doors.
struct Server {
    http: String,
    telnet: String,
    ssh: String,
    cookies: PathBuf,
    _running: Running,
}

impl Server {
    fn ask(&self, path: &str, body: Option<&str>) -> Result<Value> {
        let cookies = self.cookies.to_str().context("an odd name")?;
        let url = format!("http://{}{path}", self.http);
        let mut words = vec!["--silent", "--fail-with-body", "--max-time", "20"];
        words.extend(["--cookie", cookies, "--cookie-jar", cookies]);
        if let Some(body) = body {
            words.extend(["--header", "Content-Type: application/json", "--data", body]);
        }
        words.push(&url);
        let said = answer("curl", &words).with_context(|| format!("no answer to {path}"))?;
        serde_json::from_str(&said).with_context(|| said.clone())
    }

    fn open_table(&self) -> Result<String> {
        self.ask("/api/me", Some(r#"{"name": "Ana"}"#))?;
        let body = r#"{"setup": "konobi:5,nopie", "time": "none", "side": "black", "with": "same-screen", "name": "Luka"}"#;
        let table = self.ask("/api/tables", Some(body))?;
        Ok(table["table"].as_str().context("a table without a name")?.to_owned())
    }

    fn place(&self, table: &str, at: &str, before: usize) -> Result<()> {
        let seen = self.ask(&format!("/api/tables/{table}"), None)?["table"]["version"].clone();
        let order =
            format!(r#"{{"do": "play", "move": "{at}", "seen": {seen}, "id": "move-{before}"}}"#);
        self.ask(&format!("/api/tables/{table}/orders"), Some(&order))?;
        ensure!(self.moves(table)? == before + 1, "{at} is not on the board");
        Ok(())
    }

    fn moves(&self, table: &str) -> Result<usize> {
        let table = self.ask(&format!("/api/tables/{table}"), None)?;
        Ok(table["table"]["moves"]["then"].as_array().context("a table without moves")?.len())
    }

    /// A move against the computer, as a person types it.
    fn play_by_telnet(&self) -> Result<()> {
        let mut line = TcpStream::connect(&self.telnet)?;
        line.set_read_timeout(Some(Duration::from_secs(20)))?;
        line.write_all(b"Ana\nmatch engine 1 konobi:4,nopie\nb2\n")?;
        let mut heard = String::new();
        let mut bytes = [0; 4096];
        while !heard.contains("(White) plays") {
            let count = line
                .read(&mut bytes)
                .with_context(|| format!("telnet fell silent after: {heard}"))?;
            ensure!(count > 0, "telnet has ended after: {heard}");
            heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        Ok(())
    }

    /// The list of who is there, without a terminal.
    fn play_by_ssh(&self, folder: &Path) -> Result<()> {
        let (host, port) = self.ssh.rsplit_once(':').context("no address for ssh")?;
        let known = format!("UserKnownHostsFile={}", folder.join("known_hosts").display());
        let mut ssh = Command::new("ssh");
        ssh.args(["-F", "/dev/null", "-p", port, "-o", "StrictHostKeyChecking=no", "-o", &known]);
        ssh.args(["-o", "PubkeyAuthentication=no", "-o", "LogLevel=ERROR"]);
        ssh.arg(host).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut client = ssh.spawn()?;
        let mut input = client.stdin.take().context("it has an input")?;
        input.write_all(b"Luka\nwho\nquit\n")?;
        drop(input);
        let said = client.wait_with_output()?;
        let said = String::from_utf8_lossy(&said.stdout);
        ensure!(said.contains("Luka"), "ssh said: {said}");
        Ok(())
    }
}
