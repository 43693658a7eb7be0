//! What the server answers in place of a module that has not arrived. Nothing is kept: the record of the game comes with each
//! question, and goes back with its answer.

use std::time::Duration;

use konoba_advice::{Budget, Thinker};
use konoba_rules::AnyPosition;
use konoba_scene::Advice;
use konoba_table::{Action, Moment, Table};
use konoba_view::Impossible;

use crate::failed::Failed;
use crate::game;
use crate::question::{Ask, Asked, Board, Drawn, Kept, Said, Time, Tried, Wondered, part};
use crate::session::json;
use crate::table::PageTable;

/// The most time for one thought.
const MOST_TIME: Duration = Duration::from_secs(5);

/// A question about the game in a page.
pub struct PageQuestion {
    ask: Ask,
    text: Vec<u8>,
}

impl PageQuestion {
    /// Reads a question as the module would be asked it, with the field `record` for a game that has begun.
    pub fn read(text: Vec<u8>) -> Result<Self, Impossible> {
        let Asked { ask } = part(&text)?;
        Ok(Self { ask, text })
    }

    /// Whether the computer is to think.
    pub const fn is_for_thinker(&self) -> bool {
        matches!(self.ask, Ask::Reply | Ask::Hint)
    }

    /// For how long the computer is to think, within reason.
    pub fn time(&self) -> Duration {
        let millis = part(&self.text).map_or(0, |Time { millis, .. }| millis);
        Duration::from_millis(millis).min(MOST_TIME)
    }

    /// The game; none before it has begun.
    pub fn record(&self) -> Option<String> {
        part(&self.text).ok().map(|Kept { record, .. }| record)
    }

    /// The answer as JSON. A question for the thinker has none without one.
    pub fn answer(
        &self,
        thinker: Option<(&dyn Thinker, Budget<'_>)>,
        now: Moment,
    ) -> Result<String, Impossible> {
        self.obey(thinker, now).map_err(Impossible::from)
    }

    fn obey(
        &self,
        thinker: Option<(&dyn Thinker, Budget<'_>)>,
        now: Moment,
    ) -> Result<String, Failed> {
        let Self { ask, text } = self;
        match ask {
            Ask::Begin => return Ok(json(&PageTable::begin(&part(text)?, now)?.shown(now))),
            Ask::Board => {
                let Board { setup } = part(text)?;
                return Ok(json(&Drawn { svg: game::empty_board(&setup)? }));
            }
            _ => {}
        }
        let kept: Kept = part(text)?;
        let mut table = PageTable::resume(&kept, now)?;
        match (ask, thinker) {
            (Ask::Resume, _) => Ok(json(&table.shown(now))),
            (Ask::Order, _) => Ok(json(&table.order(&part(text)?, now))),
            (Ask::TableWhy, _) => Ok(json(&table.why(&part::<Tried>(text)?.mv)?)),
            (Ask::TableLines, _) => Ok(json(&table.lines())),
            (Ask::TableRead, _) => {
                let Wondered { question } = part(text)?;
                Ok(json(&Said { says: table.read(&question) }))
            }
            (Ask::Reply, Some((thinker, budget))) => {
                Ok(json(&table.reply(&Asking(thinker), (budget, true), now)?))
            }
            (Ask::Hint, Some((thinker, budget))) => {
                Ok(json(&table.hint(&Asking(thinker), budget)?))
            }
            _ => Err(Failed::new("no-question", "Only the page itself answers that.")),
        }
    }
}

/// The thinker of the server. (The module is smaller if its own is known when it is compiled.)
struct Asking<'a>(&'a dyn Thinker);

impl Thinker for Asking<'_> {
    fn choose(&self, table: &Table, budget: Budget<'_>) -> Action {
        self.0.choose(table, budget)
    }

    fn advise(&self, position: &AnyPosition, budget: Budget<'_>) -> Advice {
        self.0.advise(position, budget)
    }
}
