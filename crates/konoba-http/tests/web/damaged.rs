//! Addresses of pages that were cut off or changed on their way to the person who opens them.

use crate::server::Server;

/// Letters that are no text, once they are decoded.
const NO_TEXT: &str = "%FF";

#[test]
fn a_damaged_address_is_answered_by_a_page_in_words() {
    let server = Server::open();
    let person = server.stranger().with("Accept", "text/html,application/xhtml+xml;q=0.9");
    let game = "1~konobi~5.nopie~a1.b2";
    let queries = [
        "/puzzle".to_owned(),
        "/puzzle?line=x".to_owned(),
        "/puzzle?line=x&move=3".to_owned(),
        format!("/puzzle?line={game}"),
        format!("/puzzle?line={game}&move="),
        format!("/puzzle?line={game}&move=-1"),
        format!("/puzzle?line={game}&move=1&move=2"),
        format!("/puzzle?line={game}&move=99"),
        format!("/puzzle?line={NO_TEXT}&move=1"),
        "/puzzle?line=(x&move=3".to_owned(),
        "/puzzle?line=1~konobi~5.nopie~a1.a1&move=1".to_owned(),
        "/puzzle?line=1~chess~8~a1&move=1".to_owned(),
        "/review?line=a&line=b".to_owned(),
        format!("/review?table={NO_TEXT}"),
        "/games?result=great".to_owned(),
        "/puzzles/konobi?theme=a&theme=b".to_owned(),
        "/puzzle/konobi-1?day=a&day=b".to_owned(),
        "/learn/order-and-chaos/proof?variant=a&variant=b".to_owned(),
        "/preview.png?game=a&game=b".to_owned(),
    ];
    let paths = ["/t", "/learn", "/learn/konobi", "/learn/konobi/rules", "/puzzles", "/puzzle"];
    let paths = paths.iter().chain(&["/feed", "/web/1"]).map(|path| format!("{path}/{NO_TEXT}"));
    for address in queries.into_iter().chain(paths) {
        let reply = person.get(&address);
        assert!((400..500).contains(&reply.status), "{address}: {}", reply.head);
        let kind = reply.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("text/html"), "{address}: {kind}: {}", reply.body);
        assert!(reply.body.contains("<h1>"), "{address}: {}", reply.body);
        for word in ["deserialize", "query string", "UTF-8 in", "missing field", "expected"] {
            assert!(!reply.body.contains(word), "{address}: {}", reply.body);
        }
    }
}
