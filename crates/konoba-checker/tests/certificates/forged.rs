//! Headings that say more than the replies prove, and replies that do not suffice.

use konoba_checker::{Wrong, check};
use konoba_rules::{Side, text};

use crate::brute::certificate;

/// Written by hand: on two by two points the second side wins Konobi.
const KONOBI_2: &str = "\
konoba-certificate 2
game konobi:2,nopie
start ../.. black
winner white
a2
b2
a1
b1
b2
a2
b1
a1
";

fn reason(certificate: &str) -> String {
    check(certificate.lines()).unwrap_err().to_string()
}

#[test]
fn what_was_checked_is_what_is_told() {
    let checked = check(KONOBI_2.lines()).unwrap();
    assert_eq!(checked.start.setup().to_string(), "konobi:2,nopie");
    assert_eq!(text::write(&checked.start), "../.. black");
    assert_eq!(checked.winner, Side::Second);
    assert_eq!((checked.replies, checked.moves, checked.endings), (8, 8, 4));
}

/// The heading of a true certificate, changed so that it claims something else.
#[test]
fn a_forged_heading_is_refused() {
    let small = certificate("konobi:3,nopie", ".../.../... black", 1);
    assert!(check(small.lines()).is_ok());
    for game in [
        "konobi:19,nopie",
        "konobi:4,nopie",
        "konobi:2,nopie",
        "konobi:3",
        "konobi:3,pie",
        "konobi:03,nopie",
        "konobi:3,3,nopie",
        "konobi",
        "konobi:nopie",
        "konobi:3,nopie ",
        " konobi:3,nopie",
        "Konobi:3,nopie",
        "quentin",
        "quentin:19,nopie",
        "order-and-chaos",
        "chess",
        "",
    ] {
        let forged = small.replace("game konobi:3,nopie", &format!("game {game}"));
        assert!(reason(&forged).starts_with("line "), "{game}: {}", reason(&forged));
    }
    // The same board in another game is another claim.
    let quentin = small.replace("konobi", "quentin");
    assert!(check(quentin.lines()).is_err());
    for start in [
        "..../..../..../.... black",
        "../.. black",
        ".../.../... white",
        "B../.../... white",
        ".../.../...  black",
        ".../.../... Black",
        ".../.../... black ",
        ".../.../...",
        "BBB/.../... black",
        "WWW/.../... black",
        "BW./WB./... black",
        "",
    ] {
        let forged = small.replace("start .../.../... black", &format!("start {start}"));
        assert!(check(forged.lines()).is_err(), "{start}");
    }
    for winner in ["white", "order", "chaos", "Black", "", "black black"] {
        let forged = small.replace("winner black", &format!("winner {winner}"));
        assert!(check(forged.lines()).is_err(), "{winner}");
    }
}

#[test]
fn lines_that_are_doubled_missing_or_left_over_are_refused() {
    let whole = certificate("quentin:3,nopie", ".../.../... black", 1);
    let lines: Vec<&str> = whole.lines().collect();
    let check_lines = |lines: &[&str]| check(lines.iter());
    assert!(check_lines(&lines).is_ok());
    for number in 0..4 {
        let mut doubled = lines.clone();
        doubled.insert(number, lines[number]);
        assert!(check_lines(&doubled).is_err(), "line {number} twice");
        let mut cut = lines.clone();
        cut.remove(number);
        assert!(check_lines(&cut).is_err(), "no line {number}");
    }
    let end = lines.len() as u64 + 1;
    for extra in ["a1", "", " ", "winner white", "game quentin:19,nopie", "end"] {
        let mut longer = lines.clone();
        longer.push(extra);
        assert_eq!(
            check_lines(&longer),
            Err(Wrong::Line { number: end, expected: "the end" }),
            "{extra}"
        );
    }
    for length in 0..lines.len() {
        assert!(check_lines(&lines[..length]).is_err(), "{length}");
    }
}

#[test]
fn a_certificate_that_proves_nothing_says_why() {
    for (certificate, expected) in [
        (KONOBI_2.replace("a2\nb2\n", "a1\nb2\n"), "line 5: the reply in ../B. white is illegal"),
        (KONOBI_2.replace("a2\nb2\n", "swap\nb2\n"), "line 5: the reply in ../B. white is illegal"),
        (KONOBI_2.replace("a2\nb2\n", "A2\nb2\n"), "line 5: a reply, such as 'c4', is expected"),
        (KONOBI_2.replace("a2\nb2\n", "a2 \nb2\n"), "line 5: a reply, such as 'c4', is expected"),
        (KONOBI_2.replace("a2\nb2\n", "b2\nb2\n"), "the other side wins from .W/B. black"),
        (
            KONOBI_2.lines().take(4).collect::<Vec<_>>().join("\n"),
            "there is no reply in ../B. white",
        ),
        (KONOBI_2.replace("winner white", "winner black"), "the other side wins from BB/W. white"),
        (String::new(), "line 1: konoba-certificate 2 is expected"),
        (
            KONOBI_2.replace("certificate 2", "certificate 1"),
            "the certificate has format 1, which did not prove its game and board; \
             write it again with `konoba solve --certificate`",
        ),
        (
            KONOBI_2.replace("certificate 2", "certificate 3"),
            "line 1: konoba-certificate 2 is expected",
        ),
    ] {
        assert_eq!(reason(&certificate), expected, "{certificate}");
    }
}
