//! Which names are taken.

use konoba_table::{MAX_NAME_CHARS, Name, NameError};

#[test]
fn names_are_taken_or_refused_with_a_reason() {
    let check = |text: &str, expected: Result<&str, &str>| {
        let name = text.parse::<Name>();
        let name = name.as_ref().map(Name::as_str).map_err(|error: &NameError| error.id());
        assert_eq!(name, expected, "{text:?}");
    };
    let long = "x".repeat(MAX_NAME_CHARS);
    check("Ana", Ok("Ana"));
    check("  Ana Marija\n", Ok("Ana Marija"));
    check("Željko Šimić", Ok("Željko Šimić"));
    check("עברית", Ok("עברית"));
    check("می\u{200c}خواهم", Ok("می\u{200c}خواهم"));
    check("👩\u{200d}🚀", Ok("👩\u{200d}🚀"));
    check(&long, Ok(&long));
    check(&"š".repeat(MAX_NAME_CHARS), Ok(&"š".repeat(MAX_NAME_CHARS)));
    check(&format!("{long}x"), Err("name-too-long"));
    check(&"x".repeat(10 << 20), Err("name-too-long"));
    check("", Err("name-empty"));
    check(" \t\r\n ", Err("name-empty"));
    check("Ana\nLuka", Err("name-control"));
    check("Ana\u{1b}[31m", Err("name-control"));
    check("Ana\0", Err("name-control"));
    check("Ana\u{9b}31m", Err("name-control"));
    check("A\u{2028}na", Err("name-control"));
    check("\u{202e}anA", Err("name-bidi"));
    check("A\u{200f}na", Err("name-bidi"));
    check("A\u{2067}na", Err("name-bidi"));
    check("A\u{200b}na", Err("name-invisible"));
    check("A\u{feff}na", Err("name-invisible"));
    check("A\u{e0041}na", Err("name-invisible"));
}

#[test]
fn a_reason_prints_nothing_that_it_refuses() {
    for text in ["", "Ana\u{1b}[31m", "\u{202e}anA", "A\u{200b}na", &"x".repeat(99)] {
        let reason = text.parse::<Name>().unwrap_err().to_string();
        assert!(reason.is_ascii() && reason.starts_with("A name ") && reason.ends_with('.'));
        assert!(!reason.contains(|c: char| c.is_control()), "{reason:?}");
    }
}
