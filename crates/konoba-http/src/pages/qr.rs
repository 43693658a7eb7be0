//! A link as a picture that a telephone reads.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use fast_qr::QRBuilder;
use fast_qr::convert::Builder;
use fast_qr::convert::svg::SvgBuilder;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::extract::{Body, Refusals};
use crate::shared::Shared;
use konoba_live::{Interrupt, WorkKind};

/// The longest link that is drawn.
const LONGEST: usize = 300;

/// What to draw. It comes in a body and not in an address, because a link may hold an invitation,
/// which no log should.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkBody {
    /// The link.
    #[schema(max_length = 300, example = "http://127.0.0.1:8080/t/g7k29fqa0z3mx5tw")]
    text: String,
}

/// Draw a link as a code that a telephone reads.
#[utoipa::path(post, path = "/api/qr", tag = "house", request_body = LinkBody,
    responses((status = 200, content_type = "image/svg+xml", body = String), Refusals))]
pub(super) async fn draw(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Body(link): Body<LinkBody>,
) -> Result<Response, DoorError> {
    let impossible = || {
        let says = "This is too long to be drawn.";
        DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "too-long", says)
    };
    if link.text.len() > LONGEST {
        return Err(impossible());
    }
    let draw = move |_: &Interrupt| {
        let code = QRBuilder::new(link.text).build().ok()?;
        Some(SvgBuilder::default().margin(2).to_str(&code))
    };
    let drawn = shared.house.work(caller.requester(), WorkKind::QrCode, draw).await?;
    let svg = drawn.ok_or_else(impossible)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
