//! Headers, cookies, pages, health.

use base64::Engine as _;
use konoba_http::HttpConfig;
use konoba_live::Config;
use serde_json::json;
use sha2::Digest as _;

use crate::games::table;
use crate::server::Server;

#[test]
fn every_answer_bears_the_headers_that_protect_its_reader() {
    let server = Server::open();
    let stranger = server.stranger();
    for path in ["/", "/api/lobby", "/api/openapi.json", "/nothing", "/healthz", "/t/nothing"] {
        let reply = stranger.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        let scripts = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval';";
        let rest = policy.strip_prefix(scripts).expect(path);
        assert!(!rest.contains("inline") && !rest.contains("eval"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(reply.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(reply.header("cache-control").is_some(), "{path}");
    }
}

#[test]
fn the_policy_allows_the_style_of_a_board_and_no_other() {
    let server = Server::open();
    let (id, _) = table(&server, "konobi:5");
    for path in [format!("/api/tables/{id}/board"), "/api/draw?setup=order-and-chaos".to_owned()] {
        let reply = server.stranger().get(&path);
        assert_eq!(reply.header("content-type"), Some("image/svg+xml"));
        let style = reply.body.split("<style class=\"style\">").nth(1).unwrap();
        let style = style.split("</style>").next().unwrap();
        let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(style));
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains(&format!("'sha256-{hash}'")), "{path}");
    }
}

#[test]
fn the_cookie_is_for_this_house_alone() {
    let check = |url: Option<&str>, is_secure: bool| {
        let http = HttpConfig { url: url.map(|url| url.parse().unwrap()), ..HttpConfig::default() };
        let server = Server::configured(http, Config::default());
        let reply = server.stranger().post("/api/me", r#"{"name":"Ana"}"#);
        let cookie = reply.header("set-cookie").unwrap().to_owned();
        for flag in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
            assert!(cookie.contains(flag), "{cookie}");
        }
        assert_eq!(cookie.contains("Secure"), is_secure, "{cookie}");
        assert_eq!(cookie.starts_with("__Host-konoba="), is_secure, "{cookie}");
        let token = cookie.split(['=', ';']).nth(1).unwrap();
        assert!(token.len() >= 52, "256 bits in letters of five");
    };
    check(None, false);
    check(Some("https://play.example"), true);
}

/// A page under another name of the domain can plant a cookie of the name without TLS, and so make a visitor play as
/// another guest.
#[test]
fn under_tls_the_cookie_without_it_is_not_read_and_deleted() {
    let url = Some("https://play.example".parse().unwrap());
    let http = HttpConfig { url, ..HttpConfig::default() };
    let server = Server::configured(http, Config::default());
    let ana = server.guest("Ana");
    let (_, cookie) = ana.headers.iter().find(|(name, _)| name == "Cookie").unwrap();
    let token = cookie.strip_prefix("__Host-konoba=").unwrap();
    let planted = server.stranger().with("Cookie", &format!("konoba={token}"));
    let reply = planted.get("/api/me");
    assert_eq!(reply.json(), json!({ "name": null }));
    let set: Vec<_> =
        reply.head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")).collect();
    assert!(
        matches!(set[..], [set] if set.starts_with("konoba=;") && set.contains("Max-Age=0")),
        "{set:?}"
    );
    let both = server.stranger().with("Cookie", &format!("konoba={}; {cookie}", "0".repeat(52)));
    assert_eq!(both.get("/api/me").json(), json!({ "name": "Ana" }));
    assert_eq!(ana.get("/api/me").header("set-cookie"), None);
}

#[test]
fn a_name_is_kept_and_changed_and_hostile_ones_are_refused() {
    let server = Server::open();
    let ana = server.guest("Ana");
    assert_eq!(ana.get("/api/me").json(), json!({ "name": "Ana" }));
    let renamed = ana.post("/api/me", r#"{"name":"  Ana Marija "}"#);
    assert_eq!(renamed.header("set-cookie"), None);
    assert_eq!(ana.get("/api/me").json(), json!({ "name": "Ana Marija" }));
    assert_eq!(server.stranger().get("/api/me").json(), json!({ "name": null }));
    for (name, id) in [
        ("", "name-empty"),
        ("\u{1b}[31mred", "name-control"),
        ("\u{202e}anA", "name-bidi"),
        ("An\u{200b}a", "name-invisible"),
        (&"x".repeat(33), "name-too-long"),
    ] {
        let reply = ana.post("/api/me", &json!({ "name": name }).to_string());
        assert_eq!((reply.status, &reply.json()["id"]), (422, &json!(id)), "{name:?}");
    }
}

#[test]
fn the_page_of_a_table_holds_its_board_and_nothing_that_runs() {
    let server = Server::open();
    let mut ana = server.stranger();
    ana.call_me("<script>alert(1)</script>");
    let offer = json!({ "setup": "konobi:5", "with": "same-screen", "name": "</script>" });
    let laid = ana.post("/api/tables", &offer.to_string()).json();
    let page = ana.get(laid["watch"].as_str().unwrap());
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("data-point=\"c4\""));
    assert!(page.body.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!page.body.contains("<script>alert"));
    assert_eq!(server.stranger().get("/t/0000000000000000").status, 404);
    assert_eq!(server.stranger().get("/../Cargo.toml").status, 404);
}

#[test]
fn health_and_figures_are_told() {
    let server = Server::open();
    let (id, [ana, _]) = table(&server, "konobi:5");
    let order = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &order).status, 200);
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &order).status, 409);
    let unnamed = json!({ "do": "play", "move": "c3", "id": "two words" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &unnamed).status, 422);
    assert_eq!(ana.get("/healthz").body, "well\n");
    assert_eq!(ana.get("/metrics").status, 404, "figures are not public");
    assert_eq!(server.admin().get("/healthz").body, "well\n");
    assert_eq!(server.admin().get("/api/me").status, 404, "and nothing else is there");
    let figures = server.admin().get("/metrics").body;
    for line in [
        "konoba_build_info{version=\"",
        "konoba_connections{door=\"http\"} ",
        "konoba_connections_refused_total{door=\"http\"} 0",
        "konoba_store_writes_waiting 0",
        "konoba_store_reads_waiting 0",
        "process_cpu_seconds_total ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
        "process_start_time_seconds ",
        "konoba_events_kept_total 2",
        "konoba_tables_awake 1",
        "konoba_order_seconds_count 1",
        "konoba_orders_refused_total{id=\"not-your-turn\"} 1",
        "konoba_orders_refused_total{id=\"move-id\"} 1",
        "konoba_orders_refused_total{id=\"store-full\"} 0",
        "konoba_jobs_waiting 0",
        "konoba_work_waiting{kind=\"move\"} 0",
        "konoba_work_running{kind=\"study\"} 0",
        "konoba_work_refused_total{kind=\"study\",why=\"own-share\"} 0",
        "konoba_work_seconds_total{kind=\"picture\"} 0",
    ] {
        assert!(figures.contains(line), "{line} in\n{figures}");
    }
    assert!(!figures.contains(&id), "no name of a table is told");
    server.wait(server.house.close());
    // The door is closed with the house, or in a moment.
    let is_open = |_: &u32| std::net::TcpStream::connect(server.address).is_ok();
    let pause = |_| std::thread::sleep(std::time::Duration::from_millis(10));
    assert!((0..500).take_while(is_open).map(pause).count() < 500);
}

#[test]
fn the_document_names_every_route_and_answers_to_its_name() {
    let server = Server::open();
    let document = server.stranger().get("/api/openapi.json").json();
    assert_eq!(document["info"]["title"], "Konoba");
    let paths = document["paths"].as_object().unwrap();
    for path in ["/api/me", "/api/lobby", "/api/tables", "/api/tables/{table}/orders"] {
        assert!(paths.contains_key(path), "{path}");
    }
    assert!(paths.len() >= 12);
}

/// A page of before an update gets its script, and nothing new to run beside it.
#[test]
fn of_another_version_there_are_scripts_and_no_modules() {
    let server = Server::open();
    let stranger = server.stranger();
    let status = |file: &str| stranger.get(&format!("/web/0123456789ab/{file}")).status;
    for file in ["js/worker.js", "js/module.js", "wasm/konoba.wasm", "nets/konobi.bin"] {
        assert_eq!(status(file), 404, "{file}");
    }
    assert_eq!(status("packed/js/home.js"), 200);
    let page = stranger.get("/").body;
    let worker = page.split('"').find(|text| text.ends_with("js/worker.js")).unwrap();
    assert_eq!(stranger.get(worker).status, 200);
}
