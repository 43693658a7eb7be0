//! The verbs that a person may use instead of a move.

use konoba_scene::Reading;

use super::manner::Showing;

/// What a person may want instead of playing a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb<'a> {
    Undo,
    Resign,
    Hint,
    Thoughts,
    Why(&'a str),
    Moves,
    Board(&'a str),
    /// Whether boards are to be drawn.
    Show(Showing),
    Read(Reading),
    Try(&'a str),
    Lines,
    Clock,
    Save(&'a str),
    Load(&'a str),
    Help,
    Quit,
}

/// How the verbs of a table are used and what they do, for the help.
pub const USAGE: &[(&str, &str)] = &[
    ("undo", "undo the last move"),
    ("resign", "resign the game"),
    ("hint", "get a hint"),
    ("thoughts", "show on the board where the computer looked"),
    ("why c4", "whether a move is legal, and if not, why"),
    ("moves", "list the moves so far and the legal moves"),
    ("board, board 12", "list the pieces, now or after so many moves"),
    ("board off, board on", "say everything in words, or draw the board again"),
    ("read row 4, read column c, read around c4", "say what is there"),
    ("legal near c4", "list the legal moves near a point"),
    ("chains", "list the chains, in games that have them"),
    ("what changed", "say what has happened since your last move"),
    ("try c4 d5, try 12 c4 d5", "what moves would do, from now or after so many moves of the game"),
    ("lines", "list the open lines, in games that have them"),
    ("clock", "show how much time is left"),
    ("save FILE", "save the game to a file"),
    ("load FILE", "continue the game in a file"),
    ("rule, help", "show the rules and this list"),
    ("quit", "quit without finishing the game"),
];

impl<'a> Verb<'a> {
    /// The verb that a line begins with, in any case. Verbs without an argument must stand alone,
    /// so that a typing mistake does not resign or quit.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if let Some(reading) = Reading::of(line) {
            return Some(Self::Read(reading));
        }
        let verb = match word.to_ascii_lowercase().as_str() {
            "why" => return Some(Self::Why(rest)),
            "board" => return Some(Showing::named(rest).map_or(Self::Board(rest), Self::Show)),
            "try" => return Some(Self::Try(rest)),
            "save" => return Some(Self::Save(rest)),
            "load" => return Some(Self::Load(rest)),
            "undo" => Self::Undo,
            "resign" => Self::Resign,
            "hint" => Self::Hint,
            "thoughts" => Self::Thoughts,
            "moves" => Self::Moves,
            "lines" => Self::Lines,
            "clock" | "clocks" | "time" => Self::Clock,
            "rule" | "rules" | "help" => Self::Help,
            "quit" => Self::Quit,
            _ => return None,
        };
        rest.is_empty().then_some(verb)
    }

    /// Whether this verb, typed while an engine thinks, drops the engine's move.
    pub(super) const fn interrupts(self) -> bool {
        matches!(self, Self::Undo | Self::Resign | Self::Quit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_read_in_any_case() {
        let check = |line, expected| assert_eq!(Verb::read(line), expected, "{line}");
        check("undo", Some(Verb::Undo));
        check("QUIT", Some(Verb::Quit));
        check("Rule", Some(Verb::Help));
        check("why  c4 ", Some(Verb::Why("c4")));
        check("why", Some(Verb::Why("")));
        check("Board OFF", Some(Verb::Show(Showing::Words)));
        check("board 12", Some(Verb::Board("12")));
        check("read row 4", Some(Verb::Read(Reading::Row(4))));
        check("what", None);
        check("save\tmy game.sgf", Some(Verb::Save("my game.sgf")));
        check("resign not", None);
        check("c4", None);
        check("", None);
    }

    #[test]
    fn the_help_lists_every_verb() {
        for (usage, _) in USAGE {
            for word in usage.split(", ") {
                assert!(Verb::read(word).is_some(), "{word}");
            }
        }
        assert_eq!(USAGE.len(), 19);
    }
}
