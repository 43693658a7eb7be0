//! What a person says at a table, and what it means.

use std::time::Duration;

use konoba_rules::{Illegal, Move, Piece, Point, Setup, Spec};
use konoba_table::{Action, Moment, Seat, Table, Wish, Words};

use super::manner::Manner;
use super::meaning::{Meaning, said};
use super::obey::obey;
use super::questions;
use super::verb::Verb;

/// For whom a keyboard speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Voice {
    /// For both players: the one to move is asked.
    Both,
    /// For the player at one seat, who is asked only for what is theirs.
    One(Seat),
    /// For none of them: those who watch are asked nothing.
    Watcher,
}

/// What is to be answered next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prompt {
    Swap,
    Move,
    /// The column was said, counted from 1.
    Row(u8),
    /// The cell was said, and not the piece.
    Piece(Point),
    /// Whether to agree to what the other seat has asked for.
    Agree(Wish),
    /// Whether to play again.
    Again,
    /// It is for the other player to answer, or over.
    Nothing,
}

impl Prompt {
    /// The question again, for a player who has half answered it.
    const fn anew(self) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            _ => Self::Move,
        }
    }

    /// What is asked of one who has used a verb: the same again, but a half said move is void.
    const fn after_verb(self) -> Self {
        match self {
            Self::Row(_) | Self::Piece(_) => Self::Move,
            _ => self,
        }
    }
}

/// The conversation of one keyboard about one table, which the caller keeps.
///
/// ```
/// use konoba_line::dialogue::{Manner, Meaning, Talk, Voice};
/// use konoba_rules::{GAMES, Move, Setup};
/// use konoba_table::{Action, Moment, Opened, Player, Seat, Table};
/// let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
/// let opened = Opened::new(Setup::default_of(GAMES[0]), players);
/// let now = Moment::from_millis(0);
/// let table = Table::opened(&opened, now);
/// let mut talk = Talk::new(Voice::One(Seat::One), Manner::default(), &table);
/// assert_eq!(talk.hear(&table, "3", now), Meaning::Said(String::new()));
/// assert_eq!(talk.question(&table), "Row in column 3, from the bottom?\n");
/// let place = Move::Place("c4".parse().unwrap());
/// assert_eq!(talk.hear(&table, "4", now), Meaning::Act(Seat::One, Action::Play(place)));
/// ```
#[derive(Clone, Debug)]
pub struct Talk {
    voice: Voice,
    pub(super) manner: Manner,
    prompt: Prompt,
    /// Whether it was said in how many ways a move can be typed, which is said once.
    is_explained: bool,
    /// What the clock of the player to move showed when it was told last.
    pub(super) time_told: Duration,
}

impl Talk {
    /// A conversation about a table as it stands.
    pub fn new(voice: Voice, manner: Manner, table: &Table) -> Self {
        let (prompt, time_told) = (Prompt::Nothing, Duration::ZERO);
        let mut talk = Self { voice, manner, prompt, is_explained: false, time_told };
        talk.look(table);
        talk
    }

    /// Looks at a table that has changed: what was half said is void.
    pub(super) fn look(&mut self, table: &Table) {
        let is_asked = |seat: Seat| self.speaks_for(seat);
        let to_answer = table.open_wish().filter(|wish| is_asked(wish.by.other()));
        let is_to_end = table.is_over() && table.open_wish().is_none() && table.next().is_none();
        let is_person = |seat: &Seat| !table.player(*seat).is_engine();
        let to_move = table.seat_to_move().filter(is_person).filter(|seat| is_asked(*seat));
        self.prompt = match (to_answer, to_move) {
            (Some(open), _) => Prompt::Agree(open.wish),
            (None, Some(_)) if table.position().swap_is_offered() => Prompt::Swap,
            (None, Some(_)) => Prompt::Move,
            (None, None) if is_to_end && self.manner.asks_again && self.voice != Voice::Watcher => {
                Prompt::Again
            }
            (None, None) => Prompt::Nothing,
        };
    }

    /// Whether this keyboard is that of the player at a seat, perhaps of the other one too.
    pub(super) fn speaks_for(&self, seat: Seat) -> bool {
        match self.voice {
            Voice::Both => true,
            Voice::One(own) => own == seat,
            Voice::Watcher => false,
        }
    }

    /// Whether anything is asked of this keyboard.
    pub const fn is_asking(&self) -> bool {
        !matches!(self.prompt, Prompt::Nothing)
    }

    /// What is asked, in one line; nothing where it is for the other player to speak. The long form of a question is
    /// asked once.
    pub fn question(&mut self, table: &Table) -> String {
        let setup = table.setup();
        let asked = match self.prompt {
            Prompt::Swap => questions::SWAP.to_owned(),
            Prompt::Move => questions::mv(setup, !std::mem::replace(&mut self.is_explained, true)),
            Prompt::Row(column) => questions::row(column),
            Prompt::Piece(at) => questions::piece(setup.spec, at),
            Prompt::Agree(_) => questions::AGREE.to_owned(),
            Prompt::Again => questions::AGAIN.to_owned(),
            Prompt::Nothing => return String::new(),
        };
        format!("{asked}\n")
    }

    /// What a line means. It changes nothing but what is asked next.
    pub fn hear(&mut self, table: &Table, line: &str, now: Moment) -> Meaning {
        let line = line.trim();
        let seat = self.speaker(table);
        match self.prompt {
            Prompt::Nothing if line.is_empty() => match self.is_at_end(table) {
                true => said(questions::OVER),
                false => Meaning::Said(String::new()),
            },
            prompt => match Verb::read(line) {
                Some(verb) => {
                    self.prompt = prompt.after_verb();
                    if let Verb::Show(showing) = verb {
                        self.manner.showing = showing;
                    }
                    obey(seat, table, verb, self.words(table), self.manner, now)
                }
                None => self.hear_answer(seat, table, line),
            },
        }
    }

    /// Whether a player has played here to the end and nothing is asked any more.
    fn is_at_end(&self, table: &Table) -> bool {
        table.is_over() && matches!(self.prompt, Prompt::Nothing) && self.voice != Voice::Watcher
    }

    fn hear_answer(&mut self, seat: Seat, table: &Table, line: &str) -> Meaning {
        match (self.prompt, questions::yes_or_no(line)) {
            (Prompt::Nothing, Some(_)) if self.is_at_end(table) => said(questions::OVER),
            (Prompt::Swap, yes) => self.hear_swap(seat, line, yes),
            (Prompt::Agree(_) | Prompt::Again, None) => said(questions::NOT_YES_OR_NO),
            (Prompt::Agree(wish), Some(true)) => Meaning::Act(seat, Action::Accept(wish)),
            (Prompt::Agree(wish), Some(false)) => Meaning::Act(seat, Action::Decline(wish)),
            (Prompt::Again, Some(true)) => Meaning::Act(seat, Action::Ask(Wish::Rematch)),
            (Prompt::Again, Some(false)) => Meaning::Quit,
            _ => self.hear_turn(seat, table, line),
        }
    }

    /// Holds the conversation in another manner from now on.
    pub const fn hold(&mut self, manner: Manner) {
        self.manner = manner;
    }

    /// How the conversation is held, which the person at the keyboard may have changed.
    pub const fn manner(&self) -> Manner {
        self.manner
    }

    /// The seat of the reader, where this keyboard is that of one player alone.
    pub(super) fn you(&self, table: &Table) -> Option<Seat> {
        match self.voice {
            Voice::Both => table.only_person(),
            Voice::One(seat) => Some(seat),
            Voice::Watcher => None,
        }
    }

    /// Speaks to this keyboard: to one player as "you", to others of both by name.
    pub(super) fn words<'a>(&self, table: &'a Table) -> Words<'a> {
        self.you(table).map_or_else(|| table.words(), |seat| table.words_to(seat))
    }

    /// The seat for which something is said: at a shared keyboard the one that is asked. After the
    /// game it may be either. Watchers ask about the player to move.
    fn speaker(&self, table: &Table) -> Seat {
        match (self.voice, table.open_wish()) {
            (Voice::One(seat), _) => seat,
            (Voice::Both, Some(open)) => open.by.other(),
            (Voice::Both | Voice::Watcher, _) => match table.seat_to_move().unwrap_or(Seat::One) {
                seat if table.player(seat).is_engine() => seat.other(),
                seat => seat,
            },
        }
    }

    fn hear_swap(&mut self, seat: Seat, line: &str, yes: Option<bool>) -> Meaning {
        match yes {
            Some(false) => {
                self.prompt = Prompt::Move;
                Meaning::Said(String::new())
            }
            None if !line.eq_ignore_ascii_case("swap") => said(questions::NOT_SWAP),
            _ => Meaning::Act(seat, Action::Play(Move::Swap)),
        }
    }

    fn hear_turn(&mut self, seat: Seat, table: &Table, line: &str) -> Meaning {
        let Setup { spec, size, .. } = table.setup();
        let prompt = self.prompt;
        self.prompt = prompt.anew();
        match (prompt, lone_number(line)) {
            (Prompt::Row(column), Some(row)) => match on_board(row, size) {
                Some(row) => self.place(seat, table, Point::new(column - 1, row - 1)),
                None => said(&questions::off_board("row", row, size)),
            },
            (Prompt::Move, Some(column)) => match on_board(column, size) {
                Some(column) => {
                    self.prompt = Prompt::Row(column);
                    Meaning::Said(String::new())
                }
                None => said(&questions::off_board("column", column, size)),
            },
            _ => match (prompt, lone_letter(line, spec), Move::read(line, spec)) {
                (Prompt::Piece(at), Some(piece), _) => {
                    Meaning::Act(seat, Action::Play(Move::PlacePiece(piece, at)))
                }
                (_, _, Ok(Move::Place(at))) => self.place(seat, table, at),
                (_, _, Ok(mv)) => Meaning::Act(seat, Action::Play(mv)),
                (_, _, Err(_)) => {
                    self.prompt = prompt;
                    said(&not_understood(prompt, spec))
                }
            },
        }
    }

    /// A cell was named. Where pieces are chosen and nothing else speaks against the cell, the piece
    /// is asked for.
    fn place(&mut self, seat: Seat, table: &Table, at: Point) -> Meaning {
        let mv = Move::Place(at);
        let why = table.why_not(seat, mv).map(|refusal| refusal.why);
        if let (Some(Illegal::PieceNeeded(_)), Prompt::Move) = (why, self.prompt) {
            self.prompt = Prompt::Piece(at);
            return Meaning::Said(String::new());
        }
        Meaning::Act(seat, Action::Play(mv))
    }
}

fn not_understood(prompt: Prompt, spec: &Spec) -> String {
    match prompt {
        Prompt::Row(_) => questions::NOT_A_ROW.to_owned(),
        Prompt::Piece(_) => questions::not_a_piece(spec),
        _ => questions::NOT_A_MOVE.to_owned(),
    }
}

fn lone_number(line: &str) -> Option<&str> {
    let is_number = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(line)
}

fn on_board(number: &str, size: u8) -> Option<u8> {
    number.parse().ok().filter(|number| (1..=size).contains(number))
}

fn lone_letter(line: &str, spec: &Spec) -> Option<Piece> {
    let mut chars = line.chars();
    let letter = chars.next()?;
    chars.next().is_none().then(|| spec.piece_lettered(letter))?
}
