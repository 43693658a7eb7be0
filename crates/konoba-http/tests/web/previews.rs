//! What other sites show of a link: a sentence, and a picture of the position.

use konoba_http::HttpConfig;
use konoba_live::Config;
use serde_json::json;

use crate::games::table;
use crate::server::Server;

/// What stands in the head of a page under a name.
fn content<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = page.split_once(&format!("\"{name}\" content=\""))?;
    rest.split_once('"').map(|(content, _)| content)
}

#[test]
fn a_link_to_a_game_shows_its_position_to_those_who_know_no_more_than_the_link() {
    let url = Some("https://play.example".parse().unwrap());
    let server = Server::configured(HttpConfig { url, ..HttpConfig::default() }, Config::default());
    let (id, [ana, _]) = table(&server, "konobi:5");
    let crawler = server.stranger();
    let page = crawler.get(&format!("/t/{id}")).body;
    let picture = content(&page, "og:image").unwrap();
    assert_eq!(picture, format!("https://play.example/preview.png?table={id}"));
    let said = content(&page, "og:description").unwrap();
    assert!(said.starts_with("Konobi on 5x5") && said.contains("Ana"), "{said}");
    assert_eq!(content(&page, "description"), Some(said));

    let path = picture.strip_prefix("https://play.example").unwrap();
    let before = crawler.get(path);
    assert_eq!((before.status, before.header("content-type")), (200, Some("image/png")));
    let order = json!({ "do": "play", "move": "c3" }).to_string();
    assert_eq!(ana.post(&format!("/api/tables/{id}/orders"), &order).status, 200);
    let after = crawler.get(path);
    assert_ne!(before.header("content-length"), after.header("content-length"));
    // The same once more is not drawn again, and another one is.
    assert_eq!(crawler.get(path).status, 200);
    assert_eq!(crawler.get("/preview.png?game=quentin").status, 200);
    let drawn = |_: &u32| {
        let figures = server.admin().get("/metrics").body;
        let (_, rest) = figures.split_once("konoba_work_done_total{kind=\"picture\"} ").unwrap();
        let drawn: f64 = rest.lines().next().unwrap().parse().unwrap();
        assert!(drawn <= 3.0, "{drawn}");
        drawn < 3.0
    };
    // Work is counted a moment after its result is there.
    let pause = |_| std::thread::sleep(std::time::Duration::from_millis(10));
    assert!((0..500).take_while(drawn).map(pause).count() < 500);
}

#[test]
fn pictures_have_whole_addresses_and_what_is_for_the_visitor_alone_has_none() {
    let url = Some("https://play.example".parse().unwrap());
    let server = Server::configured(HttpConfig { url, ..HttpConfig::default() }, Config::default());
    let stranger = server.stranger();
    for (path, game) in [
        ("/", "konobi"),
        ("/learn", "konobi"),
        ("/learn/quentin", "quentin"),
        ("/learn/quentin/1", "quentin"),
        ("/learn/quentin/rules/1", "quentin"),
        ("/learn/konobi/maps", "konobi"),
        ("/learn/order-and-chaos/proof", "order-and-chaos"),
        ("/puzzles", "konobi"),
        ("/puzzles/quentin", "quentin"),
        ("/review", "konobi"),
        ("/fair-play", "konobi"),
    ] {
        let page = stranger.get(path);
        let expected = format!("https://play.example/preview.png?game={game}");
        assert_eq!(
            (page.status, content(&page.body, "og:image")),
            (200, Some(&*expected)),
            "{path}"
        );
    }
    for path in ["/settings", "/games", "/nothing", "/t/nothing"] {
        assert_eq!(content(&stranger.get(path).body, "og:image"), None, "{path}");
    }
}

#[test]
fn pages_have_pictures_and_what_is_none_has_not() {
    let server = Server::open();
    let stranger = server.stranger();
    for (path, picture, said) in [
        ("/", "/preview.png?game=konobi", "Board games for two"),
        ("/learn/quentin", "/preview.png?game=quentin", "connect"),
        ("/puzzle/konobi-2", "/preview.png?puzzle=konobi-2", "one move wins"),
        (
            "/review?line=1~konobi~5~c3.b2",
            "/preview.png?line=1%7Ekonobi%7E5%7Ec3.b2",
            "Konobi on 5x5",
        ),
    ] {
        let page = stranger.get(path).body;
        assert_eq!(content(&page, "og:image"), Some(picture), "{path}");
        let description = content(&page, "og:description").unwrap();
        assert!(description.to_lowercase().contains(&said.to_lowercase()), "{path}: {description}");
        assert_eq!(stranger.get(picture).header("content-type"), Some("image/png"), "{path}");
    }
    for nothing in [
        "",
        "?game=chess",
        "?puzzle=chess-1",
        "?puzzle=konobi-0",
        "?table=nothing",
        "?table=0000000000000000",
        "?line=nonsense",
    ] {
        assert_eq!(stranger.get(&format!("/preview.png{nothing}")).status, 404, "{nothing}");
    }
    let long = format!("/preview.png?line=1~konobi~19~{}", "a1.".repeat(2000));
    assert_eq!(stranger.get(&long).status, 404);
}
