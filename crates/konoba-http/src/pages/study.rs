//! Looking at a record and changing it. Nothing is kept here: the record comes with each question
//! and goes back with its answer.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use konoba_view::study::{StudyAct, StudyBody, StudyView, Unstudied, obey, study_of};

use super::proof;
use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use konoba_live::{HouseError, Interrupt, Requester, WorkKind, fingerprints_of_record};

/// Look at a record and change it. The house keeps nothing of it.
#[utoipa::path(post, path = "/api/study", tag = "records", request_body = StudyBody,
    responses((status = 200, body = StudyView), Refusals))]
pub(super) async fn answer(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(asked): Body<StudyBody>,
) -> Result<Response, DoorError> {
    let (house, who) = (&shared.house, caller.requester());
    if let Some(
        StudyAct::Analyse | StudyAct::Advise | StudyAct::CheckFairPlay | StudyAct::PlayProof,
    ) = asked.what
    {
        check_fair_play(&shared, who, &asked).await?;
    }
    let analysis = match asked.what {
        Some(StudyAct::Analyse | StudyAct::Advise) => {
            house.analyse(who, &asked.record, asked.at).await?
        }
        _ => None,
    };
    let answer = move |interrupt: &Interrupt| {
        let is_given_up = || interrupt.is_cancelled();
        let view =
            obey(&asked, analysis, proof::answer, &is_given_up).map_err(|why| match why {
                Unstudied::Impossible(impossible) => DoorError::from(impossible),
                // The client that asked is gone, so no client reads this answer.
                Unstudied::GivenUp => HouseError::Failed.into(),
            })?;
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
