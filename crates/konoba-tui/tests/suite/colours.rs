//! Colours where they are wanted, and none where they are not.

use konoba_scene::TextStyle;
use konoba_table::TimeControl;
use konoba_tui::{Colours, Depth, Look, Theme};
use ratatui::style::Color;

use crate::person::Person;

fn colours_of(depth: Depth, theme: Theme) -> Vec<Color> {
    let look = Look { colours: Colours { depth, theme }, style: TextStyle::Unicode };
    let mut person = Person::looking((80, 24), look).begin("konobi:9,nopie", TimeControl::None);
    while !person.sees(theme.name()) {
        person.press("t");
    }
    person.play("e5 a1 f4").press("v");
    let buffer = person.buffer();
    buffer.content().iter().flat_map(|cell| [cell.fg, cell.bg]).collect()
}

#[test]
fn a_terminal_gets_no_colour_that_it_does_not_have() {
    for theme in Theme::ALL {
        let plain = colours_of(Depth::None, theme);
        assert!(plain.iter().all(|colour| *colour == Color::Reset));
        let is_rich = |colour: &Color| matches!(colour, Color::Rgb(..) | Color::Indexed(_));
        assert!(!colours_of(Depth::Sixteen, theme).iter().any(is_rich));
        let is_full = |colour: &Color| matches!(colour, Color::Rgb(..));
        assert!(!colours_of(Depth::Cube, theme).iter().any(is_full));
        assert!(colours_of(Depth::Full, theme).iter().any(is_full));
    }
}

#[test]
fn the_environment_is_understood() {
    use Depth::*;
    use TextStyle::{Ascii, Unicode};
    type Variables = &'static [(&'static str, &'static str)];
    let rows: [(Variables, Depth, TextStyle); 8] = [
        (&[], Sixteen, Unicode),
        (&[("TERM", "dumb"), ("LANG", "C.UTF-8")], None, Ascii),
        (&[("TERM", "xterm"), ("LANG", "C")], Sixteen, Ascii),
        (&[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")], Cube, Unicode),
        (&[("TERM", "xterm"), ("COLORTERM", "truecolor"), ("LC_CTYPE", "x.utf8")], Full, Unicode),
        (&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")], None, Unicode),
        (&[("NO_COLOR", ""), ("TERM", "linux")], Sixteen, Unicode),
        (&[("LC_ALL", "C"), ("LANG", "hr_HR.UTF-8")], Sixteen, Ascii),
    ];
    for (variables, depth, style) in rows {
        let found = Look::of(|name| {
            let variable = variables.iter().find(|variable| variable.0 == name);
            variable.map(|variable| variable.1.to_owned())
        });
        assert_eq!((found.colours.depth, found.style), (depth, style), "{variables:?}");
    }
}
