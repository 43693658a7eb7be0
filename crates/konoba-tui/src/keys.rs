//! The one table of keys: what is done when a key is pressed, and what the help says of it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// More than this is not typed, only pasted by mistake.
pub(crate) const MAX_TYPED: usize = 256;

/// Something that a key does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Act {
    Left,
    Right,
    Up,
    Down,
    Play,
    Type,
    Undo,
    Resign,
    LegalPoints,
    OpenLines,
    Hint,
    Say,
    Mute,
    Thoughts,
    Back,
    Forward,
    Start,
    End,
    OtherVariation,
    MissedWins,
    TryAgain,
    Save,
    Copy,
    Theme,
    Help,
    Leave,
    Repaint,
    Suspend,
    Quit,
}

/// A line of the table.
pub(crate) struct Binding {
    pub(crate) act: Act,
    keys: &'static [Key],
    /// How the keys are written.
    pub(crate) shown: &'static str,
    /// What they do, in the help.
    pub(crate) about: &'static str,
}

#[derive(PartialEq, Eq)]
enum Key {
    Plain(KeyCode),
    Control(char),
}

use Act::*;
use Key::{Control, Plain};
use KeyCode::Char;

/// Every key. Letters that name columns of a board, a to s, do nothing that could not be taken
/// back at once, because they also begin the name of a point.
pub(crate) const KEYS: &[Binding] = &[
    key(Left, &[Plain(KeyCode::Left), Plain(Char('h'))], "← h", "to the left"),
    key(Down, &[Plain(KeyCode::Down), Plain(Char('j'))], "↓ j", "down"),
    key(Up, &[Plain(KeyCode::Up), Plain(Char('k'))], "↑ k", "up"),
    key(Right, &[Plain(KeyCode::Right), Plain(Char('l'))], "→ l", "to the right"),
    key(
        Play,
        &[Plain(Char(' ')), Plain(KeyCode::Enter)],
        "Space Enter",
        "play at the cursor; after the end, rematch",
    ),
    key(Type, &[Plain(Char(':')), Plain(KeyCode::Tab)], ": Tab", "type a move: c4, 3 4, swap"),
    key(Undo, &[Plain(Char('u')), Plain(KeyCode::Backspace)], "u Backspace", "undo"),
    key(Resign, &[Plain(Char('R'))], "R", "resign"),
    key(LegalPoints, &[Plain(Char('v'))], "v", "show or hide the legal moves"),
    key(OpenLines, &[Plain(Char('z'))], "z", "show or hide the open lines"),
    key(Hint, &[Plain(Char('H'))], "H", "hint"),
    key(Say, &[Plain(Char('S'))], "S", "say something to your opponent at a server"),
    key(Mute, &[Plain(Char('M'))], "M", "hide or show what others say"),
    key(
        Thoughts,
        &[Plain(Char('E'))],
        "E",
        "show or hide the analysis: chances, the expected moves, and where the computer looked, from 9 \
         (most) to 1",
    ),
    key(Back, &[Plain(Char('[')), Plain(KeyCode::PageUp)], "[ PageUp", "previous move"),
    key(
        Forward,
        &[Plain(Char(']')), Plain(KeyCode::PageDown)],
        "] PageDown",
        "next move; moves played at an earlier one are variations",
    ),
    key(Start, &[Plain(Char('{')), Plain(KeyCode::Home)], "{ Home", "first position"),
    key(End, &[Plain(Char('}')), Plain(KeyCode::End)], "} End", "back to the game"),
    key(OtherVariation, &[Plain(Char('|'))], "|", "next variation of this move"),
    key(
        MissedWins,
        &[Plain(Char('P'))],
        "P",
        "after the end: the next missed win, where one move won and another was played",
    ),
    key(TryAgain, &[Plain(Char('T'))], "T", "try again at a missed win, as a puzzle"),
    key(Save, &[Plain(Char('w')), Control('s')], "w Ctrl-S", "save the game to a file"),
    key(Copy, &[Plain(Char('y'))], "y", "copy the game as one line"),
    key(Theme, &[Plain(Char('t'))], "t", "next theme"),
    key(Help, &[Plain(Char('?')), Plain(KeyCode::F(1))], "? F1", "this help"),
    key(Leave, &[Plain(KeyCode::Esc)], "Esc", "back: to the game, to the home screen"),
    key(Repaint, &[Control('l')], "Ctrl-L", "draw the screen anew"),
    key(Suspend, &[Control('z')], "Ctrl-Z", "to the shell; fg comes back"),
    key(
        Quit,
        &[Plain(Char('Q')), Control('c'), Control('q')],
        "Q Ctrl-C",
        "quit; the game is saved",
    ),
];

const fn key(act: Act, keys: &'static [Key], shown: &'static str, about: &'static str) -> Binding {
    Binding { act, keys, shown, about }
}

impl Act {
    /// What a key does.
    pub(crate) fn of(event: &KeyEvent) -> Option<Self> {
        let has = |modifier| event.modifiers.contains(modifier);
        let pressed = match event.code {
            Char(letter) if has(KeyModifiers::CONTROL) => Control(letter.to_ascii_lowercase()),
            _ if has(KeyModifiers::ALT) => return None,
            code => Plain(code),
        };
        KEYS.iter().find(|binding| binding.keys.contains(&pressed)).map(|binding| binding.act)
    }

    /// The first of its keys, as it is written.
    pub(crate) fn shown(self) -> &'static str {
        let binding = KEYS.iter().find(|binding| binding.act == self);
        binding.and_then(|binding| binding.shown.split(' ').next()).unwrap_or_default()
    }
}

/// The key that is written so, for a person who clicks at it.
pub(crate) fn named(shown: &str) -> Option<KeyEvent> {
    let mut letters = shown.chars();
    let code = match (shown, letters.next(), letters.next()) {
        ("Space", ..) => Char(' '),
        ("Enter", ..) => KeyCode::Enter,
        ("Esc", ..) => KeyCode::Esc,
        (_, Some(letter), None) => Char(letter),
        _ => return None,
    };
    Some(code.into())
}

/// The letter that a key types.
pub(crate) fn typed(event: &KeyEvent) -> Option<char> {
    let is_plain = !event.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match event.code {
        Char(letter) if is_plain && !letter.is_control() => Some(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let keys: Vec<_> = KEYS.iter().flat_map(|binding| binding.keys).collect();
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key));
        }
    }

    #[test]
    fn letters_of_columns_only_move_the_cursor() {
        for letter in 'a'..='s' {
            let act = Act::of(&KeyEvent::new(Char(letter), KeyModifiers::NONE));
            assert!(matches!(act, None | Some(Left | Right | Up | Down)), "{letter}");
        }
    }
}
