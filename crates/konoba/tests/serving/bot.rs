//! `konoba bot` seats an engine at a table through the API.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::server::Server;
use crate::table::{PATIENCE, request};
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

/// A person at a table to which a bot was invited, and who plays Black.
struct Host {
    server: Server,
    folder: TempDir,
    cookie: String,
    path: String,
}

impl Host {
    /// Seats an engine in a few lines of shell, which finds the folder as its first argument and what else there is
    /// after it.
    fn invite(time: &str, engine: &str, arguments: &[&str]) -> (Self, Child) {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(&folder.path().join("data"));
        let ana = request(server.http, "POST", "/api/me", &[], &json!({ "name": "Ana" }));
        let cookie = ana.1.unwrap();
        let mut host = Self { server, folder, cookie, path: "/api/tables".to_owned() };
        let setup = "konobi:5,nopie";
        let offer = json!({ "setup": setup, "time": time, "with": "friend", "side": "black" });
        let (laid, http) = (host.post("", &offer), host.server.http);
        host.path = format!("/api/tables/{}", laid["table"].as_str().unwrap());
        let link = format!("http://{http}{}", laid["invite"].as_str().unwrap());
        let bot = Command::new(env!("CARGO_BIN_EXE_konoba"))
            .args(["bot", &link, "--", "sh", "-c", engine, "engine"])
            .arg(host.folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        host.wait_until(|view| view["standing"] == "playing");
        (host, bot)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        let (path, headers) = (format!("{}{path}", self.path), [("Cookie", self.cookie.as_str())]);
        let (status, _, answer) = request(self.server.http, "POST", &path, &headers, body);
        assert!((200..300).contains(&status), "{status} {answer}");
        answer
    }

    fn order(&self, order: &Value) {
        self.post("/orders", order);
    }

    fn view(&self) -> Value {
        let headers = [("Cookie", self.cookie.as_str())];
        let answer = request(self.server.http, "GET", &self.path, &headers, &Value::Null);
        answer.2["table"].clone()
    }

    fn wait_until(&self, holds: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let view = self.view();
            if holds(&view) {
                return view;
            }
            assert!(start.elapsed() < PATIENCE, "{view}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_moves(&self, moves: &[&str]) {
        let of = |view: &Value| -> Vec<String> {
            let played = view["moves"]["then"].as_array().unwrap().iter();
            played.map(|mv| mv["mv"].as_str().unwrap().to_owned()).collect()
        };
        self.wait_until(|view| of(view) == moves);
    }
}

/// What is occupied, what is no move at all, and what there is not in this game.
#[test]
fn a_bot_resigns_when_its_move_is_refused() {
    let engine = r#"while read -r command rest; do
      case $command in genmove) echo "= $2" ;; *) echo "=" ;; esac; echo
    done"#;
    let long = "a".repeat(20_000);
    for (answer, why) in [
        ("C3", "the engine wants to play c3: c3 is occupied"),
        ("hello you", "the engine wants to play hello you: "),
        ("", "the engine wants to play : "),
        ("pass", "the engine wants to play pass: "),
        ("swap", "the engine wants to swap: "),
        (&long, "the engine answered `genmove` with 'aaa"),
    ] {
        let (ana, bot) = Host::invite("none", engine, &[answer]);
        ana.order(&json!({ "do": "play", "move": "c3" }));
        let output = bot.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{answer}: {told}");
        assert!(told.contains(why) && told.contains("; the game was resigned"), "{answer}: {told}");
        let view = ana.view();
        assert_eq!(view["result"]["by"], "resignation", "{answer}: {view}");
        assert_eq!(view["result"]["winner"], 1, "{answer}: {view}");
    }
}

/// The engine is told the time, knows no such command, and thinks until the move that it thinks about has been taken
/// back. Only then does it answer, and later it thinks without end, and the game ends without it.
#[test]
fn a_game_goes_on_while_the_engine_thinks() {
    let engine = r#"while read -r command rest; do
      echo "$command $rest" >> "$1/told"
      case $command in
        genmove)
          while [ ! -e "$1/may-answer" ]; do sleep 0.02; done
          rm "$1/may-answer"; echo "= A1" ;;
        time_left) echo "? unknown command" ;;
        *) echo "=" ;;
      esac
      echo
    done"#;
    let (ana, mut bot) = Host::invite("5+3", engine, &[]);
    let told = || fs::read_to_string(ana.folder.path().join("told")).unwrap();
    let answer = || fs::write(ana.folder.path().join("may-answer"), "").unwrap();
    ana.order(&json!({ "do": "play", "move": "c3" }));
    ana.wait_until(|_| told().contains("genmove white"));
    let commands = told();
    let left = commands.lines().find_map(|line| line.strip_prefix("time_left white ")).unwrap();
    let left: u64 = left.strip_suffix(" 0").unwrap().parse().unwrap();
    assert!((1..=300).contains(&left), "{left}");
    ana.order(&json!({ "do": "undo" }));
    ana.wait_for_moves(&[]);
    answer();
    ana.order(&json!({ "do": "play", "move": "d4" }));
    ana.wait_until(|_| told().contains("play black d4"));
    answer();
    ana.wait_for_moves(&["d4", "a1"]);
    assert!(bot.try_wait().unwrap().is_none());
    ana.order(&json!({ "do": "play", "move": "b2" }));
    ana.wait_until(|_| told().matches("genmove").count() == 3);
    ana.order(&json!({ "do": "resign" }));
    let output = bot.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("Ana (Black) resigned"));
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
