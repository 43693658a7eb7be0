//! What the screens ask a house for, and what it tells them.

use konoba_advice::MissedWin;
use konoba_rules::record::NodeId;
use konoba_rules::{AnyPosition, Level, Record, Setup};
use konoba_scene::Advice;
use konoba_table::{Action, Event, Moment, Name, Seat, Table, TimeControl, Version};

/// What a person wants of the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HouseRequest {
    /// A game, against a player who wants the same or against the engine.
    Offer {
        /// What the person is called.
        name: Name,
        /// The game and how it is set up.
        setup: Setup,
        /// How much time there is.
        time: TimeControl,
        /// The level of the engine, where that is the opponent.
        level: Option<Level>,
    },
    /// To go to a table of the list, by its name: to play on, to join, or to watch.
    Visit(String, Name),
    /// To come back to the seat of a code, or to go on as the person whose code for another device it is.
    Code(String),
    /// A code by which another device goes on as this person.
    Link(Name),
    /// To have something done at the table.
    Order(ScreenOrder),
    /// A hint.
    Hint,
    /// What the engine thinks of a position of a finished game, or of a variation in one.
    Analyse {
        /// The game with its variations.
        record: Box<Record>,
        /// Where the position is in it.
        at: NodeId,
    },
    /// The missed wins of a finished game.
    MissedWins(Box<Record>),
    /// To say something to those at the table: the id of one of [`HouseNews::Remarks`].
    Say(String),
    /// To leave the table, or to stop waiting.
    Leave,
}

/// What a person wants done at the table, with what the screen showed of it then. The house may have gone on since, and
/// refuses what was meant for another position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScreenOrder {
    /// In whose name.
    pub seat: Seat,
    /// What is to be done.
    pub action: Action,
    /// The version of the table that was on the screen.
    pub seen: Version,
    /// When the latest event of that table happened.
    pub latest: Moment,
}

/// What has happened at the house.
#[derive(Clone, Debug)]
pub enum HouseNews {
    /// The tables that there are.
    Tables(Vec<TableLine>),
    /// The person is at a table now.
    Seated {
        /// The table.
        table: Box<Table>,
        /// Which of the seats are the person's.
        own: [bool; 2],
    },
    /// An opponent is waited for; a sentence.
    Waiting(String),
    /// Something has happened at the table.
    Happened {
        /// The table as it is now.
        table: Box<Table>,
        /// What has happened.
        events: Vec<Event>,
    },
    /// The person is known under this name now.
    Named(Name),
    /// What players may say to each other.
    Remarks(Vec<RemarkLine>),
    /// The player of a seat has said something.
    Remarked {
        /// Who has said it.
        seat: Seat,
        /// The words.
        words: String,
    },
    /// What the engine thinks of a position, after a hint or an analysis was asked for.
    Advice(Box<AnyPosition>, Advice),
    /// The missed wins of the game that they were asked for, in its order.
    MissedWins(Vec<MissedWin>),
    /// Why there is no such advice.
    NoAdvice(String),
    /// Something to be known beside what was said last.
    Noted(String),
    /// Something to be said, or why something was not done.
    Said(Result<String, String>),
    /// The person is at no table any more, for this reason.
    Left(String),
}

impl HouseNews {
    /// The other player of a table has gone from it, or is there again.
    pub fn of_presence(table: &Table, name: &Name, has_gone: bool) -> Self {
        Self::Noted(match (has_gone, table.is_over()) {
            (true, false) => format!("{name} is not at the table now. The seat is kept."),
            (true, true) => format!("{name} has left the table."),
            (false, _) => format!("{name} is back."),
        })
    }
}

/// Something that players may say to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemarkLine {
    /// By which the house knows it.
    pub id: String,
    /// The words.
    pub words: String,
}

/// What stands behind the name of a player who offers a game and is not there.
pub const OFFLINE: &str = " (offline)";

/// A table in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLine {
    /// Its name.
    pub id: String,
    /// Why it is listed.
    pub kind: TableKind,
    /// What is played, by whom, and in how much time.
    pub title: String,
    /// The board as it stands, where it is known.
    pub board: Option<Box<LobbyBoard>>,
}

/// What the person can do at a table of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableKind {
    /// Go on with a game of their own.
    Yours,
    /// Take the free seat.
    Join,
    /// Watch a game.
    Watch,
    /// Look again at a game that they have finished.
    Review,
}

impl TableLine {
    /// A table without a board. Who plays is told before what may be cut off where there is little room.
    pub fn new(
        id: String,
        kind: TableKind,
        setup: Setup,
        players: &str,
        time: Option<&str>,
    ) -> Self {
        let (game, size) = (setup.spec.name, setup.size);
        let time = time.map(|time| format!(", {time}")).unwrap_or_default();
        let title = format!("{game} {size}x{size}, {players}{time}");
        Self { id, kind, title, board: None }
    }

    /// The line of the list.
    pub(crate) fn shown(&self) -> String {
        let kind = match self.kind {
            TableKind::Yours => "Yours",
            TableKind::Join => "Join",
            TableKind::Watch => "Watch",
            TableKind::Review => "Review",
        };
        format!("{kind}: {}", self.title)
    }
}

/// The board of a game in the list of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbyBoard {
    /// The position.
    pub position: AnyPosition,
    /// Whose turn it is, in a sentence.
    pub status: String,
}
