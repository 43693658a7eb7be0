//! Looking at a record and changing it. Nothing is kept here: the record comes with each question
//! and goes back with its answer.

use konoba_advice::Proved;
use konoba_rules::record::AddError;
use konoba_rules::{AnyPosition, Move};
use konoba_scene::{Refusal, Scene, Sentences, View, classes_of_point};
use konoba_table::Study;
use serde::{Deserialize, Serialize};

use crate::records::{nodes, study_at};
use crate::{AdviceView, Analysis, Heat, Impossible, MoveAnswer, Patch, TreeView, patches};

/// A record and what to do with it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyBody {
    /// The record, as an SGF file or in one line.
    pub record: String,
    /// The place of a move in the list of the answer before.
    #[serde(default)]
    pub at: usize,
    /// What to do there; nothing to look only.
    #[serde(rename = "do")]
    pub what: Option<StudyAct>,
    /// The move to play, or the comment.
    #[serde(default)]
    pub text: String,
}

/// What can be done with a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StudyAct {
    /// Plays a move: follows the variation that has it, or begins one.
    Play,
    /// Plays the move, if there is one, and then what answers it by the proof that the game is won.
    PlayProof,
    /// Replaces what is said about the move.
    Comment,
    /// Takes the move out with all that follows it.
    Delete,
    /// Puts the variation before the others.
    Promote,
    /// Asks the engine what it makes of the position, and writes that into the record.
    Analyse,
    /// Asks the engine what it makes of the position, and leaves the record as it is.
    Advise,
    /// Changes nothing. The server refuses it where the computer is not to be asked: the position is one of a game
    /// between people that goes on.
    CheckFairPlay,
}

/// The record afterwards, or why a move cannot be played.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyView {
    /// The place of the move at which one stands now.
    pub at: usize,
    /// The record; none where a move was refused or nothing was to be done, which changes nothing.
    pub tree: Option<TreeView>,
    /// Why the move cannot be played.
    pub refused: Option<MoveAnswer>,
    /// What the engine says, if it was asked.
    pub says: Option<String>,
    /// Where it has looked.
    pub heat: Vec<Patch>,
    /// What it thinks, where that alone was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<AdviceView>,
}

/// Why a study has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unstudied {
    /// It cannot be done.
    Impossible(Impossible),
    /// The caller has given it up.
    GivenUp,
}

impl From<Impossible> for Unstudied {
    fn from(impossible: Impossible) -> Self {
        Self::Impossible(impossible)
    }
}

fn impossible(says: impl Into<String>) -> Impossible {
    Impossible::new("record", says)
}

/// A record, with the place of a move at which to stand.
pub fn study_of(record: &str, at: usize) -> Result<Study, Impossible> {
    study_at(record, at).map_err(|error| impossible(error.to_string()))
}

/// Where the engine has looked, the more the hotter, as classes over those of the board.
fn heat(scene: &Scene, heat: &[Heat]) -> Vec<Patch> {
    let spots = heat.iter().filter_map(|hot| {
        let spot = scene.spots.iter().find(|spot| spot.at.to_string() == hot.point)?;
        let class = format!("{} heat-{}", classes_of_point(spot), hot.heat);
        Some(Patch(hot.point.clone(), class, hot.label.clone()))
    });
    spots.collect()
}

/// Looks at a record and changes it. Nothing is kept of it. The engine has been asked before, where it was to be; `prove`
/// gives the move of the side that has won by a proof.
pub fn obey(
    asked: &StudyBody,
    analysis: Option<Analysis>,
    prove: impl FnOnce(&AnyPosition) -> Option<Proved>,
    is_given_up: &dyn Fn() -> bool,
) -> Result<StudyView, Unstudied> {
    let mut study = study_of(&asked.record, asked.at)?;
    let full = |error: konoba_rules::record::Full| impossible(format!("{error}."));
    let nothing = || impossible("The engine has nothing to say here.");
    let (mut says, mut hot) = (None, Vec::new());
    match asked.what {
        None => {}
        Some(StudyAct::CheckFairPlay) => {
            let (at, tree, refused) = (asked.at, None, None);
            return Ok(StudyView { at, tree, refused, says, heat: hot, advice: None });
        }
        Some(StudyAct::Advise) => {
            let advice = analysis.and_then(|found| found.advice).ok_or_else(nothing)?;
            let (at, tree, refused, advice) = (asked.at, None, None, Some(advice));
            return Ok(StudyView { at, tree, refused, says, heat: hot, advice });
        }
        Some(StudyAct::Analyse) => {
            let found = analysis.ok_or_else(nothing)?;
            hot = heat(&study.scene(&View::default()), &found.heat);
            study.evaluate(found.evaluation().as_ref()).map_err(full)?;
            says = Some(found.says);
        }
        Some(StudyAct::Comment) => study.comment(&asked.text).map_err(full)?,
        Some(StudyAct::Delete) => drop(study.delete()),
        Some(StudyAct::Promote) => drop(study.promote()),
        // The winning side may have the first move.
        Some(StudyAct::PlayProof) if asked.text.is_empty() => {}
        Some(StudyAct::Play | StudyAct::PlayProof) => {
            let spec = study.record().setup().spec;
            let mv = Move::read(&asked.text, spec);
            let mv = mv.map_err(|_| impossible("That is not a move."))?;
            match study.play(mv) {
                Ok(()) => {}
                Err(AddError::Full(error)) => return Err(full(error).into()),
                Err(AddError::Illegal(_)) => {
                    let refused = refusal(&study, mv);
                    let (at, tree, advice) = (asked.at, None, None);
                    return Ok(StudyView { at, tree, refused, says, heat: hot, advice });
                }
            }
        }
    }
    if let Some(StudyAct::PlayProof) = asked.what
        && study.position().winner().is_none()
    {
        let no_proof = || impossible("There is no proof for the side to move.");
        let answer = prove(&study.position()).ok_or_else(no_proof)?;
        study.play(answer.mv).map_err(|_| no_proof())?;
        says = Some(answer.says);
    }
    let tree = Some(TreeView::of(study.record(), is_given_up).ok_or(Unstudied::GivenUp)?);
    Ok(StudyView { at: place(&study), tree, refused: None, says, heat: hot, advice: None })
}

fn place(study: &Study) -> usize {
    nodes(study.record()).iter().position(|id| *id == study.cursor()).unwrap_or_default()
}

/// Why a move cannot be played where the study stands.
fn refusal(study: &Study, mv: Move) -> Option<MoveAnswer> {
    let position = study.position();
    let refusal = Refusal::of(&position, position.to_move(), mv)?;
    let view = View { last: study.last(), ..View::default() };
    let refused = View { refusal: Some(refusal), ..view };
    let [before, after] = [view, refused].map(|view| Scene::viewed(&position, &view));
    Some(MoveAnswer {
        mv: mv.written(position.setup().spec).to_string(),
        is_legal: false,
        rule: Some(refusal.why.id().to_owned()),
        says: Sentences::of(position.setup()).refusal(&position, &refusal),
        asks: None,
        blamed: refusal.why.cells().map(|at| at.to_string()).collect(),
        fills: Vec::new(),
        patches: patches(&before, &after),
    })
}
