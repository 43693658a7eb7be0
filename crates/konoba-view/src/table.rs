//! What a client is shown of a table: plain data with every sentence, label and mark in it, so that no client has to know a
//! game.

mod can;
mod hint;
mod moves;
mod news;
mod order;
mod question;
mod seat;

use konoba_rules::{PieceChoice, PieceSpec, Setup};
use konoba_scene::Sentences;
use konoba_table::{Ending, Event, Moment, Seat, Seats, Table, TimeControl, Words};
use serde::{Deserialize, Serialize};

pub use can::{AsksView, SwapView};
pub use hint::HintView;
pub use moves::{MoveView, MovesView};
pub use news::TableChange;
pub use order::What;
pub use question::{QuestionView, seat_in_question};
pub use seat::{ClocksView, SeatView, SideView, takes_days, time};

use crate::as_bits;
use can::{before_the_game, can, is_to_move};

/// A table as it is looked at: its game, and what is known beside it.
#[derive(Clone, Debug)]
pub struct Sight<'a> {
    /// The name of the table.
    pub id: String,
    /// How far it has come.
    pub standing: StandingView,
    /// How its game is set up.
    pub setup: Setup,
    /// How much time there is.
    pub time: TimeControl,
    /// The seat that plays the first side, where that is settled before the game.
    pub first: Option<Seat>,
    /// The table, once both seats are taken.
    pub table: Option<&'a Table>,
    /// Who holds seat one and seat two.
    pub names: [Option<&'a str>; 2],
    /// Whether the computer plays from seat one and from seat two.
    pub is_engine: [bool; 2],
    /// Whether the holders of seat one and seat two are there just now.
    pub is_present: [bool; 2],
    /// How many watch.
    pub watchers: u32,
    /// The table at which the players play again, or to which the maker of a withdrawn offer has gone.
    pub next: Option<String>,
}

/// Everything to be shown of a table but the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// The name of the table.
    #[cfg_attr(feature = "schema", schema(example = "g7k29fqa0z3mx5tw"))]
    pub table: String,
    /// How many events have made the table; 0 before both seats are taken. Orders say it as `seen`.
    pub version: u64,
    /// When the last of them happened, in milliseconds since 1970; 0 before the first. A client that
    /// comes back says it beside `seen`, so that a table which has lost events and got others is
    /// recognised.
    #[serde(default)]
    pub latest: u64,
    /// `waiting`, `playing`, `over` or `withdrawn`.
    pub standing: StandingView,
    /// Which game it is, in a sentence.
    pub title: String,
    /// The set-up string.
    pub setup: String,
    /// How many points the board has on a side.
    pub size: u8,
    /// Whose turn it is or how the game ended, in a sentence.
    pub status: String,
    /// The seats for which this client may act, 1 and 2; none for those who watch.
    pub you: Vec<u8>,
    /// Seat 1 and seat 2.
    pub seats: Vec<SeatView>,
    /// How much time there is, in words; none without clocks.
    pub time: Option<String>,
    /// Whether a move may take days: then the page asks before each move, since an undo may also take days.
    #[serde(default)]
    pub takes_days: bool,
    /// The clocks; none without them, and before the game.
    pub clocks: Option<ClocksView>,
    /// The seat that is to move; none before the game and after it.
    pub to_move: Option<u8>,
    /// The moves.
    pub moves: MovesView,
    /// Where you may place: a bit for each point, row by row from a1, in hexadecimal digits of four
    /// points each, of which the lowest bit is the first. Empty when it is not your turn.
    #[cfg_attr(feature = "schema", schema(example = "ffffffef7fffffffffffffffffffff1"))]
    pub legal: String,
    /// The pieces between which a player chooses. The letter is written before the point.
    pub pieces: Vec<PieceInfo>,
    /// What you may do, by the word for it in an order: `play`, `swap`, `resign`, `flag`, `undo`,
    /// `accept-undo`, `decline-undo`, `rematch`, `accept-rematch`, `decline-rematch`; or `sit` and
    /// `withdraw`.
    pub can: Vec<String>,
    /// What to ask before something is done that a player may regret.
    pub asks: AsksView,
    /// The swap, where it is offered to this client.
    pub swap: Option<SwapView>,
    /// What one seat has asked of the other.
    pub question: Option<QuestionView>,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// Why the game can only be read, if that is so.
    pub frozen: Option<String>,
    /// The table at which the players play again.
    pub next: Option<String>,
    /// How many watch.
    pub watchers: u32,
}

/// How far a table has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StandingView {
    /// A seat is empty.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The offer was withdrawn.
    Withdrawn,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ResultView {
    /// Who won and how, in a sentence.
    pub says: String,
    /// The seat that won, if the game was played to an end.
    pub winner: Option<u8>,
    /// `board`, `resignation`, `time`, `abandoned` or `other`.
    pub by: String,
}

impl TableView {
    /// What a client with these seats sees of a table.
    pub fn of(sight: &Sight<'_>, seats: Seats, now: Moment) -> Self {
        let Sight { setup, standing, table, .. } = *sight;
        let sentences = Sentences::of(setup);
        let spec = setup.spec;
        let is_choosing = spec.choice == PieceChoice::Either;
        Self {
            table: sight.id.clone(),
            version: table.map_or(0, Table::version),
            latest: table.map_or(0, |table| table.latest().as_millis()),
            standing,
            title: sentences.setup(),
            setup: setup.to_string(),
            size: setup.size,
            status: table
                .map_or_else(|| waiting(standing), |table| words_for(table, seats).status()),
            you: seats.iter().map(number).collect(),
            seats: SeatView::both(sight, seats),
            time: seat::time(sight.time),
            takes_days: seat::takes_days(sight.time),
            clocks: table.and_then(|table| ClocksView::of(table, now)),
            to_move: table.and_then(Table::seat_to_move).map(number),
            moves: table.map(MovesView::all).unwrap_or_default(),
            legal: table.map(|table| legal(table, seats)).unwrap_or_default(),
            pieces: spec.pieces.iter().filter(|_| is_choosing).map(PieceInfo::of).collect(),
            can: table
                .map_or_else(|| before_the_game(standing, seats), |table| can(table, seats, now)),
            asks: table.map(|table| AsksView::of(table, seats)).unwrap_or_default(),
            swap: table.and_then(|table| SwapView::of(table, seats)),
            question: table.and_then(|table| QuestionView::of(table, seats)),
            result: table.and_then(|table| ResultView::of(table, seats)),
            frozen: table.filter(|table| table.frozen().is_some()).map(|t| t.words().status()),
            next: sight.next.clone(),
            watchers: sight.watchers,
        }
    }

    /// The same for a client that has seen this version of the table already, and has its moves.
    pub fn known(sight: &Sight<'_>, seats: Seats, now: Moment) -> Self {
        let moves = sight.table.map(MovesView::same).unwrap_or_default();
        Self { moves, ..Self::of(sight, seats, now) }
    }
}

impl ResultView {
    fn of(table: &Table, seats: Seats) -> Option<Self> {
        table.words().result()?;
        let says = words_for(table, seats).status();
        let by = match table.outcome().map(|outcome| outcome.ending) {
            Some(Ending::Board) => "board",
            Some(Ending::Resignation) => "resignation",
            Some(Ending::Time) => "time",
            None if table.is_abandoned() => "abandoned",
            None => "other",
        };
        let winner = table.outcome().map(|outcome| number(outcome.seat));
        Some(Self { says, winner, by: by.to_owned() })
    }
}

/// Where a client with these seats may place now, as bits; empty where none of them is to move.
fn legal(table: &Table, seats: Seats) -> String {
    let position = table.position();
    if !is_to_move(table, seats) {
        return String::new();
    }
    as_bits(position.legal_points(position.to_move()), table.setup().size)
}

/// What has happened, in a sentence each, as it is told to those with these seats.
pub fn sentences_of(table: &Table, events: &[Event], seats: Seats) -> Vec<String> {
    let words = words_for(table, seats);
    events.iter().map(|event| words.event(event)).collect()
}

/// The sentences about a table for a client with these seats: a client with one seat is "you", two people
/// on one device are called by their names.
pub fn words_for(table: &Table, seats: Seats) -> Words<'_> {
    seats.only().map_or_else(|| table.words(), |seat| table.words_to(seat))
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PieceInfo {
    /// The letter by which it is chosen, before the point.
    pub letter: char,
    /// Its name.
    pub name: String,
}

impl PieceInfo {
    /// What a piece says of itself.
    pub fn of(piece: &PieceSpec) -> Self {
        Self { letter: piece.letter, name: piece.name.to_owned() }
    }
}

/// Seats are 1 and 2 outside.
pub const fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn waiting(standing: StandingView) -> String {
    match standing {
        StandingView::Withdrawn => "This table is no longer offered.".to_owned(),
        _ => "Waiting for an opponent.".to_owned(),
    }
}
