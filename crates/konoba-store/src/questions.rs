//! What one node asks of any other that has time to think.

use std::time::Duration;

use crate::{Answer, QuestionId};

/// Questions between nodes that share a store. Like a lease a question ends by itself: after
/// [`Question::PATIENCE`] the node that asked no longer waits for its answer.
pub trait Questions: Send + Sync {
    /// Asks something. A node that has time takes it.
    fn ask(&self, question: Question) -> Answer<()>;
    /// Takes up to so many questions that are not too old, the oldest first. One that is not answered
    /// within seconds may be taken by another node too.
    fn take(&self, most: usize) -> Answer<Vec<Question>>;
    /// Answers a question that was taken.
    fn answer(&self, id: QuestionId, answer: String) -> Answer<()>;
    /// The answer to a question, once there is one, for the node that asked. It can be fetched once.
    fn fetch(&self, id: QuestionId) -> Answer<Option<String>>;
    /// Deletes a question for whose answer no client waits any more.
    fn forget(&self, id: QuestionId) -> Answer<()>;
}

/// Something that a node asks. What the text means is agreed upon by those who ask and answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// By which its answer is found.
    pub id: QuestionId,
    /// What is asked.
    pub text: String,
}

impl Question {
    /// How long a node waits for an answer. Older questions are not given to workers.
    pub const PATIENCE: Duration = Duration::from_secs(20);
}
