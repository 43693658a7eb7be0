//! How the opening of a table is written.

use std::time::Duration;

use konoba_rules::{AnyPosition, Level, Setup, text};
use konoba_table::{Keyboard, Kind, Name, Opened, Player, Seat, Start, TimeControl};
use serde::{Deserialize, Serialize};

use super::Unreadable;
use crate::Holder;

#[derive(Serialize, Deserialize)]
pub(super) struct WrittenOpening {
    setup: String,
    /// The version of the game's rules by which the moves were judged.
    rules: u16,
    /// The position text, if the game did not begin on the empty board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    players: [WrittenPlayer; 2],
    first: u8,
    keyboard: WrittenKeyboard,
    time: WrittenTime,
    /// The day of the record that the game goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct WrittenPlayer {
    /// An engine's name; that of a person stands with the seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Only an engine has a level. It is written by its code: 4 for level 4, 43 for level 4.3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenKeyboard {
    Shared,
    Apart,
}

/// Spans of time are milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum WrittenTime {
    None,
    Fischer { main: u64, increment: u64 },
    PerMove { allowed: u64 },
}

impl WrittenOpening {
    pub(super) fn of(opened: &Opened) -> Self {
        let position = opened.start.position();
        let setup = position.setup();
        let is_empty = *position == AnyPosition::start(setup);
        Self {
            setup: setup.to_string(),
            rules: setup.spec.version,
            start: (!is_empty).then(|| text::write(position)),
            players: [0, 1].map(|seat| WrittenPlayer::of(&opened.players[seat])),
            first: seat_number(opened.first),
            keyboard: match opened.keyboard {
                Keyboard::Shared => WrittenKeyboard::Shared,
                Keyboard::Apart => WrittenKeyboard::Apart,
            },
            time: WrittenTime::of(opened.time),
            day: opened.day.clone(),
        }
    }

    pub(super) fn opened(self, seats: &[Option<Holder>; 2]) -> Result<Opened, Unreadable> {
        let setup: Setup = self.setup.parse().map_err(|_| Unreadable)?;
        let start = match &self.start {
            None => Start::empty(setup),
            Some(start) => {
                let position = text::read(setup, start).map_err(|_| Unreadable)?;
                Start::standing(&position).map_err(|_| Unreadable)?
            }
        };
        let [one, two] = self.players;
        Ok(Opened {
            start,
            players: [one.player(seats[0].as_ref())?, two.player(seats[1].as_ref())?],
            first: seat_numbered(self.first)?,
            keyboard: match self.keyboard {
                WrittenKeyboard::Shared => Keyboard::Shared,
                WrittenKeyboard::Apart => Keyboard::Apart,
            },
            time: self.time.time(),
            day: self.day,
        })
    }
}

impl WrittenPlayer {
    fn of(player: &Player) -> Self {
        match player.kind {
            Kind::Person => Self { name: None, level: None },
            Kind::Engine { level } => {
                Self { name: Some(player.name.to_string()), level: Some(level.code()) }
            }
        }
    }

    fn player(self, holder: Option<&Holder>) -> Result<Player, Unreadable> {
        let name = match self.name {
            Some(name) => name.parse().map_err(|_| Unreadable)?,
            None => holder.map_or_else(Name::of_guest, |holder| holder.name.clone()),
        };
        Ok(match self.level {
            None => Player::person(name),
            Some(code) => Player::engine(name, Level::from_code(code).ok_or(Unreadable)?),
        })
    }
}

impl WrittenTime {
    pub(super) fn of(time: TimeControl) -> Self {
        match time {
            TimeControl::None => Self::None,
            TimeControl::Fischer { main, increment } => {
                Self::Fischer { main: millis(main), increment: millis(increment) }
            }
            TimeControl::PerMove { allowed } => Self::PerMove { allowed: millis(allowed) },
        }
    }

    pub(super) const fn time(&self) -> TimeControl {
        match *self {
            Self::None => TimeControl::None,
            Self::Fischer { main, increment } => TimeControl::Fischer {
                main: Duration::from_millis(main),
                increment: Duration::from_millis(increment),
            },
            Self::PerMove { allowed } => {
                TimeControl::PerMove { allowed: Duration::from_millis(allowed) }
            }
        }
    }
}

pub(super) fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// Seats are 1 and 2 in everything that is kept.
pub(crate) const fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8 + 1
}

pub(crate) const fn seat_numbered(number: u8) -> Result<Seat, Unreadable> {
    match number {
        1 => Ok(Seat::One),
        2 => Ok(Seat::Two),
        _ => Err(Unreadable),
    }
}
