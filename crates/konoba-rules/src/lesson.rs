//! Lessons: a game taught in a few boards, each with a task, what to play and what is said of it. The
//! texts are in `lessons/` beside `src/`, where `README.md` tells their format; a game names its own in
//! [`Spec::lessons`](crate::Spec::lessons). The tests play every lesson through.

use crate::rulebook::{Example, Unreadable};
use crate::{Move, Record, Setup, Spec};

/// A board on which something is learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The line of the text at which it begins, from 1.
    pub line: usize,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// The game as it stands when the lesson begins.
    pub record: Record,
    /// What the learner does, one after the other.
    pub steps: Vec<Step>,
    /// The id of the theme of the puzzles that go on from it, where there are any.
    pub puzzles: Option<&'static str>,
}

/// One thing that the learner does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is to be done.
    pub task: &'static str,
    /// How it is done.
    pub wants: Wants,
    /// What is said when it is done.
    pub right: &'static str,
    /// What is said of a legal move that does not do it.
    pub wrong: &'static str,
    /// What the other side plays then.
    pub answer: Option<Move>,
}

/// What a step wants of the learner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wants {
    /// One of these moves.
    Play(Vec<Move>),
    /// A move that the rules refuse, to see why.
    Refusal(Move),
}

impl Spec {
    /// The lessons of this game, in their order; none where it has none.
    ///
    /// ```
    /// use konoba_rules::GAMES;
    /// let lessons = GAMES[0].read_lessons().unwrap();
    /// assert!(lessons.iter().all(|lesson| !lesson.steps.is_empty()));
    /// ```
    pub fn read_lessons(&'static self) -> Result<Vec<Lesson>, Unreadable> {
        let lines = (1..).zip(self.lessons.lines()).filter(|(_, line)| !line.starts_with('#'));
        let lines: Vec<(usize, &'static str)> = lines.collect();
        let groups = lines.split(|(_, line)| line.is_empty()).filter(|group| !group.is_empty());
        groups.map(|group| lesson(self, group)).collect()
    }
}

fn lesson(spec: &'static Spec, lines: &[(usize, &'static str)]) -> Result<Lesson, Unreadable> {
    let unfit = |(line, text), wanted| Unreadable { line, text, wanted };
    let title = lines[0].1.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let title = title.ok_or_else(|| unfit(lines[0], "a title in brackets"))?;
    let mut place = Example {
        line: lines[0].0,
        clause: "",
        sentence: title,
        setups: Vec::new(),
        moves: None,
        rows: Vec::new(),
        to_move: "",
        statements: Vec::new(),
    };
    let mut steps: Vec<Step> = Vec::new();
    let mut puzzles = None;
    for &(line, text) in &lines[1..] {
        if text.starts_with(' ') {
            place.rows.push(text.split_whitespace().collect());
            continue;
        }
        if let Some(side) = text.strip_suffix(" to move") {
            place.to_move = side;
            continue;
        }
        let at = (line, text);
        let (word, rest) =
            text.split_once(": ").ok_or_else(|| unfit(at, "a word and what it says"))?;
        let read = |mv| Move::read(mv, spec).map_err(|_| unfit(at, "a move"));
        match (word, steps.last_mut()) {
            ("set-up", None) => place.setups = vec![rest],
            ("moves", None) => place.moves = Some(rest.split(' ').collect()),
            ("task", _) => steps.push(Step {
                task: rest,
                wants: Wants::Play(Vec::new()),
                right: "",
                wrong: "",
                answer: None,
            }),
            ("puzzles", None) => puzzles = Some(rest),
            ("play", Some(step)) => {
                step.wants = Wants::Play(rest.split(' ').map(read).collect::<Result<_, _>>()?);
            }
            ("try", Some(step)) => step.wants = Wants::Refusal(read(rest)?),
            ("right", Some(step)) => step.right = rest,
            ("wrong", Some(step)) => step.wrong = rest,
            ("answer", Some(step)) => step.answer = Some(read(rest)?),
            _ => return Err(unfit(at, "a line of a lesson in its place")),
        }
    }
    let setup = place.setups.first().and_then(|setup| setup.parse::<Setup>().ok());
    let record = setup.and_then(|setup| place.record(setup));
    let record = record.ok_or_else(|| unfit(lines[0], "a position that can stand"))?;
    Ok(Lesson { line: lines[0].0, title, record, steps, puzzles })
}
