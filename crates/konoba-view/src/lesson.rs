//! A move in a guided lesson, and what is said of it. Nothing is kept of a learner: what was done so far comes with each
//! move.

use konoba_rules::{Move, games};
use konoba_table::{Guide, lessons};
use serde::{Deserialize, Serialize};

use crate::{Impossible, Patch, all_points};

/// A move of a learner, with all that was right before it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonBody {
    /// The id of the game.
    pub game: String,
    /// The lesson, counted from 1.
    pub lesson: usize,
    /// What was right so far, as it was typed.
    #[serde(default)]
    pub done: Vec<String>,
    /// The move; nothing to see the task alone.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

/// What is said of it, and the board afterwards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LessonView {
    /// Whether it was what the task wanted.
    pub is_right: bool,
    /// Whether the lesson is over.
    pub is_done: bool,
    /// What is said of the move.
    pub says: String,
    /// What is to be done now.
    pub task: Option<String>,
    /// Whether a swap is offered now.
    pub can_swap: bool,
    /// Every point of the board.
    pub points: Vec<Patch>,
}

/// Tries a move in a lesson.
pub fn answer(asked: &LessonBody) -> Result<LessonView, Impossible> {
    let spec = games().iter().copied().find(|spec| spec.id == asked.game);
    let spec = spec.ok_or_else(|| Impossible::new("no-game", "There is no such game."))?;
    let lesson = asked.lesson.checked_sub(1).and_then(|index| lessons(spec).get(index));
    let lesson = lesson.ok_or_else(|| Impossible::new("no-lesson", "There is no such lesson."))?;
    let read = |mv: &str| {
        Move::read(mv, spec).map_err(|_| Impossible::new("not-a-move", "That is not a move."))
    };
    let mut guide = Guide::new(lesson);
    for mv in asked.done.iter().take(lesson.steps.len()) {
        guide.hear(read(mv)?);
    }
    let reply = asked.mv.as_deref().map(read).transpose()?.map(|mv| guide.hear(mv));
    let refusal = reply.as_ref().and_then(|reply| reply.refusal);
    Ok(LessonView {
        is_right: reply.as_ref().is_some_and(|reply| reply.is_right),
        is_done: guide.is_done(),
        says: reply.map(|reply| reply.says).unwrap_or_default(),
        task: guide.task().map(str::to_owned),
        can_swap: !guide.is_done() && guide.position().swap_is_offered(),
        points: all_points(&guide.scene(refusal)),
    })
}
