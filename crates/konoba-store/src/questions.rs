//! What one machine asks of any other that has time to think.

use crate::{Answer, QuestionId};

/// Questions between machines that share a store. Like a lease a question ends by itself: after a
/// minute nobody waits for its answer any more.
pub trait Questions: Send + Sync {
    /// Asks something. Whoever has time takes it.
    fn ask(&self, question: Question) -> Answer<()>;
    /// Takes up to so many questions, those first that have waited longest. One that is not answered
    /// within seconds may be taken by another machine too.
    fn take(&self, most: usize) -> Answer<Vec<Question>>;
    /// Answers a question that was taken.
    fn answer(&self, id: QuestionId, answer: String) -> Answer<()>;
    /// The answer to a question, once there is one, for whoever asked. It can be fetched once.
    fn fetch(&self, id: QuestionId) -> Answer<Option<String>>;
}

/// Something that a machine asks. What the text means is agreed upon by those who ask and answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// By which its answer is found.
    pub id: QuestionId,
    /// What is asked.
    pub text: String,
}
