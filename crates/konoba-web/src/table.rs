//! A game that is played in the page: a table as the house has them, for one visitor against the computer or for two at one
//! device. Nothing of it is kept here: after each change the page is given the record, from which the game goes on.

use std::time::Duration;

use konoba_advice::{Budget, Thinker};
use konoba_rules::{Level, Setup, Side};
use konoba_scene::Reading;
use konoba_table::{
    Action, Event, Keyboard, Kind, Moment, Name, Opened, Player, Seat, Seats, Table, TimeControl,
};
use konoba_view::records;
use konoba_view::table::{
    HintView, Sight, StandingView, TableChange, TableView, What, seat_in_question, sentences_of,
    words_for,
};
use konoba_view::{
    Analysis, LinesView, MoveAnswer, Patch, all_points, patches_between, patches_of_refusal,
};
use serde::{Deserialize, Serialize};

use crate::failed::Failed;
use crate::game::read_move;
use crate::question::Kept;

/// The most time that the computer takes below full strength: as long as it thinks at full strength (`page-game.js`), or a slow device would
/// play better at level 9.7 than at 10. Up to level 9 what a level looks at ends it sooner nearly everywhere.
const LOWER_LEVEL: Duration = Duration::from_secs(3);

/// How a game in the page is begun.
#[derive(Deserialize)]
pub(crate) struct Beginning {
    setup: String,
    /// The level of the computer; none where two play at one device.
    level: Option<String>,
    /// The side of the visitor, by its id; the first unless given.
    side: Option<String>,
    /// What the visitor is called, and the other person where there is one.
    #[serde(default)]
    names: [String; 2],
}

/// What is to be done at the table.
#[derive(Deserialize)]
pub(crate) struct TableOrder {
    #[serde(rename = "do")]
    what: What,
    #[serde(rename = "move")]
    mv: Option<String>,
    seat: Option<u8>,
}

/// What a page is told of its table, in the form in which the house tells it.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(crate) enum Message {
    /// The whole table.
    Table { table: Box<TableView>, points: Vec<Patch>, says: Vec<String> },
    /// Something has happened.
    News { says: Vec<String>, table: Box<TableChange>, patches: Vec<Patch> },
    /// An order was carried out.
    Done { version: u64 },
    /// Something was refused, and nothing has changed.
    Refused { id: &'static str, says: String, patches: Vec<Patch> },
}

/// What a change has done.
#[derive(Serialize)]
pub(crate) struct Changed {
    /// The answer to the order.
    answer: Message,
    /// What has happened; none where nothing has.
    news: Option<Message>,
    /// The game, from which it goes on.
    record: String,
    /// The same in one line for an address.
    line: String,
    /// Its moves alone, with blanks between them.
    moves: String,
    /// Whether it is the computer's turn.
    is_thinking: bool,
    is_over: bool,
    /// Whether this is another game: the players play again.
    is_next: bool,
    offer: HouseOffer,
}

/// What a house is asked for by a visitor who wants the game there: a table of the same kind. The record goes with it.
#[derive(Serialize)]
struct HouseOffer {
    setup: String,
    with: &'static str,
    /// The side that the visitor began with.
    side: &'static str,
    level: Option<f32>,
    /// The other person.
    name: Option<String>,
    /// The visitor, if they have said a name, for a house that does not know them yet.
    visitor: Option<String>,
}

/// A table in the page.
pub(crate) struct PageTable {
    table: Table,
    /// The seat of the visitor who has begun the game. The record does not tell it from that of another person at this device.
    own: Seat,
}

impl PageTable {
    /// A game that begins.
    pub(crate) fn begin(beginning: &Beginning, now: Moment) -> Result<Self, Failed> {
        let no_setup = |error: konoba_rules::SetupError| Failed::new("set-up", error.to_string());
        let setup: Setup = beginning.setup.parse().map_err(no_setup)?;
        let no_level = |_| Failed::new("no-level", "There is no such level.");
        let level = beginning.level.as_deref().map(str::parse::<Level>).transpose();
        let level = level.map_err(no_level)?;
        let [own, other] = &beginning.names;
        let person =
            |name: &str| Player::person(Name::made_of(name).unwrap_or_else(Name::of_guest));
        let other = match level {
            Some(level) => Player::engine(Name::of_engine(level), level),
            None => person(other),
        };
        let side = match &beginning.side {
            Some(id) => Side::BOTH.into_iter().find(|side| setup.spec.side(*side).id == *id),
            None => Some(Side::First),
        };
        let no_side = || Failed::new("no-side", "The game has no such side.");
        // Seat one plays the first side, so that a record says who sits where.
        let (seat, players) = match side.ok_or_else(no_side)? {
            Side::First => (Seat::One, [person(own), other]),
            Side::Second => (Seat::Two, [other, person(own)]),
        };
        Ok(Self::open(Opened::new(setup, players), seat, |opened| opened.events(now)))
    }

    /// A game that goes on.
    pub(crate) fn resume(kept: &Kept, now: Moment) -> Result<Self, Failed> {
        let unreadable =
            |error| Failed::new("record", format!("The record cannot be read: {error}."));
        let record = records::read(&kept.record).map_err(unreadable)?;
        let opened = Opened::of(&record);
        let second = record.setup().spec.side(Side::Second).id;
        let is_second = kept.side.as_deref() == Some(second);
        let seat = if is_second { opened.first.other() } else { opened.first };
        Ok(Self::open(opened, seat, |opened| opened.events_of(&record, now)))
    }

    /// A table at which the visitor has this seat, unless the computer has it.
    fn open(opened: Opened, seat: Seat, events: impl FnOnce(&Opened) -> Vec<Event>) -> Self {
        let has_engine = opened.players.iter().any(Player::is_engine);
        // The computer agrees to everything; two at one device speak for both seats.
        let keyboard = if has_engine { Keyboard::Apart } else { Keyboard::Shared };
        let opened = Opened { keyboard, time: TimeControl::None, ..opened };
        let table = Table::replay(&events(&opened)).expect("it begins with its opening");
        let own = if opened.player(seat).is_engine() { seat.other() } else { seat };
        Self { table, own }
    }

    /// The seats of those at this device.
    fn seats(&self) -> Seats {
        Seats::of(Seat::BOTH.map(|seat| !self.table.player(seat).is_engine()))
    }

    fn sight(&self) -> Sight<'_> {
        let is_playing = self.table.seat_to_move().is_some();
        Sight {
            id: String::new(),
            standing: if is_playing { StandingView::Playing } else { StandingView::Over },
            setup: self.table.setup(),
            time: TimeControl::None,
            first: None,
            table: Some(&self.table),
            names: [None; 2],
            is_engine: Seat::BOTH.map(|seat| self.table.player(seat).is_engine()),
            is_present: [true; 2],
            watchers: 0,
            next: None,
        }
    }

    /// The whole table, for a page that has seen nothing of it.
    pub(crate) fn shown(&self, now: Moment) -> Changed {
        let table = Box::new(TableView::of(&self.sight(), self.seats(), now));
        let points = all_points(&self.table.scene());
        self.changed(Message::Table { table, points, says: Vec::new() }, None, false)
    }

    fn changed(&self, answer: Message, news: Option<Message>, is_next: bool) -> Changed {
        let (to_move, record) = (self.table.seat_to_move(), self.table.record());
        let spec = self.table.setup().spec;
        let moves = record.moves().map(|mv| mv.written(spec).to_string());
        Changed {
            answer,
            news,
            record: record.to_sgf(),
            line: record.to_line(),
            moves: moves.collect::<Vec<_>>().join(" "),
            is_thinking: to_move.is_some_and(|seat| self.table.player(seat).is_engine()),
            is_over: to_move.is_none(),
            is_next,
            offer: self.offer(),
        }
    }

    fn offer(&self) -> HouseOffer {
        let (opened, setup, own) = (self.table.opening(), self.table.setup(), self.own);
        let side = if opened.first == own { Side::First } else { Side::Second };
        let other = opened.player(own.other());
        let level = match other.kind {
            Kind::Engine { level } => Some(level.number()),
            Kind::Person => None,
        };
        let visitor = &opened.player(own).name;
        HouseOffer {
            setup: setup.to_string(),
            with: if level.is_some() { "engine" } else { "same-screen" },
            side: setup.spec.side(side).id,
            level,
            name: level.is_none().then(|| other.name.as_str().to_owned()),
            visitor: (*visitor != Name::of_guest()).then(|| visitor.as_str().to_owned()),
        }
    }

    /// Has something done for those at this device.
    pub(crate) fn order(&mut self, order: &TableOrder, now: Moment) -> Changed {
        let seats = self.seats();
        let named = match order.seat {
            Some(1) => Some(Seat::One),
            Some(2) => Some(Seat::Two),
            _ => None,
        };
        let seat = named.filter(|seat| seats.contains(*seat));
        let seat = seat.unwrap_or_else(|| seat_in_question(&self.table, seats));
        match order.what.action(order.mv.as_deref(), self.table.setup().spec) {
            Ok(action) => self.act(seat, action, now),
            Err(why) => {
                let refused = Message::Refused { id: why.id, says: why.says, patches: Vec::new() };
                self.changed(refused, None, false)
            }
        }
    }

    fn act(&mut self, seat: Seat, action: Action, now: Moment) -> Changed {
        let seats = self.seats();
        let events = match self.table.decide(seat, action, now) {
            Ok(events) => events,
            Err(refused) => {
                let says = words_for(&self.table, seats).refused(&refused);
                let patches = match &refused {
                    konoba_table::Refused::Illegal(refusal) => {
                        patches_of_refusal(&self.table, **refusal)
                    }
                    _ => Vec::new(),
                };
                let refused = Message::Refused { id: refused.id(), says, patches };
                return self.changed(refused, None, false);
            }
        };
        let before = self.table.clone();
        events.iter().for_each(|event| self.table.apply(event));
        let done = Message::Done { version: self.table.version() };
        if let Some(next) = self.table.next() {
            // Who moved second moves first now, and sits at seat one.
            let [one, other] = next.players.clone();
            let (own, players) = match next.first {
                Seat::One => (self.own, [one, other]),
                Seat::Two => (self.own.other(), [other, one]),
            };
            let next = Opened { players, first: Seat::One, ..next.clone() };
            *self = Self::open(next, own, |opened| opened.events(now));
            return self.changed(done, None, true);
        }
        let news = self.news(&before, &events, now);
        self.changed(done, Some(news), false)
    }

    fn news(&self, before: &Table, events: &[Event], now: Moment) -> Message {
        let (seats, sight) = (self.seats(), self.sight());
        let says = sentences_of(&self.table, events, seats);
        match TableChange::of(&sight, (before, events), seats, now) {
            Some(change) => Message::News {
                says,
                table: Box::new(change),
                patches: patches_between(before, &self.table),
            },
            None => Message::Table {
                table: Box::new(TableView::of(&sight, seats, now)),
                points: all_points(&self.table.scene()),
                says,
            },
        }
    }

    /// A move of the computer, if it has thought for long enough: below full strength it decides by itself, whatever the
    /// slice of its time, and at full strength when it is told that this was the last one.
    pub(crate) fn reply(
        &mut self,
        thinker: &impl Thinker,
        (budget, is_last): (Budget<'_>, bool),
        now: Moment,
    ) -> Result<Changed, Failed> {
        let seat = self.table.seat_to_move().filter(|seat| self.table.player(*seat).is_engine());
        let seat = seat.ok_or_else(|| Failed::new("no-turn", "It is not the computer's turn."))?;
        let kind = self.table.player(seat).kind;
        let is_full = matches!(kind, Kind::Engine { level } if level == Level::STRONGEST);
        let time = if is_full || is_last { budget.time } else { LOWER_LEVEL };
        let action = thinker.choose(&self.table, Budget { time, ..budget });
        if !is_last && is_full {
            return Ok(self.changed(Message::Done { version: self.table.version() }, None, false));
        }
        Ok(self.act(seat, action, now))
    }

    /// What the computer would play for those at this device.
    pub(crate) fn hint(
        &self,
        thinker: &impl Thinker,
        budget: Budget<'_>,
    ) -> Result<HintView, Failed> {
        let record = self.table.record();
        let at = record.main_line().count();
        let found = Analysis::by(thinker, &record.to_line(), at, budget);
        let found = found.ok_or_else(|| Failed::new("over", "The game is over."))?;
        Ok(HintView::of(&self.table, &found))
    }

    /// What a move would do, or why it may not be played.
    pub(crate) fn why(&self, mv: &str) -> Result<MoveAnswer, Failed> {
        let mv = read_move(mv, self.table.setup())?;
        Ok(MoveAnswer::of(&self.table, seat_in_question(&self.table, self.seats()), mv))
    }

    /// The answer to a question about the board, in words.
    pub(crate) fn read(&self, question: &str) -> String {
        let reading = Reading::of(question).unwrap_or(Reading::Unclear);
        words_for(&self.table, self.seats()).reading(reading)
    }

    /// The lines that are still open.
    pub(crate) fn lines(&self) -> LinesView {
        LinesView::of(&self.table)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use konoba_engine::Unwatched;
    use konoba_rules::AnyPosition;
    use konoba_scene::Advice;

    use super::*;

    /// Notes how long it was given.
    #[derive(Default)]
    struct Timed(Mutex<Vec<Duration>>);

    impl Thinker for Timed {
        fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
            self.0.lock().unwrap().push(budget.time);
            let position = table.position();
            Action::Play(position.moves_of(position.to_move())[0])
        }

        fn advise(&self, _: &AnyPosition, _: Budget<'_>) -> Advice {
            unreachable!("no advice is asked for")
        }
    }

    /// Two at one device, of whom the visitor, Ana, plays White.
    fn of_two(now: Moment) -> PageTable {
        let beginning = Beginning {
            setup: "konobi:1,nopie".to_owned(),
            level: None,
            side: Some("white".to_owned()),
            names: ["Ana".to_owned(), "Luka".to_owned()],
        };
        PageTable::begin(&beginning, now).ok().unwrap()
    }

    fn offered(offer: &HouseOffer) -> (&str, Option<&str>, Option<&str>) {
        (offer.side, offer.visitor.as_deref(), offer.name.as_deref())
    }

    #[test]
    fn a_house_is_told_which_of_two_people_is_the_visitor() {
        let now = Moment::default();
        let shown = of_two(now).shown(now);
        let white = ("white", Some("Ana"), Some("Luka"));
        assert_eq!(offered(&shown.offer), white);
        // The record alone does not say it, so that the page has to.
        let side = Some(shown.offer.side.to_owned());
        let resumed = PageTable::resume(&Kept { record: shown.record, side }, now).ok().unwrap();
        assert_eq!(offered(&resumed.offer()), white);
    }

    #[test]
    fn a_visitor_who_plays_again_has_the_other_side() {
        let now = Moment::default();
        let mut table = of_two(now);
        let order =
            |what, mv: Option<&str>| TableOrder { what, mv: mv.map(str::to_owned), seat: None };
        table.order(&order(What::Play, Some("a1")), now);
        let again = table.order(&order(What::Rematch, None), now);
        assert!(again.is_next);
        assert_eq!(offered(&again.offer), ("black", Some("Ana"), Some("Luka")));
    }

    #[test]
    fn a_level_below_full_strength_is_not_cut_short_by_a_slice() {
        let (slice, now) = (Duration::from_millis(250), Moment::default());
        let times = |level: &str, is_last| {
            let beginning = Beginning {
                setup: "konobi:5".to_owned(),
                level: Some(level.to_owned()),
                side: Some("white".to_owned()),
                names: Default::default(),
            };
            let mut table = PageTable::begin(&beginning, now).ok().unwrap();
            let timed = Timed::default();
            table.reply(&timed, (Budget::new(slice, &Unwatched), is_last), now).ok().unwrap();
            timed.0.into_inner().unwrap()
        };
        assert_eq!(times("9.7", false), [LOWER_LEVEL]);
        assert_eq!(times("10", false), [slice]);
        // A house that answers in place of the page gives a level what it can spare.
        assert_eq!(times("9.7", true), [slice]);
    }
}
