//! Refusals as a client reads them.

use std::error::Error;
use std::iter::successors;

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use konoba_store::StoreError;
use konoba_table::{NameError, Refused, TimeControlError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view::{Patch, patches_of_refusal};
use crate::wrong_field;
use konoba_live::{HouseError, Scope, TableRefusal};

/// Why something was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ErrorView {
    /// A stable id.
    #[schema(example = "occupied")]
    pub id: String,
    /// The reason in a sentence.
    #[schema(example = "c4 is occupied.")]
    pub says: String,
    /// The cells to blame, where a move was refused.
    pub blamed: Vec<String>,
    /// How the board looks with them marked, where a move was refused.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patches: Vec<Patch>,
    /// What had been missed, where that was the reason and it is not too long ago.
    pub missed: Vec<MissedView>,
    /// The version of the table that refused.
    pub version: Option<u64>,
}

/// Something that had been missed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MissedView {
    /// The version of the event.
    pub version: u64,
    /// What happened.
    pub says: String,
}

/// A refusal at this door.
#[derive(Debug)]
pub(crate) struct DoorError {
    status: StatusCode,
    view: Box<ErrorView>,
    /// After how many seconds it is worth trying again, where it is at all.
    retry_after: u64,
}

impl DoorError {
    /// The reason, in a word for programs.
    pub(crate) fn id(&self) -> &str {
        &self.view.id
    }

    pub(crate) fn new(status: StatusCode, id: &str, says: impl Into<String>) -> Self {
        let view = ErrorView {
            id: id.to_owned(),
            says: says.into(),
            blamed: Vec::new(),
            patches: Vec::new(),
            missed: Vec::new(),
            version: None,
        };
        Self { status, view: Box::new(view), retry_after: 1 }
    }

    /// The same in other words, where those are truer.
    pub(crate) fn saying(mut self, says: &str) -> Self {
        self.view.says = says.to_owned();
        self
    }

    /// What was asked cannot be understood.
    pub(crate) fn unreadable(id: &str, says: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, id, says)
    }

    /// The client has not said who it is.
    pub(crate) fn unknown_guest() -> Self {
        let says = "Say who you are first: POST a name to /api/me.";
        Self::new(StatusCode::UNAUTHORIZED, "no-guest", says)
    }

    /// There is nothing of that name.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not-found", "There is nothing here.")
    }

    /// The code of a seat or of a device is none. Whether it ever was one is not told.
    pub(crate) fn unknown_code() -> Self {
        let says = "This code is not known, or was used already.";
        Self::new(StatusCode::NOT_FOUND, "no-code", says)
    }

    /// The client asks more often than it may.
    pub(crate) fn too_often() -> Self {
        let says = "That is too much at once; wait a moment.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-often", says)
    }

    /// The computer has no time to think about it.
    pub(crate) fn busy_computer() -> Self {
        let says = "The computer is busy. Nothing is lost; try again in a moment.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", says)
    }

    /// The whole answer as it is sent to a client whose request is not even read.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let body = serde_json::to_string(&self.view).expect("a refusal is plain data");
        let (status, length) = (self.status, body.len());
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             retry-after: 5\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
        );
        (head + &body).into_bytes()
    }

    pub(crate) fn into_view(self) -> ErrorView {
        *self.view
    }
}

/// The sentence of a refusal, which is carried beside the answer for those who show it in another form.
#[derive(Clone)]
pub(crate) struct RefusalText(pub(crate) String);

impl IntoResponse for DoorError {
    fn into_response(self) -> Response {
        let says = RefusalText(self.view.says.clone());
        let mut response = (self.status, Extension(says), Json(self.view)).into_response();
        let is_to_wait = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE];
        if is_to_wait.contains(&self.status) {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after.into());
        }
        response
    }
}

impl From<HouseError> for DoorError {
    fn from(error: HouseError) -> Self {
        let status = match &error {
            HouseError::NoTable => StatusCode::NOT_FOUND,
            HouseError::NotSeated
            | HouseError::SignedOut
            | HouseError::NotInvited
            | HouseError::FairPlay => StatusCode::FORBIDDEN,
            HouseError::NotBegun
            | HouseError::SeatTaken
            | HouseError::SitsAlready
            | HouseError::Withdrawn
            | HouseError::MoveIdTaken
            | HouseError::Unread => StatusCode::CONFLICT,
            HouseError::Table(refusal) => status_of(&refusal.refused),
            HouseError::Name(_)
            | HouseError::NoEngine
            | HouseError::NoLevel
            | HouseError::NoListener
            | HouseError::RecordOfOthers
            | HouseError::OpenIsPublic => StatusCode::UNPROCESSABLE_ENTITY,
            HouseError::TooManyTables(_)
            | HouseError::OpponentHasTooManyTables(_)
            | HouseError::TooManyOffers
            | HouseError::TooManyOffersOfAddress
            | HouseError::TooManyWatchers
            | HouseError::TooManyRemarks
            | HouseError::Busy => StatusCode::TOO_MANY_REQUESTS,
            HouseError::Overload(overload) => match overload.scope {
                Scope::Person | Scope::Address => StatusCode::TOO_MANY_REQUESTS,
                Scope::House => StatusCode::SERVICE_UNAVAILABLE,
            },
            HouseError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
            HouseError::Store(
                StoreError::Conflict | StoreError::Repeated | StoreError::NotWaiting,
            ) => StatusCode::CONFLICT,
            HouseError::Store(_) | HouseError::Closing => StatusCode::SERVICE_UNAVAILABLE,
        };
        let mut own = Self::new(status, error.id(), error.to_string());
        match error {
            HouseError::Table(refusal) => own.view.tell(&refusal),
            HouseError::Overload(overload) => own.retry_after = overload.retry_after.as_secs(),
            _ => {}
        }
        own
    }
}

impl ErrorView {
    /// What a table's refusal tells beside its reason.
    fn tell(&mut self, refusal: &TableRefusal) {
        let TableRefusal { refused, missed, table, .. } = refusal;
        self.version = Some(table.version());
        if let Refused::Illegal(refusal) = refused {
            self.blamed = refusal.why.cells().map(|at| at.to_string()).collect();
            self.patches = patches_of_refusal(table, **refusal);
        }
        let words = table.words();
        let missed = missed.iter();
        let missed =
            missed.map(|event| MissedView { version: event.version, says: words.event(event) });
        self.missed = missed.collect();
    }
}

const fn status_of(refused: &Refused) -> StatusCode {
    match refused {
        Refused::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::CONFLICT,
    }
}

impl From<NameError> for DoorError {
    fn from(error: NameError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.id(), error.to_string())
    }
}

impl From<TimeControlError> for DoorError {
    fn from(error: TimeControlError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "time-control", error.to_string())
    }
}

impl From<konoba_view::Impossible> for DoorError {
    fn from(impossible: konoba_view::Impossible) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, impossible.id, impossible.says)
    }
}

impl From<konoba_rules::SetupError> for DoorError {
    fn from(error: konoba_rules::SetupError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "set-up", error.to_string())
    }
}

/// Only the kind of the framework's error and the field are told: its text would show types of our code.
impl From<JsonRejection> for DoorError {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        if let Some(says) = cause(&rejection).and_then(wrong_field::in_error) {
            return Self::new(status, "body", says);
        }
        let says = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "The body is too long.",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "The body must be JSON, and say so.",
            StatusCode::UNPROCESSABLE_ENTITY => "The body is JSON, but not what is expected here.",
            _ => "The body is not JSON.",
        };
        Self::new(status, "body", says)
    }
}

/// What the framework was told by the library that reads JSON, if that was asked.
fn cause(rejection: &JsonRejection) -> Option<&serde_path_to_error::Error<serde_json::Error>> {
    let mut causes = successors(rejection.source(), |&error| error.source());
    causes.find_map(|error| error.downcast_ref())
}

impl From<QueryRejection> for DoorError {
    fn from(rejection: QueryRejection) -> Self {
        Self::new(rejection.status(), "query", "The query is not what is expected here.")
    }
}

impl From<WebSocketUpgradeRejection> for DoorError {
    fn from(rejection: WebSocketUpgradeRejection) -> Self {
        let says = "Only a WebSocket is opened at this address.";
        Self::new(rejection.status(), "upgrade", says)
    }
}

impl From<PathRejection> for DoorError {
    fn from(_: PathRejection) -> Self {
        Self::not_found()
    }
}

pub(super) async fn method_not_allowed() -> DoorError {
    let says = "That is not done here.";
    DoorError::new(StatusCode::METHOD_NOT_ALLOWED, "method", says)
}
