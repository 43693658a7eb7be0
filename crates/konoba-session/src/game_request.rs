//! What a person wants to play: said in one line, or asked for step by step.

use konoba_line::dialogue::size_question;
use konoba_live::Visibility;
use konoba_rules::{Setup, Side, Spec, games};
use konoba_table::{Seat, TimeControl};

/// The game, the time, and which side this person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameRequest {
    pub(super) setup: Setup,
    pub(super) time: TimeControl,
    /// The wanted side; any will do where none is named.
    pub(super) side: Option<Side>,
    /// Whether the game is listed, if that was said.
    pub(super) visibility: Option<Visibility>,
}

impl GameRequest {
    /// A game with nothing chosen.
    pub(super) const fn default_of(spec: &'static Spec) -> Self {
        let (setup, time) = (Setup::default_of(spec), TimeControl::None);
        Self { setup, time, side: None, visibility: None }
    }

    /// Reads a set-up and what may follow it: a time control, a side, `public` or `private`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let Some(setup) = words.next() else { return Err(game_question()) };
        let setup = setup.to_ascii_lowercase().parse::<Setup>();
        let setup = setup.map_err(|error| sentence(&error.to_string()))?;
        let mut request = Self { setup, ..Self::default_of(setup.spec) };
        for word in words {
            match setup.spec.side_named(word) {
                Some(side) => request.side = Some(side),
                None if word.eq_ignore_ascii_case("public") => {
                    request.visibility = Some(Visibility::Public);
                }
                None if word.eq_ignore_ascii_case("private") => {
                    request.visibility = Some(Visibility::Private);
                }
                None => {
                    let time = word.parse::<TimeControl>();
                    request.time = time.map_err(|error| match has_digit(word) {
                        true => error.to_string(),
                        false => unknown_word(word, setup.spec),
                    })?;
                }
            }
        }
        Ok(request)
    }

    /// The seat that plays the first side, where the person who wants the game takes seat one. The
    /// player who came first moves first, unless a side was asked for.
    pub(super) const fn first(&self) -> Seat {
        match self.side {
            Some(Side::Second) => Seat::Two,
            Some(Side::First) | None => Seat::One,
        }
    }

    /// The same, where a side was asked for.
    pub(super) fn wanted_first(&self) -> Option<Seat> {
        self.side.map(|_| self.first())
    }
}

/// What is still to be asked of a person who wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asking {
    /// Which game.
    Game,
    /// On which size.
    Size(GameRequest),
    /// Who plays what, where people choose that.
    Role(GameRequest),
}

/// What comes of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FollowUp {
    /// Something else is to be asked.
    Ask(Asking),
    /// All is known.
    Known(GameRequest),
}

impl Asking {
    /// The question, in one line.
    pub(super) fn question(&self) -> String {
        match self {
            Self::Game => game_question(),
            Self::Size(request) => size_question(request.setup.spec.sizes),
            Self::Role(request) => {
                let [first, second] = &request.setup.spec.sides;
                format!("Which side, {} or {}? (empty: {})", first.id, second.id, first.id)
            }
        }
    }

    /// Takes an answer, or says why not.
    pub(super) fn hear(&self, line: &str) -> Result<FollowUp, String> {
        match self {
            Self::Game => hear_game(line),
            Self::Size(request) => {
                let (setup, size) = (request.setup, line);
                let setup = match size {
                    "" => Ok(setup),
                    // The set-up string of the game reads a size, and explains what it does not
                    // take.
                    _ => format!("{}:{size}", setup.spec.id).parse(),
                };
                let setup = setup.map_err(|error| sentence(&error.to_string()))?;
                Ok(after_size(GameRequest { setup, ..*request }))
            }
            Self::Role(request) => match (line, request.setup.spec.side_named(line)) {
                ("", _) => Ok(FollowUp::Known(*request)),
                (_, Some(side)) => {
                    Ok(FollowUp::Known(GameRequest { side: Some(side), ..*request }))
                }
                (_, None) => {
                    let [first, second] = &request.setup.spec.sides;
                    Err(format!("Answer {} or {}.", first.id, second.id))
                }
            },
        }
    }
}

/// A number of the list, a name, or all of it in one line.
fn hear_game(line: &str) -> Result<FollowUp, String> {
    let number = match line {
        "" => Some(1),
        _ => line.parse::<usize>().ok(),
    };
    let is_named =
        |spec: &&&Spec| line.eq_ignore_ascii_case(spec.id) || line.eq_ignore_ascii_case(spec.name);
    let numbered = number.and_then(|number| games().get(number.checked_sub(1)?));
    if let Some(spec) = numbered.or_else(|| games().iter().find(is_named)) {
        let request = GameRequest::default_of(spec);
        let is_fixed = spec.sizes.is_fixed();
        return Ok(if is_fixed {
            after_size(request)
        } else {
            FollowUp::Ask(Asking::Size(request))
        });
    }
    GameRequest::read(line).map(FollowUp::Known)
}

const fn after_size(request: GameRequest) -> FollowUp {
    match request.setup.spec.has_roles {
        true => FollowUp::Ask(Asking::Role(request)),
        false => FollowUp::Known(request),
    }
}

fn game_question() -> String {
    let listed = (1..).zip(games()).map(|(number, spec)| format!("{number} {}", spec.name));
    let listed: Vec<_> = listed.collect();
    format!("Which game? {} (empty: {})", listed.join(", "), games()[0].name)
}

/// Whether a word may be meant as a clock.
fn has_digit(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
}

/// That a word after a game is none that can stand there.
fn unknown_word(word: &str, spec: &Spec) -> String {
    let [first, second] = &spec.sides;
    let (first, second) = (first.id, second.id);
    format!("'{word}' is neither a clock, such as 5+3, nor a side, {first} or {second}.")
}

/// A reason as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    format!("{}.", first.chain(letters).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a person wants who gives these answers, as a set-up and a side.
    fn request(answers: &[&str]) -> (String, Option<Side>) {
        let mut asking = Asking::Game;
        for answer in answers {
            match asking.hear(answer) {
                Ok(FollowUp::Ask(next)) => asking = next,
                Ok(FollowUp::Known(request)) => return (request.setup.to_string(), request.side),
                Err(why) => assert!(why.ends_with(['.', ')']), "{why}"),
            }
        }
        panic!("{answers:?} do not say enough: {}", asking.question())
    }

    #[test]
    fn enough_is_asked_and_no_more() {
        let check = |answers: &[&str], setup: &str, side| {
            assert_eq!(request(answers), (setup.to_owned(), side), "{answers:?}");
        };
        check(&["", ""], "konobi:11", None);
        check(&["2", "9"], "quentin:9", None);
        check(&["QUENTIN", "0", "x", "20", "9,nopie"], "quentin:9,nopie", None);
        check(&["0", "4", "chess", "1", ""], "konobi:11", None);
        check(&["order and chaos", ""], "order-and-chaos", None);
        check(&["3", "black-and-white", "chaos"], "order-and-chaos", Some(Side::Second));
        check(&["Konobi:5"], "konobi:5", None);
    }

    #[test]
    fn one_line_says_it_all() {
        let read = GameRequest::read("quentin:9 5+3 white").unwrap();
        assert_eq!((read.side, read.first()), (Some(Side::Second), Seat::Two));
        assert_eq!(read.time, "5+3".parse().unwrap());
        let refused = GameRequest::read("chess").unwrap_err();
        assert!(refused.starts_with("There is no game 'chess'; there are konobi, "), "{refused}");
        assert!(GameRequest::read("konobi 5-3").unwrap_err().starts_with("A clock is"));
        let refused = |line| GameRequest::read(line).unwrap_err();
        assert_eq!(
            refused("konobi 3d purple"),
            "'purple' is neither a clock, such as 5+3, nor a side, black or white."
        );
        assert_eq!(
            refused("order-and-chaos soon"),
            "'soon' is neither a clock, such as 5+3, nor a side, order or chaos."
        );
    }
}
