//! Games that are played in a page and kept there. The page plays them by itself once its module has arrived; until then it
//! asks the house, which keeps nothing of them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use konoba_advice::{Budget, Thinker};
use konoba_live::{Interrupt, WorkKind, fingerprints_of_record};
use konoba_rules::Level;
use konoba_view::records;
use konoba_web::PageQuestion;
use serde_json::{Map, Value};

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;

/// How long the computer thinks for a client that does not say it, in milliseconds.
const USUAL_TIME: u64 = 1000;

/// Answer a page whose module has not arrived as the module would: begin a game, play in it, have the computer move. What is
/// asked is `ask`, the game goes along as `record`, and comes back with every change. The computer thinks for at most `millis`,
/// 1000 unless given. The house keeps nothing of it.
#[utoipa::path(post, path = "/api/page-game", tag = "play", request_body = Object,
    responses((status = 200, body = Object), Refusals))]
pub(super) async fn answer(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(mut asked): Body<Map<String, Value>>,
) -> Result<Response, DoorError> {
    complete(&mut asked)?;
    let (house, who, now) = (&shared.house, caller.requester(), shared.house.now());
    let question = PageQuestion::read(Value::Object(asked).to_string().into_bytes())?;
    let answer = if question.is_for_thinker() {
        check_fair_play(&shared, &caller, &question).await?;
        let most = question.time();
        let ask = move |thinker: &dyn Thinker, budget: Budget<'_>| {
            question.answer(Some((thinker, budget)), now)
        };
        house.ask_thinker(who, most, ask).await?.ok_or_else(DoorError::busy_computer)??
    } else {
        let answer = move |_: &Interrupt| question.answer(None, now);
        house.work(who, WorkKind::Study, answer).await??
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], answer).into_response())
}

/// Adds what a client may leave out, and reads a level as a number too, as it stands in an offer of a table.
fn complete(asked: &mut Map<String, Value>) -> Result<(), DoorError> {
    // A computer that has no time would name any legal move.
    let millis = asked.entry("millis").or_insert(USUAL_TIME.into());
    if !millis.is_u64() {
        let says = "The field `millis` must be a whole number.";
        return Err(DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "body", says));
    }
    if let Some(level) = asked.get_mut("level").filter(|level| level.is_number()) {
        let number = level.as_f64().and_then(|number| Level::from_number(number as f32));
        *level = number.map_or(level.to_string(), |level| level.to_string()).into();
    }
    Ok(())
}

/// Refuses the engine for a game between people that goes on.
async fn check_fair_play(
    shared: &Shared,
    caller: &Caller,
    question: &PageQuestion,
) -> Result<(), DoorError> {
    let record = question.record().unwrap_or_default();
    let read = move |_: &Interrupt| {
        // What cannot be read is refused when it is to be answered.
        let record = records::read(&record);
        record.ok().map(|record| fingerprints_of_record(&record, record.last()))
    };
    match shared.house.work(caller.requester(), WorkKind::Record, read).await? {
        Some(positions) => Ok(shared.house.check_fair_play(positions).await?),
        None => Ok(()),
    }
}
