//! The guest who asks: the name, and the seats that guest holds.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use konoba_table::Name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caller::{Caller, cookie};
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use crate::view::{ListedView, number};
use konoba_live::{SeatCode, name_of_bot, name_of_person};

/// How you want to be called.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeBody {
    /// The name: at most 32 characters, none of them invisible. Names of the computer, such as "Computer
    /// 1", are reserved.
    #[schema(example = "Ana", min_length = 1)]
    pub name: String,
    /// Whether a program plays under this name, as opposed to a person. It has to say so, and its name
    /// then ends with "(bot)".
    #[serde(default)]
    pub bot: bool,
}

/// Who you are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MeView {
    /// Your name; none if you have not said it.
    pub name: Option<String>,
}

/// The code of a seat.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct CodeBody {
    /// The code.
    #[schema(example = "g7k2-9fqa-0z3m-x5tw")]
    pub code: String,
}

/// The seat of a code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatOfCode {
    /// The name of the table.
    pub table: String,
    /// 1 or 2.
    pub seat: u8,
}

/// Who am I?
#[utoipa::path(get, path = "/api/me", tag = "guests", security((), ("guest" = [])),
    responses((status = 200, body = MeView), Refusals))]
pub(super) async fn me(caller: Caller) -> Json<MeView> {
    Json(MeView { name: caller.guest.map(|guest| guest.name.to_string()) })
}

/// Set your name. A new guest gets a cookie, by which the guest is known again.
#[utoipa::path(post, path = "/api/me", tag = "guests", security((), ("guest" = [])),
    request_body = MeBody, responses((status = 200, body = MeView), Refusals))]
pub(super) async fn call_me(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(body): Body<MeBody>,
) -> Result<Response, DoorError> {
    let name: Name = match body.bot {
        true => name_of_bot(&body.name)?,
        false => name_of_person(&body.name)?,
    };
    let view = Json(MeView { name: Some(name.to_string()) });
    match &caller.guest {
        Some(guest) => {
            shared.house.rename(guest, name).await?;
            Ok(view.into_response())
        }
        None => {
            let (_, token) = shared.house.welcome(name).await?;
            let cookie = cookie(&token, shared.config.is_secure());
            Ok(([(header::SET_COOKIE, cookie)], view).into_response())
        }
    }
}

/// The tables at which I hold a seat, the newest first.
#[utoipa::path(get, path = "/api/me/tables", tag = "guests", security(("guest" = [])),
    responses((status = 200, body = Vec<ListedView>), Refusals))]
pub(super) async fn my_tables(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Json<Vec<ListedView>>, DoorError> {
    let tables = shared.house.tables_of(caller.known()?).await?;
    Ok(Json(tables.iter().map(|listed| ListedView::of(&shared.house, listed)).collect()))
}

/// Which seat is this code for? The code then goes into the header `Authorization: Bearer`, or into
/// the first message on a socket.
#[utoipa::path(post, path = "/api/seat", tag = "guests",
    request_body = CodeBody, responses((status = 200, body = SeatOfCode), Refusals))]
pub(super) async fn come_back(
    State(shared): State<Arc<Shared>>,
    Body(body): Body<CodeBody>,
) -> Result<Json<SeatOfCode>, DoorError> {
    let code = SeatCode::read(&body.code).ok_or_else(DoorError::unknown_code)?;
    let found = shared.house.come_back(&code).await?;
    let (table, seat) = found.ok_or_else(DoorError::unknown_code)?;
    Ok(Json(SeatOfCode { table: table.to_string(), seat: number(seat) }))
}
