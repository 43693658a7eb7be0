//! The API against its own description: schemathesis sends what the OpenAPI document allows, and what
//! it does not, and looks whether the answers are among those that the document promises.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::workspace::{Workspace, answer, succeed};

/// The version that is known to understand the document.
const WANTED: &str = "schemathesis==4.32.5";
/// What is looked for. That a well-formed order may be refused, and why, is for other tests.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_headers_conformance,response_schema_conformance";

/// Whether schemathesis can be used; it is fetched into the target folder if it is not there.
pub(crate) fn is_here(workspace: &Workspace) -> bool {
    let program = program(workspace);
    if answer(&program, &["--version"]).is_some() {
        return true;
    }
    let folder = workspace.target.join("schemathesis");
    let install =
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&folder)).and_then(|()| {
            let pip = folder.join("bin/pip");
            succeed(Command::new(pip).args(["install", "--quiet", WANTED]))
        });
    install.is_ok() && answer(&program, &["--version"]).is_some()
}

fn program(workspace: &Workspace) -> PathBuf {
    workspace.target.join("schemathesis/bin/st")
}

/// Lets it loose on a server with a guest and a table.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    workspace.build("konoba")?;
    let folder = std::env::temp_dir().join(format!("konoba-contract-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let server = Server::start(workspace, &folder)?;
    let (cookie, _) = server.post("/api/me", "", &json!({ "name": "Ana" }))?;
    let games = server.request("GET", "/api/games", "", "")?.1;
    let setup = &games[0]["setup"];
    let offer = json!({ "setup": setup, "with": "same-screen", "name": "Luka" });
    let table = server.post("/api/tables", &cookie, &offer)?.1;
    let config = folder.join("schemathesis.toml");
    fs::write(&config, format!("[parameters]\n\"table\" = {}\n", table["table"]))?;
    let mut run = Command::new(program(workspace));
    // Its notes go to the folder that is thrown away.
    run.current_dir(&folder).arg("--config-file").arg(&config).arg("run");
    run.arg(format!("http://{}/api/openapi.json", server.address));
    run.args(["--checks", CHECKS, "--max-examples", "15", "--phases", "examples,coverage,fuzzing"]);
    let done = succeed(run.arg("--header").arg(format!("Cookie: {cookie}")));
    drop(server);
    fs::remove_dir_all(&folder)?;
    done
}

/// A running server, stopped when this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(workspace: &Workspace, folder: &std::path::Path) -> Result<Self> {
        let mut child = Command::new(workspace.target.join("debug/konoba"))
            .args(["serve", "--http", "0", "--telnet", "0", "--requests", "1000000", "--data"])
            .arg(folder)
            .env("KONOBA_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().context("the server says nothing")?;
        let line = BufReader::new(out).lines().next().context("the server did not start")??;
        let address = line.strip_prefix("http ").context("that is no address")?.to_owned();
        Ok(Self { child, address })
    }

    fn post(&self, path: &str, cookie: &str, body: &Value) -> Result<(String, Value)> {
        self.request("POST", path, cookie, &body.to_string())
    }

    /// The cookie and the body of the answer.
    fn request(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        body: &str,
    ) -> Result<(String, Value)> {
        let (address, length) = (&self.address, body.len());
        let mut stream = TcpStream::connect(address)?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\
             Connection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )?;
        let mut reply = String::new();
        stream.read_to_string(&mut reply)?;
        let (head, body) = reply.split_once("\r\n\r\n").context("that is no answer")?;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        Ok((cookie.to_owned(), serde_json::from_str(body)?))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
