//! Hints and analyses that nodes with a shared store compute for one another. The answer goes to
//! the node that asked and is not stored.

use std::sync::Arc;
use std::time::Duration;

use konoba_store::{Question, Questions, TableId};
use konoba_table::{Event, Table, Version};
use konoba_view::{Analysis, MissedView};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::House;
use crate::HouseError;
use crate::schedule::{Requester, WorkKind};

/// How often it is looked whether there is an answer.
const LOOK: Duration = Duration::from_millis(200);

/// A hint that a client waits for, given up when this is dropped.
#[derive(Debug)]
pub struct Hint(oneshot::Receiver<Result<Option<String>, HouseError>>);

impl Hint {
    /// The hint; none if there is nothing to suggest. It can be read once.
    pub async fn said(&mut self) -> Result<Option<String>, HouseError> {
        (&mut self.0).await.unwrap_or(Err(HouseError::Failed))
    }
}

/// Something to think about, as it is written to other nodes.
#[derive(Serialize, Deserialize)]
#[serde(tag = "wanted", rename_all = "kebab-case")]
enum Topic {
    /// A hint for the player to move at a version of a table.
    Hint { table: String, version: Version },
    /// What the engine makes of a position in a record.
    Analysis {
        record: String,
        at: usize,
        /// Whether it is a hint for a player of the game.
        #[serde(default)]
        is_hint: bool,
    },
    /// The moments of a record at which one move won and another was played, or its move of one number.
    Missed { record: String, number: Option<usize> },
}

impl House {
    /// The move that the engine suggests to the player to move, only at tables where it plays itself:
    /// a game between two people gets no help.
    pub fn hint(&self, id: TableId, table: &Arc<Table>, who: Requester) -> Option<Hint> {
        let seat = table.seat_to_move()?;
        self.thinker().filter(|_| table.player(seat.other()).is_engine())?;
        let (house, table) = (self.clone(), table.clone());
        if self.others().is_some() {
            let topic = Topic::Hint { table: id.to_string(), version: table.version() };
            let asked = async move { house.ask_others(who, WorkKind::Hint, topic).await };
            return Some(self.begin_hint(asked));
        }
        self.tables().thoughts()?;
        Some(self.begin_hint(async move { house.hint_here(who, table).await }))
    }

    /// Begins a hint, which is given up when it is dropped.
    fn begin_hint(
        &self,
        hint: impl Future<Output = Result<Option<String>, HouseError>> + Send + 'static,
    ) -> Hint {
        let (mut said, answer) = oneshot::channel();
        self.host().spawn(async move {
            let hint = tokio::select! {
                biased;
                () = said.closed() => return,
                hint = hint => hint,
            };
            // The client may have left just now.
            let _ = said.send(hint);
        });
        Hint(answer)
    }

    /// What the engine makes of a position in a record; nothing if the game is over there, or if there
    /// is no engine that has time.
    pub async fn analyse(
        &self,
        who: Requester,
        record: &str,
        at: usize,
    ) -> Result<Option<Analysis>, HouseError> {
        self.advise(who, WorkKind::Analysis, record.to_owned(), at).await
    }

    /// The same, as a hint for the player to move, where the record is that of the game.
    pub async fn analyse_for_hint(
        &self,
        who: Requester,
        record: &str,
        at: usize,
    ) -> Result<Option<Analysis>, HouseError> {
        self.advise(who, WorkKind::Hint, record.to_owned(), at).await
    }

    async fn advise(
        &self,
        who: Requester,
        kind: WorkKind,
        record: String,
        at: usize,
    ) -> Result<Option<Analysis>, HouseError> {
        if self.others().is_some() {
            let is_hint = kind == WorkKind::Hint;
            return self.ask_others(who, kind, Topic::Analysis { record, at, is_hint }).await;
        }
        self.analyse_here(who, kind, record, at).await
    }

    /// The moments of a record at which one move won and another was played, or its move of one number; none if there is no
    /// engine that has time.
    pub async fn missed_wins(
        &self,
        who: Requester,
        record: &str,
        number: Option<usize>,
    ) -> Result<Option<Vec<MissedView>>, HouseError> {
        let record = record.to_owned();
        if self.others().is_some() {
            let topic = Topic::Missed { record, number };
            return self.ask_others(who, WorkKind::Analysis, topic).await;
        }
        self.missed_here(who, record, number).await
    }

    async fn missed_here(
        &self,
        who: Requester,
        record: String,
        number: Option<usize>,
    ) -> Result<Option<Vec<MissedView>>, HouseError> {
        let Some(thoughts) = self.tables().thoughts() else { return Ok(None) };
        Ok(thoughts.missed(who, record, number).await.map(Some)?)
    }

    async fn hint_here(
        &self,
        who: Requester,
        table: Arc<Table>,
    ) -> Result<Option<String>, HouseError> {
        let Some(thoughts) = self.tables().thoughts() else { return Ok(None) };
        Ok(thoughts.hint(who, table).await.map(Some)?)
    }

    /// Analyses a position with the threads of this node, where it has any.
    async fn analyse_here(
        &self,
        who: Requester,
        kind: WorkKind,
        record: String,
        at: usize,
    ) -> Result<Option<Analysis>, HouseError> {
        let Some(thoughts) = self.tables().thoughts() else { return Ok(None) };
        Ok(thoughts.analyse(who, kind, record, at).await?)
    }

    /// The questions to other nodes, if this node has no threads to think.
    fn others(&self) -> Option<&dyn Questions> {
        let thinkers = self.tables().scheduler().thinkers();
        self.store().questions().filter(|_| thinkers == 0)
    }

    /// Asks the other nodes, as soon as there is room for one more question. Dropping the answer takes
    /// the question back; none means that no node had time, or that there is nothing to suggest.
    async fn ask_others<T: DeserializeOwned + Send + 'static>(
        &self,
        who: Requester,
        kind: WorkKind,
        topic: Topic,
    ) -> Result<Option<T>, HouseError> {
        let room = self.tables().scheduler().room_elsewhere(who, kind).await?;
        let running = self.running().ok_or(HouseError::Closing)?;
        let (said, answer) = oneshot::channel();
        let house = self.clone();
        // The question counts against the limit as long as it is in the store, even if the caller has
        // left in between.
        self.host().spawn(async move {
            house.wait_for_others(&topic, said).await;
            drop((room, running));
        });
        Ok(answer.await.ok())
    }

    /// Waits for the answer of another node as long as the caller does. Then the question is deleted,
    /// so that workers spend no time on it.
    async fn wait_for_others<T: DeserializeOwned>(
        &self,
        topic: &Topic,
        mut said: oneshot::Sender<T>,
    ) {
        let Some(questions) = self.store().questions() else { return };
        let Ok(text) = serde_json::to_string(topic) else { return };
        let id = self.host().question_id();
        let answer = tokio::select! {
            biased;
            answer = answered(questions, Question { id, text }) => answer,
            () = said.closed() => None,
            () = self.closing() => None,
        };
        let Some(answer) = answer else {
            // If this fails, the question is soon too old to be given out.
            let _ = questions.forget(id).await;
            return;
        };
        if let Ok(Some(answer)) = serde_json::from_str(&answer) {
            // The caller may have left just now.
            let _ = said.send(answer);
        }
    }

    /// Thinks for another node. "Nothing to suggest" is sent as an answer too, so that the other node
    /// does not wait in vain.
    pub(super) async fn answer_question(&self, question: Question) {
        let who = Requester::question(question.id);
        let answer = match serde_json::from_str(&question.text) {
            Ok(Topic::Hint { table, version }) => {
                serde_json::to_string(&self.hint_at(who, &table, version).await)
            }
            Ok(Topic::Analysis { record, at, is_hint }) => {
                let kind = if is_hint { WorkKind::Hint } else { WorkKind::Analysis };
                let found = self.analyse_here(who, kind, record, at).await;
                serde_json::to_string(&found.ok().flatten())
            }
            Ok(Topic::Missed { record, number }) => {
                let found = self.missed_here(who, record, number).await;
                serde_json::to_string(&found.ok().flatten())
            }
            // A newer version of this program has asked, and a node of that version will answer.
            Err(_) => return,
        };
        if let (Some(questions), Ok(answer)) = (self.store().questions(), answer) {
            // If this fails, the node that asked gives up after a while.
            let _ = questions.answer(question.id, answer).await;
        }
    }

    async fn hint_at(&self, who: Requester, table: &str, version: Version) -> Option<String> {
        let id = table.parse().ok()?;
        let kept = self.store().read(id, 0).await.ok()??;
        let events: Vec<Event> = kept.events.into_iter().map(|kept| kept.event).collect();
        let table = Table::replay(&events).ok().filter(|table| table.version() == version)?;
        self.hint_here(who, Arc::new(table)).await.ok().flatten()
    }
}

/// What others have answered; nothing if that takes too long.
async fn answered(questions: &dyn Questions, question: Question) -> Option<String> {
    let id = question.id;
    questions.ask(question).await.ok()?;
    let until = Instant::now() + Question::PATIENCE;
    while Instant::now() < until {
        sleep(LOOK).await;
        // If this fails, the next look fetches it.
        if let Ok(Some(answer)) = questions.fetch(id).await {
            return Some(answer);
        }
    }
    None
}
