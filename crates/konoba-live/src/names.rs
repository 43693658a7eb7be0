//! Names that people choose. [`Name`] keeps out what harms a screen; this keeps out what deceives: names
//! of the computer and of the house, in whatever letters, and marks piled up over a letter.
//!
//! A door asks it when a name is chosen, so that the reason is told at once, and the house asks again before it keeps one
//! ([`check`]), so that no door can forget to. A name that is kept already is never asked about.

use konoba_table::{Name, NameError};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// How many marks may stand on one letter. Vietnamese and Thai need two, pointed Hebrew three.
const MOST_MARKS: usize = 3;

/// What a program that plays is called: its name and this.
const BOT: &str = "(bot)";

/// Words that stand for the computer or the house. Alone, with a level or with a number they are refused
/// as names.
const RESERVED: [&str; 10] = [
    "engine",
    "computer",
    "konoba",
    "house",
    "server",
    "bot",
    "guest",
    "admin",
    "operator",
    "moderator",
];

/// The name that a person chooses.
pub fn name_of_person(text: &str) -> Result<Name, NameError> {
    let name: Name = text.parse()?;
    check(&name)?;
    if is_of_bot(name.as_str()) { Err(NameError::Reserved) } else { Ok(name) }
}

/// The name of a program that plays, which says so.
pub fn name_of_bot(text: &str) -> Result<Name, NameError> {
    let name: Name = text.parse()?;
    check_marks(&name)?;
    if is_of_bot(name.as_str()) {
        return Ok(name);
    }
    let is_plain = bare(name.as_str()) == "bot";
    if is_reserved(&bare(name.as_str())) && !is_plain {
        return Err(NameError::Reserved);
    }
    format!("{name} {BOT}").parse()
}

/// Whether a guest may have this name, be it a person or a program. One that is made up, such as "Guest 7", may be kept.
pub(crate) fn check(name: &Name) -> Result<(), NameError> {
    check_marks(name)?;
    let bare = bare(name.as_str());
    let is_made_up = bare.strip_prefix("guest").is_some_and(|rest| !rest.is_empty());
    if is_reserved(&bare) && !is_made_up { Err(NameError::Reserved) } else { Ok(()) }
}

fn check_marks(name: &Name) -> Result<(), NameError> {
    let mut marks = 0;
    for c in name.as_str().nfc() {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        if marks > MOST_MARKS {
            return Err(NameError::Marks);
        }
    }
    Ok(())
}

/// Whether nothing is left of a name but a reserved word, a level and a number.
fn is_reserved(bare: &str) -> bool {
    RESERVED.iter().any(|word| {
        let rest = bare.strip_prefix(word).map(|rest| rest.strip_prefix("level").unwrap_or(rest));
        rest.is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
    })
}

/// Whether a name ends as those of programs do.
fn is_of_bot(name: &str) -> bool {
    let folded: String = name.nfkc().flat_map(char::to_lowercase).filter(|c| *c != ' ').collect();
    folded.ends_with(BOT)
}

/// What a name looks like at a glance: without marks, case, blanks and signs, and with letters of
/// other scripts that look like Latin ones taken for those.
fn bare(name: &str) -> String {
    let plain = name.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    let mut bare: Vec<char> = plain.map(latin).filter(|c| c.is_alphanumeric()).collect();
    // A digit before the first number at the end stands for the letter that it looks like.
    let digits = bare.iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let letters = bare.len() - digits;
    for c in &mut bare[..letters] {
        *c = match *c {
            '0' => 'o',
            '1' => 'i',
            '3' => 'e',
            '5' => 's',
            other => other,
        };
    }
    bare.into_iter().collect()
}

/// The Latin letter that a small letter looks like.
const fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' | 'є' => 'e',
        'ɡ' | 'ց' => 'g',
        'һ' => 'h',
        'і' | 'ı' | 'ι' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ⅼ' => 'l',
        'м' | 'μ' => 'm',
        'п' | 'η' | 'ո' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ν' | 'ѵ' => 'v',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(text: &str) -> Result<String, &'static str> {
        name_of_person(text).map(|name| name.to_string()).map_err(NameError::id)
    }

    #[test]
    fn names_of_the_computer_are_reserved_in_any_letters() {
        for name in [
            "Engine 1",
            "engine10",
            "ENGINE 4.3",
            "Ｅｎｇｉｎｅ ３",
            "Еngine 1",
            "Éngine 1",
            "E n g i n e 7",
            "Eng1ne 7",
            "Engine",
            "Computer level 3",
            "Computer",
            "C0mputer",
            "computer-level-3",
            "Konoba",
            "Bot",
            "Guest",
            "Rex (bot)",
            "Rex(BOT)",
            "Rex （ｂｏｔ）",
        ] {
            assert_eq!(person(name), Err("name-reserved"), "{name}");
        }
        for name in
            ["Ana", "Engineer", "Bob's Engine room", "Guest 123", "Bota", "Željka", "Нина", "3Eng"]
        {
            assert_eq!(person(name), Ok(name.to_owned()));
        }
    }

    #[test]
    fn marks_are_not_piled_up() {
        assert_eq!(person("Zx\u{301}\u{302}\u{303}\u{304}"), Err("name-marks"));
        assert_eq!(person(&format!("A{}", "\u{e48}".repeat(9))), Err("name-marks"));
        for name in ["Nguyễn Thị Tuyết", "Nguye\u{302}\u{303}n", "שָּׁלוֹם", "ปัญญา", "محمّد"]
        {
            assert_eq!(person(name), Ok(name.to_owned()));
        }
    }

    #[test]
    fn a_bot_is_called_so() {
        let bot = |text| name_of_bot(text).map(|name| name.to_string()).map_err(NameError::id);
        assert_eq!(bot("Rex"), Ok("Rex (bot)".to_owned()));
        assert_eq!(bot("Rex (bot)"), Ok("Rex (bot)".to_owned()));
        assert_eq!(bot("Bot"), Ok("Bot (bot)".to_owned()));
        assert_eq!(bot("Engine 1"), Err("name-reserved"));
        assert_eq!(bot(&"x".repeat(30)), Err("name-too-long"));
    }
}
