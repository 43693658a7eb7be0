//! What is said at a table, in whole and plain sentences. What is said of a game alone comes from
//! [`Sentences`]; this adds the people.

mod asking;
mod time;

use konoba_rules::record::{self, How};
use konoba_rules::{Move, Side};
use konoba_scene::Sentences;

use crate::{
    Disagreement, Ending, Event, Fact, Frozen, Moved, Opened, Outcome, Player, Refused, Seat,
    Table, Wish,
};

/// Speaks of what happens at one table.
///
/// ```
/// use konoba_rules::{GAMES, Setup};
/// use konoba_table::{Moment, Opened, Player, Seat, Table};
/// let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
/// let opened = Opened::new(Setup::default_of(GAMES[0]), players);
/// let table = Table::opened(&opened, Moment::from_millis(0));
/// let words = table.words();
/// assert_eq!(words.plays(Seat::Two), "Luka plays White and must join the left and right edges.");
/// assert_eq!(words.status(), "Ana (Black) is to move.");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    table: &'a Table,
    sentences: Sentences,
}

impl<'a> Words<'a> {
    pub(crate) fn of(table: &'a Table) -> Self {
        Self { table, sentences: Sentences::of(table.setup()) }
    }

    /// Who plays which side and what it must do; to be told again after a swap.
    pub fn plays(&self, seat: Seat) -> String {
        let side = self.table.side_of(seat);
        let goal = self.sentences.goal(side);
        let (name, side) = (self.name(seat), self.side(side));
        let must = goal.strip_prefix(side).unwrap_or_default();
        format!("{name} plays {side} and{must}")
    }

    /// Whose turn it is and what can be done, or how the game ended.
    pub fn status(&self) -> String {
        match (self.table.frozen(), self.table.outcome(), self.table.closed()) {
            (Some(frozen), ..) => self.frozen(&frozen),
            (None, Some(outcome), _) => self.outcome(&outcome),
            (None, None, Some(result)) => self.closed(result),
            (None, None, None) => {
                let position = self.table.position();
                let status = self.sentences.status(position);
                self.by_seat(self.table.seat_of(position.to_move()), position.to_move(), &status)
            }
        }
    }

    /// What happened.
    pub fn event(&self, event: &Event) -> String {
        match &event.fact {
            Fact::Opened(opened) => self.opened(opened),
            Fact::Moved(moved) => self.moved(moved),
            Fact::Ended { outcome, .. } => self.outcome(outcome),
            Fact::Closed { result, .. } => self.closed(result),
            Fact::Asked { seat, wish: Wish::Undo } => {
                format!("{} asks to take a move back.", self.name(*seat))
            }
            Fact::Asked { seat, wish: Wish::Rematch } => {
                format!("{} would like to play again.", self.name(*seat))
            }
            Fact::Declined { seat, wish: Wish::Undo } => {
                format!("{} does not agree to an undo.", self.name(*seat))
            }
            Fact::Declined { seat, wish: Wish::Rematch } => {
                format!("{} does not want to play again.", self.name(*seat))
            }
            Fact::Undone { seat, from, to, .. } => {
                let (name, first) = (self.name(*seat), to.saturating_add(1));
                match from - first.min(*from) {
                    0 => format!("{name} took back move {first}."),
                    1 => format!("{name} took back moves {first} and {from}."),
                    _ => format!("{name} took back moves {first} to {from}."),
                }
            }
            Fact::Rematched { next } => {
                let first = next.player(next.first);
                format!("The players play again, and {} now moves first.", first.name)
            }
        }
    }

    /// What a move did, and who won if anybody did.
    pub fn moved(&self, moved: &Moved) -> String {
        let (seat, side) = (moved.seat, moved.played.side);
        let played = match moved.played.mv {
            Move::Swap => {
                let (taken, left) = (self.side(side.other()), self.side(side));
                let (name, other) = (self.name(seat), self.name(seat.other()));
                format!("{name} swaps and takes {taken}; {other} now plays {left} and is to move.")
            }
            _ => self.by_seat(seat, side, &self.sentences.played(&moved.played)),
        };
        match &moved.outcome {
            Some(outcome) => format!("{played} {}", self.outcome(outcome)),
            None => played,
        }
    }

    /// Who won, and how.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let winner = self.player(outcome.seat, outcome.winner);
        format!("{winner} wins {}.", self.reason(outcome))
    }

    /// The result by which the game was ended from outside.
    pub fn closed(&self, result: &record::Outcome) -> String {
        let sentence = self.sentences.recorded(result);
        match result {
            record::Outcome::Won { winner, .. } => {
                self.by_seat(self.table.seat_of(*winner), *winner, &sentence)
            }
            record::Outcome::Other(_) => sentence,
        }
    }

    /// The line that ends a dialogue, whatever ended the game; nothing while it goes on.
    pub fn result(&self) -> Option<String> {
        if let Some(outcome) = self.table.outcome() {
            return Some(self.winner(&outcome));
        }
        Some(match self.table.closed()? {
            record::Outcome::Won { winner, how: How::Other(words) } => {
                let winner = self.player(self.table.seat_of(*winner), *winner);
                format!("Winner: {winner}, as the record says: {words}")
            }
            result => self.closed(result),
        })
    }

    /// The line that ends a dialogue: `Winner: Ana (Black), by joining the top and bottom edges`.
    pub fn winner(&self, outcome: &Outcome) -> String {
        let winner = self.player(outcome.seat, outcome.winner);
        format!("Winner: {winner}, {}", self.reason(outcome))
    }

    /// How the game was won, after "wins": `by joining the top and bottom edges`.
    pub fn reason(&self, outcome: &Outcome) -> String {
        let loser = || self.player(outcome.seat.other(), outcome.winner.other());
        match outcome.ending {
            Ending::Board => {
                format!("by {}", self.table.setup().spec.side(outcome.winner).won_by)
            }
            Ending::Resignation => format!("because {} resigned", loser()),
            Ending::Time => format!("because {} ran out of time", loser()),
        }
    }

    /// Why a command was refused.
    pub fn refused(&self, refused: &Refused) -> String {
        match refused {
            Refused::Illegal(refusal) => self.sentences.refusal(self.table.position(), refusal),
            Refused::NotYourTurn { to_move } => {
                let to_move = self.player(*to_move, self.table.side_of(*to_move));
                format!("It is the turn of {to_move}.")
            }
            Refused::GameOver(outcome) => {
                format!("The game is over: {}", self.outcome(outcome))
            }
            Refused::Closed(result) => format!("The game is over. {}", self.closed(result)),
            Refused::GameGoesOn => "The game is not over yet.".to_owned(),
            Refused::Stale { seen, current } => match current - seen {
                1 => "Something has happened that you had not seen; look again.".to_owned(),
                missed => format!("You have missed {missed} events; look again."),
            },
            Refused::Ahead { .. } => {
                "The last move you saw is not in this game any more. Look at the board and try again."
                    .to_owned()
            }
            Refused::NothingToUndo => "There is no move of yours to take back.".to_owned(),
            Refused::Final(Outcome { ending: Ending::Time, .. }) => {
                "Time that has run out cannot be taken back.".to_owned()
            }
            Refused::Final(_) => "A resignation cannot be taken back.".to_owned(),
            Refused::QuestionOpen { by, wish } => {
                format!("{} has already asked for {}.", self.name(*by), thing(*wish))
            }
            Refused::NothingAsked(wish) => format!("Nobody has asked for {}.", thing(*wish)),
            Refused::OwnQuestion(_) => "It is for the other player to answer.".to_owned(),
            Refused::TimeLeft { deadline: Some(_) } => "There is time left.".to_owned(),
            Refused::TimeLeft { deadline: None } => "No clock is running.".to_owned(),
            Refused::AlreadyRematched => "The next game has already been agreed.".to_owned(),
            Refused::EngineHasNoWishes => "An engine only plays and resigns.".to_owned(),
            Refused::Frozen(frozen) => self.frozen(frozen),
        }
    }

    /// A player with the side: `Ana (Black)`.
    pub fn player(&self, seat: Seat, side: Side) -> String {
        format!("{} ({})", self.name(seat), self.side(side))
    }

    fn opened(&self, opened: &Opened) -> String {
        let plays = |side: Side| {
            let Player { name, .. } = opened.player(opened.seat_of(side));
            format!("{name} plays {}", self.side(side))
        };
        let [first, second] = Side::BOTH.map(plays);
        let time = self.time().map_or_else(String::new, |time| format!(" {time}"));
        format!("{} {first}, {second}.{time}", self.sentences.setup())
    }

    fn frozen(&self, frozen: &Frozen) -> String {
        let why = match frozen.why {
            Disagreement::Illegal(_) => "holds a move that is illegal by the rules of today",
            Disagreement::OtherFacts => {
                "holds a move that does something else by the rules of today"
            }
            Disagreement::OutOfPlace => "holds something that cannot follow what came before",
            Disagreement::Gap => "has lost something that came before",
        };
        format!("This game can only be read: event {} of its log {why}.", frozen.at)
    }

    /// A sentence that begins with a side, with the player's name put before it.
    fn by_seat(&self, seat: Seat, side: Side, sentence: &str) -> String {
        match sentence.strip_prefix(self.side(side)) {
            Some(rest) => format!("{}{rest}", self.player(seat, side)),
            None => sentence.to_owned(),
        }
    }

    fn name(&self, seat: Seat) -> &'a str {
        self.table.player(seat).name.as_str()
    }

    fn side(&self, side: Side) -> &'static str {
        self.table.setup().spec.side(side).name
    }
}

const fn thing(wish: Wish) -> &'static str {
    match wish {
        Wish::Undo => "an undo",
        Wish::Rematch => "a rematch",
    }
}
