//! `konoba bot` at a server behind TLS.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::join::Opponent;
use crate::relay::{Relay, Way};
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

/// The server is killed while the engine thinks, and comes back. The move arrives then, and the bot hears the answer.
#[test]
fn a_bot_comes_back_to_its_game() {
    let engine = r#"while read -r command rest; do
      case $command in
        genmove)
          touch "$1/thinks"
          while [ ! -e "$1/go" ]; do sleep 0.02; done
          echo "= $answer" ;;
        clear_board) answer=A1; echo "=" ;;
        play) [ "$rest" = "black d5" ] && answer=resign; echo "=" ;;
        *) echo "=" ;;
      esac
      echo
    done"#;
    let [folder, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let mut luka = Opponent::at(server.http);
    let offer = json!({ "setup": "konobi:5,nopie", "with": "anyone", "side": "black" });
    let laid = luka.ask("POST", "/api/tables", &offer).1;
    let table = laid["table"].as_str().unwrap();
    let bot = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["bot", &format!("http://127.0.0.1:{}/t/{table}", relay.port), "--"])
        .args(["sh", "-c", engine, "engine"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let wait = |holds: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < Duration::from_secs(60), "it does not happen");
            thread::sleep(Duration::from_millis(20));
        }
    };
    let view = |luka: &Opponent| {
        luka.ask("GET", &format!("/api/tables/{table}"), &json!(null)).1["table"].clone()
    };
    wait(&|| view(&luka)["standing"] == "playing");
    luka.play(table, "c3");
    wait(&|| folder.path().join("thinks").exists());
    server.kill();
    relay.lead(Way::Nowhere);
    fs::write(folder.path().join("go"), "").unwrap();
    let server = Server::start(data.path());
    luka.server = server.http;
    relay.lead(Way::To(server.http));
    wait(&|| luka.moves(table) == ["c3", "a1"]);
    luka.play(table, "d5");
    let output = bot.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(view(&luka)["result"]["by"], "resignation");
}
