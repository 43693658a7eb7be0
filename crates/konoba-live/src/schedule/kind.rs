//! What kinds of work there are.

/// A kind of work that costs processor time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WorkKind {
    /// A move of an engine.
    Move,
    /// A hint for a player.
    Hint,
    /// What the engine makes of a position in a record.
    Analysis,
    /// Looking at a record and changing it.
    Study,
    /// Reading a record or writing one.
    Record,
    /// Drawing a board.
    Picture,
    /// Drawing a link as a QR code.
    QrCode,
    /// Deriving the proof of a solved game.
    Proof,
}

impl WorkKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::Hint,
        Self::Analysis,
        Self::Study,
        Self::Record,
        Self::Picture,
        Self::QrCode,
        Self::Proof,
    ];

    /// The stable name in metrics and logs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Hint => "hint",
            Self::Analysis => "analysis",
            Self::Study => "study",
            Self::Record => "record",
            Self::Picture => "picture",
            Self::QrCode => "qr-code",
            Self::Proof => "proof",
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}
