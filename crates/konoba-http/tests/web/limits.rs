//! Every limit holds.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use konoba_http::HttpConfig;
use konoba_live::{Config, Limits, Rate};
use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::CloseFrame;

use crate::client::{Client, Socket};
use crate::games::table;
use crate::server::Server;

#[test]
fn connections_of_one_address() {
    let limits = Limits { connections_of_address: 2, ..Limits::default() };
    let server = Server::with(limits);
    let held: Vec<_> = (0..2).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    // The two are counted once the server has taken them, which the third waits for.
    let mut third = TcpStream::connect(server.address).unwrap();
    let mut told = String::new();
    let _ = third.read_to_string(&mut told);
    assert!(told.starts_with("HTTP/1.1 429 "), "{told}");
    drop(held);
    // A closed connection makes room.
    while server.stranger().get("/healthz").status != 200 {}
}

#[test]
fn a_socket_counts_as_a_connection_for_as_long_as_it_is_open() {
    let server = Server::with(Limits { connections_of_address: 2, ..Limits::default() });
    let sockets: Vec<_> =
        (0..2).map(|_| server.stranger().socket("/api/lobby/socket").unwrap()).collect();
    let refused = server.stranger().get("/healthz");
    assert_eq!((refused.status, &refused.json()["id"]), (429, &json!("too-many-connections")));
    assert!(refused.header("retry-after").is_some());
    drop(sockets);
    while server.stranger().get("/healthz").status != 200 {}
}

#[test]
fn connections_in_all() {
    let server = Server::with(Limits { connections: 1, ..Limits::default() });
    let held = server.stranger().socket("/api/lobby/socket").unwrap();
    let refused = server.stranger().get("/healthz");
    assert_eq!((refused.status, &refused.json()["id"]), (503, &json!("too-many-connections")));
    assert!(refused.header("retry-after").is_some());
    drop(held);
    while server.stranger().get("/healthz").status != 200 {}
}

#[test]
fn requests_a_second() {
    let server =
        Server::with(Limits { requests: Rate { per_second: 1, burst: 5 }, ..Limits::default() });
    // Pages are counted apart.
    assert_eq!([(); 12].map(|()| server.stranger().get("/learn").status), [200; 12]);
    let statuses: Vec<u16> = (0..12).map(|_| server.stranger().get("/api/games").status).collect();
    assert_eq!(statuses[..5], [200; 5]);
    assert!(statuses.contains(&429), "{statuses:?}");
    let refused = loop {
        let reply = server.stranger().get("/api/games");
        if reply.status == 429 {
            break reply;
        }
    };
    assert_eq!(refused.json()["id"], "too-often");
    assert!(refused.header("retry-after").is_some());
}

#[test]
fn messages_a_second_on_a_socket() {
    let limits = Limits { messages: Rate { per_second: 1, burst: 3 }, ..Limits::default() };
    let server = Server::with(limits);
    let (id, [ana, luka]) = table(&server, "konobi:5");
    let mut socket = ana.socket(&format!("/api/tables/{id}/socket")).unwrap();
    for _ in 0..20 {
        // The socket may be closed by the time of the last.
        let _ = socket.0.send(Message::text(json!({ "ask": "lines" }).to_string()));
    }
    while socket.hear().is_some() {}
    // The other player does not notice.
    assert!(luka.socket(&format!("/api/tables/{id}/socket")).is_ok());
}

/// What the library that speaks the protocol deals with by itself counts too.
#[test]
fn pings_on_a_socket() {
    let limits = Limits { messages: Rate { per_second: 1, burst: 3 }, ..Limits::default() };
    let server = Server::with(limits);
    let (id, [ana, _]) = table(&server, "konobi:5");
    for path in [format!("/api/tables/{id}/socket"), "/api/lobby/socket".to_owned()] {
        let mut socket = ana.socket(&path).unwrap();
        for _ in 0..20 {
            let _ = socket.0.send(Message::Ping(Default::default()));
        }
        assert_eq!(closed(&mut socket), Some("too many messages".to_owned()), "{path}");
    }
}

/// A message may come in any number of empty fragments, which the library joins without telling us.
#[test]
fn pieces_of_messages_on_a_socket() {
    let reads = Rate { per_second: 1, burst: 200 };
    let bytes = Rate { per_second: 1, burst: 20_000 };
    let server = Server::with(Limits { bytes, ..Limits::default() });
    let slow = Server::with(Limits { reads, ..Limits::default() });
    for (server, piece) in [(&server, 600), (&slow, 6)] {
        let (id, [ana, luka]) = table(server, "konobi:5");
        for path in [format!("/api/tables/{id}/socket"), "/api/lobby/socket".to_owned()] {
            let mut socket = ana.socket(&path).unwrap();
            let stream = socket.0.get_mut();
            stream.set_nodelay(true).unwrap();
            // The beginning of a text, and then pieces of nothing that go on and on.
            let begin = [0x01, 0x80, 0, 0, 0, 0];
            let pieces = [0x00, 0x80, 0, 0, 0, 0].repeat(piece / 6);
            let mut sent = stream.write_all(&begin);
            while sent.is_ok() && server.inside() > 0 {
                sent = stream.write_all(&pieces);
            }
            drop(socket);
        }
        assert!(luka.socket(&format!("/api/tables/{id}/socket")).is_ok());
    }
}

/// A client that asks and asks and never reads the answers is disconnected.
#[test]
fn answers_that_are_not_read() {
    let unread = Duration::from_millis(200);
    // Nothing else ends the connection.
    let many = Rate { per_second: 100_000_000, burst: 100_000_000 };
    let limits = Limits { pages: many, reads: many, bytes: many, ..Limits::default() };
    let server = Server::with(Limits { unread, ..limits });
    let page = server.stranger().get("/learn").body;
    let style = page.split('"').find(|text| text.ends_with(".css")).unwrap();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let request = format!("GET {style} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    // Until there is no room left on the way for more answers, and then for more questions.
    stream.set_write_timeout(Some(Duration::from_secs(30))).unwrap();
    while stream.write_all(request.as_bytes()).is_ok() {}
    while server.inside() > 0 {
        std::thread::yield_now();
    }
}

/// Clients that follow the lobby are told why it ends.
#[test]
fn the_lobby_says_goodbye() {
    let server = Server::open();
    let mut closing = server.stranger().socket("/api/lobby/socket").unwrap();
    let mut chatty = server.stranger().socket("/api/lobby/socket").unwrap();
    closing.hear_of("lobby");
    chatty.say(&json!({ "do": "resign" }));
    assert_eq!(closed(&mut chatty), Some("only the time is told here".to_owned()));
    server.wait(server.house.close());
    assert_eq!(closed(&mut closing), Some("closing".to_owned()));
}

/// A class that comes in at the same time, through one address, is let in.
#[test]
fn fourteen_people_who_arrive_together() {
    let server = Server::with(Limits::default());
    let people: Vec<_> = (0..14).map(|number| (number, server.stranger())).collect();
    let arrive = |(number, mut client): (usize, crate::client::Client)| {
        for path in ["/", "/learn"] {
            let page = client.get(path);
            assert_eq!(page.status, 200, "{page:?}");
            for file in page.body.split('"').filter(|text| text.starts_with("/web/")) {
                assert_eq!(client.get(file).status, 200, "{number} {file}");
            }
        }
        client.call_me(&format!("Person {number}"));
        client.socket("/api/lobby/socket").unwrap()
    };
    let sockets = std::thread::scope(|scope| {
        let arriving = people.into_iter().map(|own| scope.spawn(|| arrive(own)));
        let arriving: Vec<_> = arriving.collect();
        arriving.into_iter().map(|own| own.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(sockets.len(), 14);
}

/// Why a socket was closed, once it is; none if there was no close frame.
fn closed(socket: &mut Socket) -> Option<String> {
    close_frame(socket).map(|frame| frame.reason.to_string())
}

fn close_frame(socket: &mut Socket) -> Option<CloseFrame> {
    loop {
        match socket.0.read() {
            Ok(Message::Close(frame)) => return frame,
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

#[test]
fn the_size_of_bodies_and_messages() {
    let server = Server::with(Limits { message_bytes: 1000, ..Limits::default() });
    let (id, [ana, _]) = table(&server, "konobi:5");
    let long = json!({ "name": "x".repeat(2000) }).to_string();
    let refused = ana.post("/api/me", &long);
    assert_eq!((refused.status, &refused.json()["id"]), (413, &json!("body")));
    for path in [format!("/api/tables/{id}/socket"), "/api/lobby/socket".to_owned()] {
        let mut socket = ana.socket(&path).unwrap();
        let _ = socket.0.send(Message::text("x".repeat(20_000)));
        let frame = close_frame(&mut socket).expect("the client is told why");
        assert_eq!((u16::from(frame.code), frame.reason.as_str()), (1009, "message too long"));
    }
    let mut socket = ana.socket(&format!("/api/tables/{id}/socket")).unwrap();
    socket.hear_of("table");
    let _ = socket.0.send(Message::binary(vec![1, 2, 3]));
    while socket.hear().is_some() {}
}

#[test]
fn heads_that_dawdle() {
    let server = Server::with(Limits { head: Duration::from_millis(100), ..Limits::default() });
    for begun in ["", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(begun.as_bytes()).unwrap();
        let mut rest = Vec::new();
        // It ends without our having sent more.
        let _ = stream.read_to_end(&mut rest);
    }
    let mut long = TcpStream::connect(server.address).unwrap();
    let head = format!("GET / HTTP/1.1\r\nx: {}", "y".repeat(100_000));
    let _ = long.write_all(head.as_bytes());
    let mut reply = String::new();
    let _ = long.read_to_string(&mut reply);
    assert!(reply.is_empty() || reply.starts_with("HTTP/1.1 431"), "{reply}");
}

#[test]
fn half_open_sockets() {
    let (ping, silence) = (Duration::from_millis(100), Duration::from_secs(3));
    let server = Server::with(Limits { ping, silence, ..Limits::default() });
    let (id, [ana, _]) = table(&server, "konobi:5");
    let mut watcher = server.stranger().socket(&format!("/api/tables/{id}/socket")).unwrap();
    let silent = ana.socket(&format!("/api/tables/{id}/socket")).unwrap();
    // The client that reads answers pings, and sees the silent one counted as gone.
    let mut was_there = false;
    loop {
        let message = watcher.hear().expect("a client that answers stays");
        let is_present = &message["is_present"][0];
        was_there |= is_present == &json!(true);
        if was_there && is_present == &json!(false) {
            break;
        }
    }
    drop(silent);
}

/// A browser that loads too often gets the reason in a page that tries again by itself; a program gets JSON.
#[test]
fn a_page_that_is_refused_says_so_in_words() {
    let pages = Rate { per_second: 1, burst: 1 };
    let server = Server::with(Limits { pages, ..Limits::default() });
    let program = server.stranger();
    let person = program.with("Accept", "text/html,application/xhtml+xml;q=0.9");
    // A second may pass between two of them.
    let refused = |client: &Client| loop {
        let reply = client.get("/settings");
        if reply.status == 429 {
            return reply;
        }
    };
    let [shown, told] = [&person, &program].map(refused);
    assert!(shown.header("content-type").unwrap().starts_with("text/html"), "{}", shown.head);
    assert!(shown.body.contains("That is too much at once"), "{}", shown.body);
    assert_eq!(shown.header("refresh"), shown.header("retry-after"));
    assert_eq!(told.json()["id"], "too-often");
    // What cannot be changed by waiting is not tried again.
    let server = Server::open();
    let misled = server.stranger().with("Accept", "text/html").with("Host", "evil.example");
    let misled = misled.get("/settings");
    assert_eq!((misled.status, misled.header("refresh")), (421, None));
    assert!(misled.body.contains("<h1>"), "{}", misled.body);
}

#[test]
fn tables_of_a_guest_and_watchers_of_a_table() {
    let config = Config { max_tables_of_guest: 2, max_visitors: 2, ..Config::default() };
    let server = Server::configured(HttpConfig::default(), config);
    let ana = server.guest("Ana");
    let offer = json!({ "setup": "konobi:5", "with": "anyone" }).to_string();
    let laid = ana.post("/api/tables", &offer).json();
    assert_eq!(ana.post("/api/tables", &offer).status, 201);
    let third = ana.post("/api/tables", &offer);
    assert_eq!((third.status, &third.json()["id"]), (429, &json!("too-many-tables")));
    let path = format!("/api/tables/{}/socket", laid["table"].as_str().unwrap());
    let _watching: Vec<_> = (0..2).map(|_| server.stranger().socket(&path).unwrap()).collect();
    assert_eq!(server.stranger().socket(&path).err(), Some(429));
    assert!(ana.socket(&path).is_ok(), "there is room for those who play");
}

#[test]
fn other_sites() {
    let server = Server::open();
    let (id, [ana, _]) = table(&server, "konobi:5");
    let own = format!("http://{}", server.address);
    let order = json!({ "do": "resign" }).to_string();
    let orders = format!("/api/tables/{id}/orders");
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let evil = ana.with("Origin", origin);
        let refused = evil.post(&orders, &order);
        assert_eq!((refused.status, &refused.json()["id"]), (403, &json!("origin")), "{origin}");
        assert_eq!(evil.socket(&format!("/api/tables/{id}/socket")).err(), Some(403), "{origin}");
        assert_eq!(evil.socket("/api/lobby/socket").err(), Some(403), "{origin}");
    }
    let ours = ana.with("Origin", &own);
    assert!(ours.socket(&format!("/api/tables/{id}/socket")).is_ok());
    assert_eq!(ours.post(&orders, &order).status, 200);
}

/// A name of another site that was made to point here is not ours.
#[test]
fn other_names() {
    let server = Server::configured(secure(), Config::default());
    let under = |host: &str| server.stranger().with("Host", host);
    let refused = under("evil.example").get("/api/games");
    assert_eq!((refused.status, &refused.json()["id"]), (421, &json!("host")));
    for path in ["/", "/t/0", "/api/me", "/healthz"] {
        assert_eq!(under("evil.example:80").get(path).status, 421, "{path}");
    }
    for host in ["play.example", "localhost:8080", "[::1]", &server.address.to_string()] {
        assert_eq!(under(host).get("/api/games").status, 200, "{host}");
    }
    assert_eq!(server.stranger().get("http://evil.example/api/games").status, 421);
    assert_eq!(server.stranger().get("http://play.example/api/games").status, 200);
}

/// A request without a host, or with two, is one that machines on its way may read differently.
#[test]
fn one_host() {
    let server = Server::open();
    for hosts in ["", "Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nHost: evil\r\n"]
    {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = format!("GET /api/games HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 400 "), "{hosts}: {reply}");
    }
}

/// A page that was not sent over TLS may have been changed on its way, so it is not our page.
#[test]
fn our_own_page_over_the_wrong_scheme_and_other_sites_that_name_none() {
    let server = Server::configured(secure(), Config::default());
    let ana = server.guest("Ana").with("Host", "play.example");
    let rename =
        |client: &crate::client::Client| client.post("/api/me", r#"{"name":"Iva"}"#).status;
    assert_eq!(rename(&ana.with("Origin", "http://play.example")), 403);
    assert_eq!(rename(&ana.with("Sec-Fetch-Site", "cross-site")), 403);
    assert_eq!(rename(&ana.with("Sec-Fetch-Site", "same-site")), 403);
    assert_eq!(ana.get("/api/me").json(), json!({ "name": "Ana" }));
    assert_eq!(ana.with("Sec-Fetch-Site", "cross-site").get("/").status, 200, "a link is one");
    let own = ana.with("Origin", "https://play.example").with("Sec-Fetch-Site", "same-origin");
    assert_eq!(rename(&own), 200);
}

fn secure() -> HttpConfig {
    let url = Some("https://play.example".parse().unwrap());
    HttpConfig { url, ..HttpConfig::default() }
}

#[test]
fn requests_through_a_proxy_are_counted_where_they_come_from() {
    let requests = Rate { per_second: 1, burst: 2 };
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let flood = |server: &Server, from: &str| {
        let client = server.stranger().with("X-Forwarded-For", from);
        (0..8).any(|_| client.get("/api/games").status == 429)
    };
    let trusting = Server::with(Limits { requests, proxies, ..Limits::default() });
    assert!(flood(&trusting, "198.51.100.1"));
    let other = trusting.stranger().with("X-Forwarded-For", "198.51.100.1, 198.51.100.2");
    assert_eq!(other.get("/api/games").status, 200);
    // From any other client it is only a claim.
    let wary = Server::with(Limits { requests, ..Limits::default() });
    assert!((0..8).any(|number| {
        let claim = wary.stranger().with("X-Forwarded-For", &format!("198.51.100.{number}"));
        claim.get("/api/games").status == 429
    }));
}

/// Whatever is sent, the house answers or closes, and goes on.
#[test]
fn nonsense() {
    let server = Server::open();
    let (id, [ana, _]) = table(&server, "konobi:5");
    let bodies = [
        "",
        "{",
        "[]",
        "null",
        "7",
        "\"x\"",
        "{}",
        r#"{"do":"dance"}"#,
        r#"{"do":"play"}"#,
        r#"{"do":"play","move":7}"#,
        r#"{"do":"play","move":"zz99"}"#,
        r#"{"do":"play","move":"c3","seen":-1}"#,
        r#"{"do":"play","move":"c3","seen":99999999999999999999999}"#,
        r#"{"do":"play","move":"c3","id":""}"#,
        r#"{"do":"play","move":"c3","id":"ž"}"#,
        r#"{"do":"play","move":"c3","seat":3}"#,
        r#"{"do":"play","move":"c3","seat":2}"#,
        r#"{"do":"resign","seen":0}"#,
        r#"{"do":"resign","seen":77}"#,
        "\u{0}",
        "\u{feff}{}",
    ];
    let mut socket = ana.socket(&format!("/api/tables/{id}/socket")).unwrap();
    for body in bodies {
        let reply = ana.post(&format!("/api/tables/{id}/orders"), body);
        assert!((400..500).contains(&reply.status), "{body} {reply:?}");
        assert!(reply.json()["says"].is_string(), "{body} {reply:?}");
        socket.0.send(Message::text(body)).unwrap();
        assert!(socket.hear_of("refused")["says"].is_string(), "{body}");
    }
    let wrong = [
        ("/api/tables", r#"{"setup":"konobi","with":"nobody"}"#, "`with`"),
        ("/api/tables", r#"{"with":"friend"}"#, "`setup`"),
        ("/api/qr", r#"{"link":"x"}"#, "`text`"),
        (&format!("/api/tables/{id}/orders"), r#"{"do":"resign","seen":"x"}"#, "`seen`"),
    ];
    for (path, body, field) in wrong {
        let reply = ana.post(path, body);
        assert!(reply.json()["says"].as_str().unwrap().contains(field), "{body} {reply:?}");
    }
    socket.say(&json!({ "do": "resign", "seen": "x" }));
    assert_eq!(socket.hear_of("refused")["says"], "The field `seen` must be a whole number.");
    for path in [
        "/api/tables/x",
        "/api/tables/%00",
        "/api/tables/0000000000000000",
        "/api/nothing",
        "/api/tables/x/why?move=c3",
    ] {
        assert_eq!(ana.get(path).status, 404, "{path}");
    }
    for path in [format!("/api/tables/{id}/socket"), "/api/lobby/socket".to_owned()] {
        let reply = ana.get(&path);
        assert_eq!((reply.status, &reply.json()["id"]), (400, &json!("upgrade")), "{path}");
    }
    assert_eq!(ana.request("PUT", "/api/me", "{}").status, 405);
    let view = ana.get(&format!("/api/tables/{id}")).json();
    assert_eq!(view["table"]["version"], 1, "nothing has happened");
}
