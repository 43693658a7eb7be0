//! What is said to those who do not see the board: each thing once, and more when they ask.

use konoba_rules::Move;
use konoba_scene::Reading;

use super::Words;
use crate::Moved;

impl Words<'_> {
    /// The answer to a question about the board or about what has happened.
    pub fn reading(&self, reading: Reading) -> String {
        match reading {
            Reading::Changed => self.changed(),
            _ => self.sentences.reading(self.table.position(), reading),
        }
    }

    /// What a move did and nothing else: who plays what after a swap, and who has won, are said apart.
    pub fn moved_alone(&self, moved: &Moved) -> String {
        match moved.played.mv {
            Move::Swap => format!("{}.", self.who(moved.seat).does("swaps", "swap")),
            _ => format!("{}.", self.placed(moved)),
        }
    }

    /// The moves since the reader's last one; to those who have no seat the last move.
    fn changed(&self) -> String {
        let history = self.table.history();
        let since = match self.you {
            Some(you) => {
                let own = history.iter().rposition(|moved| moved.seat == you);
                own.map_or(0, |own| own + 1)
            }
            None => history.len().saturating_sub(1),
        };
        let mut said: Vec<_> =
            history[since..].iter().map(|moved| self.moved_alone(moved)).collect();
        if history.is_empty() {
            said.push("No move has been played yet.".to_owned());
        } else if said.is_empty() {
            said.push("Nothing has changed since your last move.".to_owned());
        }
        said.push(self.status());
        said.join(" ")
    }
}
