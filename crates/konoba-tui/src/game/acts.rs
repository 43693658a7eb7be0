//! What keys do to a game.

use std::mem;
use std::path::PathBuf;

use konoba_rules::{Move, Point};
use konoba_scene::Sentences;
use konoba_table::{Action, Command, CursorStep, Moment, Refused, Seat, Wish};

use super::missed::NOTHING_MISSED_HERE;
use super::{Dialog, Game, WATCHING};
use crate::house::{HouseRequest, ScreenOrder};
use crate::input::Effect;
use crate::keys::Act;
use crate::thinking::ChosenAction;

impl Game {
    /// Does what a key stands for.
    pub(crate) fn act(&mut self, act: Act, now: Moment) -> Vec<Effect> {
        match act {
            Act::Resign | Act::Say if self.is_watching() => self.warn(WATCHING.to_owned()),
            Act::Left => self.step(-1, 0),
            Act::Right => self.step(1, 0),
            Act::Up => self.step(0, 1),
            Act::Down => self.step(0, -1),
            Act::Play => return self.play(self.move_at_cursor(), now),
            Act::Type => self.entry.open(),
            Act::Undo if self.is_reviewing => return self.delete_variation(),
            Act::Undo => return self.decide(Action::Ask(Wish::Undo), now),
            Act::Resign if self.table.seat_to_move().is_some() => {
                self.dialog = Some(Dialog::Resign);
            }
            Act::Resign => return self.decide(Action::Resign, now),
            Act::LegalPoints => self.shows_legal_points ^= true,
            Act::OpenLines if self.position().open_lines().is_empty() => {
                self.say(Sentences::of(self.setup()).open_lines(&[]));
            }
            Act::OpenLines => self.shows_open_lines ^= true,
            Act::Hint => self.want_hint(),
            Act::Say if self.house.is_some() && !self.remarks.is_empty() => {
                self.dialog = Some(Dialog::Say);
            }
            Act::Say => self.say("There is no opponent elsewhere to read it."),
            Act::Thoughts => self.show_or_hide_thoughts(),
            Act::Back => self.look(CursorStep::Parent),
            Act::Forward => self.look(CursorStep::Child),
            Act::Start => self.look(CursorStep::Start),
            Act::End => self.look_no_more(),
            Act::OtherVariation => self.look(CursorStep::NextVariation),
            Act::MissedWins => return self.next_missed(),
            // Only where there is nothing to try, else the application does it.
            Act::TryAgain => self.say(NOTHING_MISSED_HERE),
            Act::Save if self.house.is_some() => self.say("Every game is saved on the server."),
            Act::Save => self.dialog = Some(Dialog::Save(self.suggested_file().into())),
            Act::Copy => {
                let line = self.whole_record().to_line();
                self.say(format!("Copied: {line}"));
                return vec![Effect::Copy(line)];
            }
            // The application does these itself.
            Act::Theme
            | Act::Mute
            | Act::Help
            | Act::Leave
            | Act::Repaint
            | Act::Suspend
            | Act::Quit => {}
        }
        Vec::new()
    }

    /// Moves the cursor, as far as the board goes.
    fn step(&mut self, right: i8, up: i8) {
        let target = self.cursor.offset(right, up, self.setup().size);
        self.cursor = target.unwrap_or(self.cursor);
    }

    /// The first click on a point goes there and the second one plays, so that a wrong click costs
    /// nothing.
    pub(crate) fn click(&mut self, at: Point, now: Moment) -> Vec<Effect> {
        if self.cursor == at {
            return self.play(self.move_at_cursor(), now);
        }
        self.cursor = at;
        Vec::new()
    }

    /// Plays a move: at the table, or as a variation while looking back.
    pub(crate) fn play(&mut self, mv: Move, now: Moment) -> Vec<Effect> {
        if let Some(at) = mv.point().filter(|at| at.is_on(self.setup().size)) {
            self.cursor = at;
        }
        // The piece in hand is meant where none was typed.
        let mv = match mv {
            Move::Place(at) => Move::placement(self.setup().spec.choice, self.piece, at),
            other => other,
        };
        if self.is_reviewing {
            return self.try_variation(mv);
        }
        if self.table.is_over() && !self.is_watching() {
            self.dialog = Some(Dialog::Rematch);
            return Vec::new();
        }
        let may_play = !self.is_watching() && self.table.preview(mv).is_ok();
        if self.confirms && may_play && self.asked_back.replace(mv) != Some(mv) {
            let question = Sentences::of(self.setup()).confirmation(mv);
            self.say(format!("{question} {} again plays it.", Act::Play.shown()));
            return Vec::new();
        }
        self.asked_back = None;
        self.decide(Action::Play(mv), now)
    }

    /// Asks the table for something and tells what came of it.
    pub(super) fn decide(&mut self, action: Action, now: Moment) -> Vec<Effect> {
        if self.is_watching() {
            self.warn(WATCHING.to_owned());
            return Vec::new();
        }
        if self.house.is_some() {
            return self.order(action);
        }
        match self.table.decide(self.speaker(), action, now) {
            Ok(events) => self.follow(&events),
            Err(refused) => {
                self.warn(self.words().refused(&refused));
                Vec::new()
            }
        }
    }

    /// Asks the house for something. Whose turn it is is known here too, also without a connection.
    fn order(&mut self, action: Action) -> Vec<Effect> {
        let seat = self.speaker();
        let to_move = self.table.seat_to_move().filter(|to_move| *to_move != seat);
        if let (Action::Play(_), Some(to_move)) = (action, to_move) {
            self.warn(self.words().refused(&Refused::NotYourTurn { to_move }));
            return Vec::new();
        }
        let (seen, latest) = (self.table.version(), self.table.latest());
        vec![Effect::House(HouseRequest::Order(ScreenOrder { seat, action, seen, latest }))]
    }

    /// The seat in whose name the keyboard speaks: that of the person to move. After the end it does
    /// not matter which, and where only one seat is a person's it is that one.
    pub(crate) fn speaker(&self) -> Seat {
        match self.house {
            Some([true, false]) => return Seat::One,
            Some([false, true]) => return Seat::Two,
            Some(_) | None => {}
        }
        let seat = self.table.seat_to_move().unwrap_or(Seat::One);
        if self.table.player(seat).is_engine() { seat.other() } else { seat }
    }

    /// Does what the engine has chosen that plays for the seat to move, unless the table has gone on
    /// since.
    pub(crate) fn take_thought(&mut self, thought: ChosenAction, now: Moment) -> Vec<Effect> {
        let command = Command::from(thought.action).seeing(thought.seen);
        let Some(seat) = self.table.seat_to_move().filter(|_| self.is_awaiting_thought()) else {
            return Vec::new();
        };
        let events = self.table.decide(seat, command, now);
        events.map_or_else(|_| Vec::new(), |events| self.follow(&events))
    }

    /// Ends the game if a clock has run out.
    pub(crate) fn tick(&mut self, now: Moment) -> Vec<Effect> {
        if self.house.is_some() {
            return Vec::new();
        }
        match self.table.flag(now) {
            Ok(events) => self.follow(&events),
            Err(_) => Vec::new(),
        }
    }

    /// A question was answered with yes or no.
    pub(crate) fn answer(&mut self, is_yes: bool, now: Moment) -> Vec<Effect> {
        match (mem::replace(&mut self.dialog, self.withheld.take()), is_yes) {
            (Some(Dialog::Swap), true) => self.decide(Action::Play(Move::Swap), now),
            (Some(Dialog::Grant(wish)), true) => self.decide(Action::Accept(wish), now),
            (Some(Dialog::Grant(wish)), false) => self.decide(Action::Decline(wish), now),
            (Some(Dialog::Resign), true) => self.decide(Action::Resign, now),
            (Some(Dialog::Rematch), true) => {
                let mut effects = self.decide(Action::Ask(Wish::Rematch), now);
                if let Some(next) = self.table.next().cloned() {
                    let said = self.said();
                    let (confirms, is_shown) = (self.confirms, self.advice_state.is_shown);
                    *self = Self { confirms, message: said, ..Self::open(&next, now) };
                    self.advice_state.is_shown = is_shown;
                    effects.extend(self.keep());
                    effects.extend(self.think());
                }
                effects
            }
            (Some(Dialog::Save(path)), true) if !path.value().trim().is_empty() => {
                vec![self.write(path.value().trim().into(), false)]
            }
            (Some(Dialog::Overwrite(path)), true) => vec![self.write(path, true)],
            (Some(Dialog::Overwrite(path)), false) => {
                self.say(format!("{} was left as it is.", path.display()));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn write(&self, path: PathBuf, overwrites: bool) -> Effect {
        Effect::Write { path, sgf: self.whole_record().to_sgf(), overwrites }
    }

    fn suggested_file(&self) -> String {
        format!("{}.sgf", self.whole_record().file_stem())
    }
}
