//! What machines that share a store think about for one another beside moves: its answer goes to
//! whoever asked and is kept nowhere.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Question, Questions, TableId};
use konoba_table::{Event, Table, Version};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::House;
use crate::analysis::Analysis;
use crate::secret::random_question_id;
use crate::think::Hint;

/// How often it is looked whether there is an answer.
const LOOK: Duration = Duration::from_millis(200);
/// How many positions may be thought about for those who look at records and ask for hints, here or at
/// other machines. Who asks for more is told that the engine is busy.
pub(super) const MAX_ASKED: usize = 8;

/// Something to think about, as it is written to other machines.
#[derive(Serialize, Deserialize)]
#[serde(tag = "wanted", rename_all = "kebab-case")]
enum Topic {
    /// A hint for whoever is to move at a version of a table.
    Hint { table: String, version: Version },
    /// What the engine makes of a position in a record.
    Analysis { record: String, at: usize },
}

impl House {
    /// What the engine would do for whoever is to move at a table, where it plays itself: between two
    /// people it keeps out of their game.
    pub fn hint(&self, id: TableId, table: &Arc<Table>) -> Option<Hint> {
        let seat = table.seat_to_move()?;
        let pool = self.pool().filter(|_| table.player(seat.other()).is_engine())?;
        if self.others().is_none() {
            return (pool.threads() > 0).then(|| pool.hint(table.clone()));
        }
        let topic = Topic::Hint { table: id.to_string(), version: table.version() };
        Some(Hint::promised(self.ask_others(topic)))
    }

    /// What the engine makes of a position in a record; nothing if the game is over there, or if the
    /// engine is busy.
    pub async fn analyse(&self, record: &str, at: usize) -> Option<Analysis> {
        let record = record.to_owned();
        if self.others().is_some() {
            return self.ask_others(Topic::Analysis { record, at }).await.ok();
        }
        // More would only wait, and keep those who play waiting.
        let _room = self.0.asked.try_acquire().ok()?;
        self.analyse_here(record, at).await
    }

    /// Analyses a position with the threads of this machine, where it has any.
    async fn analyse_here(&self, record: String, at: usize) -> Option<Analysis> {
        let pool = self.pool().filter(|pool| pool.threads() > 0)?;
        let (answer, _pending) = pool.analyse(record, at);
        answer.await.ok()
    }

    /// Those who think for this machine, if it has no threads for it.
    fn others(&self) -> Option<&dyn Questions> {
        let threads = self.pool().map_or(0, |pool| pool.threads());
        self.store().questions().filter(|_| threads == 0)
    }

    /// Has others think. Whoever drops the answer takes the question back; one that never comes
    /// means that the engine is busy, or has nothing to say.
    fn ask_others<T: DeserializeOwned + Send + 'static>(
        &self,
        topic: Topic,
    ) -> oneshot::Receiver<T> {
        let (said, answer) = oneshot::channel();
        let room = self.0.asked.clone().try_acquire_owned();
        if let (Ok(room), Some(running)) = (room, self.running()) {
            let house = self.clone();
            // The room is taken as long as the question is on the list, even if whoever asked has
            // left in the midst of it.
            tokio::spawn(async move {
                house.wait_for_others(&topic, said).await;
                drop((room, running));
            });
        }
        answer
    }

    /// Waits for what others think as long as anybody wants to know it. Then the question is taken
    /// back, so that it keeps nobody from thinking about those that are still open.
    async fn wait_for_others<T: DeserializeOwned>(
        &self,
        topic: &Topic,
        mut said: oneshot::Sender<T>,
    ) {
        let Some(questions) = self.store().questions() else { return };
        let Ok(text) = serde_json::to_string(topic) else { return };
        let id = random_question_id();
        let answer = tokio::select! {
            answer = answered(questions, Question { id, text }) => answer,
            () = said.closed() => None,
            () = self.closing() => None,
        };
        let Some(answer) = answer else {
            // One that cannot be taken back now is too old in a moment.
            let _ = questions.forget(id).await;
            return;
        };
        if let Ok(Some(answer)) = serde_json::from_str(&answer) {
            // Whoever asked may have left just now.
            let _ = said.send(answer);
        }
    }

    /// Thinks for another machine. Nothing is an answer too, so that nobody waits in vain.
    pub(super) async fn answer_question(&self, question: Question) {
        let answer = match serde_json::from_str(&question.text) {
            Ok(Topic::Hint { table, version }) => {
                serde_json::to_string(&self.hint_at(&table, version).await)
            }
            Ok(Topic::Analysis { record, at }) => {
                serde_json::to_string(&self.analyse_here(record, at).await)
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

/// What others have answered; nothing if that takes too long.
async fn answered(questions: &dyn Questions, question: Question) -> Option<String> {
    let id = question.id;
    questions.ask(question).await.ok()?;
    let until = Instant::now() + Question::PATIENCE;
    while Instant::now() < until {
        sleep(LOOK).await;
        // An answer that cannot be fetched now can be in a moment.
        if let Ok(Some(answer)) = questions.fetch(id).await {
            return Some(answer);
        }
    }
    None
}
