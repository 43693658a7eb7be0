//! Tables to be kept.

use std::time::Duration;

use konoba_rules::{GAMES, Setup};
use konoba_store::{
    Append, Digest, GuestId, Holder, MoveId, NewGuest, NewTable, Offer, Opponent, Origin,
    Predecessor, Progress, Standing, Store, TableId, Visibility,
};
use konoba_table::{Action, Event, Keyboard, Moment, Opened, Player, Seat, Table, TimeControl};

const SPEC: usize = 0;

pub(crate) fn at(millis: u64) -> Moment {
    Moment::from_millis(millis)
}

pub(crate) fn guest(store: &dyn Store, number: u8) -> GuestId {
    let token = Digest::from_bytes([number; 32]);
    let name = format!("Guest {number}").parse().unwrap();
    store.add_guest(NewGuest { token, name, since: at(0) }).wait().unwrap()
}

pub(crate) fn offer() -> Offer {
    Offer {
        setup: Setup::default_of(GAMES[SPEC]).with_size(5).unwrap(),
        time: TimeControl::Fischer {
            main: Duration::from_secs(60),
            increment: Duration::from_secs(1),
        },
        first: Some(Seat::One),
        opponent: Opponent::Anyone,
        visibility: Visibility::Public,
    }
}

pub(crate) fn opened() -> Opened {
    let players = ["Ana", "Luka"].map(|name| Player::person(name.parse().unwrap()));
    let offer = offer();
    Opened { keyboard: Keyboard::Apart, time: offer.time, ..Opened::new(offer.setup, players) }
}

/// A table in the store at which two people play.
pub(crate) fn table(store: &dyn Store, number: u8) -> (TableId, Table) {
    let id = TableId::from_bytes([number; 10]);
    let holder = |number: u8, name: &str| Holder {
        guest: guest(store, number),
        code: Digest::from_bytes([number; 32]),
        name: name.parse().unwrap(),
    };
    let seats = [Some(holder(2 * number, "Ana")), Some(holder(2 * number + 1, "Luka"))];
    let events = opened().events(at(10));
    let table = Table::replay(&events).unwrap();
    let new = NewTable {
        id,
        offer: offer(),
        seats,
        events,
        deadline: None,
        since: at(10),
        max_unfinished: None,
    };
    store.lay(new).wait().unwrap();
    (id, table)
}

/// An open offer.
pub(crate) fn waiting(id: TableId, seats: [Option<Holder>; 2]) -> NewTable {
    NewTable {
        id,
        offer: offer(),
        seats,
        events: Vec::new(),
        deadline: None,
        since: at(1),
        max_unfinished: None,
    }
}

/// Ana, who holds a seat.
pub(crate) fn holder(guest: GuestId) -> Holder {
    Holder { guest, code: Digest::from_bytes([guest.0 as u8; 32]), name: "Ana".parse().unwrap() }
}

/// What begins a game, or changes its standing alone.
pub(crate) fn append(table: TableId, events: Vec<Event>) -> Append {
    Append {
        table,
        after: None,
        events,
        origin: None,
        sits: None,
        leaves: None,
        standing: Standing::Playing,
        progress: Progress::default(),
        deadline: None,
        position: None,
        next: None,
        reopens: Vec::new(),
        max_unfinished: None,
    }
}

/// A move after events that no named command has caused.
pub(crate) fn follow(id: TableId, table: &Table, text: &str) -> Append {
    let after = Some(Predecessor { at: table.latest(), id: None });
    Append { after, ..append(id, play(table, text)) }
}

pub(crate) fn play(table: &Table, text: &str) -> Vec<Event> {
    let mv = konoba_rules::Move::read(text, table.setup().spec).unwrap();
    table.decide(table.seat_to_move().unwrap(), Action::Play(mv), at(20)).unwrap()
}

pub(crate) fn origin(seat: Seat, id: &str) -> Option<Origin> {
    Some(Origin { seat, id: id.parse::<MoveId>().unwrap() })
}
