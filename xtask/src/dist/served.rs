//! The packed program behind the packed configurations: nginx or Caddy with TLS before it, and numbers for Prometheus.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::forwarded::{self, Front};
use crate::workspace::{Workspace, answer, succeed};

/// How often a program that starts is asked before it is given up, and how long to wait between.
const TRIES: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(100);

/// Ends a program with the test.
pub(super) struct Running(pub(super) Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves by the program in a folder, and looks at it as browsers and Prometheus do.
pub(super) fn test(workspace: &Workspace, program: &Path, folder: &Path) -> Result<()> {
    // Guests and their offers from an earlier run would count.
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let (secure, plain) = (free_port()?, free_port()?);
    let url = format!("https://play.example.org:{secure}");
    let mut serve = Command::new(program);
    serve.args(["serve", "--http", "0", "--telnet", "0", "--admin", "0", "--proxy", "127.0.0.1"]);
    // Many requests come from here, and none must be refused for that.
    serve.args(["--requests", "1000"]);
    serve.args(["--url", &url, "--data"]).arg(folder.join("data")).stdout(Stdio::piped());
    let mut server = Running(serve.env("KONOBA_LOG", "off").spawn()?);
    let mut lines = BufReader::new(server.0.stdout.take().context("it has an output")?).lines();
    let mut door = |name: &str| -> Result<String> {
        let line = lines.next().context("the server has ended")??;
        Ok(line.strip_prefix(name).context(line.clone())?.trim().to_owned())
    };
    let (http, _telnet, admin) = (door("http")?, door("telnet")?, door("admin")?);
    let ports = Ports { http, secure: &url, at: secure, plain };
    let begun = nginx(workspace, folder, &ports)?;
    look_through(&ports, "301 1.1").context("nginx")?;
    let front = Front { url: &url, port: secure, folder };
    forwarded::check(&front, ["127.0.0.2", "127.0.0.3"]).context("nginx")?;
    drop(begun);
    let begun = caddy(workspace, folder, &ports)?;
    look_through(&ports, "308 1.1").context("Caddy")?;
    forwarded::check(&front, ["127.0.0.4", "127.0.0.5"]).context("Caddy")?;
    drop(begun);
    // Last, because what is counted by kind is not there before the first of its kind.
    names(workspace, &admin)
}

/// The door of the server, and where a proxy before it listens.
struct Ports<'a> {
    http: String,
    /// The address that browsers are given.
    secure: &'a str,
    at: u16,
    plain: u16,
}

/// Looks at the server through a proxy, as browsers do: by HTTP/2, without TLS, and by a socket.
fn look_through(ports: &Ports<'_>, redirect: &str) -> Result<()> {
    let Ports { secure: url, at: secure, plain, .. } = *ports;
    let curl = |arguments: &[&str]| {
        let resolve = [secure, plain].map(|port| format!("play.example.org:{port}:127.0.0.1"));
        let known = [
            "--silent",
            "--insecure",
            "--max-time",
            "20",
            "--resolve",
            &resolve[0],
            "--resolve",
            &resolve[1],
        ];
        let form = ["--output", "/dev/null", "--write-out", "%{http_code} %{http_version}"];
        answer("curl", &[&known[..], &form, arguments].concat())
    };
    let page = format!("{url}/");
    let tried = (0..TRIES).find_map(|_| {
        let said = curl(&["--http2", &page]);
        if said.is_none() {
            std::thread::sleep(BETWEEN);
        }
        said
    });
    ensure!(tried.as_deref() == Some("200 2"), "the page over HTTP/2: {tried:?}");
    let redirected = curl(&[&format!("http://play.example.org:{plain}/")]);
    ensure!(redirected.as_deref() == Some(redirect), "plain HTTP: {redirected:?}");
    let switched = socket(url, secure)?;
    ensure!(switched.starts_with("HTTP/1.1 101"), "the socket: {switched}");
    Ok(())
}

/// How the answer to a request for a socket begins. A socket never ends by itself, so the client is ended.
fn socket(url: &str, port: u16) -> Result<String> {
    let mut curl = Command::new("curl");
    curl.args([
        "--silent",
        "--insecure",
        "--include",
        "--no-buffer",
        "--http1.1",
        "--max-time",
        "20",
    ]);
    curl.args(["--resolve", &format!("play.example.org:{port}:127.0.0.1")]);
    for header in [
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        &format!("Origin: {url}"),
    ] {
        curl.args(["--header", header]);
    }
    let mut client =
        Running(curl.arg(format!("{url}/api/lobby/socket")).stdout(Stdio::piped()).spawn()?);
    let mut first = String::new();
    BufReader::new(client.0.stdout.take().context("it has an output")?).read_line(&mut first)?;
    Ok(first)
}

/// Every number that the rules and the dashboard name is one that the server has.
fn names(workspace: &Workspace, admin: &str) -> Result<()> {
    let said =
        answer("curl", &["--silent", "--max-time", "20", &format!("http://{admin}/metrics")]);
    let said = said.context("the server has no numbers")?;
    let known: Vec<_> =
        said.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let explained = fs::read_to_string(workspace.root.join("docs/OPERATING.md"))?;
    for name in known.iter().filter(|name| name.starts_with("konoba_")) {
        ensure!(
            explained.contains(&format!("`{name}")),
            "docs/OPERATING.md does not explain {name}"
        );
    }
    for file in ["rules.yaml", "dashboard.json"] {
        let text = fs::read_to_string(workspace.root.join("packaging/monitoring").join(file))?;
        let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        let named: Vec<_> = words.filter(|word| word.starts_with("konoba_")).collect();
        ensure!(!named.is_empty(), "{file} names no number");
        for name in named {
            let base =
                ["_total", "_bucket"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
            ensure!(known.contains(&base), "{file} names {name}, which the server does not have");
        }
    }
    Ok(())
}

/// A certificate for the name that the packed configurations have, and its key.
fn certificate(folder: &Path) -> Result<(String, String)> {
    let at = |name: &str| folder.join(name).display().to_string();
    let (key, certificate) = (at("key.pem"), at("certificate.pem"));
    let mut own = Command::new("openssl");
    own.args([
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]);
    own.args(["-subj", "/CN=play.example.org", "-keyout", &key, "-out", &certificate]);
    succeed(own.stderr(Stdio::null()))?;
    Ok((certificate, key))
}

/// Starts nginx with the configuration that is packed, at ports of this machine and with a certificate of its own.
fn nginx(workspace: &Workspace, folder: &Path, ports: &Ports<'_>) -> Result<Running> {
    let Ports { http, at: secure, plain, .. } = ports;
    let at = |name: &str| folder.join(name).display().to_string();
    let (certificate, key) = certificate(folder)?;
    let packed = fs::read_to_string(workspace.root.join("packaging/proxy/nginx.conf"))?;
    let mut text = packed;
    for (from, to) in [
        ("listen 80;", format!("listen 127.0.0.1:{plain};")),
        ("listen 443 ssl http2;", format!("listen 127.0.0.1:{secure} ssl http2;")),
        ("/etc/letsencrypt/live/play.example.org/fullchain.pem", certificate),
        ("/etc/letsencrypt/live/play.example.org/privkey.pem", key),
        ("server 127.0.0.1:8080;", format!("server {http};")),
    ] {
        ensure!(text.contains(from), "nginx.conf has no `{from}` any more");
        text = text.replace(from, &to);
    }
    let whole = format!(
        "daemon off;\nmaster_process off;\npid {};\nerror_log stderr crit;\nevents {{}}\nhttp {{\naccess_log off;\n{text}}}\n",
        at("nginx.pid")
    );
    fs::write(folder.join("nginx.conf"), whole)?;
    let mut nginx = Command::new("nginx");
    nginx.arg("-p").arg(folder).arg("-c").arg(folder.join("nginx.conf")).args(["-e", "stderr"]);
    Ok(Running(nginx.spawn()?))
}

/// The same with Caddy, which would get its certificate from elsewhere, and would listen to the network.
fn caddy(workspace: &Workspace, folder: &Path, ports: &Ports<'_>) -> Result<Running> {
    let Ports { http, at: secure, plain, .. } = ports;
    let (certificate, key) = certificate(folder)?;
    let mut text = fs::read_to_string(workspace.root.join("packaging/proxy/Caddyfile"))?;
    for (from, to) in [
        ("\nplay.example.org {\n", format!("\nplay.example.org {{\n\ttls {certificate} {key}\n")),
        ("127.0.0.1:8080", http.clone()),
    ] {
        ensure!(text.contains(from), "the Caddyfile has no `{from}` any more");
        text = text.replace(from, &to);
    }
    let whole = format!(
        "{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tdefault_bind 127.0.0.1\n\tlog {{\n\t\tlevel ERROR\n\t}}\n}}\n{text}"
    );
    let file = folder.join("Caddyfile");
    fs::write(&file, whole)?;
    let mut caddy = Command::new("caddy");
    caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(file);
    // What it remembers lies in the folder.
    caddy.env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    Ok(Running(caddy.spawn()?))
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
