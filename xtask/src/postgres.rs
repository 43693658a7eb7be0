//! A PostgreSQL server to be thrown away, and the tests that need one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace::{Workspace, answer, succeed};

/// The user as whom the server runs where this runs as root, which it refuses to.
const USER: &str = "postgres";

/// The folder with the programs of the server: Debian keeps one for each version, others have them on
/// the path.
pub(crate) fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin")).max();
    let on_path = answer("pg_config", &["--bindir"]).map(PathBuf::from);
    [debian, on_path].into_iter().flatten().find(|folder| folder.join("initdb").is_file())
}

/// Runs the tests of the store and of many nodes against a server of their own.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let server = Server::start()?;
    let tests: [&[&str]; 3] = [
        &["test", "--workspace", "--test", "store", "postgres"],
        &["test", "--workspace", "--test", "serving", "nodes"],
        &["test", "--workspace", "--test", "admin", "postgres"],
    ];
    for arguments in tests {
        let mut test = workspace.cargo(arguments);
        // One after another, since one of them restarts the server.
        test.args(["--", "--test-threads", "1"]);
        test.env("KONOBA_POSTGRES", &server.url);
        succeed(test.env("KONOBA_POSTGRES_RESTART", server.restart()))?;
    }
    Ok(())
}

/// A server in a folder of its own, reached through a socket in it; both go with this.
pub(crate) struct Server {
    programs: PathBuf,
    folder: PathBuf,
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start() -> Result<Self> {
        let programs = programs().context("PostgreSQL is not on this machine")?;
        let folder = std::env::temp_dir().join(format!("konoba-postgres-{}", std::process::id()));
        fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
        let text = folder.to_str().context("a folder with an odd name")?.to_owned();
        if is_root() {
            succeed(Command::new("chown").args([USER, &text]))?;
        }
        let url = format!("postgres://{USER}@{}", text.replace('/', "%2F"));
        let server = Self { programs, folder, url };
        let data = server.data();
        let mut init = server.command("initdb");
        init.args(["--auth", "trust", "--username", USER, "--no-sync", "--pgdata"]).arg(&data);
        quietly(&mut init)?;
        let options = format!("-k {text} -c listen_addresses=''");
        let mut start = server.command("pg_ctl");
        start.args(["start", "--wait", "--silent", "--options", &options, "--log"]);
        start.arg(server.folder.join("log")).arg("--pgdata").arg(&data);
        succeed(&mut start)?;
        Ok(server)
    }

    /// Its main process, whose children serve the connections.
    pub(crate) fn process(&self) -> Option<u32> {
        let noted = fs::read_to_string(self.data().join("postmaster.pid")).ok()?;
        noted.lines().next()?.trim().parse().ok()
    }

    /// The line by which a shell has the server die and come back.
    fn restart(&self) -> String {
        let mut restart = self.command("pg_ctl");
        restart.args(["restart", "--mode", "immediate", "--wait", "--silent", "--log"]);
        restart.arg(self.folder.join("log")).arg("--pgdata").arg(self.data());
        let words = std::iter::once(restart.get_program()).chain(restart.get_args());
        let quoted = words.map(|word| format!("'{}'", word.to_string_lossy()));
        format!("cd / && {} >/dev/null", quoted.collect::<Vec<_>>().join(" "))
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// One of the programs, as a user as whom the server may run.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["--user", USER, "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(Path::new("/"));
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.data();
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode", "immediate", "--silent", "--pgdata"]).arg(data);
        // What cannot be stopped or removed has told why, and the tests have run.
        let _ = stop.status();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    answer("id", &["-u"]).as_deref() == Some("0")
}

/// Runs a command that says much, which is shown if it fails.
fn quietly(command: &mut Command) -> Result<()> {
    let output = command.output().context("PostgreSQL")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{said}");
    Ok(())
}
