//! What a move was worth.

/// What is said of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It cost little or nothing.
    Fine,
    /// It cost a tenth of the chance to win or more.
    Mistake,
    /// It cost a fifth of the chance to win or more.
    Blunder,
}

impl Verdict {
    /// What is said of a move that made winning less likely by so much.
    pub(super) fn of_cost(cost: f32) -> Self {
        if cost >= 0.2 {
            Self::Blunder
        } else if cost >= 0.1 {
            Self::Mistake
        } else {
            Self::Fine
        }
    }

    /// The word for it, if there is anything to say.
    pub(super) fn word(self) -> Option<&'static str> {
        match self {
            Self::Fine => None,
            Self::Mistake => Some("mistake"),
            Self::Blunder => Some("blunder"),
        }
    }
}
