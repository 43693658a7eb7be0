//! The games that a guest has finished, to be looked at again.

use konoba_rules::{Level, Spec};
use konoba_store::{Entry, FinishedQuery, Guest, OpponentQuery, ResultQuery, TableId};
use konoba_table::Moment;

use super::House;
use crate::HouseError;

/// How many games a list shows at once.
const PAGE: usize = 20;

/// Which finished games to list. What is not given does not matter.
#[derive(Clone, Default, Debug)]
pub struct GamesQuery {
    /// The game.
    pub game: Option<&'static Spec>,
    /// A part of the opponent's name, whatever its case.
    pub opponent: Option<String>,
    /// What came of the game.
    pub result: Option<ResultQuery>,
    /// Where the last list ended.
    pub before: Option<(Moment, TableId)>,
}

/// Games that are over, the last that ended first.
#[derive(Clone, Debug)]
pub struct FinishedGames {
    /// The games.
    pub games: Vec<Entry>,
    /// Where the next list begins, if there are more.
    pub more: Option<(Moment, TableId)>,
}

impl House {
    /// The games that a guest has finished, as many as a list shows.
    pub async fn finished_of(
        &self,
        guest: &Guest,
        wanted: GamesQuery,
    ) -> Result<FinishedGames, HouseError> {
        let GamesQuery { game, opponent, result, before } = wanted;
        let opponent = opponent.map(|name| {
            let mut opponent = OpponentQuery { levels: Vec::new(), name };
            let fits = |level: Level| {
                self.thinker().is_some_and(|thinker| opponent.fits(thinker.name(level).as_str()))
            };
            opponent.levels = Level::all().filter(|level| fits(*level)).collect();
            opponent
        });
        let limit = PAGE + 1;
        let query = FinishedQuery { guest: guest.id, game, opponent, result, before, limit };
        let mut games = self.store().finished(query).await?;
        let has_more = games.len() > PAGE;
        games.truncate(PAGE);
        let ended = |last: &Entry| last.progress.result.map_or(last.since, |result| result.at);
        let more = games.last().filter(|_| has_more).map(|last| (ended(last), last.id));
        Ok(FinishedGames { games, more })
    }
}
