//! Wrong usage of a command.

use std::fmt;

/// Wrong usage of a command that shows only when all its arguments are known together.
#[derive(Debug)]
pub struct WrongUsage {
    /// The command, as it is typed.
    pub command: &'static str,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for WrongUsage {}

/// Says that a command was used in a wrong way. The command line tells it as it tells of an argument that
/// cannot be read.
pub fn usage_error(command: &'static str, reason: impl fmt::Display) -> anyhow::Error {
    WrongUsage { command, reason: reason.to_string() }.into()
}
