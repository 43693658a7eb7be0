//! A guide through a lesson: it sets tasks, judges what the learner plays, and answers. The door that
//! shows it has no texts of its own, so that every door teaches in the same words.

use std::collections::HashMap;
use std::sync::LazyLock;

use konoba_rules::games::REGISTER;
use konoba_rules::lesson::{Lesson, Step, Wants};
use konoba_rules::{AnyPosition, Move, Setup, Spec};
use konoba_scene::{Refusal, Scene, Sentences, View};

use crate::{CursorStep, Study};

/// The lessons by the id of their game.
static LESSONS: LazyLock<HashMap<&str, Vec<Lesson>>> = LazyLock::new(|| {
    let read = |spec: &'static Spec| spec.read_lessons().expect("the tests have read them");
    REGISTER.iter().map(|spec| (spec.id, read(spec))).collect()
});

/// The largest board of a first game.
const FIRST_SIZE: u8 = 7;

/// The lessons of a game; none where it has none.
pub fn lessons(spec: &Spec) -> &'static [Lesson] {
    LESSONS.get(spec.id).map_or(&[], Vec::as_slice)
}

/// The set-up in which a game is played for the first time: on a small board, where there is a choice,
/// and without a swap, so that people are what they began as.
pub fn first_setup(spec: &'static Spec) -> Setup {
    let setup = Setup::default_of(spec);
    Setup { pie: false, ..setup.with_size(FIRST_SIZE).unwrap_or(setup) }
}

/// A lesson and how far the learner has come in it.
///
/// ```
/// use konoba_rules::GAMES;
/// use konoba_table::Guide;
/// let lessons = GAMES[0].read_lessons().unwrap();
/// let mut guide = Guide::new(&lessons[0]);
/// assert!(guide.task().is_some());
/// let reply = guide.hear("c3".parse().map(konoba_rules::Move::Place).unwrap());
/// assert!(reply.is_right && guide.is_done());
/// ```
#[derive(Clone, Debug)]
pub struct Guide<'a> {
    lesson: &'a Lesson,
    study: Study,
    done: usize,
}

/// What is said to a move of the learner.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Whether it is what was asked for. Otherwise nothing has changed.
    pub is_right: bool,
    /// Why the rules refuse the move, if they do.
    pub refusal: Option<Refusal>,
    /// What is said, a sentence or more.
    pub says: String,
}

impl<'a> Guide<'a> {
    /// The lesson from its beginning.
    pub fn new(lesson: &'a Lesson) -> Self {
        let mut study = Study::new(lesson.record.clone());
        study.go(CursorStep::End);
        Self { lesson, study, done: 0 }
    }

    /// What is to be done now; nothing when the lesson is over.
    pub fn task(&self) -> Option<&'static str> {
        self.step().map(|step| step.task)
    }

    /// Whether everything is done.
    pub fn is_done(&self) -> bool {
        self.step().is_none()
    }

    /// The position as it stands.
    pub fn position(&self) -> AnyPosition {
        self.study.position()
    }

    /// The board as it stands, or with a move that was refused.
    pub fn scene(&self, refusal: Option<Refusal>) -> Scene {
        self.study.scene(&View { refusal, ..View::default() })
    }

    /// Judges a move of the learner. What is right is played, and answered.
    pub fn hear(&mut self, mv: Move) -> Reply {
        let position = self.position();
        let sentences = Sentences::of(position.setup());
        let refusal = Refusal::of(&position, position.to_move(), mv);
        let why = refusal.map(|refusal| sentences.refusal(&position, &refusal));
        let Some(step) = self.step() else {
            return Reply { is_right: false, refusal, says: why.unwrap_or_default() };
        };
        let wrong = |says: &str| Reply { is_right: false, refusal: None, says: says.to_owned() };
        match (&step.wants, why) {
            (Wants::Refusal(wanted), Some(why)) if *wanted == mv => {
                let says = format!("{why} {}", step.right);
                self.done += 1;
                Reply { is_right: true, refusal, says }
            }
            (_, Some(why)) => Reply { is_right: false, refusal, says: why },
            (Wants::Refusal(wanted), None) => {
                wrong(&format!("That is legal. Here, {}", sentences.to_try(*wanted)))
            }
            (Wants::Play(wanted), None) if !wanted.contains(&mv) => wrong(step.wrong),
            (Wants::Play(_), None) => {
                let (says, answer) = (step.right.to_owned(), step.answer);
                // A forced pass follows by itself, whether or not the lesson speaks of it.
                let is_played = self.study.play(mv).is_ok();
                debug_assert!(is_played, "a legal move of a lesson is played");
                if let Some(answer) = answer.filter(|answer| *answer != Move::Pass) {
                    let is_answered = self.study.play(answer).is_ok();
                    debug_assert!(is_answered, "the tests have played it");
                }
                self.done += 1;
                Reply { is_right: true, refusal: None, says }
            }
        }
    }

    fn step(&self) -> Option<&'a Step> {
        self.lesson.steps.get(self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_played_through_and_says_something_at_every_step() {
        for spec in REGISTER {
            let lessons = spec.read_lessons().unwrap();
            assert!(lessons.is_empty() || (6..=8).contains(&lessons.len()), "{}", spec.id);
            for lesson in &lessons {
                let place = format!("{} line {}", spec.id, lesson.line);
                let mut guide = Guide::new(lesson);
                for step in &lesson.steps {
                    assert_eq!(guide.task(), Some(step.task), "{place}");
                    assert!(
                        step.task.ends_with(['.', '?']) && step.right.ends_with('.'),
                        "{place}"
                    );
                    let mover = guide.position().to_move();
                    let moves = match &step.wants {
                        Wants::Play(moves) => moves.clone(),
                        Wants::Refusal(mv) => vec![*mv],
                    };
                    assert!(!moves.is_empty(), "{place}");
                    for mv in &moves {
                        let mut tried = guide.clone();
                        let reply = tried.hear(*mv);
                        assert!(reply.is_right, "{place}: {mv:?} {}", reply.says);
                        let is_refused = matches!(step.wants, Wants::Refusal(_));
                        assert_eq!(reply.refusal.is_some(), is_refused, "{place}");
                        assert!(reply.says.ends_with(step.right), "{place}");
                        // It is the learner's turn again, unless the lesson or the game is over.
                        let position = tried.position();
                        let is_over = tried.is_done() || position.winner().is_some();
                        assert!(is_over || position.to_move() == mover, "{place} after {mv:?}");
                    }
                    // Whatever else is legal is told to be wrong, and changes nothing.
                    let position = guide.position();
                    let other =
                        konoba_rules::Grid::iter(position.legal_points(mover)).find_map(|at| {
                            let pieces = konoba_rules::Piece::BOTH;
                            pieces.into_iter().find_map(|piece| {
                                let mv = Move::placement(spec.choice, piece, at);
                                (!moves.contains(&mv)).then_some(mv)
                            })
                        });
                    if let Some(other) = other {
                        let reply = guide.clone().hear(other);
                        assert!(
                            !reply.is_right && reply.says.ends_with(['.', '?']),
                            "{place}: {other:?}"
                        );
                    }
                    guide.hear(moves[0]);
                }
                assert!(guide.is_done(), "{place}");
            }
        }
    }

    #[test]
    fn a_wrong_and_an_illegal_move_change_nothing() {
        let lessons = REGISTER[0].read_lessons().unwrap();
        let mut guide = Guide::new(&lessons[0]);
        let before = guide.position();
        let [taken, elsewhere] = ["c2", "a1"].map(|at| Move::Place(at.parse().unwrap()));
        assert!(guide.hear(taken).refusal.is_some());
        let reply = guide.hear(elsewhere);
        assert!(!reply.is_right && reply.refusal.is_none() && !reply.says.is_empty());
        assert_eq!(guide.position(), before);
    }
}
