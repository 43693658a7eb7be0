//! `konoba join`: the full screen at the tables of a server elsewhere.

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use portable_pty::CommandBuilder;
use serde_json::{Value, json};

use crate::pty::Terminal;
use crate::relay::{Relay, Way};
use crate::server::Server;

/// An opponent at the API of the server.
pub(crate) struct Opponent {
    pub(crate) server: SocketAddr,
    cookie: String,
}

impl Opponent {
    pub(crate) fn at(server: SocketAddr) -> Self {
        let mut opponent = Self { server, cookie: String::new() };
        let head = opponent.ask("POST", "/api/me", &json!({ "name": "Luka" })).0;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        opponent.cookie = cookie.split(';').next().unwrap().to_owned();
        opponent
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: &Value) -> (String, Value) {
        let (body, Self { server, cookie }) = (body.to_string(), self);
        let mut stream = TcpStream::connect(server).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {server}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), serde_json::from_str(body).unwrap_or_default())
    }

    /// Lays a table at which the other side moves first.
    fn lay(&self) -> String {
        let offer = json!({ "setup": "konobi:3,nopie", "with": "anyone", "side": "white" });
        self.ask("POST", "/api/tables", &offer).1["table"].as_str().unwrap().to_owned()
    }

    pub(crate) fn play(&self, table: &str, mv: &str) {
        let order = json!({ "do": "play", "move": mv });
        let (head, answer) = self.ask("POST", &format!("/api/tables/{table}/orders"), &order);
        assert!(head.starts_with("HTTP/1.0 200"), "{head} {answer}");
    }

    /// The moves that were played, all of them.
    pub(crate) fn moves(&self, table: &str) -> Vec<String> {
        let view = self.ask("GET", &format!("/api/tables/{table}"), &Value::Null).1;
        let moves = view["table"]["moves"]["then"].as_array().unwrap();
        moves.iter().map(|mv| mv["mv"].as_str().unwrap().to_owned()).collect()
    }
}

fn join(home: &Path, url: &str) -> Terminal {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_konoba"));
    command.args(["join", url, "--name", "Ana"]);
    let authority = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/terminal/tls/ca.pem");
    command.env("SSL_CERT_FILE", authority);
    Terminal::run(home, command)
}

/// The server is killed in the middle of a game and comes back; a move that is made meanwhile is played then. Later an answer is
/// lost on the way: the move is there once. The token is kept, and leads back.
#[test]
fn a_killed_server_loses_and_doubles_nothing() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let mut luka = Opponent::at(server.http);
    let table = luka.lay();
    let house = format!("http://127.0.0.1:{}", relay.port);
    let mut ana = join(home.path(), &format!("{house}/t/{table}"));
    ana.see("Your turn.");
    ana.press("b3\r");
    ana.see("Luka (White) is to move.");
    luka.play(&table, "a1");
    ana.see("plays a1");
    server.kill();
    relay.lead(Way::Nowhere);
    ana.see("No connection. Your game is safe; reconnecting");
    ana.press("b2\r");
    ana.see("Your move is kept and is sent again by itself.");
    let server = Server::start(data.path());
    luka.server = server.http;
    relay.lead(Way::To(server.http));
    ana.see("3 b2");
    assert_eq!(luka.moves(&table), ["b3", "a1", "b2"]);
    // What is answered to the next order is lost.
    luka.play(&table, "a2");
    ana.see("plays a2");
    relay.lead(Way::OnceWithoutAnswer(server.http));
    ana.press("b1\r");
    ana.see("connecting top and bottom");
    assert_eq!(luka.moves(&table), ["b3", "a1", "b2", "a2", "b1"]);
    ana.quit();
    // The token is for its owner alone, and leads back to the games.
    let kept = fs::read_dir(home.path().join("state/houses")).unwrap();
    let kept: Vec<_> = kept.map(|file| file.unwrap().path()).collect();
    assert_eq!(kept.len(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&kept[0]).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let next = luka.lay();
    let mut again = join(home.path(), &house);
    again.see("Tables (1)");
    again.press("\x1b[B".repeat(7) + "\r\r");
    again.see("Your turn.");
    again.press("b2\r");
    again.see("Luka (White) is to move.");
    assert_eq!(luka.moves(&next), ["b2"]);
    again.quit();
    let back = join(home.path(), &house);
    back.see("Luka (White) is to move.");
    back.quit();
}

/// A person who waits and wants something else while there is no connection goes on waiting, and comes to the game.
#[test]
fn an_offer_that_cannot_be_taken_back_is_still_waited_at() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let luka = Opponent::at(server.http);
    let table = luka.lay();
    let mut ana = join(home.path(), &format!("http://127.0.0.1:{}/t/{table}", relay.port));
    ana.see("Your turn.");
    ana.press("b3\r");
    ana.see("Luka (White) is to move.");
    ana.press("\x1b");
    ana.see("Continue Konobi");
    ana.press("\x1b[B".repeat(7) + "\r");
    ana.see("Waiting for an opponent.");
    relay.lead(Way::Nowhere);
    ana.see("No connection. Reconnecting…");
    ana.press("\x1b[A".repeat(7) + "\r");
    ana.see("No connection. Nothing is lost; try again in a moment.");
    ana.see("Esc stops waiting.");
    relay.lead(Way::Except(server.http, "DELETE", DISK_FULL));
    ana.press("\x1b");
    ana.see("The disk is full. Waiting for an opponent.");
    relay.lead(Way::To(server.http));
    let lobby = luka.ask("GET", "/api/lobby", &Value::Null).1;
    let offer = lobby["open"][0]["table"].as_str().unwrap().to_owned();
    let seated = luka.ask("POST", &format!("/api/tables/{offer}/seat"), &json!({}));
    assert!(seated.0.starts_with("HTTP/1.0 200"), "{seated:?}");
    ana.see("u undo");
    ana.quit();
}

/// The disk of the server is full for a while, and then it has too much to do: that is told, the seat is kept, and what was
/// refused is tried again, at longer and longer intervals.
#[test]
fn a_server_in_trouble_is_asked_again() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let luka = Opponent::at(server.http);
    let table = luka.lay();
    let mut ana = join(home.path(), &format!("http://127.0.0.1:{}/t/{table}", relay.port));
    ana.see("Your turn.");
    relay.lead(Way::Except(server.http, "/orders", DISK_FULL));
    ana.press("b3\r");
    ana.see("The disk is full. Your move is kept and is sent again by itself.");
    thread::sleep(Duration::from_secs(3));
    let shown = ana.see("The disk is full.");
    assert!(!shown.contains("onnect"), "{shown}");
    let asked = relay.excepted();
    assert!((3..=6).contains(&asked), "{asked} times in 3 s");
    relay.lead(Way::To(server.http));
    ana.see("Luka (White) is to move.");
    assert_eq!(luka.moves(&table), ["b3"]);
    relay.lead(Way::Except(server.http, "/events", TOO_OFTEN));
    luka.play(&table, "a1");
    ana.see("Wait a moment.");
    relay.lead(Way::To(server.http));
    ana.see("plays a1");
    ana.quit();
}

/// The server hangs for a moment: what is pressed meanwhile is not played later, on a board that was never seen.
#[test]
fn keys_that_are_pressed_while_the_server_hangs_are_no_moves() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let luka = Opponent::at(server.http);
    let table = luka.lay();
    let mut ana = join(home.path(), &format!("http://{}/t/{table}", server.http));
    ana.see("Your turn.");
    server.freeze();
    ana.press("b3\r");
    ana.see("Your move is on its way; the server has not answered yet.");
    ana.press("b2\r");
    ana.see("Your move is still on its way. Nothing else was done; try again once it is answered.");
    // What follows the key is seen, so the key was taken before the server answered.
    ana.press("u\x1b[C");
    ana.see("c2, empty.");
    server.thaw();
    ana.see("Luka (White) is to move.");
    luka.play(&table, "a1");
    ana.see("plays a1");
    ana.press("b2\r");
    ana.see("3 b2");
    assert_eq!(luka.moves(&table), ["b3", "a1", "b2"]);
    ana.quit();
}

/// A connection over which nothing comes is told while the clock runs, and what was wanted is called by its name. A second
/// wish is not kept.
#[test]
fn a_dead_line_is_told_soon() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let table = Opponent::at(server.http).lay();
    let mut ana = join(home.path(), &format!("http://127.0.0.1:{}/t/{table}", relay.port));
    ana.see("Your turn.");
    relay.lead(Way::Except(server.http, "/orders", ""));
    ana.press("Ry");
    ana.see("Your resignation is on its way; the server has not answered yet.");
    ana.see("No connection. Your resignation is kept and is sent again by itself.");
    ana.press("b3\r");
    ana.see("Your resignation is still on its way. Nothing else was done");
    relay.lead(Way::To(server.http));
    ana.see("because you resigned");
    ana.quit();
}

/// A server for telnet is not waited for.
#[test]
fn another_server_is_told_at_once() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let mut ana = join(home.path(), &format!("http://{}", server.telnet));
    assert_eq!(ana.end(), 1);
    let written = ana.written();
    assert!(written.contains("Connecting to 127.0.0.1..."), "{written}");
    assert!(written.contains("There is no Konoba server at this address."), "{written}");
}

/// A move on a line that is dead is not taken for played when the person leaves.
#[test]
fn a_move_without_an_answer_is_no_success() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::to(server.http);
    let table = Opponent::at(server.http).lay();
    let mut ana = join(home.path(), &format!("http://127.0.0.1:{}/t/{table}", relay.port));
    ana.see("Your turn.");
    relay.lead(Way::Except(server.http, "/orders", ""));
    ana.press("b3\r");
    while relay.excepted() == 0 {
        thread::sleep(Duration::from_millis(50));
    }
    ana.press([3]);
    assert_eq!(ana.end(), 1);
    assert!(ana.written().contains("the server has not confirmed your last move"));
}

/// A player who has games here and enters the code of another one is told what that means, and enters it again.
#[test]
fn a_code_of_another_player_is_entered_twice() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let luka = Opponent::at(server.http);
    let table = luka.lay();
    let house = format!("http://{}", server.http);
    let mut ana = join(home.path(), &format!("{house}/t/{table}"));
    ana.see("Your turn.");
    ana.press("b3\r");
    ana.see("Luka (White) is to move.");
    ana.quit();
    let resigned =
        luka.ask("POST", &format!("/api/tables/{table}/orders"), &json!({ "do": "resign" }));
    assert!(resigned.0.starts_with("HTTP/1.0 200"), "{resigned:?}");
    let device = luka.ask("POST", "/api/me/device", &json!({})).1;
    let mut ana = join(home.path(), &house);
    ana.see("Tables (0)");
    ana.press(format!("{}\r{}\r", "\x1b[B".repeat(7), device["code"].as_str().unwrap()));
    ana.see("This device is known as Ana, who has games here. Enter the code again");
    // That it is read takes a while.
    thread::sleep(Duration::from_secs(1));
    ana.press("\r");
    ana.see("You are Luka here too, with all your games.");
    ana.quit();
}

const DISK_FULL: &str = "HTTP/1.0 503 Service Unavailable\r\n\r\n\
    {\"id\":\"store-full\",\"says\":\"The disk is full.\",\"blamed\":[],\"missed\":[],\"version\":null}";
const TOO_OFTEN: &str = "HTTP/1.0 429 Too Many Requests\r\n\r\n\
    {\"id\":\"too-often\",\"says\":\"Wait a moment.\",\"blamed\":[],\"missed\":[],\"version\":null}";

/// A game over TLS, from the home screen.
#[test]
fn over_tls() {
    let [home, data] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let server = Server::start(data.path());
    let relay = Relay::secure(server.http);
    let luka = Opponent::at(server.http);
    let table = luka.lay();
    let house = format!("https://localhost:{}", relay.port);
    let mut ana = join(home.path(), &house);
    ana.see("Tables (1)");
    ana.press("\x1b[B".repeat(7) + "\r\r");
    ana.see("Your turn.");
    ana.press("b3\r");
    ana.see("Luka (White) is to move.");
    luka.play(&table, "a1");
    ana.see("plays a1");
    assert_eq!(luka.moves(&table), ["b3", "a1"]);
    ana.press("Sa");
    ana.see("You say: Hello");
    luka.ask("POST", &format!("/api/tables/{table}/remarks"), &json!({ "remark": "thanks" }));
    ana.see("Luka says: Thanks");
    // Luka misses the only move that wins; the game is given up, and then analysed.
    ana.press("a3\r");
    ana.see("Luka (White) is to move.");
    luka.play(&table, "c1");
    ana.see("plays c1");
    ana.press("R");
    ana.see("y yes");
    ana.press("y");
    ana.see("resigned");
    ana.press("E");
    ana.see("[ goes to the previous move.");
    ana.press("{");
    ana.wait("an analysis", |screen| {
        let shown = screen.contents();
        let said = shown.lines().skip_while(|line| !line.contains("Computer:")).nth(1);
        said.is_some_and(|said| said.contains(" wins in at most ") || said.contains(" %: "))
    });
    ana.press("P");
    ana.see("Only one move won.");
    ana.press("T");
    ana.see("Move 4, instead of c1");
    ana.press("\x1b");
    ana.see("Only one move won.");
    ana.quit();
    // A house that no one vouches for is not trusted.
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_konoba"));
    command.args(["join", &house]);
    command.env("SSL_CERT_FILE", "/nowhere");
    let mut refused = Terminal::run(home.path(), command);
    assert_eq!(refused.end(), 1, "{}", refused.written());
}
