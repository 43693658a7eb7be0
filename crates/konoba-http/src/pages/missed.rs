//! Puzzles from a game that was played: the moments at which one move won and another was played. The house keeps nothing of
//! them: an address holds the game, and the proof is found again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use konoba_live::{HouseError, Interrupt, Requester, WorkKind, fingerprints_of_record};
use konoba_view::{Impossible, MissedBody, MissedView, records};
use serde::Deserialize;

use super::address::{Asked, damaged};
use super::puzzle;
use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;

/// Finds the moments of a game at which one move won and another was played, each as a puzzle whose proof was found in the time there is.
/// Nothing is kept of it.
#[utoipa::path(post, path = "/api/missed", tag = "records", request_body = MissedBody,
    responses((status = 200, body = Vec<MissedView>), Refusals))]
pub(super) async fn answer(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(asked): Body<MissedBody>,
) -> Result<Json<Vec<MissedView>>, DoorError> {
    let unreadable = |why: String| {
        Impossible::new("record", format!("The record cannot be read: {why}.")).into()
    };
    Ok(Json(found(&shared, caller.requester(), &asked.record, None, unreadable).await?))
}

/// The move of a game, in one line, that is to be tried again.
#[derive(Deserialize)]
pub(super) struct TriedAgain {
    line: String,
    #[serde(rename = "move")]
    number: usize,
}

/// The position before such a move, as a puzzle.
pub(super) async fn show(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Asked(TriedAgain { line, number }): Asked<TriedAgain>,
) -> Result<Response, DoorError> {
    // What a person follows is a link: where it went wrong helps only the one who wrote the line.
    let unreadable = |_: String| damaged();
    let found = found(&shared, caller.requester(), &line, Some(number), unreadable).await?;
    let shown = found.first().and_then(|missed| puzzle::own_page(missed, &line));
    let unproved = || {
        let says = "It could not be proved here that one move wins and every other loses.";
        Impossible::new("no-puzzle", says)
    };
    Ok(super::page(shown.ok_or_else(unproved)?).into_response())
}

async fn found(
    shared: &Shared,
    who: Requester,
    record: &str,
    number: Option<usize>,
    unreadable: fn(String) -> DoorError,
) -> Result<Vec<MissedView>, DoorError> {
    let written = record.to_owned();
    let read = move |_: &Interrupt| {
        let record = records::read(&written).map_err(unreadable)?;
        Ok::<_, DoorError>(fingerprints_of_record(&record, record.last()))
    };
    let positions = shared.house.work(who, WorkKind::Record, read).await??;
    shared.house.check_fair_play(positions).await?;
    if shared.house.thinker().is_none() {
        return Err(HouseError::NoEngine.into());
    }
    let found = shared.house.missed_wins(who, record, number).await?;
    found.ok_or_else(DoorError::busy_computer)
}
