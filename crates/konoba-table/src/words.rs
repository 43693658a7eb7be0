//! What is said at a table, in whole and plain sentences. What is said of a game alone comes from
//! [`Sentences`]; this adds the people.

mod asking;
mod reading;
mod time;

use konoba_rules::record::{self, How};
use konoba_rules::{Move, Side};
use konoba_scene::{Sentences, Subject, capitalised};

use crate::abandoned::is_abandonment;
use crate::{
    ABANDONED_AFTER, Disagreement, Ending, Event, Fact, Frozen, Moved, OpenWish, Opened, Outcome,
    Player, Refused, Seat, Table, Wish,
};

/// What every door says to a client that asks for an engine in a game between people.
pub const NO_ENGINE: &str = "No hints or analysis in a game between people while it is going on.";

/// Speaks of what happens at one table, to all or to the player at one seat, who is "you".
///
/// ```
/// use konoba_rules::{GAMES, Setup};
/// use konoba_table::{Moment, Opened, Player, Seat, Table};
/// let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
/// let opened = Opened::new(Setup::default_of(GAMES[0]), players);
/// let table = Table::opened(&opened, Moment::from_millis(0));
/// let words = table.words();
/// assert_eq!(words.plays(Seat::Two), "Luka plays White: connect left and right.");
/// assert_eq!(words.status(), "Ana (Black) is to move.");
/// let words = table.words_to(Seat::One);
/// assert_eq!(words.plays(Seat::One), "You play Black: connect top and bottom.");
/// assert_eq!([words.goal(Seat::One), words.goal(Seat::Two)], ["You: connect top and bottom", "Connect left and right"]);
/// assert_eq!(words.status(), "Your turn.");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    table: &'a Table,
    sentences: Sentences,
    /// The seat of the reader, where the words are for one player alone.
    you: Option<Seat>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(table: &'a Table, you: Option<Seat>) -> Self {
        Self { table, sentences: Sentences::of(table.setup()), you }
    }

    /// Who plays which side and what it must do; to be told again after a swap.
    pub fn plays(&self, seat: Seat) -> String {
        let side = self.table.setup().spec.side(self.table.side_of(seat));
        format!("{} {}: {}.", self.who(seat).does("plays", "play"), side.name, side.goal)
    }

    /// What the player at a seat must do, in a few words, where the name stands beside.
    pub fn goal(&self, seat: Seat) -> String {
        let goal = self.table.setup().spec.side(self.table.side_of(seat)).goal;
        if self.you == Some(seat) { format!("You: {goal}") } else { capitalised(goal) }
    }

    /// Whose turn it is and what can be done, or how the game ended.
    pub fn status(&self) -> String {
        match (self.table.frozen(), self.table.outcome(), self.table.closed()) {
            (Some(frozen), ..) => self.frozen(&frozen),
            (None, Some(outcome), _) => self.outcome(&outcome),
            (None, None, Some(result)) => self.closed(result),
            (None, None, None) => {
                let position = self.table.position();
                self.sentences.turn(&self.who_plays(position.to_move()), position)
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
            Fact::Asked { seat, wish } => self.asked(OpenWish { by: *seat, wish: *wish }),
            Fact::Declined { seat, wish } => {
                let declined = self.who(*seat).does("declined", "declined");
                match wish {
                    Wish::Undo => format!("{declined} the undo."),
                    Wish::Rematch => format!("{declined} the rematch."),
                }
            }
            Fact::Undone { seat, from, to, .. } => {
                let took = self.who(*seat).does("took back", "took back");
                format!("{took} {}.", moves_between(*to, *from))
            }
            Fact::Rematched { next } => {
                let first = self.subject(next.first, next.player(next.first).name.as_str());
                format!("Rematch: {} first.", first.within("moves", "move"))
            }
        }
    }

    /// What a player asks for. As long as that is open, it is told which moves an undo takes back: the other player's may be
    /// among them.
    pub fn asked(&self, wish: OpenWish) -> String {
        let asks = self.who(wish.by).does("asks for", "asked for");
        let is_undo = wish.wish == Wish::Undo && self.table.open_wish() == Some(wish);
        let to = is_undo.then(|| self.table.undo_to(wish.by).ok()).flatten();
        let last = u16::try_from(self.table.history().len()).unwrap_or(u16::MAX);
        let of = to.map(|to| format!(" of {}", moves_between(to, last)));
        format!("{asks} {}{}.", thing(wish.wish), of.unwrap_or_default())
    }

    /// What a move did, and who won by it.
    pub fn moved(&self, moved: &Moved) -> String {
        let (seat, side) = (moved.seat, moved.played.side);
        let played = match moved.played.mv {
            Move::Swap => self.swapped(seat, side),
            _ => self.placed(moved),
        };
        match &moved.outcome {
            // The one who moved is named once.
            Some(outcome) if outcome.seat == seat => {
                let wins = if self.you == Some(seat) { "win" } else { "wins" };
                format!("{played} and {wins} {}.", self.reason(outcome))
            }
            Some(outcome) => format!("{played}. {}", self.outcome(outcome)),
            None => format!("{played}."),
        }
    }

    /// Who won, and how.
    pub fn outcome(&self, outcome: &Outcome) -> String {
        let winner = self.subject(outcome.seat, &self.player(outcome.seat, outcome.winner));
        format!("{} {}.", winner.does("wins", "won"), self.reason(outcome))
    }

    /// The result by which the game was ended from outside.
    pub fn closed(&self, result: &record::Outcome) -> String {
        if is_abandonment(result) {
            let days = ABANDONED_AFTER.as_secs() / 86_400;
            return format!("No moves for {days} days. The game ended without a winner.");
        }
        self.sentences.recorded_of(result, |side| self.who_plays(side))
    }

    /// The line that ends a dialogue, no matter what ended the game; nothing while it goes on.
    pub fn result(&self) -> Option<String> {
        if let Some(outcome) = self.table.outcome() {
            return Some(self.winner(&outcome));
        }
        Some(match self.table.closed()? {
            record::Outcome::Won { winner, how: How::Other(words) } => {
                let winner = self.player(self.table.seat_of(*winner), *winner);
                format!("Winner: {winner}, the result in the record is {words}")
            }
            result => self.closed(result),
        })
    }

    /// The line that ends a dialogue: `Winner: Ana (Black), by connecting top and bottom`.
    pub fn winner(&self, outcome: &Outcome) -> String {
        let winner = self.player(outcome.seat, outcome.winner);
        format!("Winner: {winner}, {}", self.reason(outcome))
    }

    /// How the game was won, after "wins": `by connecting top and bottom`.
    pub fn reason(&self, outcome: &Outcome) -> String {
        let lost = |how: &str| {
            let (seat, side) = (outcome.seat.other(), outcome.winner.other());
            format!("because {}", self.subject(seat, &self.player(seat, side)).within(how, how))
        };
        match outcome.ending {
            Ending::Board => {
                format!("by {}", self.table.setup().spec.side(outcome.winner).won_by)
            }
            Ending::Resignation => lost("resigned"),
            Ending::Time => lost("ran out of time"),
        }
    }

    /// Why a command was refused. A refused command has changed nothing.
    pub fn refused(&self, refused: &Refused) -> String {
        match refused {
            Refused::Illegal(refusal) => self.sentences.refusal(self.table.position(), refusal),
            Refused::NotYourTurn { to_move } => {
                let to_move = self.player(*to_move, self.table.side_of(*to_move));
                format!("It is not your turn: {to_move} is to move.")
            }
            Refused::GameOver(outcome) => {
                format!("The game is over. {}", self.outcome(outcome))
            }
            Refused::Closed(result) => format!("The game is over. {}", self.closed(result)),
            Refused::GameGoesOn => "The game is not over yet.".to_owned(),
            Refused::Stale { .. } => "Nothing was done, because the game has changed since you \
                                      last saw it. Look at the board and try again."
                .to_owned(),
            Refused::Ahead { .. } => {
                "The last move you saw is not in this game any more. Look at the board and try again."
                    .to_owned()
            }
            Refused::NothingToUndo => "You have no move to take back.".to_owned(),
            Refused::UndoneTooOften => {
                "Moves were taken back very often in this game. You can only play on.".to_owned()
            }
            Refused::Final(Outcome { ending: Ending::Time, .. }) => {
                "A loss on time cannot be taken back.".to_owned()
            }
            Refused::Final(_) => "A resignation cannot be taken back.".to_owned(),
            Refused::QuestionOpen { by, wish } => {
                format!("{} already asked for {}.", self.who(*by).does("has", "have"), thing(*wish))
            }
            Refused::Declined(Wish::Undo) => {
                "Your opponent has declined. You can ask again after the next move.".to_owned()
            }
            Refused::Declined(Wish::Rematch) => "Your opponent has declined.".to_owned(),
            Refused::NothingAsked(wish) => {
                format!("There is no request for {} to answer.", thing(*wish))
            }
            Refused::OwnQuestion(_) => "Only your opponent can answer that.".to_owned(),
            Refused::TimeLeft { deadline: Some(_) } => "There is time left.".to_owned(),
            Refused::TimeLeft { deadline: None } => "No clock is running.".to_owned(),
            Refused::AlreadyRematched => "The rematch is already agreed.".to_owned(),
            Refused::EngineHasNoWishes => "The computer can only play and resign.".to_owned(),
            Refused::Frozen(frozen) => self.frozen(frozen),
        }
    }

    /// A player with the side: `Ana (Black)`.
    pub fn player(&self, seat: Seat, side: Side) -> String {
        format!("{} ({})", self.name(seat), self.side(side))
    }

    fn opened(&self, opened: &Opened) -> String {
        let plays = |side: Side| {
            let seat = opened.seat_of(side);
            let Player { name, .. } = opened.player(seat);
            let plays = self.subject(seat, name.as_str()).does("plays", "play");
            format!("{plays} {}", self.side(side))
        };
        let [first, second] = Side::BOTH.map(plays);
        let time = self.time().map_or_else(String::new, |time| format!(" {time}"));
        format!("{} {first}. {second}.{time}", self.sentences.setup())
    }

    /// What a move did that is no swap, without a full stop.
    fn placed(&self, moved: &Moved) -> String {
        let (seat, side) = (moved.seat, moved.played.side);
        self.sentences.played_by(&self.subject(seat, &self.player(seat, side)), &moved.played)
    }

    /// A swap by the seat that played this side until then.
    fn swapped(&self, seat: Seat, side: Side) -> String {
        let (taken, left) = (self.side(side.other()), self.side(side));
        let swaps = match self.who(seat) {
            Subject::Named(name) => format!("{name} swaps and now plays {taken}"),
            Subject::You => format!("You swap and now play {taken}"),
        };
        match self.who(seat.other()) {
            Subject::Named(name) => format!("{swaps}. {name} plays {left} and is to move"),
            Subject::You => format!("{swaps}. You play {left}. Your turn"),
        }
    }

    fn frozen(&self, frozen: &Frozen) -> String {
        let why = match frozen.why {
            Disagreement::Illegal(_) => "is a move that the rules do not allow any more",
            Disagreement::OtherFacts => "is a move that has another effect by now",
            Disagreement::OutOfPlace => "cannot follow the events before it",
            Disagreement::Gap => "comes after events that are missing",
        };
        let at = frozen.at;
        format!("This game can be viewed but not continued: event {at} of its history {why}.")
    }

    /// The player at a seat, by name.
    fn who(&self, seat: Seat) -> Subject {
        self.subject(seat, self.name(seat))
    }

    /// The player of a side, with the side.
    fn who_plays(&self, side: Side) -> Subject {
        let seat = self.table.seat_of(side);
        self.subject(seat, &self.player(seat, side))
    }

    /// The player at a seat, called so unless it is the reader.
    fn subject(&self, seat: Seat, called: &str) -> Subject {
        if self.you == Some(seat) { Subject::You } else { Subject::Named(called.to_owned()) }
    }

    fn name(&self, seat: Seat) -> &'a str {
        self.table.player(seat).name.as_str()
    }

    fn side(&self, side: Side) -> &'static str {
        self.table.setup().spec.side(side).name
    }
}

/// The moves after the first so many, up to a number.
fn moves_between(after: u16, last: u16) -> String {
    let first = after.saturating_add(1);
    match last - first.min(last) {
        0 => format!("move {first}"),
        1 => format!("moves {first} and {last}"),
        _ => format!("moves {first} to {last}"),
    }
}

const fn thing(wish: Wish) -> &'static str {
    match wish {
        Wish::Undo => "an undo",
        Wish::Rematch => "a rematch",
    }
}
