//! Opening a table, sitting down, looking.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use konoba_rules::{AnyPosition, Level, Record, Setup};
use konoba_table::{Seat, TimeControl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, OfTable, Refusals};
use crate::message::ServerMessage;
use crate::shared::Shared;
use crate::view::number;
use konoba_live::{
    HouseError, Interrupt, Invitation, Offering, Visibility, With, WorkKind,
    fingerprints_of_record, name_of_person,
};
use konoba_view::records;

/// What you want to play, and with whom.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct OfferBody {
    /// The set-up string: `GAME[:OPTION,...]`.
    pub setup: String,
    /// How much time there is: `5+3` (minutes and seconds a move), `3d` (days a move) or `none`.
    #[schema(example = "5+3")]
    #[serde(default)]
    pub time: Option<String>,
    /// The side that you want to play, by its id; by lot unless given.
    #[serde(default)]
    pub side: Option<String>,
    /// With whom.
    pub with: WithWhom,
    /// The level of the engine, where it is with the engine: from 1 to 10, with two between neighbours: 4, 4.3, 4.7, 5.
    #[schema(example = 4.3)]
    #[serde(default)]
    pub level: Option<f32>,
    /// The name of the other person, for a game on the same device.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the game is listed for all to watch. Unless given, a game that anyone may join is listed, and
    /// no other.
    #[serde(default)]
    pub public: Option<bool>,
    /// Whether, for a game with anyone, you sit down at the table of a player who waits for the same instead: one who
    /// has a socket open there. If one comes while you wait and have a socket open, your table is `withdrawn` and its `next` names the one where you sit and play.
    #[serde(default)]
    pub pair: bool,
    /// What was played already, as SGF or in one line: the game, against the engine or on the same device, goes on from
    /// there, or is kept if it is over. Its set-up is the one above.
    #[serde(default)]
    pub record: Option<String>,
}

/// With whom you want to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WithWhom {
    /// The player who has the link.
    Friend,
    /// The first player who accepts.
    Anyone,
    /// An engine of the house.
    Engine,
    /// A person on the same device.
    SameScreen,
}

/// A new table, where you sit at seat 1; or one at which you were paired, where you sit at seat 2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LaidView {
    /// The name of the table. With it any client may watch; a private game is found in no other way.
    pub table: String,
    /// The path of its page, for those who watch.
    pub watch: String,
    /// The code by which your seat can be taken up again. It is shown only now.
    pub code: String,
    /// The path of its page for the friend who is to take the other seat. It is shown only now.
    pub invite: Option<String>,
    /// The secret in that path.
    pub invitation: Option<String>,
}

/// What has to be shown on sitting down.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct SeatBody {
    /// The secret from the link, where the seat is kept for a friend.
    #[serde(default)]
    pub invitation: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatedView {
    /// 1 or 2.
    pub seat: u8,
    /// The code by which it can be taken up again. It is shown only now.
    pub code: String,
    /// The version of the table with which the game begins.
    pub version: u64,
}

/// Open a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", security(("guest" = [])),
    request_body = OfferBody, responses((status = 201, body = LaidView), Refusals))]
pub(super) async fn lay(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(body): Body<OfferBody>,
) -> Result<Response, DoorError> {
    let guest = caller.known()?;
    let record = read_record(&shared, &caller, &body).await?;
    let offering = Offering { record, ..body.offering()? };
    let (house, first) = (&shared.house, offering.first);
    let laid = match body.pair {
        true => house.seek(caller.address, guest, offering, first).await?,
        false => house.offer_from(caller.address, guest, offering).await?,
    };
    let table = laid.table.to_string();
    let watch = format!("/t/{table}");
    let invitation = laid.invitation.as_ref().map(Invitation::reveal);
    let view = LaidView {
        // What follows the sign is not sent to any server, and so it is in no log.
        invite: invitation.as_ref().map(|invitation| format!("{watch}#join={invitation}")),
        invitation,
        watch,
        table,
        code: laid.code.grouped(),
    };
    Ok((StatusCode::CREATED, Json(view)).into_response())
}

/// What was played already.
async fn read_record(
    shared: &Shared,
    caller: &Caller,
    body: &OfferBody,
) -> Result<Option<Record>, DoorError> {
    let Some(written) = body.record.clone() else { return Ok(None) };
    let read = move |_: &Interrupt| {
        let record = records::read(&written)?;
        let positions = fingerprints_of_record(&record, record.last());
        Ok((record, positions))
    };
    let read = shared.house.work(caller.requester(), WorkKind::Record, read).await?;
    let impossible = |id, says: String| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, id, says);
    let (record, positions) = read.map_err(|error: String| {
        impossible("record", format!("The record cannot be read: {error}."))
    })?;
    // The page judges moves by what was played since the empty board.
    if *record.start() != AnyPosition::start(body.setup.parse()?) {
        let says = "The record is one of another game or set-up.".to_owned();
        return Err(impossible("record-set-up", says));
    }
    // The engine would go on from there, and give hints.
    shared.house.check_fair_play(positions).await?;
    Ok(Some(record))
}

impl OfferBody {
    fn offering(&self) -> Result<Offering, DoorError> {
        let impossible =
            |id, says: &str| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, id, says);
        let setup: Setup = self.setup.parse()?;
        let time: TimeControl = self.time.as_deref().unwrap_or("none").parse()?;
        let first = match self.side.as_deref() {
            None => None,
            Some(side) => {
                let no_side = || impossible("no-side", "The game has no such side.");
                let side = setup.spec.side_named(side).ok_or_else(no_side)?;
                Some(if side == konoba_rules::Side::First { Seat::One } else { Seat::Two })
            }
        };
        let with = match self.with {
            WithWhom::Friend => With::Friend,
            WithWhom::Anyone => With::Anyone,
            WithWhom::Engine => {
                let level = self.level.and_then(Level::from_number);
                With::Engine { level: level.ok_or(HouseError::NoLevel)? }
            }
            WithWhom::SameScreen => {
                With::SameScreen(name_of_person(self.name.as_deref().unwrap_or_default())?)
            }
        };
        let offering = Offering { time, first, ..Offering::new(setup, with) };
        let visibility = match self.public {
            Some(true) => Visibility::Public,
            Some(false) => Visibility::Private,
            None => offering.visibility,
        };
        Ok(Offering { visibility, ..offering })
    }
}

/// Look at a table: the board and everything that is to be said of it.
#[utoipa::path(get, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path, description = "The name of the table")),
    security((), ("guest" = []), ("seat" = [])),
    responses((status = 200, body = ServerMessage), Refusals))]
pub(super) async fn look(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
) -> Result<Json<ServerMessage>, DoorError> {
    let update = shared.house.look(table).await?;
    let seats = caller.credentials().seats_at(&update.entry);
    Ok(Json(ServerMessage::whole(&update, seats, shared.house.now(), &[])))
}

/// Withdraw an offer that no player has accepted.
#[utoipa::path(delete, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path, description = "The name of the table")),
    security(("guest" = []), ("seat" = [])),
    responses((status = 204), Refusals))]
pub(super) async fn withdraw(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
) -> Result<StatusCode, DoorError> {
    shared.house.withdraw(table, caller.credentials()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take the empty seat.
#[utoipa::path(post, path = "/api/tables/{table}/seat", tag = "tables",
    params(("table" = String, Path, description = "The name of the table")),
    security(("guest" = [])),
    request_body = SeatBody, responses((status = 200, body = SeatedView), Refusals))]
pub(super) async fn sit(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
    Body(body): Body<SeatBody>,
) -> Result<Json<SeatedView>, DoorError> {
    let invitation = match &body.invitation {
        Some(text) => Some(Invitation::read(text).ok_or(HouseError::NotInvited)?),
        None => None,
    };
    let seated = shared.house.sit(caller.known()?, table, invitation.as_ref()).await?;
    let code = seated.code.grouped();
    Ok(Json(SeatedView { seat: number(seated.seat), code, version: seated.version }))
}

/// The game as an SGF file.
#[utoipa::path(get, path = "/api/tables/{table}/record", tag = "tables",
    params(("table" = String, Path, description = "The name of the table")),
    responses((status = 200, content_type = "application/x-go-sgf", body = String), Refusals))]
pub(super) async fn record(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    OfTable(table): OfTable,
) -> Result<Response, DoorError> {
    let update = shared.house.look(table).await?;
    let game = update.table.ok_or(HouseError::NotBegun)?;
    let write = move |_: &Interrupt| {
        let record = game.record();
        (record.file_stem(), record.to_sgf())
    };
    let (name, sgf) = shared.house.work(caller.requester(), WorkKind::Record, write).await?;
    // A name holds letters of any script, which a header says in bytes (RFC 8187).
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    let encoded: String = name
        .bytes()
        .map(|byte| match is_plain(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect();
    let file = format!("attachment; filename=\"{table}.sgf\"; filename*=UTF-8''{encoded}.sgf");
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, sgf).into_response())
}
