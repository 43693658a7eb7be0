//! The lessons of a game on the screen: the same boards, tasks and words as on the page and line by line.

use crossterm::event::{KeyCode, KeyEvent};
use konoba_puzzles::{Choice, PuzzleName, Theme, after_lesson};
use konoba_rules::lesson::{Lesson, Wants};
use konoba_rules::{Move, Piece, PieceChoice, Point, Spec};
use konoba_scene::Refusal;
use konoba_table::{Guide, lessons};

use crate::exercise::{Exercise, first_cursor, help_with, with_piece};
use crate::keys::{Act, typed};
use crate::move_entry::{KeyAtEntry, MoveEntry};

/// Letters that leaf through the lessons, also where a column is called so.
const OWN_LETTERS: &str = "np";
/// What keys do in lessons alone.
const OWN_HELP: &[(&str, &str)] = &[
    ("n ] PageDown", "next lesson"),
    ("p [ PageUp", "previous lesson"),
    ("S", "swap, where the lesson is about it"),
    ("P", "after the lesson: a puzzle of its kind"),
];

/// A learner in front of the lessons of a game.
pub(crate) struct Lessons {
    pub(crate) spec: &'static Spec,
    lessons: &'static [Lesson],
    /// The place of the lesson in the list.
    place: usize,
    guide: Guide<'static>,
    cursor: Point,
    /// The move that is being typed, if one is.
    pub(crate) entry: MoveEntry,
    /// The piece in hand, where pieces are chosen.
    piece: Piece,
    /// What was said to the last move.
    says: String,
    is_warning: bool,
    refusal: Option<Refusal>,
}

/// What the learner wants of the application.
pub(crate) enum LessonChoice {
    /// To go on.
    Stay,
    /// The last lesson is over: a first game.
    Play,
    /// Puzzles that go on from the lesson.
    Puzzles(Choice),
}

impl Lessons {
    /// The first lesson of a game; none where it has no lessons.
    pub(crate) fn of(spec: &'static Spec) -> Option<Self> {
        let lessons = lessons(spec);
        let guide = Guide::new(lessons.first()?);
        let mut learner = Self {
            spec,
            lessons,
            place: 0,
            guide,
            cursor: Point::new(0, 0),
            entry: MoveEntry::default(),
            piece: Piece::First,
            says: String::new(),
            is_warning: false,
            refusal: None,
        };
        learner.go_to(0);
        Some(learner)
    }

    /// What is on the screen.
    pub(crate) fn exercise(&self) -> Exercise {
        Exercise {
            title: self.title(),
            scene: self.guide.scene(self.refusal),
            cursor: Some(self.cursor),
            says: self.says.clone(),
            is_warning: self.is_warning,
            task: self.task(),
            typed: self.entry.shown(),
            keys: self.keys(),
            help: help_with(OWN_HELP),
        }
    }

    /// Which lesson it is.
    fn title(&self) -> String {
        let (number, count) = (self.place + 1, self.lessons.len());
        format!("Lesson {number} of {count}: {}", self.lessons[self.place].title)
    }

    /// What is to be done now.
    fn task(&self) -> String {
        match self.guide.task() {
            Some(task) => with_piece(task.to_owned(), self.spec, self.piece()),
            None if self.is_last() => {
                let name = self.spec.name;
                format!(
                    "That was the last lesson of {name}. Enter begins a first game{}.",
                    self.or_puzzles()
                )
            }
            None => format!("Enter goes on to the next lesson{}.", self.or_puzzles()),
        }
    }

    /// The puzzles that go on from the lesson once it is over, where there are any.
    fn puzzles(&self) -> Option<(Theme, PuzzleName)> {
        let theme = self.lessons[self.place].puzzles.filter(|_| self.guide.is_done())?;
        after_lesson(self.spec, theme)
    }

    fn or_puzzles(&self) -> String {
        let puzzles = self.puzzles();
        puzzles
            .map_or_else(String::new, |(theme, _)| format!(", P tries a puzzle: {}", theme.name()))
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let enter = match (self.guide.task(), self.is_last()) {
            (Some(_), _) => "place",
            (None, false) => "next lesson",
            (None, true) => "play",
        };
        let swap = self.may_swap().then_some(("S", "swap"));
        // Where there is no room for all of them, the previous lesson is the first to go.
        let others = [
            ("n", "next lesson"),
            (Act::Undo.shown(), "start over"),
            ("p", "previous lesson"),
            (Act::Help.shown(), "help"),
            (Act::Leave.shown(), "home"),
        ];
        let puzzles = self.puzzles().map(|_| ("P", "puzzle"));
        [(Act::Play.shown(), enter)].into_iter().chain(swap).chain(puzzles).chain(others).collect()
    }

    /// Whether this is the last lesson.
    fn is_last(&self) -> bool {
        self.place + 1 == self.lessons.len()
    }

    /// The piece in hand, where the learner has to choose one.
    fn piece(&self) -> Option<Piece> {
        (self.spec.choice == PieceChoice::Either).then_some(self.piece)
    }

    /// A key was pressed that the application has no other use for.
    pub(crate) fn key(&mut self, key: &KeyEvent) -> LessonChoice {
        let piece = typed(key).and_then(|c| self.spec.piece_lettered(c));
        if let Some(piece) = piece.filter(|_| self.piece().is_some() && !self.entry.is_open()) {
            self.entry.close();
            self.piece = piece;
            return LessonChoice::Stay;
        }
        if self.guide.is_done() {
            return self.act(key);
        }
        let setup = self.guide.position().setup();
        match self.entry.key(key, (setup, OWN_LETTERS), &mut self.cursor) {
            KeyAtEntry::NotTaken => return self.act(key),
            KeyAtEntry::Taken => {}
            KeyAtEntry::Plays(Move::Place(at)) => {
                self.hear(Move::placement(self.spec.choice, self.piece, at));
            }
            KeyAtEntry::Plays(mv) => self.hear(mv),
            KeyAtEntry::NoMove(says) => {
                (self.says, self.is_warning, self.refusal) = (says, true, None);
            }
        }
        LessonChoice::Stay
    }

    /// Text was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        if !self.guide.is_done() {
            let setup = self.guide.position().setup();
            self.entry.paste(text, setup, &mut self.cursor);
        }
    }

    /// Does what a key stands for.
    fn act(&mut self, key: &KeyEvent) -> LessonChoice {
        match (key.code, Act::of(key)) {
            (_, Some(Act::Left)) => self.step(-1, 0),
            (_, Some(Act::Right)) => self.step(1, 0),
            (_, Some(Act::Up)) => self.step(0, 1),
            (_, Some(Act::Down)) => self.step(0, -1),
            (KeyCode::Char('n'), _) | (_, Some(Act::Forward)) => return self.next(),
            (KeyCode::Char('p'), _) | (_, Some(Act::Back)) => {
                self.go_to(self.place.saturating_sub(1));
            }
            (_, Some(Act::Undo)) => self.go_to(self.place),
            (KeyCode::Char('S'), _) if self.may_swap() => self.hear(Move::Swap),
            (KeyCode::Char('P'), _) => {
                if let Some((theme, PuzzleName { spec, number })) = self.puzzles() {
                    let (spec, theme, number) = (Some(spec), Some(theme), Some(number));
                    let choice = Choice { spec, theme, number, ..Choice::default() };
                    return LessonChoice::Puzzles(choice);
                }
            }
            (_, Some(Act::Type)) if !self.guide.is_done() => self.entry.open(),
            (_, Some(Act::Play)) if self.guide.is_done() => return self.next(),
            (_, Some(Act::Play)) => self.play(),
            _ => {}
        }
        LessonChoice::Stay
    }

    /// The first click on a point goes there and the second one plays.
    pub(crate) fn click(&mut self, at: Point) {
        match self.cursor == at {
            true if !self.guide.is_done() => self.play(),
            _ => self.cursor = at,
        }
    }

    fn step(&mut self, right: i8, up: i8) {
        let size = self.guide.position().setup().size;
        self.cursor = self.cursor.offset(right, up, size).unwrap_or(self.cursor);
    }

    /// Whether the learner may swap instead of placing.
    fn may_swap(&self) -> bool {
        self.guide.position().swap_is_offered() && !self.guide.is_done()
    }

    fn play(&mut self) {
        self.hear(Move::placement(self.spec.choice, self.piece, self.cursor));
    }

    fn hear(&mut self, mv: Move) {
        let reply = self.guide.hear(mv);
        (self.says, self.is_warning) = (reply.says, !reply.is_right);
        self.refusal = reply.refusal;
    }

    fn next(&mut self) -> LessonChoice {
        if self.is_last() {
            return LessonChoice::Play;
        }
        self.go_to(self.place + 1);
        LessonChoice::Stay
    }

    /// Begins a lesson anew.
    fn go_to(&mut self, place: usize) {
        (self.place, self.guide) = (place, Guide::new(&self.lessons[place]));
        let wants = self.lessons[place].steps.first().map(|step| &step.wants);
        let solutions = match wants {
            Some(Wants::Play(moves)) => moves.as_slice(),
            Some(Wants::Refusal(mv)) => std::slice::from_ref(mv),
            None => &[],
        };
        self.cursor = first_cursor(self.guide.position().setup().size, solutions);
        self.entry.close();
        self.says.clear();
        (self.is_warning, self.refusal) = (false, None);
    }
}
