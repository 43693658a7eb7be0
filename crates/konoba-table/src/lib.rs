//! The table that two people play at, whatever door they came through. Pure: no input or output,
//! no clock (time is an argument), no randomness.
//!
//! A [`Table`] is what its events make of it. [`Table::decide`] says which events a command would
//! cause and changes nothing; the owner of the table makes them durable; then [`Table::apply`],
//! which cannot fail, brings the table up to them. Questions (whose turn it is, why a move is
//! illegal, what it would fill) are queries and leave no trace.
//!
//! [`Study`] is the other way to sit at a board: alone, with a tree of variations.
//!
//! ```
//! use konoba_rules::{GAMES, Move, Setup};
//! use konoba_table::{Action, Moment, Opened, Player, Table};
//! let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
//! let opened = Opened::new(Setup::default_of(GAMES[0]), players);
//! let mut events = opened.events(Moment::from_millis(0));
//! let mut table = Table::replay(&events).unwrap();
//!
//! let mv = Action::Play(Move::Place("c3".parse().unwrap()));
//! let seat = table.seat_to_move().unwrap();
//! let news = table.decide(seat, mv, Moment::from_millis(1_000)).unwrap();
//! events.extend(news.clone()); // Here the server would write to its disk.
//! news.iter().for_each(|event| table.apply(event));
//! assert_eq!(table.words().event(&news[0]), "Ana (Black) plays c3.");
//! assert_eq!(Table::replay(&events).unwrap(), table);
//! ```

mod abandoned;
mod clock;
mod command;
mod decide;
mod event;
mod frozen;
mod guide;
mod history;
mod live;
mod name;
mod opened;
mod query;
mod recorded;
mod refused;
mod resume;
mod saving;
mod seat;
mod seats;
mod study;
mod table;
mod words;

pub use abandoned::ABANDONED_AFTER;
pub use clock::{LAG_PER_GAME, LAG_PER_MOVE, Moment, TimeControl, TimeControlError};
pub use command::{Action, Command, Wish};
pub use event::{Ending, Event, Fact, Moved, Outcome, Version};
pub use frozen::{Disagreement, Frozen};
pub use guide::{Guide, Reply, first_setup, lessons};
pub use name::{MAX_NAME_CHARS, Name, NameError};
pub use opened::{Keyboard, Opened, Start};
pub use query::OpenWish;
pub use recorded::Recorded;
pub use refused::Refused;
pub use saving::Saving;
pub use seat::{Kind, Player, Seat};
pub use seats::Seats;
pub use study::{Assessed, CursorStep, Evaluation, Study, Verdict};
pub use table::{NotOpened, Table};
pub use words::{NO_ENGINE, Words};
