//! Lessons line by line: the same boards, tasks and words as on the page.

use std::io::{self, BufRead, Write};

use konoba_puzzles::after_lesson;
use konoba_rules::lesson::Lesson;
use konoba_rules::{Move, Spec};
use konoba_scene::paint_text;
use konoba_table::{Guide, lessons};

use crate::course::{hold, listed, pieces, read, shown};
use crate::dialogue::{Manner, Showing, exercise_move, no_exercise_move};

/// What can be said instead of a move, and what it does.
const USAGE: [(&str, &str); 8] = [
    ("again", "start the lesson over"),
    ("next", "skip to the next lesson"),
    ("back", "go back to the lesson before"),
    ("lesson 3", "go to a lesson by its number"),
    ("board", "list the pieces, and draw the board again"),
    (
        "read row 3",
        "tell what stands there; also read column c, read around c4, chains, legal near c4",
    ),
    ("help", "show this list"),
    ("quit", "stop learning"),
];

/// A learner in the lessons of a game. It takes a line and returns what is said to it.
///
/// ```
/// use konoba_line::Learning;
/// use konoba_line::dialogue::Manner;
/// use konoba_rules::GAMES;
/// let mut learning = Learning::of(GAMES[0], Manner::default()).unwrap();
/// assert!(learning.open().contains("Lesson 1 of 8"));
/// assert!(learning.answer("c3").contains("Lesson 2 of 8"));
/// ```
#[derive(Clone, Debug)]
pub struct Learning {
    spec: &'static Spec,
    manner: Manner,
    lessons: &'static [Lesson],
    /// The place of the lesson in the list.
    place: usize,
    guide: Guide<'static>,
    state: State,
}

/// How far the learner has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Learning,
    Left,
    Learnt,
}

impl Learning {
    /// The first lesson of a game; none where it has no lessons.
    pub fn of(spec: &'static Spec, manner: Manner) -> Option<Self> {
        let lessons = lessons(spec);
        let guide = Guide::new(lessons.first()?);
        Some(Self { spec, manner, lessons, place: 0, guide, state: State::Learning })
    }

    /// Goes to a lesson, counted from 1, and tells whether there is such a one.
    pub fn go_to(&mut self, number: usize) -> bool {
        let lesson = number.checked_sub(1).and_then(|place| self.lessons.get(place));
        let Some(lesson) = lesson else { return false };
        (self.place, self.guide) = (number - 1, Guide::new(lesson));
        true
    }

    /// What is said first.
    pub fn open(&self) -> String {
        let (name, count) = (self.spec.name, self.lessons.len());
        let start = format!("{name} in {count} short lessons. Type a move, or help.\n");
        start + &self.lesson()
    }

    /// What is said to a line.
    pub fn answer(&mut self, line: &str) -> String {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => format!("{}\n", self.task()),
            ("help", "") => self.help(),
            ("board", "") => self.board_in_words(),
            ("quit", "") => self.leave(),
            ("again", "") => self.show(self.place + 1),
            ("back", "") => self.show(self.place),
            ("next", "") if self.place + 1 == self.lessons.len() => self.finish(),
            ("next", "") => self.show(self.place + 2),
            ("lesson", number) => self.show(number.parse().unwrap_or_default()),
            _ => read(&self.guide.position(), line).unwrap_or_else(|| self.take(line)),
        }
    }

    /// Takes a line for a move.
    fn take(&mut self, line: &str) -> String {
        match Move::read(line, self.spec) {
            Ok(mv) => self.play(mv),
            Err(_) => no_exercise_move(self.spec),
        }
    }

    /// What is said when nothing more will come.
    pub fn leave(&mut self) -> String {
        self.state = State::Left;
        "Goodbye.\n".to_owned()
    }

    /// Whether nothing more is to be said.
    pub fn is_over(&self) -> bool {
        self.state != State::Learning
    }

    /// Whether the learner has come to the end of the last lesson.
    pub fn is_learnt(&self) -> bool {
        self.state == State::Learnt
    }

    fn play(&mut self, mv: Move) -> String {
        let reply = self.guide.hear(mv);
        if !reply.is_right {
            return format!("{}\n{}\n", reply.says, self.task());
        }
        if !self.guide.is_done() {
            return format!("{}\n{}", reply.says, self.board_and_task());
        }
        let said = format!("{}\n{}{}", reply.says, self.outcome(), self.puzzles());
        said + &match self.place + 1 == self.lessons.len() {
            true => self.finish(),
            false => self.show(self.place + 2),
        }
    }

    /// How to go on with puzzles from the lesson, where there are any.
    fn puzzles(&self) -> String {
        let theme = self.lessons[self.place].puzzles;
        let found = theme.and_then(|theme| after_lesson(self.spec, theme));
        found.map_or_else(String::new, |(theme, _)| {
            let (id, name) = (self.spec.id, theme.name().to_lowercase());
            format!("\nPuzzles of this kind ({name}): konoba puzzle {id} --theme {}\n", theme.id())
        })
    }

    fn finish(&mut self) -> String {
        self.state = State::Learnt;
        format!("\nThat was the last lesson of {}.\n", self.spec.name)
    }

    /// A lesson from its beginning, counted from 1.
    fn show(&mut self, number: usize) -> String {
        if self.go_to(number) {
            return self.lesson();
        }
        format!("Lessons have numbers from 1 to {}.\n", self.lessons.len())
    }

    fn lesson(&self) -> String {
        let (number, count) = (self.place + 1, self.lessons.len());
        let title = self.lessons[self.place].title;
        format!("\nLesson {number} of {count}: {title}\n{}", self.board_and_task())
    }

    fn board_and_task(&self) -> String {
        let shown = shown(&self.guide.position(), &self.guide.scene(None), self.manner);
        format!("{shown}{}\n", self.task())
    }

    /// The board as it came out, before the next one; what has happened was said already.
    fn outcome(&self) -> String {
        match self.manner.showing {
            Showing::Drawn => {
                format!("\n{}", paint_text(&self.guide.scene(None), self.manner.style))
            }
            Showing::Words => String::new(),
        }
    }

    /// The pieces in words, also where the board is drawn.
    fn board_in_words(&self) -> String {
        match self.manner.showing {
            Showing::Drawn => {
                pieces(&self.guide.position(), &self.guide.scene(None)) + &self.board_and_task()
            }
            Showing::Words => self.board_and_task(),
        }
    }

    fn task(&self) -> &'static str {
        self.guide.task().unwrap_or_default()
    }

    fn help(&self) -> String {
        let (example, usage) = (exercise_move(self.spec), listed(&USAGE));
        format!(
            "Type the move that the task asks for, such as {example}. You can also type:\n{usage}"
        )
    }
}

/// Holds lessons until they are over or the input ends. A writer whose other end is closed is a clean end.
pub fn teach(learning: &mut Learning, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let first = learning.open();
    let answer = |line: Option<&str>| {
        let said = line.map(|line| learning.answer(line));
        (said.unwrap_or_else(|| learning.leave()), learning.is_over())
    };
    hold(first, answer, input, output)
}

#[cfg(test)]
mod tests {
    use konoba_rules::games::REGISTER;
    use konoba_rules::lesson::Wants;

    use super::*;

    #[test]
    fn every_lesson_of_every_game_is_learnt_by_what_it_asks_for() {
        for spec in REGISTER {
            let Some(mut learning) = Learning::of(spec, Manner::default()) else {
                assert!(spec.lessons.is_empty(), "{}", spec.id);
                continue;
            };
            let mut said = learning.open();
            for lesson in lessons(spec) {
                assert!(said.contains(lesson.title), "{}: {said}", spec.id);
                for step in &lesson.steps {
                    assert!(said.contains(step.task), "{}: {said}", spec.id);
                    let mv = match &step.wants {
                        Wants::Play(moves) => moves[0],
                        Wants::Refusal(mv) => *mv,
                    };
                    said = learning.answer(&mv.written(spec).to_string());
                    assert!(said.contains(step.right), "{}: {said}", spec.id);
                }
                let puzzles = lesson
                    .puzzles
                    .map(|theme| format!("konoba puzzle {} --theme {theme}\n", spec.id));
                assert_eq!(
                    said.contains("konoba puzzle "),
                    puzzles.is_some(),
                    "{}: {said}",
                    spec.id
                );
                assert!(said.contains(&puzzles.unwrap_or_default()), "{}: {said}", spec.id);
            }
            assert!(learning.is_learnt() && learning.is_over(), "{}", spec.id);
        }
    }

    #[test]
    fn a_learner_finds_the_way() {
        let mut learning = Learning::of(REGISTER[0], Manner::default()).unwrap();
        let count = lessons(REGISTER[0]).len();
        let task = lessons(REGISTER[0])[0].steps[0].task;
        for (line, expected) in [
            ("c2", "occupied"),
            ("a1", task),
            ("", task),
            ("c3 c4", "not a move"),
            ("nonsense", "not a move"),
            ("HELP", "start the lesson over"),
            ("board", "Black"),
            ("back", "numbers from 1"),
            ("next", "Lesson 2 of"),
            ("back", "Lesson 1 of"),
            ("lesson 3", "Lesson 3 of"),
            ("again", "Lesson 3 of"),
            ("lesson 0", "numbers from 1"),
            ("lesson 99999999999999999999", "numbers from 1"),
        ] {
            let said = learning.answer(line);
            assert!(said.contains(expected), "{line}: {said}");
            assert!(!learning.is_over(), "{line}");
        }
        assert!(learning.go_to(count) && !learning.go_to(count + 1));
        assert!(learning.answer("next").contains("last lesson"));
        assert!(learning.is_learnt());
    }

    #[test]
    fn in_words_each_lesson_tells_its_pieces() {
        let manner = Manner { showing: Showing::Words, ..Manner::default() };
        let mut learning = Learning::of(REGISTER[0], manner).unwrap();
        for number in 1..=lessons(REGISTER[0]).len() {
            let said = learning.answer(&format!("lesson {number}"));
            let told = pieces(&learning.guide.position(), &learning.guide.scene(None));
            assert!(said.contains(&told), "{said}");
            assert!(!said.contains('|') && !said.contains(" . . "), "{said}");
            assert_eq!(learning.answer("board").matches(&told).count(), 1);
        }
        assert!(learning.answer("read around c3").contains("Around it"));
    }

    #[test]
    fn the_end_of_the_input_is_a_goodbye() {
        let mut learning = Learning::of(REGISTER[0], Manner::default()).unwrap();
        let mut output = Vec::new();
        teach(&mut learning, &b"\xff\nc3\n"[..], &mut output).unwrap();
        let said = String::from_utf8(output).unwrap();
        assert!(said.contains("not text") && said.contains("Lesson 2 of"), "{said}");
        assert!(said.ends_with("Goodbye.\n") && !learning.is_learnt(), "{said}");
    }
}
