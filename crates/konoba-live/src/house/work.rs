//! Work that doors have done: whatever costs processor time and is no thought.

use std::time::Duration;

use konoba_advice::{Budget, Thinker};

use super::House;
use crate::HouseError;
use crate::schedule::{Interrupt, Requester, Work, WorkFigures, WorkKind};

impl House {
    /// Runs a short piece of work when its turn has come, in turn with all other requesters. A caller
    /// that drops the answer gives it up: what has not begun is not begun, and what runs is told by the
    /// [`Interrupt`].
    pub async fn work<T: Send + 'static>(
        &self,
        who: Requester,
        kind: WorkKind,
        run: impl FnOnce(&Interrupt) -> T + Send + 'static,
    ) -> Result<T, HouseError> {
        let work = Work { who, kind, most: Duration::MAX, clock: None };
        Ok(self.tables().scheduler().run(work, run).await?)
    }

    /// Has the engine of this node think, so long at most, about a game that the caller keeps, in turn with all other
    /// requesters; none if this node has no engine.
    pub async fn ask_thinker<T: Send + 'static>(
        &self,
        who: Requester,
        most: Duration,
        ask: impl FnOnce(&dyn Thinker, Budget<'_>) -> T + Send + 'static,
    ) -> Result<Option<T>, HouseError> {
        let Some(thoughts) = self.tables().thoughts() else { return Ok(None) };
        Ok(Some(thoughts.ask(who, most, ask).await?))
    }

    /// What waits, what runs, and what has been done and refused, kind by kind.
    pub fn work_figures(&self) -> Vec<WorkFigures> {
        self.tables().scheduler().figures()
    }
}
