//! A house for tests, and people in it.
#![allow(dead_code, reason = "every test uses some of it")]

pub(crate) mod double;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use konoba_live::{Clock, Config, Credentials, House, Laid, Offering, Order, Seated, With};
use konoba_rules::{GAMES, Move, Setup};
use konoba_store::{Guest, Sqlite};
use konoba_table::{Action, Moment, Seat, TimeControl};

pub(crate) fn setup() -> Setup {
    Setup::default_of(GAMES[0]).with_size(5).unwrap()
}

pub(crate) fn open(folder: &Path) -> House {
    open_with(folder, Config::default())
}

pub(crate) fn open_with(folder: &Path, config: Config) -> House {
    let store = Sqlite::open(&folder.join("konoba.sqlite")).unwrap();
    House::open(Arc::new(store), config)
}

/// A clock that stands still until it is set.
#[derive(Clone, Default)]
pub(crate) struct TestClock(Arc<AtomicU64>);

impl TestClock {
    pub(crate) fn clock(&self) -> Clock {
        let millis = self.0.clone();
        Clock::of(move || Moment::from_millis(millis.load(Ordering::SeqCst)))
    }

    pub(crate) fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::SeqCst);
    }
}

pub(crate) async fn guest(house: &House, name: &str) -> Guest {
    house.welcome(name.parse().unwrap()).await.unwrap().0
}

pub(crate) fn offering(with: With) -> Offering {
    Offering { first: Some(Seat::One), ..Offering::new(setup(), with) }
}

/// A game between two guests, seat one to move.
pub(crate) struct Game {
    pub(crate) ana: Guest,
    pub(crate) luka: Guest,
    pub(crate) laid: Laid,
    pub(crate) seated: Seated,
}

impl Game {
    pub(crate) async fn begin(house: &House, time: TimeControl) -> Self {
        let (ana, luka) = (guest(house, "Ana").await, guest(house, "Luka").await);
        let offering = Offering { time, ..offering(With::Anyone) };
        let laid = house.offer(&ana, offering).await.unwrap();
        let seated = house.sit(&luka, laid.table, None).await.unwrap();
        Self { ana, luka, laid, seated }
    }

    pub(crate) fn who(&self, seat: Seat) -> Credentials {
        Credentials::guest(match seat {
            Seat::One => self.ana.id,
            Seat::Two => self.luka.id,
        })
    }
}

pub(crate) fn play(text: &str) -> Order {
    Order::new(Action::Play(Move::read(text, setup().spec).unwrap()))
}

pub(crate) fn named(order: Order, id: &str) -> Order {
    Order { id: Some(id.parse().unwrap()), ..order }
}
