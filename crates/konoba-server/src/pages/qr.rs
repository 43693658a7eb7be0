//! A link as a picture that a telephone reads.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use fast_qr::QRBuilder;
use fast_qr::convert::Builder;
use fast_qr::convert::svg::SvgBuilder;
use serde::Deserialize;

use crate::http::DoorError;

/// The longest link that is drawn.
const LONGEST: usize = 300;

/// What to draw. It comes in a body and not in an address, because a link may hold an invitation,
/// which no log should.
#[derive(Deserialize)]
pub(super) struct Drawn {
    text: String,
}

/// Draws a link.
pub(super) async fn draw(Json(drawn): Json<Drawn>) -> Result<Response, DoorError> {
    let impossible = || {
        let says = "This is too long to be drawn.";
        DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "too-long", says)
    };
    if drawn.text.len() > LONGEST {
        return Err(impossible());
    }
    let code = QRBuilder::new(drawn.text).build().map_err(|_| impossible())?;
    let svg = SvgBuilder::default().margin(2).to_str(&code);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}
