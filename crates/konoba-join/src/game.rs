//! A place at a table of the house, with the game as its events tell it.

use std::fmt::Write;

use konoba_http::view::{PresenceView, StandingView};
use konoba_http::{EventView, EventsView, HintView};
use konoba_rules::{Setup, Spec};
use konoba_store::{Digest, GuestId, Holder, StoreError, event_from_text};
use konoba_table::{Event, Moment, Seat, Table};
use konoba_tui::HouseNews;

use crate::http::Trouble;

/// A place at a table.
pub(crate) struct Place {
    pub(crate) table: String,
    /// The code by which the seat was found, where it was.
    pub(crate) code: Option<String>,
    /// The game as it was shown last; none while an opponent is waited for.
    game: Option<Table>,
    own: [bool; 2],
    /// The table of the next game, where there was one already: an old game is looked at again, and not left for it.
    known_next: Option<String>,
    /// Whether it was told that the other player has gone.
    other_has_gone: bool,
}

impl Place {
    pub(crate) const fn at(table: String, code: Option<String>) -> Self {
        let (own, known_next) = ([false; 2], None);
        Self { table, code, game: None, own, known_next, other_has_gone: false }
    }

    /// The game as it was shown last; none while an opponent is waited for.
    pub(crate) const fn game(&self) -> Option<&Table> {
        self.game.as_ref()
    }

    /// The table where the players play again, if they have agreed to that since the person came, or where an
    /// opponent waits.
    pub(crate) fn next_table(&mut self, is_first_look: bool, next: Option<&str>) -> Option<String> {
        if is_first_look {
            self.known_next = next.map(str::to_owned);
        }
        next.filter(|next| self.known_next.as_deref() != Some(*next)).map(str::to_owned)
    }

    /// Whether an opponent is waited for here.
    pub(crate) fn is_waiting(&self) -> bool {
        self.game.is_none() && self.own.contains(&true)
    }

    /// Whether a seat is empty here, and none is the person's.
    pub(crate) fn has_room(&self) -> bool {
        self.game.is_none() && !self.own.contains(&true)
    }

    /// A path below that of the table.
    pub(crate) fn path(&self, below: &str) -> String {
        format!("/api/tables/{}/{below}", self.table)
    }

    /// The path of the events that are not known yet, or of the socket that tells of those to come.
    pub(crate) fn path_after(&self, below: &str, after: &str) -> String {
        let mut path = self.path(below);
        if let Some(game) = &self.game {
            let (version, latest) = (game.version(), game.latest().as_millis());
            write!(path, "?{after}={version}&latest={latest}")
                .expect("a text takes what is written");
        }
        path
    }

    /// Takes in what has happened, and tells what is to be shown.
    pub(crate) fn take(&mut self, view: &EventsView) -> Result<Vec<HouseNews>, Trouble> {
        let own = [1, 2].map(|seat| view.you.contains(&seat));
        let is_other_seat = std::mem::replace(&mut self.own, own) != own;
        if view.standing == StandingView::Withdrawn {
            // An opponent waits at another table, where this person goes.
            let is_led_on = view.next.is_some() && own.contains(&true);
            let left = || HouseNews::Left("This table is no longer offered.".to_owned());
            return Ok((!is_led_on).then(left).into_iter().collect());
        }
        let events = read(view).ok_or_else(|| Trouble::Refused {
            status: 0,
            id: "newer".to_owned(),
            says: "The server is newer than this program. Update konoba to play here.".to_owned(),
        })?;
        let shown = self.game.take();
        let has_lost = shown.is_some();
        let Some(mut game) = shown.filter(|game| view.after == game.version()) else {
            let Ok(game) = Table::replay(&events) else {
                return Ok(vec![waiting()]);
            };
            self.game = Some(game.clone());
            let seated = HouseNews::Seated { table: Box::new(game), own };
            let lost = has_lost.then(|| HouseNews::Noted(StoreError::Lost.to_string()));
            return Ok([seated].into_iter().chain(lost).collect());
        };
        events.iter().for_each(|event| game.apply(event));
        self.game = Some(game.clone());
        let table = Box::new(game);
        Ok(match (is_other_seat, events.is_empty()) {
            (true, _) => vec![HouseNews::Seated { table, own }],
            (false, false) => vec![HouseNews::Happened { table, events }],
            (false, true) => Vec::new(),
        })
    }

    /// That the other player's connection is gone or there again.
    pub(crate) fn presence(&mut self, view: &PresenceView) -> Option<HouseNews> {
        let seat = match self.own {
            [true, false] => Seat::One,
            [false, true] => Seat::Two,
            _ => return None,
        };
        let game = self.game.as_ref()?;
        let other = game.player(seat.other());
        let has_gone = !view.is_present[seat.other().index()] && !other.is_engine();
        if std::mem::replace(&mut self.other_has_gone, has_gone) == has_gone {
            return None;
        }
        Some(HouseNews::of_presence(game, &other.name, has_gone))
    }
}

/// That an opponent is waited for.
pub(crate) fn waiting() -> HouseNews {
    HouseNews::Waiting("Waiting for an opponent. Esc stops waiting.".to_owned())
}

/// A hint for a game, as the screens are told of it.
pub(crate) fn hint(game: &Table, hint: Result<HintView, String>) -> HouseNews {
    let HintView { says, advice, .. } = match hint {
        Ok(hint) => hint,
        Err(why) => return HouseNews::NoAdvice(why),
    };
    match advice.and_then(|advice| advice.advice(game.setup())) {
        Some(advice) => HouseNews::Advice(Box::new(*game.position()), advice),
        // A house of an earlier version says it in words alone.
        None => HouseNews::Said(Ok(says)),
    }
}

/// The events of a view; none where this program cannot read one of them.
fn read(view: &EventsView) -> Option<Vec<Event>> {
    let setup: Setup = view.setup.parse().ok()?;
    let holder = |name: &Option<String>| {
        let name = name.as_ref()?.parse().ok()?;
        // Who it is, and by what they prove it, only the house knows.
        Some(Holder { guest: GuestId(0), code: Digest::from_bytes([0; 32]), name })
    };
    let mut holders = view.names.iter().map(holder);
    let holders = [holders.next().flatten(), holders.next().flatten()];
    view.events.iter().map(|event| read_event(event, setup.spec, &holders)).collect()
}

fn read_event(
    event: &EventView,
    spec: &'static Spec,
    holders: &[Option<Holder>; 2],
) -> Option<Event> {
    let EventView { version, at, format, fact } = event;
    let at = Moment::from_millis(*at);
    event_from_text(*version, at, *format, &fact.to_string(), Some(spec), holders).ok()
}
