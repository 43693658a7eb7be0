//! What a person may type in a session, at a table or not. The verbs are those of FICS and IGS.

use konoba_line::dialogue::{self, Showing};
use konoba_rules::games;

/// Something that is said to the house rather than to a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verb<'a> {
    /// Play against a person who wants the same.
    Seek(&'a str),
    /// Ask one person to play.
    Match(&'a str),
    /// Decline to play with a person who has asked.
    Decline(&'a str),
    /// Sit down at a table that waits.
    Join(&'a str),
    /// Watch a game.
    Observe(&'a str),
    /// List the games.
    Games,
    /// List the people.
    Who,
    /// Come back to a seat.
    Back(&'a str),
    /// Get up: from a table that waits, or from one that is watched.
    Leave,
    /// Play again.
    Rematch,
    /// Say something to the opponent.
    Say(&'a str),
    /// Be told no remarks any more.
    Mute,
    /// Be told them again.
    Unmute,
    /// Be called something else.
    Name(&'a str),
    /// Show a code for another device, or go on here by the code of one.
    Link(&'a str),
    /// Replace all codes.
    Revoke,
    /// Delete the own name and codes.
    Forget,
    /// Have boards drawn in other characters.
    Style(&'a str),
    /// Have boards drawn, or everything said in words.
    Board(Showing),
    /// Read the rules of a game.
    Rules(&'a str),
    /// Solve puzzles.
    Puzzle(&'a str),
    Help,
    Quit,
}

/// How the verbs are used and what they do, for the help.
const USAGE: &[(&str, &str)] = &[
    ("seek", "play against anyone; also: seek GAME, seek GAME:SIZE 5+3"),
    ("games", "list the open games and those being played"),
    ("join 1", "join the first open game"),
    ("observe 1", "watch the first of those being played"),
    ("match NAME", "ask a person to play, in private; also: match NAME GAME:SIZE 5+3 public"),
    ("match engine 3", "play the computer at a level from 1 to 10; also: match engine 3 GAME:SIZE"),
    ("decline NAME", "decline to play with a person who asked you"),
    ("who", "list the people who are connected"),
    ("name NAME", "change your name"),
    ("back CODE", "come back to a seat by its code"),
    ("link", "show a code to continue on another device; there: link CODE"),
    ("revoke", "get a new code for all your seats; the old ones stop working"),
    ("forget me", "delete your name and codes (type it twice); games that go on are resigned"),
    ("leave", "stop waiting or watching"),
    ("rematch", "ask for a rematch after a game"),
    ("say", "list the remarks for your opponent; to make one: say 9, or say good game"),
    ("mute", "hide the remarks of others; to show them again: unmute"),
    ("style ascii", "draw boards in plain characters; also: style unicode"),
    ("board off", "say everything in words; also: board on"),
    ("puzzle", "solve puzzles; also: puzzle daily, puzzle GAME hard"),
    ("rules", "read the rules of the game, or of another: rules GAME"),
    ("help", "show this list"),
    ("quit", "disconnect; your seat is kept, and its code brings you back"),
];

impl<'a> Verb<'a> {
    /// The verb that a line begins with, in any case. Verbs without an argument must stand alone,
    /// so that a typing mistake does not resign or quit.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let verb = match word.to_ascii_lowercase().as_str() {
            "seek" => return Some(Self::Seek(rest)),
            // As on the command line. Without a game it may answer a question of the table.
            "play" => return names_game(rest).then_some(Self::Seek(rest)),
            "match" => return Some(Self::Match(rest)),
            "decline" => return Some(Self::Decline(rest)),
            "join" => return Some(Self::Join(rest)),
            "observe" | "watch" => return Some(Self::Observe(rest)),
            "back" => return Some(Self::Back(rest)),
            "link" => return Some(Self::Link(rest)),
            "name" => return Some(Self::Name(rest)),
            "say" => return Some(Self::Say(rest)),
            "style" => return Some(Self::Style(rest)),
            // A board of the past, or what stands on it, is asked of the table.
            "board" => return Showing::named(rest).map(Self::Board),
            "rule" | "rules" => return Some(Self::Rules(rest)),
            "puzzle" | "puzzles" => return Some(Self::Puzzle(rest)),
            "forget" => return rest.eq_ignore_ascii_case("me").then_some(Self::Forget),
            "revoke" => Self::Revoke,
            "games" | "sought" => Self::Games,
            "who" => Self::Who,
            "leave" | "unseek" | "unobserve" => Self::Leave,
            "rematch" => Self::Rematch,
            "mute" => Self::Mute,
            "unmute" => Self::Unmute,
            "help" => Self::Help,
            "quit" | "exit" | "bye" | "logout" => Self::Quit,
            _ => return None,
        };
        rest.is_empty().then_some(verb)
    }
}

/// Whether this begins with a game, perhaps with its options: `GAME:9 5+3`.
fn names_game(text: &str) -> bool {
    let word = text.split([':', ' ']).next().unwrap_or_default();
    games().iter().any(|spec| spec.id.eq_ignore_ascii_case(word))
}

/// The list of what can be said; at a table that is what tables understand, files and pictures of
/// thoughts aside, and what is said everywhere.
pub(super) fn help(is_at_table: bool) -> String {
    let listed = |(usage, meaning): &(&str, &str)| format!("  {usage}: {meaning}\n");
    let everywhere: String = USAGE.iter().map(listed).collect();
    if !is_at_table {
        return format!("Commands:\n{everywhere}");
    }
    let is_for_table = |(usage, _): &&(&str, &str)| {
        let (usage, _) = usage.split_once(',').unwrap_or((usage, ""));
        let word = usage.split(' ').next().unwrap_or_default();
        let is_everywhere = [usage, word].iter().any(|said| Verb::read(said).is_some());
        !is_everywhere && !matches!(word, "save" | "load" | "thoughts")
    };
    let table: String = dialogue::USAGE.iter().filter(is_for_table).map(listed).collect();
    format!("At a table, instead of a move:\n{table}Anywhere:\n{everywhere}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_read_in_any_case() {
        let check = |line, expected| assert_eq!(Verb::read(line), expected, "{line}");
        check("seek", Some(Verb::Seek("")));
        check("Seek  quentin:9 5+3 ", Some(Verb::Seek("quentin:9 5+3")));
        check("play Konobi:5 5+3", Some(Verb::Seek("Konobi:5 5+3")));
        check("play", None);
        check("play c4", None);
        check("OBSERVE\t2", Some(Verb::Observe("2")));
        check("match Ana Marija", Some(Verb::Match("Ana Marija")));
        check("board off", Some(Verb::Board(Showing::Words)));
        check("board", None);
        check("board 12", None);
        check("quit", Some(Verb::Quit));
        check("quit now", None);
        check("c4", None);
        check("", None);
    }

    #[test]
    fn the_help_lists_verbs_that_there_are() {
        for (usage, _) in USAGE {
            assert!(Verb::read(usage).is_some(), "{usage}");
        }
        let help = help(true);
        let count = |text: &str| help.matches(text).count();
        assert_eq!((count("\n  undo: "), count("\n  quit: "), count("FILE")), (1, 1, 0), "{help}");
    }
}
