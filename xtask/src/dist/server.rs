//! A server that was started to be looked at, and people at its doors.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::served::Running;
use crate::workspace::answer;

/// A server that runs, and its doors; a door that is not open has no address.
pub(super) struct Server {
    pub(super) http: String,
    telnet: String,
    ssh: String,
    cookies: PathBuf,
    _running: Running,
}

impl Server {
    /// Starts a server, which names its doors, each on a line; there are so many.
    pub(super) fn start(command: &mut Command, doors: usize, cookies: PathBuf) -> Result<Self> {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("it has an output")?;
        let mut server = Self {
            http: String::new(),
            telnet: String::new(),
            ssh: String::new(),
            cookies,
            _running: Running(child),
        };
        let mut lines = BufReader::new(output).lines();
        for _ in 0..doors {
            let line = lines.next().context("the server has ended before it was ready")??;
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

    pub(super) fn open_table(&self) -> Result<String> {
        self.ask("/api/me", Some(r#"{"name": "Ana"}"#))?;
        let body = r#"{"setup": "konobi:5,nopie", "time": "none", "side": "black", "with": "same-screen", "name": "Luka"}"#;
        let table = self.ask("/api/tables", Some(body))?;
        Ok(table["table"].as_str().context("a table without a name")?.to_owned())
    }

    pub(super) fn place(&self, table: &str, at: &str, before: usize) -> Result<()> {
        let seen = self.ask(&format!("/api/tables/{table}"), None)?["table"]["version"].clone();
        let order =
            format!(r#"{{"do": "play", "move": "{at}", "seen": {seen}, "id": "move-{before}"}}"#);
        self.ask(&format!("/api/tables/{table}/orders"), Some(&order))?;
        ensure!(self.moves(table)? == before + 1, "{at} is not on the board");
        Ok(())
    }

    pub(super) fn moves(&self, table: &str) -> Result<usize> {
        let table = self.ask(&format!("/api/tables/{table}"), None)?;
        Ok(table["table"]["moves"]["then"].as_array().context("a table without moves")?.len())
    }

    /// A move against the computer, as a person types it.
    pub(super) fn play_by_telnet(&self) -> Result<()> {
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
    pub(super) fn play_by_ssh(&self, folder: &Path) -> Result<()> {
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
