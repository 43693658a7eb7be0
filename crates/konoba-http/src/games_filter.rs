//! Which games of a guest to list, and what is shown of them, as a page and to programs.

use axum::http::StatusCode;
use konoba_rules::games;
use konoba_store::{Guest, ResultQuery, TableId};
use konoba_table::Moment;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::error::DoorError;
use crate::view::{GamesView, OwnGameView};
use konoba_live::{Credentials, FinishedGames, GamesQuery, House};

/// Which finished games to list. An empty word leaves nothing out.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesFilter {
    /// The id of the game.
    #[serde(default)]
    pub(crate) game: String,
    /// A part of the opponent's name.
    #[serde(default)]
    pub(crate) opponent: String,
    /// Its result for you.
    #[serde(default)]
    pub(crate) result: ResultFilter,
    /// Where the list before ended: its `more`.
    #[serde(default)]
    pub(crate) before: String,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ResultFilter {
    /// Anything.
    #[default]
    #[serde(alias = "")]
    Any,
    /// You have won.
    Won,
    /// You have lost.
    Lost,
    /// There is no winner, or both seats were yours.
    Other,
}

impl GamesFilter {
    /// The games of a guest that this lets through. The list is empty for a game that is not played here.
    pub(crate) async fn of(&self, house: &House, guest: &Guest) -> Result<GamesView, DoorError> {
        let impossible = |says| DoorError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-list", says);
        let before = match self.before.as_str() {
            "" => None,
            text => Some(place(text).ok_or_else(|| impossible("There is no such list."))?),
        };
        let game = match self.game.as_str() {
            "" => None,
            id => {
                let found = games().iter().copied().find(|spec| spec.id == id);
                Some(found.ok_or_else(|| impossible("There is no such game."))?)
            }
        };
        let opponent = Some(self.opponent.trim().to_owned()).filter(|name| !name.is_empty());
        let result = match self.result {
            ResultFilter::Any => None,
            ResultFilter::Won => Some(ResultQuery::Won),
            ResultFilter::Lost => Some(ResultQuery::Lost),
            ResultFilter::Other => Some(ResultQuery::Other),
        };
        let credentials = Credentials::guest(guest.id);
        let view = |entry: &_| OwnGameView::of(house, entry, credentials.seats_at(entry));
        let query = GamesQuery { game, opponent, result, before };
        let FinishedGames { games, more } = house.finished_of(guest, query).await?;
        let mut running: Vec<OwnGameView> = match before {
            Some(_) => Vec::new(),
            None => {
                let found = house.unfinished_of(guest).await?;
                found.iter().map(|listed| view(&listed.entry)).collect()
            }
        };
        running.sort_by_key(|game| !game.is_your_turn);
        let finished = games.iter().map(view).collect();
        let more = more.map(|(at, table)| format!("{}-{table}", at.as_millis()));
        Ok(GamesView { running, finished, more })
    }
}

/// Where a list ended, as it was told.
fn place(text: &str) -> Option<(Moment, TableId)> {
    let (at, table) = text.split_once('-')?;
    Some((Moment::from_millis(at.parse().ok()?), table.parse().ok()?))
}
