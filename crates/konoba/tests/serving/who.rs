//! `who` lists people through all doors: telnet, ssh and the browser.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use serde_json::json;
use tungstenite::client::IntoClientRequest;

use crate::table::{PATIENCE, request};

/// A process that ends with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads until a text has come, and gives back all that came.
fn read_until(from: &mut impl Read, text: &str) -> String {
    let (mut seen, mut bytes) = (String::new(), [0; 1024]);
    while !seen.contains(text) {
        let count = from.read(&mut bytes).unwrap();
        assert!(count > 0, "'{text}' was awaited after:\n{seen}");
        seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    seen
}

#[test]
fn people_through_all_doors_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["serve", "--http", "0", "--telnet", "0", "--ssh", "127.0.0.1:0", "--data"])
        .arg(folder.path())
        .env("KONOBA_LOG", "off")
        .stdout(Stdio::piped())
        .spawn();
    let mut server = Ended(server.unwrap());
    let mut lines = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let [http, telnet, ssh]: [SocketAddr; 3] = ["http", "telnet", "ssh"].map(|door| {
        let line = lines.next().unwrap().unwrap();
        line.strip_prefix(door).unwrap().trim().parse().unwrap()
    });

    // Luka waits for an opponent in a browser.
    let cookie = request(http, "POST", "/api/me", &[], &json!({ "name": "Luka" })).1.unwrap();
    let offer = json!({ "setup": "konobi:5", "with": "anyone" });
    let laid = request(http, "POST", "/api/tables", &[("Cookie", &cookie)], &offer).2;
    let url = format!("ws://{http}/api/tables/{}/socket", laid["table"].as_str().unwrap());
    let mut upgrade = url.into_client_request().unwrap();
    upgrade.headers_mut().insert("Cookie", cookie.parse().unwrap());
    let _luka = tungstenite::client(upgrade, TcpStream::connect(http).unwrap()).unwrap();

    // Iva is there by ssh, without a terminal.
    let known = format!("UserKnownHostsFile={}", folder.path().join("known").display());
    let mut iva = Ended(
        Command::new("ssh")
            .args(["-F", "/dev/null", "-p", &ssh.port().to_string(), "-o", &known])
            .args(["-o", "StrictHostKeyChecking=accept-new", "-o", "PubkeyAuthentication=no"])
            .args(["-o", "LogLevel=ERROR", "127.0.0.1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let mut iva_types = iva.0.stdin.take().unwrap();
    let mut iva_reads = iva.0.stdout.take().unwrap();
    read_until(&mut iva_reads, "Your name?");
    iva_types.write_all(b"Iva\n").unwrap();
    read_until(&mut iva_reads, "Iva");

    let mut ana = TcpStream::connect(telnet).unwrap();
    ana.set_read_timeout(Some(PATIENCE)).unwrap();
    read_until(&mut ana, "Your name?");
    ana.write_all(b"Ana\r\n").unwrap();
    let begin = Instant::now();
    let mut seen = String::new();
    // Coming to a table takes a moment to be known.
    while !["Ana is free.", "Iva is free.", "Luka waits"].iter().all(|who| seen.contains(who)) {
        assert!(begin.elapsed() < PATIENCE, "{seen}");
        ana.write_all(b"who\r\n").unwrap();
        seen.push_str(&read_until(&mut ana, "Ana is free."));
    }
    // And the same from the other doors.
    iva_types.write_all(b"who\n").unwrap();
    let told = read_until(&mut iva_reads, "Luka waits");
    assert!(told.contains("Ana is free.") && told.contains("Iva is free."), "{told}");
}
