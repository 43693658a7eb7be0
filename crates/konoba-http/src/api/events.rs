//! The events of a table, for clients that hold the game themselves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use konoba_store::event_to_text;
use konoba_table::{Event, Moment};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{OfTable, Query, Refusals};
use crate::shared::Shared;
use crate::view::{StandingView, names, number, standing_of};
use konoba_live::keeper::Seen;

/// What a client has of a table already.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// The version of the last event that it has; all events are told unless given.
    after: Option<u64>,
    /// When that event happened.
    latest: Option<u64>,
}

/// The events of a table, and who sits there.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EventsView {
    /// The name of the table.
    pub table: String,
    /// How far it has come.
    pub standing: StandingView,
    /// The set-up string.
    pub setup: String,
    /// Who sits at seat 1 and at seat 2. Events hold no names of people.
    pub names: Vec<Option<String>>,
    /// The seats that the client may speak for, 1 and 2.
    pub you: Vec<u8>,
    /// The table at which the players play again.
    pub next: Option<String>,
    /// What the clock of the house shows, in milliseconds since 1970.
    pub now: u64,
    /// The version after which these events come: the one that was asked for, or 0 where the table has lost it and all
    /// events have to be taken anew.
    pub after: u64,
    /// The events in order.
    pub events: Vec<EventView>,
}

/// Something that has happened at a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct EventView {
    /// Its number, from 1.
    pub version: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The format of the fact.
    pub format: u16,
    /// What happened.
    #[schema(value_type = Object)]
    pub fact: Value,
}

/// The events of a table, after those that you have. The same that the database keeps: from them the game can be
/// replayed.
#[utoipa::path(get, path = "/api/tables/{table}/events", tag = "tables",
    params(("table" = String, Path, description = "The name of the table"), After),
    security((), ("guest" = []), ("seat" = [])),
    responses((status = 200, body = EventsView), Refusals))]
pub(super) async fn events(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Query(After { after, latest }): Query<After>,
) -> Result<Json<EventsView>, DoorError> {
    let at = latest.map(Moment::from_millis);
    let seen = after.map(|version| Seen { version, at });
    let found = shared.house.events(table, seen).await?;
    let entry = &found.entry;
    let spec = entry.offer.setup.spec;
    let is_after = after.is_none_or(|after| after <= entry.version)
        && found.events.first().is_none_or(|first| first.version > 1);
    let view = |event: &Event| {
        let fact = serde_json::from_str(&event_to_text(event, spec));
        EventView {
            version: event.version,
            at: event.at.as_millis(),
            format: Event::FORMAT,
            fact: fact.expect("a fact is written as JSON"),
        }
    };
    Ok(Json(EventsView {
        table: entry.id.to_string(),
        standing: standing_of(entry.standing),
        setup: entry.offer.setup.to_string(),
        names: names(&shared.house, entry).into(),
        you: caller.credentials().seats_at(entry).iter().map(number).collect(),
        next: entry.next.map(|next| next.to_string()),
        now: shared.house.now().as_millis(),
        after: after.filter(|_| is_after).unwrap_or_default(),
        events: found.events.iter().map(view).collect(),
    }))
}
