//! What a client is shown of a table: plain data with every sentence, label and mark in it, so that
//! no client has to know a game.

mod board;
mod listed;
mod moves;
mod question;
mod seat;
mod spec;

use konoba_rules::{Grid, Move, PieceChoice};
use konoba_scene::{Scene, Sentences};
use konoba_store::Standing;
use konoba_table::{Action, Event, Moment, Seat, Table, Wish};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use board::{Patch, all_points, patches};
pub use listed::{ListedView, LobbyView};
pub use moves::{MoveView, MovesView};
pub use question::{LinesView, MoveAnswer, seat_in_question};
pub use seat::{SeatView, SideView};
pub use spec::{GameInfo, PieceInfo, SideInfo, VariantInfo};

use konoba_live::{Seats, Update};

/// Everything to be shown of a table but the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableView {
    /// The name of the table.
    #[schema(example = "g7k29fqa0z3mx5tw")]
    pub table: String,
    /// How many events have made the table; 0 before both seats are taken. Orders say it as `seen`.
    pub version: u64,
    /// When the last of them happened, in milliseconds since 1970; 0 before the first. Whoever comes
    /// back says it beside `seen`, so that a table which has lost events and got others is known.
    #[serde(default)]
    pub latest: u64,
    /// `waiting`, `playing`, `over` or `withdrawn`.
    pub standing: StandingView,
    /// Which game it is, in a sentence.
    pub title: String,
    /// The set-up string.
    pub setup: String,
    /// Whose turn it is or how the game ended, in a sentence.
    pub status: String,
    /// The seats that whoever looks may speak for, 1 and 2; none for those who watch.
    pub you: Vec<u8>,
    /// Seat 1 and seat 2.
    pub seats: Vec<SeatView>,
    /// How much time there is, in words; none without clocks.
    pub time: Option<String>,
    /// Whether a move may take days, so that a wrong one is not taken back by a quick word.
    #[serde(default)]
    pub takes_days: bool,
    /// What the clock of the house shows, in milliseconds since 1970.
    pub now: u64,
    /// The seat whose clock runs.
    pub running: Option<u8>,
    /// The seat that is to move; none before the game and after it.
    pub to_move: Option<u8>,
    /// The moves.
    pub moves: MovesView,
    /// Where the side to move may place.
    pub legal: Vec<String>,
    /// The pieces between which a player chooses. The letter is written before the point.
    pub pieces: Vec<PieceInfo>,
    /// What whoever looks may do.
    pub can: Vec<Choice>,
    /// The swap, where it is offered to whoever looks.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StandingView {
    /// A seat is empty.
    Waiting,
    /// The game goes on.
    Playing,
    /// The game is over.
    Over,
    /// The offer was taken back.
    Withdrawn,
}

/// Something that whoever looks may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// The word for it in an order: `play`, `swap`, `resign`, `flag`, `undo`, `accept-undo`,
    /// `decline-undo`, `rematch`, `accept-rematch`, `decline-rematch`; or `sit` and `withdraw`.
    #[serde(rename = "do")]
    pub what: String,
    /// What to ask before it is done, where people may regret it.
    pub asks: Option<String>,
}

/// The choice to swap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SwapView {
    /// What may be done.
    pub offer: String,
    /// What comes of it.
    pub consequence: String,
}

/// What one seat has asked of the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct QuestionView {
    /// The seat that asks.
    pub by: u8,
    /// `undo` or `rematch`.
    pub wish: String,
    /// The same in a sentence.
    pub says: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ResultView {
    /// Who won and how, in a sentence.
    pub says: String,
    /// The seat that won, if the game was played to an end.
    pub winner: Option<u8>,
    /// `board`, `resignation`, `time` or `other`.
    pub by: String,
}

impl TableView {
    /// What somebody with these seats sees of a table, who has seen it before as it was then, or
    /// for the first time.
    pub fn of(update: &Update, seats: Seats, now: Moment, before: Option<&Table>) -> Self {
        let Update { entry, table, presence, .. } = update;
        let table = table.as_deref();
        let sentences = Sentences::of(entry.offer.setup);
        let spec = entry.offer.setup.spec;
        let is_choosing = spec.choice == PieceChoice::Either;
        let legal = table.and_then(|table| {
            let position = table.position();
            table.seat_to_move().map(|_| position.legal_points(position.to_move()))
        });
        Self {
            table: entry.id.to_string(),
            version: table.map_or(0, Table::version),
            latest: table.map_or(0, |table| table.latest().as_millis()),
            standing: StandingView::of(entry.standing),
            title: sentences.setup(),
            setup: entry.offer.setup.to_string(),
            status: table.map_or_else(|| waiting(entry.standing), |table| table.words().status()),
            you: seats.iter().map(number).collect(),
            seats: Seat::BOTH.map(|seat| SeatView::of(update, seat, now)).into(),
            time: seat::time(entry.offer.time),
            takes_days: seat::takes_days(entry.offer.time),
            now: now.as_millis(),
            running: table
                .and_then(|table| table.deadline().and_then(|_| table.seat_to_move()).map(number)),
            to_move: table.and_then(Table::seat_to_move).map(number),
            moves: MovesView::of(table, before),
            legal: legal.into_iter().flat_map(Grid::iter).map(|at| at.to_string()).collect(),
            pieces: spec.pieces.iter().filter(|_| is_choosing).map(PieceInfo::of).collect(),
            can: table.map_or_else(
                || before_the_game(entry.standing, seats),
                |table| can(table, seats, now),
            ),
            swap: table.and_then(|table| swap(table, seats)),
            question: table.and_then(question),
            result: table.and_then(result),
            frozen: table.filter(|table| table.frozen().is_some()).map(|t| t.words().status()),
            next: entry.next.map(|next| next.to_string()),
            watchers: presence.watchers,
        }
    }
}

impl StandingView {
    pub(crate) const fn of(standing: Standing) -> Self {
        match standing {
            Standing::Waiting => Self::Waiting,
            Standing::Playing => Self::Playing,
            Standing::Over => Self::Over,
            Standing::Withdrawn => Self::Withdrawn,
        }
    }
}

/// What has happened, in a sentence each.
pub fn sentences_of(table: &Table, events: &[Event]) -> Vec<String> {
    events.iter().map(|event| table.words().event(event)).collect()
}

/// The scene of a table; the empty board where the game has not begun.
pub fn scene_of(update: &Update) -> Scene {
    match &update.table {
        Some(table) => table.scene(),
        None => Scene::of(&konoba_rules::AnyPosition::start(update.entry.offer.setup)),
    }
}

/// Seats are 1 and 2 outside.
pub(crate) const fn number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

fn waiting(standing: Standing) -> String {
    match standing {
        Standing::Withdrawn => "This table is no longer offered.".to_owned(),
        _ => "Waiting for an opponent.".to_owned(),
    }
}

fn before_the_game(standing: Standing, seats: Seats) -> Vec<Choice> {
    let can = match standing {
        Standing::Waiting if seats.is_empty() => Some("sit"),
        Standing::Waiting => Some("withdraw"),
        Standing::Playing | Standing::Over | Standing::Withdrawn => None,
    };
    can.map(|what| Choice { what: what.to_owned(), asks: None }).into_iter().collect()
}

/// Every kind of order that one of the seats could give now: asked of the table itself, which
/// decides without changing anything.
fn can(table: &Table, seats: Seats, now: Moment) -> Vec<Choice> {
    const ORDERS: [(&str, Action); 8] = [
        ("resign", Action::Resign),
        ("flag", Action::Flag),
        ("undo", Action::Ask(Wish::Undo)),
        ("accept-undo", Action::Accept(Wish::Undo)),
        ("decline-undo", Action::Decline(Wish::Undo)),
        ("rematch", Action::Ask(Wish::Rematch)),
        ("accept-rematch", Action::Accept(Wish::Rematch)),
        ("decline-rematch", Action::Decline(Wish::Rematch)),
    ];
    let is_to_move = table.seat_to_move().is_some_and(|seat| seats.contains(seat));
    let swaps = is_to_move && table.position().swap_is_offered();
    let moves = [is_to_move.then_some("play"), swaps.then_some("swap")].into_iter().flatten();
    let may = |action: Action| seats.iter().any(|seat| table.decide(seat, action, now).is_ok());
    let orders = ORDERS.into_iter().filter(|(_, action)| may(*action)).map(|(name, _)| name);
    let asks = |what: &str| match what {
        "resign" => seats.iter().next().map(|seat| table.words().resignation(seat)),
        "rematch" => Some(table.words().rematch()),
        _ => None,
    };
    let choice = |what: &str| Choice { what: what.to_owned(), asks: asks(what) };
    moves.chain(orders).map(choice).collect()
}

fn swap(table: &Table, seats: Seats) -> Option<SwapView> {
    let position = table.position();
    table.seat_to_move().filter(|seat| seats.contains(*seat) && position.swap_is_offered())?;
    let moved = table.preview(Move::Swap).ok()?;
    Some(SwapView { offer: table.words().swap_offer(), consequence: table.words().moved(&moved) })
}

fn question(table: &Table) -> Option<QuestionView> {
    let question = table.question()?;
    let (wish, fact) = match question.wish {
        Wish::Undo => ("undo", Wish::Undo),
        Wish::Rematch => ("rematch", Wish::Rematch),
    };
    let fact = konoba_table::Fact::Asked { seat: question.by, wish: fact };
    let asked = Event { version: table.version(), at: table.latest(), fact };
    let says = table.words().event(&asked);
    Some(QuestionView { by: number(question.by), wish: wish.to_owned(), says })
}

fn result(table: &Table) -> Option<ResultView> {
    use konoba_table::Ending;
    let says = table.words().result()?;
    let by = match table.outcome().map(|outcome| outcome.ending) {
        Some(Ending::Board) => "board",
        Some(Ending::Resignation) => "resignation",
        Some(Ending::Time) => "time",
        None => "other",
    };
    let winner = table.outcome().map(|outcome| number(outcome.seat));
    Some(ResultView { says, winner, by: by.to_owned() })
}
