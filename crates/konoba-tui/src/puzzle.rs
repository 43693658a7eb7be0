//! Puzzles on the screen: the same boards, tasks and words as on the page and line by line.

use crossterm::event::{KeyCode, KeyEvent};
use konoba_puzzles::{Judgement, Puzzle, Series, Solved};
use konoba_rules::{Move, Piece, PieceChoice, Point, Spec};
use konoba_scene::Refusal;
use konoba_table::Moment;

use crate::exercise::{Exercise, first_cursor, help_with, with_piece};
use crate::keys::{Act, typed};
use crate::move_entry::{KeyAtEntry, MoveEntry};

/// Letters that do something here, also where a column is called so.
const OWN_LETTERS: &str = "nps";
/// What keys do at puzzles alone.
const OWN_HELP: &[(&str, &str)] = &[
    ("H", "hint; each one tells more"),
    ("s", "show the solution"),
    ("n ] PageDown", "next puzzle"),
    ("p [ PageUp", "previous puzzle"),
    ("y", "once it is solved: copy the result"),
];

/// How long each move is seen of a line that is played out, in milliseconds.
const SHOWN: u64 = 700;

/// A person in front of puzzles.
pub(crate) struct Puzzles {
    series: Series,
    cursor: Point,
    /// The move that is being typed, if one is.
    pub(crate) entry: MoveEntry,
    /// The piece in hand, where pieces are chosen.
    piece: Piece,
    /// What was said to the last move.
    says: String,
    is_warning: bool,
    refusal: Option<Refusal>,
    line: Option<Line>,
    /// Where leaving goes to, for the line of keys.
    leave: &'static str,
}

/// Moves that are shown on the board one after the other: those that refute a wrong one, or the solution.
struct Line {
    moves: Vec<Move>,
    since: Moment,
}

impl Line {
    /// How many of them are seen at a moment.
    fn seen(&self, now: Moment) -> usize {
        let millis = now.as_millis().saturating_sub(self.since.as_millis());
        usize::try_from(millis / SHOWN)
            .map_or(self.moves.len(), |more| more.saturating_add(1).min(self.moves.len()))
    }
}

/// What the person wants of the application.
pub(crate) enum PuzzleChoice {
    /// To go on.
    Stay,
    /// To have the result copied.
    Copy(String),
}

impl Puzzles {
    /// At the first of these puzzles.
    pub(crate) fn of(series: Series) -> Self {
        let mut puzzles = Self {
            series,
            cursor: Point::new(0, 0),
            entry: MoveEntry::default(),
            piece: Piece::First,
            says: String::new(),
            is_warning: false,
            refusal: None,
            line: None,
            leave: "home",
        };
        puzzles.begin();
        puzzles
    }

    /// At the first of these puzzles, which are from a game; leaving them goes back there.
    pub(crate) fn of_game(series: Series) -> Self {
        Self { leave: "back to the game", ..Self::of(series) }
    }

    /// The puzzle on the screen.
    pub(crate) fn puzzle(&self) -> &Puzzle {
        self.series.attempt().puzzle()
    }

    /// The game of the puzzle.
    pub(crate) fn spec(&self) -> &'static Spec {
        self.series.spec()
    }

    /// What is to be kept, if something was solved since this was asked the last time.
    pub(crate) fn take_news(&mut self) -> Option<Solved> {
        self.series.take_news()
    }

    /// Whether the screen changes with time alone.
    pub(crate) fn is_ticking(&self, now: Moment) -> bool {
        self.line.as_ref().is_some_and(|line| line.seen(now) < line.moves.len())
    }

    /// What is on the screen.
    pub(crate) fn exercise(&self, now: Moment) -> Exercise {
        let attempt = self.series.attempt();
        let scene = match &self.line {
            Some(line) => attempt.shown(&line.moves[..line.seen(now)]),
            None => attempt.scene(self.refusal),
        };
        let is_shown = self.line.is_some();
        Exercise {
            title: self.series.title(),
            scene,
            cursor: (!is_shown && !attempt.is_solved()).then_some(self.cursor),
            says: self.says.clone(),
            is_warning: self.is_warning,
            task: match attempt.is_solved() {
                true => "Enter goes on to the next puzzle.".to_owned(),
                false => with_piece(attempt.task(), self.spec(), self.piece()),
            },
            typed: self.entry.shown(),
            keys: self.keys(),
            help: help_with(OWN_HELP),
        }
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let is_solved = self.series.attempt().is_solved();
        let enter = match (is_solved, &self.line) {
            (true, _) => "next puzzle",
            (false, Some(_)) => "back to the puzzle",
            (false, None) => "place",
        };
        let own: &[_] = match is_solved {
            true if self.series.share().is_none() => &[],
            true => &[("y", "copy the result")],
            false => &[("H", "hint"), ("s", "solution"), ("n", "next")],
        };
        // Where there is no room for all of them, the previous puzzle is the first to go.
        let others = [
            (Act::Undo.shown(), "start over"),
            ("p", "previous"),
            (Act::Help.shown(), "help"),
            (Act::Leave.shown(), self.leave),
        ];
        [(Act::Play.shown(), enter)].into_iter().chain(own.iter().copied()).chain(others).collect()
    }

    /// The piece in hand, where the person has to choose one.
    fn piece(&self) -> Option<Piece> {
        (self.spec().choice == PieceChoice::Either).then_some(self.piece)
    }

    /// A key was pressed that the application has no other use for.
    pub(crate) fn key(&mut self, key: &KeyEvent, now: Moment) -> PuzzleChoice {
        let piece = typed(key).and_then(|c| self.spec().piece_lettered(c));
        if let Some(piece) = piece.filter(|_| self.piece().is_some() && !self.entry.is_open()) {
            self.entry.close();
            self.piece = piece;
            return PuzzleChoice::Stay;
        }
        let attempt = self.series.attempt();
        if attempt.is_solved() {
            return self.act(key, now);
        }
        let setup = attempt.position().setup();
        match self.entry.key(key, (setup, OWN_LETTERS), &mut self.cursor) {
            KeyAtEntry::NotTaken => return self.act(key, now),
            // It is typed at the board that can be played on.
            KeyAtEntry::Taken => self.line = None,
            KeyAtEntry::Plays(Move::Place(at)) => {
                self.hear(Move::placement(self.spec().choice, self.piece, at), now);
            }
            KeyAtEntry::Plays(mv) => self.hear(mv, now),
            KeyAtEntry::NoMove(says) => self.say(says, true),
        }
        PuzzleChoice::Stay
    }

    /// Text was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        let attempt = self.series.attempt();
        if !attempt.is_solved() {
            self.line = None;
            self.entry.paste(text, attempt.position().setup(), &mut self.cursor);
        }
    }

    /// Does what a key stands for.
    fn act(&mut self, key: &KeyEvent, now: Moment) -> PuzzleChoice {
        let is_solved = self.series.attempt().is_solved();
        match (key.code, Act::of(key)) {
            (_, Some(Act::Left)) => self.step(-1, 0),
            (_, Some(Act::Right)) => self.step(1, 0),
            (_, Some(Act::Up)) => self.step(0, 1),
            (_, Some(Act::Down)) => self.step(0, -1),
            (KeyCode::Char('n'), _) | (_, Some(Act::Forward)) => self.go(Series::to_next),
            (KeyCode::Char('p'), _) | (_, Some(Act::Back)) => self.go(Series::to_previous),
            (_, Some(Act::Undo)) => self.go(Series::start_over),
            (_, Some(Act::Hint)) => {
                let hint = self.series.hint();
                self.say(hint, false);
            }
            (KeyCode::Char('s'), _) => self.show_solution(now),
            (_, Some(Act::Type)) if !is_solved => {
                self.line = None;
                self.entry.open();
            }
            (_, Some(Act::Copy)) if is_solved => {
                return self.series.share().map_or(PuzzleChoice::Stay, PuzzleChoice::Copy);
            }
            (_, Some(Act::Play)) if is_solved => self.go(Series::to_next),
            (_, Some(Act::Play)) if self.line.take().is_some() => {}
            (_, Some(Act::Play)) => self.play(now),
            _ => {}
        }
        PuzzleChoice::Stay
    }

    /// The first click on a point goes there and the second one plays.
    pub(crate) fn click(&mut self, at: Point, now: Moment) {
        if self.line.take().is_some() || self.cursor != at {
            self.cursor = at;
        } else if !self.series.attempt().is_solved() {
            self.play(now);
        }
    }

    /// Says that the result is on the clipboard.
    pub(crate) fn tell_copied(&mut self) {
        self.says += " The result is copied.";
    }

    /// Moves the cursor, on the board that can be played on.
    fn step(&mut self, right: i8, up: i8) {
        self.line = None;
        let size = self.series.attempt().position().setup().size;
        self.cursor = self.cursor.offset(right, up, size).unwrap_or(self.cursor);
    }

    fn play(&mut self, now: Moment) {
        self.hear(Move::placement(self.spec().choice, self.piece, self.cursor), now);
    }

    fn hear(&mut self, mv: Move, now: Moment) {
        let reply = self.series.hear(mv);
        let mut says = reply.says;
        if reply.judgement == Judgement::Solved {
            says = [says].into_iter().chain(self.series.afterwards()).collect::<Vec<_>>().join(" ");
        }
        let is_warning = matches!(reply.judgement, Judgement::Illegal | Judgement::Wrong);
        self.say(says, is_warning);
        self.refusal = reply.refusal;
        if !reply.refutation.is_empty() {
            self.line = Some(Line { moves: reply.refutation, since: now });
        }
    }

    /// Plays the solution out. The puzzle begins anew afterwards.
    fn show_solution(&mut self, now: Moment) {
        let moves = self.series.give_up();
        self.begin();
        self.say(self.series.attempt().solution_in_words(), false);
        self.line = Some(Line { moves, since: now });
    }

    fn say(&mut self, says: String, is_warning: bool) {
        (self.says, self.is_warning) = (says, is_warning);
        (self.refusal, self.line) = (None, None);
    }

    fn go(&mut self, step: impl FnOnce(&mut Series)) {
        step(&mut self.series);
        self.begin();
    }

    fn begin(&mut self) {
        let attempt = self.series.attempt();
        let solutions = attempt.puzzle().steps.first().map_or(&[][..], |step| &step.wins);
        self.cursor = first_cursor(attempt.position().setup().size, solutions);
        self.entry.close();
        self.say(String::new(), false);
    }
}
