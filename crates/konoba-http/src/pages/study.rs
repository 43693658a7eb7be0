//! Looking at a record and changing it. Nothing is kept here: the record comes with each question
//! and goes back with its answer.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use konoba_rules::Move;
use konoba_rules::record::AddError;
use konoba_scene::{Refusal, Scene, Sentences, View, classes_of_point};
use konoba_table::Study;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::proof;
use super::tree::TreeView;
use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use crate::view::{MoveAnswer, Patch, patches};
use konoba_live::records::{nodes, study_at};
use konoba_live::{
    Analysis, Heat, HouseError, Interrupt, Requester, WorkKind, fingerprints_of_record,
};

/// A record and what to do with it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct StudyBody {
    /// The record, as an SGF file or in one line.
    record: String,
    /// The place of a move in the list of the answer before.
    #[serde(default)]
    at: usize,
    /// What to do there; nothing to look only.
    #[serde(rename = "do")]
    what: Option<StudyAct>,
    /// The move to play, or the comment.
    #[serde(default)]
    text: String,
}

/// What can be done with a record.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum StudyAct {
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
}

/// The record afterwards, or why a move cannot be played.
#[derive(Serialize, ToSchema)]
pub(crate) struct StudyView {
    /// The place of the move at which one stands now.
    at: usize,
    /// The record; none where a move was refused, which changes nothing.
    tree: Option<TreeView>,
    /// Why the move cannot be played.
    refused: Option<MoveAnswer>,
    /// What the engine says, if it was asked.
    says: Option<String>,
    /// Where it has looked.
    heat: Vec<Patch>,
}

/// Look at a record and change it. The house keeps nothing of it.
#[utoipa::path(post, path = "/api/study", tag = "records", request_body = StudyBody,
    responses((status = 200, body = StudyView), Refusals))]
pub(super) async fn answer(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(asked): Body<StudyBody>,
) -> Result<Response, DoorError> {
    let (house, who) = (&shared.house, caller.requester());
    if let Some(StudyAct::Analyse | StudyAct::PlayProof) = asked.what {
        check_fair_play(&shared, who, &asked).await?;
    }
    let analysis = match asked.what {
        Some(StudyAct::Analyse) => house.analyse(who, &asked.record, asked.at).await?,
        _ => None,
    };
    let answer = move |interrupt: &Interrupt| {
        let view = obey(&asked, analysis, interrupt)?;
        // Writing it costs about as much as finding it out, and belongs to the same turn.
        Ok::<_, DoorError>(serde_json::to_vec(&view).expect("a view is plain data"))
    };
    let written = house.work(who, WorkKind::Study, answer).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}

/// Refuses the engine and the proof for a game between people that goes on.
async fn check_fair_play(
    shared: &Shared,
    who: Requester,
    asked: &StudyBody,
) -> Result<(), DoorError> {
    let (record, at) = (asked.record.clone(), asked.at);
    let read = move |_: &Interrupt| {
        let study = study_of(&record, at)?;
        Ok::<_, DoorError>(fingerprints_of_record(study.record(), study.cursor()))
    };
    let positions = shared.house.work(who, WorkKind::Record, read).await??;
    Ok(shared.house.check_fair_play(positions).await?)
}

fn impossible(says: String) -> DoorError {
    DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "record", says)
}

fn study_of(record: &str, at: usize) -> Result<Study, DoorError> {
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

fn obey(
    asked: &StudyBody,
    analysis: Option<Analysis>,
    interrupt: &Interrupt,
) -> Result<StudyView, DoorError> {
    let mut study = study_of(&asked.record, asked.at)?;
    let full = |error: konoba_rules::record::Full| impossible(format!("{error}."));
    let (mut says, mut hot) = (None, Vec::new());
    match asked.what {
        None => {}
        Some(StudyAct::Analyse) => {
            let nothing = || impossible("The engine has nothing to say here.".to_owned());
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
            let mv = mv.map_err(|_| impossible("That is not a move.".to_owned()))?;
            match study.play(mv) {
                Ok(()) => {}
                Err(AddError::Full(error)) => return Err(full(error)),
                Err(AddError::Illegal(_)) => {
                    let refused = refusal(&study, mv);
                    return Ok(StudyView { at: asked.at, tree: None, refused, says, heat: hot });
                }
            }
        }
    }
    if let Some(StudyAct::PlayProof) = asked.what
        && study.position().winner().is_none()
    {
        let no_proof = || impossible("This game is not won by a proof.".to_owned());
        let answer = proof::answer(&study.position()).ok_or_else(no_proof)?;
        study.play(answer.mv).map_err(|_| no_proof())?;
        says = Some(answer.says);
    }
    let tree = TreeView::of(study.record(), &|| interrupt.is_cancelled());
    // The tree is none only if the client has left, and then this error reaches no client.
    let tree = Some(tree.ok_or(HouseError::Failed)?);
    Ok(StudyView { at: place(&study), tree, refused: None, says, heat: hot })
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
