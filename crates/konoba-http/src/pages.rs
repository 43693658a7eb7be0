//! The page: what people see in a browser, as HTML that is whole before any script runs.
//!
//! Scripts and styles are files in `web/`, which are part of the program. Every sentence and every
//! mark that has to do with a game comes from its [`Spec`](konoba_rules::Spec) or from the table;
//! the scripts flip classes and show what they are told.

mod address;
mod alerts;
mod assets;
mod board;
mod card;
mod cells;
mod devices;
mod fair_play;
mod frame;
mod game;
mod guided;
mod home;
mod icon;
mod keys;
mod learn;
mod maps;
mod meanwhile;
mod missed;
mod missing;
mod offline;
mod own_games;
mod packed;
mod pieces;
mod preview;
mod proof;
mod puzzle;
mod puzzles;
mod qr;
mod refused;
mod remarks;
mod review;
mod rule_examples;
mod sample;
mod settings;
mod study;
mod unreached;
mod web_files;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use konoba_rules::{Spec, games};
use maud::Markup;
use serde::Deserialize;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::caller::Caller;
use crate::error::DoorError;
use crate::feed;
use crate::games_filter::GamesFilter;
use crate::shared::Shared;
use crate::view::{BoardView, GamesView, LobbyView, OwnGameView, TableView, scene_of, sight_of};
use konoba_live::{HouseError, Interrupt, Requester, WorkKind};
use konoba_view::records;

use address::{Asked, Named};
use preview::Preview;
use puzzles::PuzzlesFilter;
pub(crate) use refused::in_words;

/// The longest record that can be looked at here; longer ones are for the terminal.
const RECORD_BYTES: usize = 256 << 10;

/// Every address that people visit.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(show_home))
        .route("/t/{table}", get(show_table))
        .route("/play/{game}", get(show_page_game))
        .route("/games", get(show_own_games))
        .route("/continue", get(show_continuing))
        .route("/learn", get(show_games_to_learn))
        .route("/learn/{game}", get(show_rulebook))
        .route("/learn/{game}/maps", get(show_maps))
        .route("/learn/{game}/proof", get(show_proof))
        .route("/learn/{game}/rules/{example}", get(show_example))
        .route("/learn/{game}/{lesson}", get(show_lesson))
        .route("/puzzles", get(show_puzzles))
        .route("/puzzles/{game}", get(show_puzzles_of))
        .route("/puzzle/{puzzle}", get(show_puzzle))
        .route("/puzzle", get(missed::show))
        .route("/review", get(show_review))
        .route("/settings", get(show_settings))
        .route("/preview.png", get(card::show))
        .route("/feed/{secret}", get(feed::show))
        .route("/fair-play", get(show_fair_play))
        .route("/unreached", get(async || page(unreached::page())))
        .route("/service-worker.js", get(offline::script))
        .route("/manifest.webmanifest", get(offline::manifest))
        .route("/favicon.ico", get(async || Redirect::permanent(&assets::url("icons/konoba.svg"))))
        .route("/web/{version}/{*file}", get(assets::show))
        // The drawing of a board is a long text that compresses well; a net hardly does.
        .layer(CompressionLayer::new().compress_when(
            DefaultPredicate::new().and(NotForContentType::const_new(assets::NET_TYPE)),
        ))
}

/// What the page asks for as programs do, with its place in the document.
pub(crate) fn api() -> OpenApiRouter<Arc<Shared>> {
    OpenApiRouter::new()
        .routes(routes!(study::answer))
        .routes(routes!(guided::answer))
        .routes(routes!(puzzle::answer))
        .routes(routes!(missed::answer))
        .layer(DefaultBodyLimit::max(RECORD_BYTES))
        .routes(routes!(qr::draw))
        .layer(CompressionLayer::new())
}

/// Answers an unknown address: to programs with JSON, to people with a page.
pub(crate) async fn missing(uri: axum::http::Uri) -> Response {
    if uri.path().starts_with("/api/") {
        DoorError::not_found().into_response()
    } else {
        not_found()
    }
}

/// The page for an unknown address.
fn not_found() -> Response {
    (StatusCode::NOT_FOUND, page(missing::page())).into_response()
}

fn page(markup: Markup) -> Html<String> {
    Html(markup.into_string())
}

async fn show_home(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Html<String>, DoorError> {
    let lobby = shared.house.lobby().await?;
    let lobby = LobbyView::of(&shared.house, &lobby);
    let own = match &caller.guest {
        Some(guest) => shared.house.unfinished_of(guest).await?,
        None => Vec::new(),
    };
    let name = caller.guest.as_ref().map(|guest| guest.name.as_str());
    let credentials = caller.credentials();
    let view = |entry| OwnGameView::of(&shared.house, entry, credentials.seats_at(entry));
    let mut own: Vec<_> = own.iter().map(|listed| view(&listed.entry)).collect();
    own.sort_by_key(|game| !game.is_your_turn);
    let boards = shared.house.live_boards().await?;
    let boards: Vec<_> = boards.boards.iter().map(BoardView::of).collect();
    let preview = Preview::of_house(&shared);
    Ok(page(home::page(&lobby, &boards, &own, name, &preview)))
}

async fn show_continuing(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Html<String>, DoorError> {
    let Some(guest) = &caller.guest else { return Ok(page(devices::page(None))) };
    let running = shared.house.unfinished_of(guest).await?.len();
    let has_games = running > 0 || !shared.house.tables_of(guest).await?.is_empty();
    let known = devices::Known { name: guest.name.as_str(), running };
    Ok(page(devices::page(has_games.then_some(&known))))
}

async fn show_own_games(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Asked(filter): Asked<GamesFilter>,
) -> Result<Html<String>, DoorError> {
    let view = match &caller.guest {
        Some(guest) => filter.of(&shared.house, guest).await?,
        None => GamesView { running: Vec::new(), finished: Vec::new(), more: None },
    };
    Ok(page(own_games::page(&view, &filter)))
}

async fn show_table(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Named(table): Named<String>,
) -> Result<Response, DoorError> {
    let Ok(table) = table.parse() else { return Ok(not_found()) };
    let update = match shared.house.look(table).await {
        Ok(update) => update,
        Err(HouseError::NoTable) => return Ok(not_found()),
        Err(error) => return Err(error.into()),
    };
    let seats = caller.credentials().seats_at(&update.entry);
    let view = TableView::of(&sight_of(&update), seats, shared.house.now());
    let spec = update.entry.offer.setup.spec;
    let opponent = &update.entry.offer.opponent;
    let visitor = game::Visitor {
        name: caller.guest.as_ref().map(|guest| guest.name.as_str()),
        needs_invitation: matches!(opponent, konoba_store::Opponent::Friend(_)),
        level: shared.house.thinker().map(|thinker| *thinker.levels().start()),
    };
    let said = format!("{} {}", view.title, view.status);
    let preview = Preview::new(&shared, said, &format!("table={}", view.table));
    Ok(page(game::page(&view, &scene_of(&update), spec, &visitor, &preview)).into_response())
}

/// The page of a game that is played in the browser. The script fills it in.
async fn show_page_game(State(shared): State<Arc<Shared>>, Named(game): Named<String>) -> Response {
    let Some(spec) = spec_named(&game) else { return not_found() };
    page(game::page_here(spec, &Preview::of_game(&shared, spec))).into_response()
}

async fn show_games_to_learn(State(shared): State<Arc<Shared>>) -> Html<String> {
    page(learn::games(&Preview::of_house(&shared)))
}

async fn show_rulebook(State(shared): State<Arc<Shared>>, Named(game): Named<String>) -> Response {
    let Some(spec) = spec_named(&game) else { return not_found() };
    // A reader of the rules may want to see the proof next.
    if proof::is_to_be_prepared() {
        let shared = shared.clone();
        tokio::spawn(async move {
            // If this fails, the proof is derived when its page is asked for.
            let prepare = |_: &Interrupt| proof::prepare();
            let _ = shared.house.work(Requester::house(), WorkKind::Proof, prepare).await;
        });
    }
    page(learn::rulebook(spec, &Preview::of_game(&shared, spec))).into_response()
}

/// The part of a game that an address names: its lesson, or its example.
type Numbered = Named<(String, String)>;

async fn show_lesson(
    State(shared): State<Arc<Shared>>,
    Named((game, lesson)): Numbered,
) -> Response {
    let shown = || {
        let spec = spec_named(&game)?;
        guided::page(spec, lesson.parse().ok()?, &Preview::of_game(&shared, spec))
    };
    shown().map_or_else(not_found, |shown| page(shown).into_response())
}

async fn show_example(
    State(shared): State<Arc<Shared>>,
    Named((game, example)): Numbered,
) -> Response {
    let shown = || {
        let spec = spec_named(&game)?;
        learn::example(spec, example.parse().ok()?, &Preview::of_game(&shared, spec))
    };
    shown().map_or_else(not_found, |shown| page(shown).into_response())
}

async fn show_maps(State(shared): State<Arc<Shared>>, Named(game): Named<String>) -> Response {
    let shown = || {
        let spec = spec_named(&game)?;
        maps::page(spec, &Preview::of_game(&shared, spec))
    };
    shown().map_or_else(not_found, |shown| page(shown).into_response())
}

async fn show_puzzles(State(shared): State<Arc<Shared>>) -> Html<String> {
    page(puzzles::overview(today(&shared), &Preview::of_house(&shared)))
}

async fn show_puzzles_of(
    State(shared): State<Arc<Shared>>,
    Named(game): Named<String>,
    Asked(filter): Asked<PuzzlesFilter>,
) -> Response {
    let shown = || {
        let spec = spec_named(&game)?;
        puzzles::page(spec, today(&shared), &filter, &Preview::of_game(&shared, spec))
    };
    shown().map_or_else(not_found, |shown| page(shown).into_response())
}

/// The day whose puzzle is looked at.
#[derive(Deserialize)]
struct Daily {
    #[serde(default)]
    day: String,
}

async fn show_puzzle(
    State(shared): State<Arc<Shared>>,
    Named(puzzle): Named<String>,
    Asked(filter): Asked<PuzzlesFilter>,
    Asked(Daily { day }): Asked<Daily>,
) -> Response {
    let shown = || {
        let name = puzzle.parse().ok()?;
        let said = "One move wins, and it is proved that every other loses. Do you find it?";
        let preview = Preview::new(&shared, said.to_owned(), &format!("puzzle={name}"));
        puzzle::page(name, &filter, &day, today(&shared), &preview)
    };
    shown().map_or_else(not_found, |shown| page(shown).into_response())
}

/// The day of the daily puzzles.
fn today(shared: &Shared) -> time::Date {
    konoba_puzzles::day_of(shared.house.now().as_millis())
}

/// Which variant of a game is proved to be won.
#[derive(Deserialize)]
struct Proved {
    #[serde(default)]
    variant: String,
}

async fn show_proof(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Named(game): Named<String>,
    Asked(proved): Asked<Proved>,
) -> Result<Response, DoorError> {
    let Some(spec) = spec_named(&game) else { return Ok(not_found()) };
    // The proof is derived on the way, which takes a moment the first time.
    let preview = Preview::of_game(&shared, spec);
    let show = move |_: &Interrupt| proof::page(spec, &proved.variant, &preview).map(page);
    let shown = shared.house.work(caller.requester(), WorkKind::Proof, show).await?;
    Ok(shown.map_or_else(not_found, IntoResponse::into_response))
}

/// Where a review begins: with the game of a table, with a game in one line, or with an empty board.
#[derive(Deserialize)]
struct Reviewed {
    table: Option<String>,
    line: Option<String>,
    setup: Option<String>,
}

async fn show_review(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
    Asked(reviewed): Asked<Reviewed>,
) -> Result<Response, DoorError> {
    let table = match &reviewed.table {
        Some(table) => {
            let Ok(table) = table.parse() else { return Ok(not_found()) };
            let update = shared.house.look(table).await?;
            let seats = caller.credentials().seats_at(&update.entry);
            Some((update.table.ok_or(HouseError::NotBegun)?, seats))
        }
        None => None,
    };
    let asked = shared.clone();
    let show = move |interrupt: &Interrupt| {
        let own = table.as_ref().and_then(|(table, seats)| review::began_with(table, *seats));
        let record = match (table, reviewed) {
            (Some((table, _)), _) => Ok(Some(table.record())),
            (None, Reviewed { line: Some(line), .. }) => records::read(&line).map(Some),
            (None, Reviewed { setup: Some(setup), .. }) => setup
                .parse()
                .map(|setup| Some(konoba_rules::Record::new(setup)))
                .map_err(|error| error.to_string()),
            (None, Reviewed { .. }) => Ok(None),
        };
        review::page(record, own, &asked, &|| interrupt.is_cancelled()).map(page)
    };
    let shown = shared.house.work(caller.requester(), WorkKind::Record, show).await?;
    // The page is none only if the client has left, and then this error reaches no client.
    Ok(shown.ok_or(HouseError::Failed)?.into_response())
}

async fn show_fair_play(State(shared): State<Arc<Shared>>) -> Html<String> {
    page(fair_play::page(&Preview::of_house(&shared)))
}

async fn show_settings(
    State(shared): State<Arc<Shared>>,
    caller: Caller,
) -> Result<Html<String>, DoorError> {
    let alerts = match &caller.guest {
        Some(guest) => Some(shared.house.alerts(guest.id).await?),
        None => None,
    };
    let alerts = alerts::section(alerts.as_ref(), shared.config.webhooks);
    Ok(page(settings::page(&alerts)))
}

fn spec_named(id: &str) -> Option<&'static Spec> {
    games().iter().copied().find(|spec| spec.id == id)
}
