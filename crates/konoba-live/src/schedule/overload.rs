//! The refusal of work where too much waits already, and when to ask again.

use std::fmt;
use std::time::Duration;

/// Why work was not begun, and when to come again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overload {
    /// Of whom there is too much.
    pub scope: Scope,
    /// After how long it is worth trying again, in whole seconds.
    pub retry_after: Duration,
}

/// Whose work is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// That of the requester.
    Person,
    /// That of all at the requester's address together.
    Address,
    /// That of all requesters together.
    House,
}

impl Overload {
    /// No client is told to wait for longer than this: the load by then cannot be foreseen.
    const LONGEST: u64 = 60;

    pub(super) fn new(scope: Scope, wait: Duration) -> Self {
        let seconds = wait.as_secs_f64().ceil() as u64;
        Self { scope, retry_after: Duration::from_secs(seconds.clamp(1, Self::LONGEST)) }
    }

    /// The stable id that scripts rely on.
    pub const fn id(&self) -> &'static str {
        match self.scope {
            Scope::Person | Scope::Address => "own-share",
            Scope::House => "overload",
        }
    }
}

impl fmt::Display for Overload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.retry_after.as_secs();
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let why = match self.scope {
            Scope::Person => "You have asked for too much at once",
            Scope::Address => "Too much was asked from your internet address at once",
            Scope::House => "The server is busy",
        };
        write!(f, "{why}. Nothing is lost; try again in {seconds} {unit}.")
    }
}

impl std::error::Error for Overload {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_client_is_told_how_long_to_wait() {
        let said = |scope, millis| Overload::new(scope, Duration::from_millis(millis)).to_string();
        let own = "You have asked for too much at once. Nothing is lost; try again in 1 second.";
        assert_eq!(said(Scope::Person, 0), own);
        let address = "Too much was asked from your internet address at once. \
                       Nothing is lost; try again in 2 seconds.";
        assert_eq!(said(Scope::Address, 1_500), address);
        let house = "The server is busy. Nothing is lost; try again in 3 seconds.";
        assert_eq!(said(Scope::House, 2_100), house);
        assert!(said(Scope::House, 10_000_000).contains("in 60 seconds"));
    }
}
