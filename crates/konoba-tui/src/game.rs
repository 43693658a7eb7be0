//! A game on the screen: the table, the cursor on its board, and what is being said.

mod acts;
mod advice_state;
mod missed;
mod review;
mod typing;

use std::path::PathBuf;

use konoba_rules::{
    AnyPosition, Grid, Illegal, Move, Piece, PieceChoice, Played, Point, Points, Setup, Side,
};
use konoba_scene::{Refusal, Scene, Sentences, View};
use konoba_table::{CursorStep, Event, Fact, Moment, Opened, Seat, Study, Table, Wish, Words};

use self::advice_state::AdviceState;
use self::missed::Missed;
use crate::house::RemarkLine;
use crate::input::{Effect, Loaded};
use crate::input_line::InputLine;
use crate::move_entry::MoveEntry;

/// So much is remembered that was said beside a move: a remark and its answer.
const MOST_NOTES: usize = 2;

/// What is said to a person who watches and wants to do something.
const WATCHING: &str = "You are watching this game; only its players can do that.";

/// A game on the screen.
pub(crate) struct Game {
    pub(crate) table: Table,
    pub(crate) cursor: Point,
    /// The piece in hand, where pieces are chosen.
    pub(crate) piece: Piece,
    /// The move that is being typed, if one is.
    pub(crate) entry: MoveEntry,
    pub(crate) shows_legal_points: bool,
    pub(crate) shows_open_lines: bool,
    /// Whether a placement is asked back before it is played.
    pub(crate) confirms: bool,
    /// The placement that was asked back.
    asked_back: Option<Move>,
    message: Message,
    /// Whether it says already whose turn it is, or how the game ended.
    tells_status: bool,
    /// What was said beside it since, the latest first.
    notes: Vec<Message>,
    pub(crate) dialog: Option<Dialog>,
    /// A question that waits until the person has answered the one on the screen.
    withheld: Option<Dialog>,
    pub(crate) advice_state: AdviceState,
    /// The game with its variations, once the player has looked back.
    study: Option<Study>,
    /// Whether the study is on the screen and not the table.
    pub(crate) is_reviewing: bool,
    /// The moments at which one move won and another was played.
    missed: Missed,
    /// The file in which the game is kept.
    file: String,
    /// Which seats are the person's, where the table is one of a house, which decides and keeps.
    house: Option<[bool; 2]>,
    /// What may be said to the opponent there.
    pub(crate) remarks: Vec<RemarkLine>,
}

/// What was said last.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) is_warning: bool,
}

/// A question that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Dialog {
    Swap,
    Resign,
    Rematch,
    /// Whether to grant what the other player asked for.
    Grant(Wish),
    /// Where to write the record.
    Save(InputLine),
    /// What to say to the opponent.
    Say,
    /// Whether to replace this file.
    Overwrite(PathBuf),
}

impl Game {
    /// A new game, and what is to be done at its beginning.
    pub(crate) fn open(opened: &Opened, now: Moment) -> Self {
        let table = Table::replay(&opened.events(now)).expect("an opening comes first");
        let id = table.setup().spec.id;
        Self::at(table, format!("{:013}-{id}.sgf", now.as_millis()))
    }

    /// A game from a record: it goes on where it can, and else is looked at.
    pub(crate) fn load(loaded: Loaded, now: Moment) -> Self {
        let events = Opened::of(&loaded.record).events_of(&loaded.record, now);
        let table = Table::replay(&events).expect("an opening comes first");
        let id = table.setup().spec.id;
        let file = loaded.file.unwrap_or_else(|| format!("{:013}-{id}.sgf", now.as_millis()));
        let mut game = Self::at(table, file);
        game.study = Some(Study::new(loaded.record));
        if game.table.seat_to_move().is_none() {
            game.look(CursorStep::Start);
        }
        game
    }

    /// A game at a table of a house.
    pub(crate) fn at_house(table: Table, own: [bool; 2]) -> Self {
        let mut game = Self { house: Some(own), ..Self::at(table, String::new()) };
        if game.table.is_over() {
            let result = game.words().status();
            game.say(result);
            game.tells_status = true;
        }
        game.offer_swap();
        game
    }

    /// Something has happened at the table of the house.
    pub(crate) fn take_news(&mut self, table: Table, events: &[Event]) {
        self.table = table;
        self.say_what_happened(events);
        self.asked_back = None;
        self.offer_swap();
    }

    /// Says what has happened at the table.
    fn say_what_happened(&mut self, events: &[Event]) {
        let words = self.words();
        let said: Vec<_> = events.iter().map(|event| words.event(event)).collect();
        self.say(said.join(" "));
        let latest = events.last().map(|event| &event.fact);
        self.tells_status = match latest {
            // The players are told their new sides, and whose turn it is with them.
            Some(Fact::Moved(moved)) if moved.played.mv == Move::Swap => {
                !self.is_awaiting_thought()
            }
            Some(Fact::Moved(_) | Fact::Ended { .. } | Fact::Closed { .. }) => self.table.is_over(),
            _ => false,
        };
    }

    /// Whether what was said last says already whose turn it is, or how the game ended.
    pub(crate) const fn tells_status(&self) -> bool {
        self.tells_status
    }

    /// The player of a seat has said something; of others it is not shown to those who mute them.
    pub(crate) fn take_remark(&mut self, seat: Seat, words: &str, is_muting: bool) {
        let is_own = self.is_own(seat);
        let says = match is_own {
            true => "You say".to_owned(),
            false => format!("{} says", self.table.player(seat).name),
        };
        if !is_own && is_muting {
            return;
        }
        // What happened before it is on the board; a refusal, a hint and a result are still to be read.
        let is_past = !self.message.is_warning && !self.is_hinted() && !self.tells_status;
        if is_past && !self.table.is_over() && !self.is_reviewing {
            self.message = Message::default();
        }
        let stop = if words.ends_with(['.', '!', '?']) { "" } else { "." };
        self.tell_of_keeping(Ok(format!("{says}: {words}{stop}")));
    }

    /// Whether a seat is the person's who looks at the screen. At one keyboard every person's is.
    fn is_own(&self, seat: Seat) -> bool {
        self.house.is_none_or(|own| own[seat.index()])
    }

    /// Whether the person only watches others play.
    pub(crate) fn is_watching(&self) -> bool {
        self.house == Some([false, false])
    }

    fn at(table: Table, file: String) -> Self {
        let middle = table.setup().size / 2;
        let last = table.history().last().and_then(|moved| moved.played.mv.point());
        let text = Sentences::of(table.setup()).setup();
        let mut game = Self {
            cursor: last.unwrap_or(Point::new(middle, middle)),
            piece: Piece::First,
            entry: MoveEntry::default(),
            shows_legal_points: false,
            shows_open_lines: false,
            confirms: false,
            asked_back: None,
            message: Message { text, is_warning: false },
            tells_status: false,
            notes: Vec::new(),
            dialog: None,
            withheld: None,
            advice_state: AdviceState::default(),
            study: None,
            is_reviewing: false,
            missed: Missed::Unknown,
            file,
            house: None,
            remarks: Vec::new(),
            table,
        };
        game.offer_swap();
        game
    }

    pub(crate) fn setup(&self) -> Setup {
        self.table.setup()
    }

    /// The position on the screen.
    pub(crate) fn position(&self) -> AnyPosition {
        match self.studied() {
            Some(study) => study.position(),
            None => *self.table.position(),
        }
    }

    /// The study, while it is on the screen.
    pub(crate) fn studied(&self) -> Option<&Study> {
        self.study.as_ref().filter(|_| self.is_reviewing)
    }

    /// The placement that the cursor stands for.
    pub(crate) fn move_at_cursor(&self) -> Move {
        Move::placement(self.setup().spec.choice, self.piece, self.cursor)
    }

    /// Whether the person has to say which piece.
    pub(crate) fn chooses_piece(&self) -> bool {
        self.setup().spec.choice == PieceChoice::Either
    }

    /// The board as it is to be drawn: with the last move, the cells to blame if the point under
    /// the cursor is illegal, what a move there would fill, and what an engine thinks if that is shown.
    pub(crate) fn scene(&self) -> Scene {
        let position = self.position();
        let last = match self.studied() {
            Some(study) => study.last(),
            None => self.table.view().last,
        };
        let view = View {
            last,
            refusal: self.refusal(&position),
            shows_legal_points: self.shows_legal_points && self.can_place(&position),
            shows_open_lines: self.shows_open_lines,
            preview: self.preview(&position),
            ..View::default()
        };
        let scene = Scene::viewed(&position, &view);
        match (self.advice(), self.hinted()) {
            (Some(advice), _) => scene.weighed(advice),
            (None, Some(hint)) => scene.weighed(&hint),
            (None, None) => scene,
        }
    }

    /// The point under the cursor in words, or why it cannot be played, or what else would come of
    /// playing there.
    pub(crate) fn under_cursor(&self, scene: &Scene) -> Message {
        if let Some(text) = scene.refusal.clone() {
            return Message { text, is_warning: true };
        }
        let spoken = || scene.spot(self.cursor).map(|spot| format!("{}.", spot.spoken));
        let text = scene.preview.clone().or_else(spoken).unwrap_or_default();
        Message { text, is_warning: false }
    }

    /// Speaks of the game: to the only person at it as "you", to two people by their names.
    pub(crate) fn words(&self) -> Words<'_> {
        let table = &self.table;
        let only = match self.house {
            None => table.only_person(),
            Some([true, false]) => Some(Seat::One),
            Some([false, true]) => Some(Seat::Two),
            Some(_) => None,
        };
        only.map_or_else(|| table.words(), |seat| table.words_to(seat))
    }

    /// Whose turn it is, or how the game ended.
    pub(crate) fn status(&self) -> String {
        match self.studied() {
            Some(study) => Sentences::of(self.setup()).status(&study.position()),
            None if self.is_awaiting_thought() => {
                let seat = self.speaker().other();
                format!(
                    "{} is thinking.",
                    self.table.words().player(seat, self.table.side_of(seat))
                )
            }
            None => self.words().status(),
        }
    }

    /// The seat that is to move in the position on the screen. The game up to there says who sits where,
    /// because a swap exchanges the sides.
    pub(crate) fn seat_to_move(&self) -> Option<Seat> {
        let Some(study) = self.studied() else { return self.table.seat_to_move() };
        let position = study.position();
        let seat = self.seat_of(position.to_move());
        position.winner().is_none().then_some(seat)
    }

    /// The seat that plays a side in the position on the screen.
    pub(crate) fn seat_of(&self, side: Side) -> Seat {
        let now = self.table.seat_of(side);
        let Some(study) = self.studied() else { return now };
        let is_swapped = |moves: &[Move]| moves.contains(&Move::Swap);
        let then = is_swapped(&study.record().moves_to(study.cursor()));
        let live = self.table.history().iter().any(|moved| moved.played.mv == Move::Swap);
        if then == live { now } else { now.other() }
    }

    /// Whether a clock is running.
    pub(crate) fn clock_runs(&self) -> bool {
        self.table.deadline().is_some()
    }

    /// Whether a piece could be placed somewhere: not after the end, unless as a variation.
    pub(crate) fn can_place(&self, position: &AnyPosition) -> bool {
        position.winner().is_none() && (self.is_reviewing || !self.table.is_over())
    }

    /// Why the rules of the game forbid a move at the cursor, if they do.
    fn refusal(&self, position: &AnyPosition) -> Option<Refusal> {
        let refusal = Refusal::of(position, position.to_move(), self.move_at_cursor())?;
        let is_by_rule = matches!(refusal.why, Illegal::Rule(..));
        (is_by_rule && self.can_place(position)).then_some(refusal)
    }

    /// What a move at the cursor would do, if it would do more than place.
    fn preview(&self, position: &AnyPosition) -> Option<Played<Points>> {
        let has_fills = self.setup().spec.has_fills && self.can_place(position);
        let played = has_fills.then(|| { *position }.play(self.move_at_cursor()).ok()).flatten()?;
        played.fills.iter().any(|fills| !fills.is_empty()).then_some(played)
    }

    /// Brings the table up to what has happened, says it, and has it kept and answered.
    fn follow(&mut self, events: &[Event]) -> Vec<Effect> {
        events.iter().for_each(|event| self.table.apply(event));
        self.say_what_happened(events);
        self.offer_swap();
        self.keep().into_iter().chain(self.think()).collect()
    }

    /// The game as it is kept, with its variations. A house keeps its games itself.
    fn keep(&self) -> Option<Effect> {
        let keep = || Effect::Keep { file: self.file.clone(), sgf: self.whole_record().to_sgf() };
        self.house.is_none().then(keep)
    }

    /// Has the engine think where it is its turn.
    pub(crate) fn think(&self) -> Option<Effect> {
        let is_here = self.house.is_none();
        (is_here && self.is_awaiting_thought()).then(|| Effect::Think(Box::new(self.table.clone())))
    }

    /// Whether it is the turn of a seat that is not a person's.
    pub(crate) fn is_awaiting_thought(&self) -> bool {
        let to_move = self.table.seat_to_move();
        to_move.is_some_and(|seat| self.table.player(seat).is_engine())
    }

    fn offer_swap(&mut self) {
        let is_offered = self.table.position().swap_is_offered() && !self.table.is_over();
        let is_own = self.table.seat_to_move().is_some_and(|seat| self.is_own(seat));
        let is_here = is_own && !self.is_reviewing && !self.is_awaiting_thought();
        let swap = (is_offered && is_here).then_some(Dialog::Swap);
        // What another seat has asked for at a house is for this person to grant; at one keyboard it was granted.
        let asked = self.table.open_wish().filter(|open| {
            self.house.is_some() && !self.is_own(open.by) && self.is_own(open.by.other())
        });
        let asked = asked.map(|open| Dialog::Grant(open.wish)).or(swap);
        // A player who is about to say, save or resign something is not interrupted by a move. What is typed
        // would answer another question.
        let is_over = self.table.is_over();
        (self.dialog, self.withheld) = match self.dialog.take() {
            Some(dialog @ (Dialog::Say | Dialog::Save(_) | Dialog::Overwrite(_))) => {
                (Some(dialog), asked)
            }
            Some(Dialog::Resign) if !is_over => (Some(Dialog::Resign), asked),
            _ => (asked, None),
        };
    }

    /// Asks whether to replace a file that is there.
    pub(crate) fn ask_overwriting(&mut self, path: PathBuf) {
        let before = self.dialog.replace(Dialog::Overwrite(path));
        self.withheld = before.filter(|before| matches!(before, Dialog::Swap | Dialog::Grant(_)));
    }

    /// Closes a question unanswered, but for that of the swap; tells whether there was one.
    pub(crate) fn close_dialog(&mut self) -> bool {
        let is_closed = self.dialog.take_if(|dialog| *dialog != Dialog::Swap).is_some();
        if is_closed {
            self.dialog = self.withheld.take();
        }
        is_closed
    }

    /// Says what came of keeping the game, or another thing beside it, before what was said of the game itself.
    pub(crate) fn tell_of_keeping(&mut self, news: Result<String, String>) {
        let is_warning = news.is_err();
        let (Ok(text) | Err(text)) = news;
        self.notes.retain(|note| note.text != text);
        self.notes.insert(0, Message { text, is_warning });
        self.notes.truncate(MOST_NOTES);
    }

    pub(crate) fn warn(&mut self, text: String) {
        self.notes.clear();
        self.tells_status = false;
        self.message = Message { text, is_warning: true };
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notes.clear();
        self.tells_status = false;
        self.message = Message { text: text.into(), is_warning: false };
    }

    /// What was said beside what was said last.
    pub(crate) fn noted(&self) -> String {
        let notes: Vec<_> = self.notes.iter().map(|note| note.text.as_str()).collect();
        notes.join(" ")
    }

    /// What was said last, with what was said beside it.
    pub(crate) fn said(&self) -> Message {
        let all = || {
            let all = self.notes.iter().chain([&self.message]);
            all.filter(|message| !message.text.is_empty())
        };
        let texts: Vec<_> = all().map(|message| message.text.as_str()).collect();
        let is_warning = all().next().is_some_and(|latest| latest.is_warning);
        Message { text: texts.join(" "), is_warning }
    }
}
