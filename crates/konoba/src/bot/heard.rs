//! What the game of a bot hears from the server and from the engine.

use konoba_http::ServerMessage;

use super::engine::EngineMove;

/// Something that the game waits for.
pub(super) enum Heard {
    /// The server has said something.
    Said(Box<ServerMessage>),
    /// The engine has answered.
    Reply(EngineReply),
    /// The server was not found again, for this reason.
    Gone(String),
}

/// What the engine wants in a game that had come so far when it began to think.
pub(super) struct EngineReply {
    pub(super) moves: Vec<String>,
    pub(super) wanted: anyhow::Result<EngineMove>,
}
