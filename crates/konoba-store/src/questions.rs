//! What one machine asks of any other that has time to think.

use std::time::Duration;

use crate::{Answer, QuestionId};

/// Questions between machines that share a store. Like a lease a question ends by itself: after
/// [`Question::PATIENCE`] nobody waits for its answer any more.
pub trait Questions: Send + Sync {
    /// Asks something. Whoever has time takes it.
    fn ask(&self, question: Question) -> Answer<()>;
    /// Takes up to so many questions for whose answers somebody still waits, those first that have
    /// waited longest. One that is not answered within seconds may be taken by another machine too.
    fn take(&self, most: usize) -> Answer<Vec<Question>>;
    /// Answers a question that was taken.
    fn answer(&self, id: QuestionId, answer: String) -> Answer<()>;
    /// The answer to a question, once there is one, for whoever asked. It can be fetched once.
    fn fetch(&self, id: QuestionId) -> Answer<Option<String>>;
    /// Takes a question back for whose answer nobody waits any more.
    fn forget(&self, id: QuestionId) -> Answer<()>;
}

/// Something that a machine asks. What the text means is agreed upon by those who ask and answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// By which its answer is found.
    pub id: QuestionId,
    /// What is asked.
    pub text: String,
}

impl Question {
    /// How long anybody waits for an answer. Nobody is given a question to think about that is older.
    pub const PATIENCE: Duration = Duration::from_secs(20);
}
