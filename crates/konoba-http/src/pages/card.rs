//! The picture that other sites show of a link: a card with the position on it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use konoba_puzzles::{Attempt, PuzzleName};
use konoba_scene::{CARD, Scene, View, paint_svg_card};
use konoba_table::{CursorStep, Study};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use serde::Deserialize;

use super::address::Asked;
use super::sample::sample;
use super::{not_found, spec_named};
use crate::caller::Caller;
use crate::error::DoorError;
use crate::shared::Shared;
use crate::view::scene_of;
use konoba_live::{HouseError, Interrupt, WorkKind};
use konoba_view::records;

/// The longest game in one line of which a picture is made.
const LONGEST_LINE: usize = 4096;

/// Of what there is to be a picture: the board of a table as it stands, the end of a game in one line, a
/// puzzle that is not solved yet, or what a game looks like.
#[derive(Deserialize)]
pub(super) struct Subject {
    table: Option<String>,
    line: Option<String>,
    puzzle: Option<String>,
    game: Option<String>,
}

/// Answers with a picture. Drawing one costs some hundredths of a second, which takes its turn as all work does; the
/// latest are kept.
pub(super) async fn show(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Asked(subject): Asked<Subject>,
) -> Result<Response, DoorError> {
    type Draw = Box<dyn FnOnce() -> Option<Scene> + Send>;
    let (key, scene): (String, Draw) = match subject {
        Subject { table: Some(table), .. } => {
            let Ok(table) = table.parse() else { return Ok(not_found()) };
            let update = match shared.house.look(table).await {
                Ok(update) => update,
                Err(HouseError::NoTable) => return Ok(not_found()),
                Err(error) => return Err(error.into()),
            };
            let key = format!("table {table} {}", update.entry.version);
            (key, Box::new(move || Some(scene_of(&update))))
        }
        Subject { line: Some(line), .. } if line.len() <= LONGEST_LINE => {
            (format!("line {line}"), Box::new(move || end_of(&line)))
        }
        Subject { puzzle: Some(puzzle), .. } => {
            let Ok(name) = puzzle.parse::<PuzzleName>() else { return Ok(not_found()) };
            let scene = move || name.find().map(|puzzle| Attempt::new(puzzle).scene(None));
            (format!("puzzle {name}"), Box::new(scene))
        }
        Subject { game: Some(game), .. } => {
            let Some(spec) = spec_named(&game) else { return Ok(not_found()) };
            (format!("game {}", spec.id), Box::new(move || Some(sample(spec))))
        }
        Subject { .. } => return Ok(not_found()),
    };
    if let Some(png) = shared.previews.get(&key) {
        return Ok(picture(png));
    }
    let draw = move |_: &Interrupt| scene().and_then(|scene| rasterised(&paint_svg_card(&scene)));
    let drawn = shared.house.work(caller.requester(), WorkKind::Picture, draw).await?;
    let Some(png) = drawn.map(Bytes::from) else { return Ok(not_found()) };
    shared.previews.keep(key, png.clone());
    Ok(picture(png))
}

/// The last position of a game in one line.
fn end_of(line: &str) -> Option<Scene> {
    let mut study = Study::new(records::read(line).ok()?);
    study.go(CursorStep::End);
    Some(study.scene(&View::default()))
}

fn picture(png: Bytes) -> Response {
    // Those who ask once for each reader of a link get by with one for a while.
    let headers =
        [(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "public, max-age=300")];
    (headers, png).into_response()
}

/// A card of ours as a PNG file. Its size is that of the card, whatever is drawn on it.
fn rasterised(svg: &str) -> Option<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let [across, down] = CARD.map(|length| length.unsigned_abs());
    let mut pixels = Pixmap::new(across, down)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use konoba_rules::games;

    use super::*;

    #[test]
    fn every_game_has_a_picture_with_its_pieces_on_it() {
        for spec in games() {
            let png = rasterised(&paint_svg_card(&sample(spec))).unwrap();
            assert!(png.len() < 200_000, "{} bytes", png.len());
            let pixels = Pixmap::decode_png(&png).unwrap();
            assert_eq!([pixels.width(), pixels.height()], [1200, 630]);
            // Boards, lines and pieces have many colours; a card without them has one.
            let mut colours: Vec<_> = pixels.pixels().iter().map(|one| one.demultiply()).collect();
            let is_dark = |one: &&resvg::tiny_skia::ColorU8| {
                one.red() < 60 && one.green() < 80 && one.blue() < 110
            };
            assert!(colours.iter().filter(is_dark).count() > 500, "{}", spec.id);
            colours.sort_by_key(|one| (one.red(), one.green(), one.blue()));
            colours.dedup();
            assert!(colours.len() > 100, "{}", spec.id);
        }
    }

    #[test]
    fn what_is_no_game_has_no_picture() {
        assert!(end_of("1~konobi~5~c3.c3").is_none());
        assert!(end_of("1~konobi~5~c3").is_some());
    }
}
