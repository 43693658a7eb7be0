//! Live tables: everything that a running house does, whatever the door through which people come.
//! There is no protocol here, neither HTTP nor HTML nor telnet.
//!
//! Every door talks to one [`House`]. In short:
//!
//! * [`House::welcome`] makes a guest and a [`Token`] by which [`House::guest`] knows them again.
//! * [`House::offer`] opens a table and gives back its name, the [`SeatCode`] of seat one and, for a
//!   friend, an [`Invitation`]. [`House::sit`] takes the empty seat, [`House::come_back`] finds the
//!   seat of a code, [`House::withdraw`] takes an offer back.
//! * [`House::visit`] connects a client to a table, to play or to watch: the [`Visit`] holds the table
//!   as it is and gives an [`Update`] whenever something happens. When [`Visit::next`] gives none the
//!   visitor was too slow (or [`House::is_closing`]): visit again with the version that was seen.
//! * [`House::order`] carries out an order. Its answer comes when the change is stored durably.
//! * [`House::lobby`], [`House::tables_of`] and [`House::follow_lobby`] tell what goes on.
//!
//! Questions (why a move is illegal, what it would fill) are asked of the
//! [`Table`](konoba_table::Table) in the update and leave no trace.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
//! # runtime.block_on(async {
//! use std::sync::Arc;
//! use konoba_rules::{GAMES, Move, Setup};
//! use konoba_live::{Config, Credentials, House, Offering, Order, With};
//! use konoba_store::Sqlite;
//! use konoba_table::{Action, Seat, TimeControl};
//!
//! let store = Sqlite::open(&folder.path().join("konoba.sqlite")).unwrap();
//! let house = House::open(Arc::new(store), Config::default());
//! let (ana, _token) = house.welcome("Ana".parse().unwrap()).await.unwrap();
//! let (luka, _token) = house.welcome("Luka".parse().unwrap()).await.unwrap();
//! let setup = Setup::default_of(GAMES[0]);
//! let (time, first) = (TimeControl::None, Some(Seat::One));
//! let offering = Offering::new(setup, With::Anyone);
//! let offering = Offering { time, first, ..offering };
//! let laid = house.offer(&ana, offering).await.unwrap();
//!
//! let mut watching = house.visit(laid.table, Credentials::default(), None).await.unwrap();
//! house.sit(&luka, laid.table, None).await.unwrap();
//! let order = Order::new(Action::Play(Move::Place("c3".parse().unwrap())));
//! let done = house.order(laid.table, Credentials::guest(ana.id), order).await.unwrap();
//! assert_eq!(done.version, 2);
//!
//! while let Some(update) = watching.next().await {
//!     let Some(table) = &update.table else { continue };
//!     if table.version() == 2 {
//!         assert_eq!(table.words().event(&update.events[0]), "Ana (Black) plays c3.");
//!         break;
//!     }
//! }
//! house.close().await;
//! # });
//! ```

mod clock;
mod config;
mod error;
mod fair_play;
mod host;
mod house;
mod jobs;
pub mod keeper;
mod kept_lobby;
mod limits;
mod live;
mod message;
mod names;
mod other_player;
mod presence;
mod remarks;
mod schedule;
mod secret;
mod shutdown;
mod sign_ins;
mod tables;
mod think;
mod turns;

pub use clock::Clock;
pub use config::Config;
pub use error::{HouseError, TableRefusal};
pub use fair_play::{fingerprint_of_game, fingerprints_of_record, is_between_people};
pub use host::{Host, HostHandle, HouseTask};
pub use house::{
    BoardsFeed, DEVICE_CODE_LASTS, FinishedGames, GamesQuery, Hint, House, KeyId, Laid, Listed,
    LiveBoard, LiveBoards, Lobby, LobbyFeed, Offering, Seated, TableEvents, With,
};
pub use keeper::{Credentials, Done, Order};
pub use konoba_store::{Backlog, Presence, Visibility};
pub use konoba_table::Seats;
pub use konoba_view::{Analysis, Heat};
pub use limits::{Full, Gate, GateCounts, Limits, Pass, Rate, Rates, counted};
pub use message::{Update, UpdateKind, Visit};
pub use names::{name_of_bot, name_of_person};
pub use other_player::OtherPlayer;
pub use remarks::Remark;
pub use schedule::{
    BegunWork, Interrupt, Overload, Requester, Scope, WorkFigures, WorkKind, Worker,
};
pub use secret::{DeviceCode, FeedSecret, Invitation, SeatCode, Token};
pub use sign_ins::{RecognisedGuest, SignInTime};
pub use turns::Turn;
