//! How many writes share one commit.

/// The environment variable that makes groups smaller: `KONOBA_GROUP=1` gives every order a flush of its
/// own, by which `cargo xtask load flushes` shows what group commit is worth.
const VARIABLE: &str = "KONOBA_GROUP";

/// The most that one transaction takes, or less where a measurement sets the variable.
pub(crate) fn size(most: usize) -> usize {
    let wanted = std::env::var(VARIABLE).ok().and_then(|wanted| wanted.parse().ok());
    wanted.unwrap_or(most).clamp(1, most)
}
