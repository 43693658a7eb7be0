//! `konoba bot` seats an engine at a table through the API.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::server::Server;
use crate::table::request;
use crate::view::legal;

/// An engine in a few lines of shell, which knows three moves.
const ENGINE: &str = r#"
set -- C3 C5 E1
while read -r command rest; do
  case $command in
    genmove) if [ $# -gt 0 ]; then echo "= $1"; shift; else echo "= resign"; fi ;;
    *) echo "=" ;;
  esac
  echo
done
"#;

#[test]
fn an_engine_plays_against_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let address = format!("http://{}", server.http);
    let mut bot = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["bot", &address, "--game", "konobi:5,nopie", "--name", "Rex", "--"])
        .args(["sh", "-c", ENGINE])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(bot.stdout.take().unwrap()).lines();
    let page = lines.next().unwrap().unwrap();
    let table = page.rsplit_once("/t/").unwrap().1.to_owned();
    let cookie = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" })).1.unwrap();
    let headers = [("Cookie", cookie.as_str())];
    let path = format!("/api/tables/{table}");
    let seated = request(server.http, "POST", &format!("{path}/seat"), &headers, &json!({}));
    assert_eq!(seated.0, 200, "{seated:?}");
    loop {
        assert!(bot.try_wait().unwrap().is_none_or(|status| status.success()));
        let view = request(server.http, "GET", &path, &headers, &Value::Null).2["table"].clone();
        if view["standing"] == "over" {
            assert_eq!(view["result"]["by"], "resignation", "{view}");
            assert_eq!(view["seats"][0]["name"], "Rex (bot)");
            break;
        }
        if view["to_move"] == 2 {
            let order = json!({ "do": "play", "move": legal(&view)[0], "seen": view["version"] });
            let done = request(server.http, "POST", &format!("{path}/orders"), &headers, &order);
            assert_eq!(done.0, 200, "{done:?}");
        }
    }
    assert!(lines.next().unwrap().unwrap().starts_with("Ana ("));
    assert!(bot.wait().unwrap().success());
}

/// An engine that dies after it has sat down. The person who plays it is not left alone.
#[test]
fn a_bot_resigns_when_its_engine_dies() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let address = format!("http://{}", server.http);
    let engine =
        "while read -r command rest; do [ $command = genmove ] && exit 3; echo =; echo; done";
    let mut bot = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["bot", &address, "--game", "konobi:5,nopie", "--", "sh", "-c", engine])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(bot.stdout.take().unwrap()).lines();
    let page = lines.next().unwrap().unwrap();
    let path = format!("/api/tables/{}", page.rsplit_once("/t/").unwrap().1);
    let cookie = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" })).1.unwrap();
    let headers = [("Cookie", cookie.as_str())];
    let seated = request(server.http, "POST", &format!("{path}/seat"), &headers, &json!({}));
    assert_eq!(seated.0, 200, "{seated:?}");
    // Who plays Black is drawn by lot.
    let view = request(server.http, "GET", &path, &headers, &Value::Null).2["table"].clone();
    if view["to_move"] == view["you"][0] {
        let order = json!({ "do": "play", "move": "c3", "seen": view["version"] });
        let played = request(server.http, "POST", &format!("{path}/orders"), &headers, &order);
        assert_eq!(played.0, 200, "{played:?}");
    }
    let output = bot.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("the engine ended instead of answering `genmove`; the game was resigned"),
        "{told}"
    );
    let view = request(server.http, "GET", &path, &headers, &Value::Null).2["table"].clone();
    assert_eq!(view["result"]["by"], "resignation", "{view}");
}

/// No person waits for an engine that does not work.
#[test]
fn an_engine_that_does_not_work_takes_no_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let address = format!("http://{}", server.http);
    let output = Command::new(env!("CARGO_BIN_EXE_konoba"))
        .args(["bot", &address, "--game", "konobi:5", "--", "sh", "-c", "exit 3"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("`boardsize`; no seat was taken"), "{told}");
    let lobby = request(server.http, "GET", "/api/lobby", &[], &Value::Null).2;
    assert_eq!(lobby["open"].as_array().map(Vec::len), Some(0), "{lobby}");
}
