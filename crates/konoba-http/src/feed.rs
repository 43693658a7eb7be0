//! The feed of a guest: the games in which a move of theirs is awaited, as Atom (RFC 4287). All who have its
//! address can read it, and do nothing else with it.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use konoba_live::{Credentials, FeedSecret, House};
use konoba_store::Entry;
use konoba_table::Moment;
use maud::{PreEscaped, html};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

use crate::error::DoorError;
use crate::shared::Shared;
use crate::view::OwnGameView;

/// How often a reader of feeds should ask at most, in seconds.
const KEPT: &str = "private, max-age=60";

/// Answers with the feed.
pub(crate) async fn show(
    State(shared): State<Arc<Shared>>,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, DoorError> {
    let Path(secret) = path?;
    let own_path = format!("/feed/{secret}");
    let secret = FeedSecret::read(&secret).ok_or_else(DoorError::not_found)?;
    let guest = shared.house.guest_of_feed(&secret).await?.ok_or_else(DoorError::not_found)?;
    let entries = shared.house.turns_of(&guest).await?;
    let tag = tag(&entries);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let own = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, KEPT)];
    if known == Some(tag.as_str()) {
        return Ok((StatusCode::NOT_MODIFIED, own).into_response());
    }
    let base = base(&shared, &headers);
    let mut turns = Vec::new();
    for entry in &entries {
        let seats = Credentials::guest(guest.id).seats_at(entry);
        let since = since(&shared.house, entry).await;
        turns.push((OwnGameView::of(&shared.house, entry, seats), since));
    }
    turns.sort_by_key(|(_, since)| std::cmp::Reverse(*since));
    let latest = turns.first().map_or(Moment::from_millis(0), |(_, since)| *since);
    let feed = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" {
            title { "Your turn · Konoba" }
            id { "urn:konoba:guest:" (guest.id.0) }
            updated { (date(latest)) }
            author { name { "Konoba" } }
            link rel="self" href={ (base) (own_path) } {}
            link rel="alternate" href={ (base) "/games" } {}
            @for (game, since) in &turns {
                entry {
                    title { "Your turn against " (game.opponent.as_deref().unwrap_or("Guest")) }
                    id { "urn:konoba:turn:" (game.table) ":" (game.version) }
                    link rel="alternate" href={ (base) "/t/" (game.table) } {}
                    updated { (date(*since)) }
                    summary { (game.name) @if let Some(time) = &game.time { " · " (time) } }
                }
            }
        }
    };
    let kind = (header::CONTENT_TYPE, "application/atom+xml; charset=utf-8");
    Ok((own, [kind], feed.into_string()).into_response())
}

/// By which a reader knows that nothing has changed.
fn tag(entries: &[Entry]) -> String {
    let mut hash = Sha256::new();
    for entry in entries {
        hash.update(format!("{} {} ", entry.id, entry.version));
    }
    let hash: String = hash.finalize().iter().take(12).map(|b| format!("{b:02x}")).collect();
    format!("\"{hash}\"")
}

/// Since when a move is awaited.
async fn since(house: &House, entry: &Entry) -> Moment {
    let update = house.look(entry.id).await.ok();
    update.and_then(|update| update.table.map(|table| table.latest())).unwrap_or(entry.since)
}

/// The address of the house: the one that it was told, or the one by which it was asked.
fn base(shared: &Shared, headers: &HeaderMap) -> String {
    let asked = || {
        let host = headers.get(header::HOST)?.to_str().ok()?;
        let host: axum::http::uri::Authority = host.parse().ok()?;
        Some(format!("http://{host}"))
    };
    shared.config.address().or_else(asked).unwrap_or_default()
}

/// A moment as Atom writes it.
fn date(moment: Moment) -> String {
    let seconds = i64::try_from(moment.as_millis() / 1000).unwrap_or_default();
    let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let ((year, month, day), (hour, minute, second)) = (at.to_calendar_date(), at.to_hms());
    let month = u8::from(month);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}
