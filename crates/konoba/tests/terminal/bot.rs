//! `konoba bot` at a server behind TLS.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::join::Opponent;
use crate::relay::Relay;
use crate::server::Server;

/// An engine that gives up at its first move.
const ENGINE: &str = r#"while read -r command rest; do
  case $command in genmove) echo "= resign" ;; *) echo "=" ;; esac; echo
done"#;

fn bot(address: &str, authority: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_konoba"));
    command.args(["bot", address, "--game", "konobi:5,nopie", "--", "sh", "-c", ENGINE]);
    command.env("SSL_CERT_FILE", authority).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The bot takes a seat, hears the moves and gives its own, all over TLS. A server that no one vouches for gets no bot.
#[test]
fn a_bot_plays_over_tls() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let relay = Relay::secure(server.http);
    let address = format!("https://localhost:{}", relay.port);
    let authority = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/tls/ca.pem");
    let mut bot_process = bot(&address, &authority).spawn().unwrap();
    let mut lines = BufReader::new(bot_process.stdout.take().unwrap()).lines();
    let page = lines.next().unwrap().unwrap();
    assert!(page.starts_with(&address), "{page}");
    let table = page.rsplit_once("/t/").unwrap().1;
    let luka = Opponent::at(server.http);
    let (head, seated) = luka.ask("POST", &format!("/api/tables/{table}/seat"), &json!({}));
    assert!(head.starts_with("HTTP/1.0 200"), "{head} {seated}");
    // Who plays Black is drawn by lot.
    let view = luka.ask("GET", &format!("/api/tables/{table}"), &json!(null)).1["table"].clone();
    if view["to_move"] == view["you"][0] {
        luka.play(table, "c3");
    }
    let output = bot_process.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    let view = luka.ask("GET", &format!("/api/tables/{table}"), &json!(null)).1["table"].clone();
    assert_eq!(view["result"]["by"], "resignation", "{view}");
    let refused = bot(&address, Path::new("/nowhere")).output().unwrap();
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
}
