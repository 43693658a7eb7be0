//! What machines that share a store think about for one another beside moves: its answer goes to
//! whoever asked and is kept nowhere.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Question, Questions, TableId};
use konoba_table::{Event, Table, Version};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};

use crate::House;
use crate::pages::Analysis;
use crate::secret::random_question_id;
use crate::think::Hint;

/// How often it is looked whether there is an answer.
const LOOK: Duration = Duration::from_millis(200);
/// How long anybody waits for one.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many questions of this machine may be unanswered. More are not asked: the engine is busy.
pub(super) const MAX_ASKED: usize = 8;

/// Something to think about, as it is written to other machines.
#[derive(Serialize, Deserialize)]
#[serde(tag = "wanted", rename_all = "kebab-case")]
enum Errand {
    /// A hint for whoever is to move at a version of a table.
    Hint { table: String, version: Version },
    /// What the engine makes of a position in a record.
    Analysis { record: String, at: usize },
}

impl House {
    /// What the engine would do for whoever is to move at a table, where it plays itself: between two
    /// people it keeps out of their game.
    pub(crate) fn hint(&self, id: TableId, table: &Arc<Table>) -> Option<Hint> {
        let seat = table.seat_to_move()?;
        let pool = self.pool().filter(|_| table.player(seat.other()).is_engine())?;
        if self.others().is_none() {
            return (pool.threads() > 0).then(|| pool.hint(table.clone(), seat));
        }
        let errand = Errand::Hint { table: id.to_string(), version: table.version() };
        let (house, (said, hint)) = (self.clone(), Hint::promised());
        tokio::spawn(async move {
            if let Some(answer) = house.ask_others(&errand).await {
                // Whoever asked may be gone.
                let _ = said.send(answer);
            }
        });
        Some(hint)
    }

    /// What the engine makes of a position in a record; nothing if the game is over there, or if the
    /// engine is busy.
    pub(crate) async fn analyse(&self, record: &str, at: usize) -> Option<Analysis> {
        let record = record.to_owned();
        if self.others().is_some() {
            return self.ask_others(&Errand::Analysis { record, at }).await;
        }
        let thinking = tokio::task::spawn_blocking(move || Analysis::in_turn(&record, at));
        thinking.await.ok().flatten()
    }

    /// Those who think for this machine, if it has no threads for it.
    fn others(&self) -> Option<&dyn Questions> {
        let threads = self.pool().map_or(0, |pool| pool.threads());
        self.store().questions().filter(|_| threads == 0)
    }

    /// Has others think, and waits for what comes of it.
    async fn ask_others<T: for<'a> Deserialize<'a>>(&self, errand: &Errand) -> Option<T> {
        let questions = self.others()?;
        let _asked = self.0.asked.try_acquire().ok()?;
        let text = serde_json::to_string(errand).ok()?;
        let id = random_question_id();
        questions.ask(Question { id, text }).await.ok()?;
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            sleep(LOOK).await;
            // An answer that cannot be fetched now can be in a moment.
            if let Ok(Some(answer)) = questions.fetch(id).await {
                return serde_json::from_str(&answer).ok()?;
            }
        }
        None
    }

    /// Thinks for another machine. Nothing is an answer too, so that nobody waits in vain.
    pub(super) async fn run_errand(&self, question: Question) {
        let answer = match serde_json::from_str(&question.text) {
            Ok(Errand::Hint { table, version }) => {
                serde_json::to_string(&self.hint_at(&table, version).await)
            }
            Ok(Errand::Analysis { record, at }) => {
                let thinking = tokio::task::spawn_blocking(move || Analysis::of(&record, at));
                serde_json::to_string(&thinking.await.ok().flatten())
            }
            // A later program has asked, and one of its kind will answer.
            Err(_) => return,
        };
        if let (Some(questions), Ok(answer)) = (self.store().questions(), answer) {
            // Whoever asked gives up after a while.
            let _ = questions.answer(question.id, answer).await;
        }
    }

    async fn hint_at(&self, table: &str, version: Version) -> Option<String> {
        let id = table.parse().ok()?;
        let kept = self.store().read(id, 0).await.ok()??;
        let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
        let table = Table::replay(&events).ok().filter(|table| table.version() == version)?;
        self.hint(id, &Arc::new(table))?.said().await
    }
}
